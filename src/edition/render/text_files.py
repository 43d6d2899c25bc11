"""The text for people and programs without a browser: beside the page of each passage, and the whole of a chapter.

Plain text is a line for each unit, `ID<tab>label<tab>text`; lines that begin with `# ` are about the text. Beside a
passage (`text.txt`, `text.md`) stands the text alone; a chapter has it with and without the editor's signs, with and
without pinyin (`text.hans.txt`, `text.hant-signs-pinyin.md` …). `text.json` has both scripts, pinyin and signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from edition.citation import digest
from edition.enrich import Book, Voice
from edition.model import INTERLINEAR, PassageId, UnitId
from edition.render import nav
from edition.render.exports import Make, dump, range_of, unit_json
from edition.render.spelled import LEGEND, spelled_out
from edition.render.texts import Texts
from edition.render.words import RELATIONS
from edition.script import HANS, HANT

TEXT = "text"  # the name of the files, before their endings
RECORDS = (("bibtex", "cite.bib"), ("ris", "cite.ris"), ("csl", "cite.csl.json"))
ENDINGS = ("txt", "md")
ESCAPED = re.compile(r"([\\`*_{}\[\]<>#|~!+-])")
Spell = Callable[[Voice], str]


@dataclass(frozen=True, slots=True)
class Way:
    """How a text is written out."""

    script: str
    signs: bool = False
    pinyin: bool = False

    @property
    def name(self) -> str:
        return self.script + "-signs" * self.signs + "-pinyin" * self.pinyin


WAYS = tuple(Way(*how) for how in product((HANS, HANT), (False, True), (False, True)))


def passage_files(texts: Texts, book: Book) -> dict[str, Make]:
    """Path to what makes each file beside the page of a passage, in both scripts; the JSON once for both."""
    return dict(_passage_files(texts, book))


def _passage_files(texts: Texts, book: Book) -> Iterator[tuple[str, Make]]:
    for passage in book.passages:
        if str(passage) in nav.headings(book):
            continue
        voices = [book.voices[UnitId(passage)], *_answering(book, passage)]
        folder = nav.passage_page(book, passage).removesuffix("index.html")
        yield f"{folder}{TEXT}.json", partial(_json, texts, book, passage, voices)
        for script in (HANS, HANT):
            at = nav.FOLDER[script] + folder
            for ending in ENDINGS:
                yield f"{at}{TEXT}.{ending}", partial(_passage_text, texts, book, voices, script, ending)
            for name, file in RECORDS:
                yield at + file, partial(records, texts, book, voices, name, script)


def chapter_files(texts: Texts, book: Book) -> dict[str, Make]:
    """File name to what makes the whole chapter in every way of writing it out."""
    return {
        f"{TEXT}.{way.name}.{ending}": partial(_chapter_text, texts, book, way, ending)
        for way in WAYS
        for ending in ENDINGS
    }


def _json(texts: Texts, book: Book, passage: PassageId, voices: Sequence[Voice]) -> str:
    return dump(passage_record(texts, book, passage, voices))


def _passage_text(texts: Texts, book: Book, voices: Sequence[Voice], script: str, ending: str) -> str:
    about = texts.citations.cite(book, texts.citations.unit(book, voices[0]), "plain", script)
    spell, parts = _spell(texts, book, Way(script)), [(None, voices)]
    if ending == "md":
        return markdown(texts, script, str(voices[0].unit.id), parts, spell, [about])
    return plain(texts, script, parts, spell, [about])


def _chapter_text(texts: Texts, book: Book, way: Way, ending: str) -> str:
    at = 0 if way.script == HANS else 1
    spell, parts = _spell(texts, book, way), _parts(texts, book, at)
    title = texts.tongue.named(f"{texts.edition.corpus.meta.title} · {book.chapter.title}")[at]
    about = [*_terms(texts, at), *([LEGEND] if way.signs else [])]
    if ending == "md":
        return markdown(texts, way.script, title, parts, spell, about)
    return plain(texts, way.script, parts, spell, [title, *about])


Part = tuple[str | None, Sequence[Voice]]  # title of a section, and what stands in it


def _parts(texts: Texts, book: Book, at: int) -> list[Part]:
    """Every unit once: after the passage in which what it answers ends; what answers nothing, at the end.

    `at` is 0 for titles in simplified characters, 1 for traditional ones.
    """
    ending: dict[str, list[Voice]] = {}
    for layer in texts.edition.layers:
        if layer.id != texts.edition.base.id:
            for voice in book.by_layer.get(layer.id, ()):
                last = [book.order[t.last] for t in voice.targets if t.last in book.order]
                ending.setdefault(book.passages[max(last)] if last else "", []).append(voice)
    found: list[Part] = []
    for section in book.chapter.sections:
        voices = [
            voice
            for passage in nav.passages_of(book, section)
            for voice in (book.voices[UnitId(passage)], *ending.get(passage, ()))
        ]
        if voices:
            found.append((f"{section.id} {texts.tongue.named(section.title)[at]}", voices))
    alone = texts.tongue.both(RELATIONS["none"][0])[at]
    return [*found, (alone, ending[""])] if "" in ending else found


def _answering(book: Book, passage: PassageId) -> list[Voice]:
    return [v for v in book.comments.get(passage, ()) if v.layer.publish and v.layer.kind != INTERLINEAR]


def _spell(texts: Texts, book: Book, way: Way) -> Spell:
    def spell(voice: Voice) -> str:
        marked = [e for e in texts.entries(book, voice) if e.marks] if way.signs else ()
        return spelled_out(voice, way.script, marked, way.pinyin)

    return spell


def _terms(texts: Texts, at: int) -> list[str]:
    """Version and terms, and what is known of the rights in the layers that are not the edition's."""
    meta = texts.edition.corpus.meta
    said = [" ".join(filter(None, (meta.english + ",", "version", meta.version, meta.date))), meta.licence]
    sources = texts.edition.corpus.sources
    for layer in texts.edition.layers:
        for source in (s for s in sources.values() if s.siglum == layer.witness):
            said.append(texts.tongue.named(f"{layer.label}：{source.holder} {source.rights}")[at])
    return list(dict.fromkeys(said))


def plain(texts: Texts, script: str, parts: Sequence[Part], spell: Spell, about: Sequence[str]) -> str:
    named = texts.tongue.named
    lines = [f"# {line}" for line in about]
    for title, voices in parts:
        lines += [f"# {title}"] if title else []
        lines += [f"{v.unit.id}\t{named(v.layer.label)[script == HANT]}\t{spell(v)}" for v in voices]
    return "\n".join(lines) + "\n"


def markdown(texts: Texts, script: str, head: str, parts: Sequence[Part], spell: Spell, about: Sequence[str]) -> str:
    """Passages as paragraphs, what answers them as quotations under them."""
    named = texts.tongue.named
    blocks = [f"# {_escaped(head)}"]
    for title, voices in parts:
        blocks += [f"## {_escaped(title)}"] if title else []
        for voice in voices:
            base = voice.layer.id == texts.edition.base.id
            label = "" if base else f"{_escaped(named(voice.layer.label)[script == HANT])} "
            blocks.append(f"{'' if base else '> '}{label}**{_escaped(voice.unit.id)}** {_escaped(spell(voice))}")
    blocks += ["---", *map(_escaped, about)]
    return "\n\n".join(blocks) + "\n"


def _escaped(text: str) -> str:
    """What stands in a text is text in Markdown too."""
    return ESCAPED.sub(r"\\\1", text.replace("\n", " "))


def records(texts: Texts, book: Book, voices: Sequence[Voice], name: str, script: str) -> str:
    """A passage and everything that answers it, as one file for a program that keeps references."""
    said = [texts.citations.cite(book, texts.citations.unit(book, voice), name, script) for voice in voices]
    return "[" + ",\n ".join(said) + "]\n" if name == "csl" else "\n".join(said)


def passage_record(texts: Texts, book: Book, passage: PassageId, voices: Sequence[Voice]) -> dict[str, object]:
    meta, base = texts.edition.corpus.meta, texts.edition.base.id
    return {
        "work": meta.work,
        "title": meta.title,
        "chapter": book.chapter.title,
        "version": meta.version,
        "date": meta.date,
        "licence": meta.licence,
        "address": texts.citations.unit(book, voices[0]).address,
        "id": passage,
        "section": nav.section_of(passage),
        "text": _written(texts, book, voices[0]),
        "units": [
            {
                "layer": voice.layer.id,
                "id": voice.unit.id,
                "passages": range_of(voice, base),
                "relation": next((t.relation for t in voice.targets), ""),
                "text": _written(texts, book, voice),
            }
            for voice in voices[1:]
        ],
    }


def _written(texts: Texts, book: Book, voice: Voice) -> dict[str, str]:
    """A unit in both scripts, with its pinyin, with the editor's signs, and the digest of a citation."""
    signed = {f"{s}_signs": _spell(texts, book, Way(s, signs=True))(voice) for s in (HANS, HANT)}
    return {**unit_json(voice), **signed, "digest": digest(voice.form(voice.layer.script))}

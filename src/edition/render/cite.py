"""Citations of an edition: the patterns of its layers, the slots of its units, and both for the browser.

`<chapter>/cite.js` sets `window.EDITION_CITE`:

- `formats`: `[name, label]`, in their order; what each is stands in `edition.citation`.
- `layers`: ID of the layer → `hans` | `hant` → name of the format → pattern. A unit is of the layer whose ID its own
  begins with (of several the longest), else of `base`.
- `escapes`: name of the format → character → what stands for it.
- `emended`: ID of the unit → `[n_from, n_to, hans, hant, English, English]`, remarks for the slots `emended` and
  `emended_english` (by script); one belongs to a quotation that has any of the Han characters `n_from` to `n_to`.
- `stored`: ID of the layer → the script in which the text is stored, from which the digest is taken.
- `words`: the words of the panel, `[hans, hant, English]`.
- `site`: what comes before `<chapter>/19.4/` in an address; empty without a `site_url`. An address is the same in both
  scripts, the one that does not change.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from edition.citation import ESCAPES, FORMATS, Matter, Pattern, cite, digest, joined, key_of, patterns
from edition.emended import Turned, emendations
from edition.enrich import Book, Edition, Voice
from edition.model import NOTES, Layer
from edition.render import nav
from edition.render.inline import lang_of
from edition.render.words import Tongue, Two
from edition.script import HANS, HANT

PANEL = {  # words of the panel that fills the patterns, in `static/cite.js`
    "title": ("引用", "Cite"),
    "close": ("关闭", "Close"),
    "copy": ("复制", "Copy"),
    "copied": ("已复制", "Copied"),
    "files": ("供文献软件", "For reference managers"),
    "links": ("链接", "Links"),
    "link": ("到所引之字", "To these words"),
    "fragment": ("文本片段", "Text fragment"),
    "emended": ("引文含校改", "Contains an emendation"),
    "witness": ("所引为一本之文，非所定之文", "Quoted from one witness, not from the established text"),
    "version": ("版本", "Version"),
    "digest": ("文字校验", "Text digest"),
    "of_witness": ("本之文", "text of witness"),
}


@dataclass(frozen=True, slots=True)
class Cited:
    """What is cited: a unit, a range, or some of their words."""

    id: str
    address: str
    voices: tuple[Voice, ...]  # the units quoted, whole


class Citations:
    """The citations of one edition, each pattern made once."""

    def __init__(self, edition: Edition, tongue: Tongue) -> None:
        self.edition, self.tongue = edition, tongue
        self._patterns: dict[tuple[str, str, str], dict[str, Pattern]] = {}
        self._said: dict[tuple[str, str, str], Two] = {}

    def patterns(self, book: Book, layer: Layer, script: str) -> dict[str, Pattern]:
        key = (book.chapter.id, str(layer.id), script)
        found = self._patterns.get(key)
        if found is None:
            found = self._patterns[key] = patterns(matter(self.edition, book, layer, self.tongue, script))
        return found

    def cite(self, book: Book, cited: Cited, name: str, script: str) -> str:
        """A place in one format, without a quotation."""
        pattern = self.patterns(book, cited.voices[0].layer, script)[name]
        return cite(pattern, name, slots(cited, script, self.tongue.both))

    def both(self, book: Book, cited: Cited, name: str) -> Two:
        key = (book.chapter.id, cited.id, name)
        found = self._said.get(key)
        if found is None:
            found = self._said[key] = self.cite(book, cited, name, HANS), self.cite(book, cited, name, HANT)
        return found

    def unit(self, book: Book, voice: Voice) -> Cited:
        """A passage or a comment, at its own anchor of its own page."""
        page = nav.unit_page(self.edition, book, voice.unit.id)
        base = voice.layer.id == self.edition.base.id
        return Cited(str(voice.unit.id), self.address(page) + ("" if base else f"#{voice.unit.id}"), (voice,))

    def range(self, book: Book, voices: tuple[Voice, ...]) -> Cited:
        """Passages that follow one another, on the page of their section or of the chapter."""
        first, last = voices[0].unit.id, voices[-1].unit.id
        if first == last:
            return self.unit(book, voices[0])
        section = nav.section_of(first)
        same = section == nav.section_of(last)
        page = nav.section_page(book, section) if same else nav.chapter_page(book)
        return Cited(f"{first}-{last}", f"{self.address(page)}#{first}-{last}", voices)

    def address(self, page: str) -> str:
        """The address that is cited: absolute where the edition has a home on the web."""
        return nav.Page(page, HANS).canonical(self.edition.corpus.meta.site_url) or page.removesuffix("index.html")


def slots(cited: Cited, script: str, turned: Turned) -> dict[str, str]:
    """Everything but a quotation and a day of access."""
    remarks = emendations(cited.voices[0], turned) if len(cited.voices) == 1 else []  # those of a range would be a list
    return {
        "id": cited.id,
        "key": key_of(cited.id),
        "address": cited.address,
        "url": cited.address,
        "digest": digest("".join(voice.form(voice.layer.script) for voice in cited.voices)),
        "emended": joined([one.hans if script == HANS else one.hant for one in remarks]),
        "emended_english": joined(
            [one.english_hans if script == HANS else one.english_hant for one in remarks], english=True
        ),
    }


def matter(edition: Edition, book: Book, layer: Layer, tongue: Tongue, script: str) -> Matter:
    meta, credit, chapter = edition.corpus.meta, layer.credit, book.chapter
    at = 0 if script == HANS else 1

    def named(text: str) -> str:
        return tongue.named(text)[at]

    own = layer.kind == NOTES  # the editors are its authors
    return Matter(
        author=named(credit.author) or (named("、".join(meta.editors)) if own else ""),
        author_english=credit.author_english or (" and ".join(meta.editors_english) if own else ""),
        dynasty=named(credit.dynasty),
        unknown=named(credit.unknown),
        unknown_english=credit.unknown_english,
        work=named(credit.work or (meta.title if own else meta.work)),
        work_english=credit.work_english or (meta.english if own else meta.work_english),
        own_work=bool(credit.work),
        chapter=named(credit.chapter or (layer.label if own else chapter.title)),
        chapter_english=credit.chapter_english or (layer.english if own else chapter.english),
        cited=named(credit.cited),
        cited_english=credit.cited_english,
        title=named(meta.title),
        title_english=meta.english,
        editors=tuple(named(name) for name in meta.editors),
        editors_english=meta.editors_english,
        publisher=named(meta.publisher),
        version=meta.version,
        date=meta.date,
        lang=lang_of(layer, script),
        folder=chapter.id,
        online=bool(meta.site_url),
        say=lambda words: tongue.both(words)[at],
    )


def cite_js(citations: Citations, book: Book) -> str:
    """The patterns and remarks of a chapter as a classic script; see the head of this module."""
    edition = citations.edition
    layers = [layer for layer in edition.layers if book.by_layer.get(layer.id) or layer.kind == NOTES]
    table = {
        "base": edition.base.id,
        "site": edition.corpus.meta.site_url.rstrip("/") + "/" if edition.corpus.meta.site_url else "",
        "version": edition.corpus.meta.version,
        "words": {name: [*citations.tongue.both(chinese), english] for name, (chinese, english) in PANEL.items()},
        "formats": [[name, label] for name, (_, label) in FORMATS.items()],
        "escapes": ESCAPES,
        "stored": {layer.id: layer.script for layer in layers},
        "layers": {
            layer.id: {script: citations.patterns(book, layer, script) for script in (HANS, HANT)} for layer in layers
        },
        "emended": {
            voice.unit.id: [[e.n_from, e.n_to, e.hans, e.hant, e.english_hans, e.english_hant] for e in found]
            for layer in layers
            for voice in book.by_layer.get(layer.id, ())
            if (found := emendations(voice, citations.tongue.both))
        },
    }
    return f"window.EDITION_CITE={json.dumps(table, ensure_ascii=False, separators=(',', ':'))};\n"

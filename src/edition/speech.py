"""The edition's own words in both scripts: by the tables for its notes, and quotations as the text has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from edition.model import NOTES, RETIRED, Chapter, Corpus, Decision, LayerId, Place, Unit, UnitId
from edition.rules import Ledger, Lexicon
from edition.script import forms_by_rule
from edition.text import han

QUOTED = re.compile("[“‘]([^“”‘’]{2,})[”’]")
Text = tuple[str, Sequence[Decision]]  # an established text and its forms
Said = tuple[str, Place]  # words and the row or line they stand in


def layer_of_words(corpus: Corpus) -> LayerId:
    """The layer whose rules hold for the edition's own words: that of its notes."""
    return next((layer.id for layer in corpus.layers if layer.kind == NOTES), LayerId("notes"))


def spoken(unit: Unit, stored: str, lexicon: Lexicon, texts: Sequence[Text], ledger: Ledger) -> list[Decision]:
    """A form for each code point; what is quoted from a text of the edition takes the forms it has there."""
    found_forms, used = forms_by_rule(unit, stored, lexicon)
    ledger.add(used)
    forms = list(found_forms)
    for found in QUOTED.finditer(unit.text):
        words = found[1].rstrip("，。；：")
        source = next((t for t in texts if words in t[0]), None) if len(han(words)) > 1 else None
        if source:
            at = source[0].index(words)
            forms[found.start(1) : found.start(1) + len(words)] = source[1][at : at + len(words)]
    return forms


def own_words(corpus: Corpus) -> Iterator[Unit]:
    """All that the edition says in its own words and shows on its pages, each saying once."""
    layer = layer_of_words(corpus)
    for words, place in dict.fromkeys(_every(corpus)):
        if words:
            yield Unit(UnitId(layer), layer, words, (), place)


def _every(corpus: Corpus) -> Iterator[Said]:
    for layer in corpus.layers:
        yield from ((said, layer.place) for said in (layer.label, layer.short, layer.absent, layer.about))
        credit = layer.credit
        credited = (credit.author, credit.dynasty, credit.unknown, credit.work, credit.chapter, credit.cited)
        yield from ((said, layer.place) for said in credited)
    for witness in corpus.witnesses:
        yield from ((said, witness.place) for said in (witness.title, witness.description))
    for source in corpus.sources.values():
        yield from ((said, source.place) for said in (source.title, source.holder, source.rights))
    for rule in (*corpus.lexicon, *corpus.forms):
        yield from ((said, rule.place) for said in (rule.sense, rule.authority, rule.alternatives))
    for entry in corpus.glossary:
        yield from ((said, entry.place) for said in (*entry.aliases, entry.authority, *entry.body.split("\n")))
    if corpus.principles:
        yield from _lines(corpus.principles, f"{corpus.root.name}/principles.md")
    for chapter in corpus.chapters:
        yield from _of_chapter(corpus, chapter)


def _of_chapter(corpus: Corpus, chapter: Chapter) -> Iterator[Said]:
    yield from ((row.note, row.place) for row in chapter.ledger if row.status in RETIRED)
    for ruling in (*chapter.readings, *chapter.forms):
        yield from ((said, ruling.place) for said in (ruling.sense, ruling.authority, ruling.alternatives))
    for section in chapter.sections:
        yield from ((said, section.place) for said in (section.part, section.title))
    for variant in chapter.variants:
        yield from ((said, variant.place) for said in (variant.authority, variant.reason))
    for note in chapter.notes:
        yield from ((said, note.place) for said in (note.authority, *note.body.split("\n")))
    for change in chapter.changes:
        yield from ((said, change.place) for said in (change.what, change.why))
    for citation in chapter.citations:
        yield from ((said, citation.place) for said in (citation.work, citation.where, citation.note))
    yield from ((synopsis.text, synopsis.place) for synopsis in chapter.synopses)
    yield from ((target.note, target.place) for target in chapter.targets)
    for part in chapter.plan.parts if chapter.plan else ():
        yield from ((said, part.place) for said in (part.label, part.authority, part.note))
    if chapter.introduction:
        yield from _lines(chapter.introduction, f"{corpus.root.name}/{chapter.id}/introduction.md")


def _lines(text: str, path: str) -> Iterator[Said]:
    yield from ((line, Place(path, number, 1, line)) for number, line in enumerate(text.split("\n"), 1))

"""The whole: chapters, the corpus they stand in, and the tokens woven from both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from edition.model.editing import Change, Citation, GlossaryEntry, Lemma, Note, Plan, Rule, Ruling, Synopsis, Variant
from edition.model.names import LayerId, PassageId
from edition.model.received import (
    Gloss,
    Layer,
    LedgerRow,
    Mark,
    Published,
    Section,
    Skipped,
    Source,
    Target,
    Unit,
    Witness,
    WitnessSpan,
)


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    english: str
    number: int
    sections: tuple[Section, ...]
    units: dict[LayerId, tuple[Unit, ...]]  # base layer: the passages, in ledger order
    ledger: tuple[LedgerRow, ...]
    targets: tuple[Target, ...]
    spans: tuple[WitnessSpan, ...]
    variants: tuple[Variant, ...]
    skipped: tuple[Skipped, ...]
    marks: tuple[Mark, ...]
    glosses: tuple[Gloss, ...]
    readings: tuple[Ruling, ...]
    forms: tuple[Ruling, ...]
    leaves: tuple[tuple[str, PassageId, int], ...]  # leaf of a print, passage and n where it begins
    lemmata: tuple[Lemma, ...] = ()
    citations: tuple[Citation, ...] = ()
    notes: tuple[Note, ...] = ()
    note_files: frozenset[str] = frozenset()  # the IDs that have a file, also one in which something is wrong
    synopses: tuple[Synopsis, ...] = ()
    introduction: str | None = None  # Markdown
    plan: Plan | None = None
    changes: tuple[Change, ...] = ()
    published: tuple[Published, ...] = ()


@dataclass(frozen=True, slots=True)
class Meta:
    work: str
    title: str
    english: str
    version: str
    site_url: str
    report_url: str
    licence: str
    editors: tuple[str, ...]
    work_english: str = ""  # as a footnote in English names it: Yili
    editors_english: tuple[str, ...] = ()  # of each editor, or nothing
    publisher: str = ""
    date: str = ""  # of this version, YYYY-MM-DD; empty: not published yet
    licence_url: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """All that stands in corpus/, read and located, not yet judged."""

    root: Path
    meta: Meta
    layers: tuple[Layer, ...]
    witnesses: tuple[Witness, ...]
    sources: dict[str, Source]
    chapters: tuple[Chapter, ...]
    lexicon: tuple[Rule, ...]  # readings
    forms: tuple[Rule, ...]  # script
    folds: dict[str, str]  # a variant or traditional form to the one under which it is compared and sought
    principles: str | None = None  # Markdown: how the text was established
    glossary: tuple[GlossaryEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """One code point of a witness against one character of the established text: a row of tokens.tsv."""

    n: int  # 0 where it is no Han character
    source: str
    offset: int  # -1 where the edition supplies the character
    char: str
    text: str
    at: int  # code point of the established text; where its text is empty, the one before which it stands; -1: a mark
    hans: str = ""
    hant: str = ""
    pinyin: str = ""
    authority: str = ""

"""The currency of the program: small frozen dataclasses that every stage reads and none changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NewType

Siglum = NewType("Siglum", str)
UnitId = NewType("UnitId", str)
PassageId = NewType("PassageId", UnitId)  # a passage is a unit of the base text
LayerId = NewType("LayerId", str)

BASE, COMMENTARY, SUBCOMMENTARY = "base", "commentary", "subcommentary"
TRANSLATION, PARALLEL, NOTES, INTERLINEAR = "translation", "parallel", "notes", "interlinear"
LIVE = ("provisional", "frozen")  # statuses of an ID that has a text
RETIRED = ("withdrawn", "split", "merged")  # and of one that has none any more
KINDS = (BASE, COMMENTARY, SUBCOMMENTARY, TRANSLATION, PARALLEL, NOTES, INTERLINEAR)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a thing stands in a file of the corpus."""

    path: str  # as printed: relative to the project root
    line: int  # 1-based
    col: int = 1  # 1-based, in code points
    text: str = ""  # the line itself, for the reader of a problem

    def right(self, columns: int) -> Place:
        """The same line, further on: a character of a cell."""
        return Place(self.path, self.line, self.col + columns, self.text)


NOWHERE = Place("", 0)  # of what was made, not read


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding of one check."""

    code: str  # a key of `problems.CODES`
    place: Place
    message: str  # what is wrong, and in brackets what was probably meant


@dataclass(frozen=True, slots=True)
class Source:
    """One text as received, never changed."""

    id: str  # short name used in the tables: the file name under which it was received
    path: Path
    siglum: Siglum
    sha256: str
    title: str
    holder: str
    rights: str
    script: str  # hans | hant: the script it is written in
    format: str  # a key of `formats.READERS`
    chapter: str  # the chapter it belongs to
    text: str
    place: Place
    options: dict[str, object] = field(default_factory=dict)
    opened: bool = True  # False where only the tables are read

    def holds(self, end: int) -> bool:
        """Whether a stretch may end here."""
        return not self.opened or end <= len(self.text)


@dataclass(frozen=True, slots=True)
class Credit:
    """Whose work a layer is, as a footnote names it; every word may be empty."""

    author: str = ""  # 郑玄
    author_english: str = ""  # in the order in which the name is spoken: Zheng Xuan
    dynasty: str = ""  # 汉
    unknown: str = ""  # said where nobody knows the author: 译者不详
    unknown_english: str = ""
    work: str = ""  # 仪礼注; empty: the work of the edition
    work_english: str = ""
    chapter: str = ""  # the chapter of that work; empty: the chapter of the edition
    chapter_english: str = ""
    cited: str = ""  # only as what it may be cited: a parallel, no comment on this chapter
    cited_english: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """One voice of the edition: the base text, a commentary, a translation …"""

    id: LayerId
    kind: str  # one of KINDS
    label: str  # what stands at the head of its column: 郑注
    short: str  # what stands on its switch: 注
    english: str
    absent: str  # said where the sources have nothing for a run of passages
    script: str  # hans | hant: the script in which its text is stored
    lang: str  # language of its text without the script: zh, lzh, en
    on: LayerId | None  # the layer it comments on
    publish: bool
    witness: Siglum | None  # the witness its text is taken from; None for the edition's own notes
    place: Place
    about: str = ""  # why it stands here, and only as what it is
    about_english: str = ""
    credit: Credit = Credit()


@dataclass(frozen=True, slots=True)
class Witness:
    """A carrier of the text. Without a source its readings are quoted by place only."""

    siglum: Siglum
    title: str
    description: str
    source: str | None  # Source.id
    carries: tuple[LayerId, ...]  # the layers whose text it carries
    script: str
    place: Place
    tradition: bool = False  # a state of the text that is known only from what commentators report


def source_of(witness: Witness, sources: dict[str, Source], chapter: str) -> str | None:
    """The source in which a witness has a chapter: it may have one for each, or be a part of another's."""
    own = (s.id for s in sources.values() if s.siglum == witness.siglum and s.chapter == chapter)
    named = (s.id for s in sources.values() if s.id == witness.source and s.chapter == chapter)
    return next(iter((*own, *named)), None)


@dataclass(frozen=True, slots=True)
class Section:
    id: str  # "19"
    part: str
    title: str
    heading: PassageId | None  # a base unit that is only a heading (记。)
    place: Place


@dataclass(frozen=True, slots=True)
class Stretch:
    """Code points [start, end) of a source."""

    source: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A published address and the stretch of the source it was given to."""

    id: str
    layer: LayerId
    stretches: tuple[Stretch, ...]
    digests: tuple[str, ...]
    status: str  # provisional | frozen | withdrawn | split | merged
    successors: tuple[str, ...]
    note: str
    place: Place


@dataclass(frozen=True, slots=True)
class Target:
    """What a unit answers: a range of passages, or characters of them."""

    unit: UnitId
    layer: LayerId
    first: PassageId | None  # None: it answers nothing here (relation none)
    last: PassageId | None
    n_from: int | None
    n_to: int | None
    stretch: tuple[int, int] | None  # the part of the unit that answers; None: the whole of it
    relation: str
    note: str
    place: Place

    @property
    def passages(self) -> str:
        """The range as it is written: `19.1`, `19.5-20.1`, or nothing."""
        if self.first is None:
            return ""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class WitnessSpan:
    """The stretch of a further witness of the base text that carries one passage."""

    witness: Siglum
    passage: PassageId
    stretch: Stretch
    n_from: int | None  # the part of the passage that is extant, where the witness begins or breaks off in it
    n_to: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class Variant:
    """One deviating reading of one witness: a row of the apparatus."""

    entry: str
    unit: UnitId
    lemma: str  # established characters; empty where the witness has something too much
    n_from: int  # Han characters of the established text, from 1; 0: before the first
    n_to: int  # n_from - 1 where the lemma is empty
    at: tuple[int, int]  # the same as code points of the established text
    witness: Siglum
    reading: str
    ref: str  # leaf of a witness that is quoted by place
    cls: str
    status: str  # decided | doubtful
    authority: str
    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class Skipped:
    """Code points of a source that are not text, with the reason."""

    stretch: Stretch
    reason: str
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of a lexicon: what the characters of a pattern are in this edition."""

    pattern: str
    values: tuple[str, ...]  # one for each character, "" where the row does not decide
    layers: frozenset[str]  # empty: all
    sense: str
    kind: str
    authority: str
    alternatives: str
    note: str
    place: Place


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision at a single place, which wins over every rule."""

    unit: UnitId
    chars: str
    n: int  # of its first character
    values: tuple[str, ...]
    sense: str
    kind: str
    authority: str
    alternatives: str
    note: str
    place: Place


@dataclass(frozen=True, slots=True)
class Unit:
    """A passage of the base text or one comment: the established text under its ID."""

    id: UnitId
    layer: LayerId
    text: str
    stretches: tuple[Stretch, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mark:
    """Punctuation and line ends of a further witness: what stands between its Han characters."""

    source: str
    offset: int
    text: str
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Gloss:
    """A line of an interlinear copy that is not text but speaks of the line after it."""

    source: str
    offset: int
    text: str
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Lemma:
    """Words of a comment that speak of words: a heading, a quotation, an extent, a word that is glossed."""

    unit: UnitId
    role: str  # heading | quotation | extent | gloss
    kind: LayerId  # the layer in which the words spoken of stand
    n_from: int  # first and last Han character in the unit
    n_to: int
    first: UnitId | None  # the unit in which the words spoken of begin; None: they are not in this edition
    t_from: int
    last: UnitId | None  # and in which they end
    t_to: int
    status: str  # found | table | malformed | outside
    note: str
    place: Place


@dataclass(frozen=True, slots=True)
class Citation:
    """Another work, or another chapter, cited by a commentator."""

    unit: UnitId
    n_from: int
    n_to: int
    work: str  # 《周礼·地官·州长》
    where: str  # as exactly as it is known
    quoted: str  # the words quoted; empty where it is only named
    passages: tuple[str, ...]  # passages or ranges where the words stand in this edition
    note: str
    place: Place


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the edition itself on some words of a unit."""

    id: str  # layer and passage, or layer and unit where that answers no passage: note19.4b
    layer: LayerId
    unit: UnitId
    n_from: int  # first and last Han character in the unit
    n_to: int
    at: tuple[int, int]  # the same as code points of the established text
    words: str
    authority: str
    body: str  # Markdown
    place: Place  # of the first line of the body


@dataclass(frozen=True, slots=True)
class Synopsis:
    """What happens in a section, in a sentence or two."""

    section: str
    text: str  # in the language and script of the edition, with links
    english: str
    place: Place


@dataclass(frozen=True, slots=True)
class Part:
    """One thing or person on a plan."""

    id: str
    kind: str  # place | person
    term: str  # of a glossary entry
    label: str  # what is printed beside the shape; may be empty
    english: str
    shape: str  # rect | line | point | text
    box: tuple[float, float, float, float]  # x, y, width, height
    label_at: tuple[float, float] | None  # the middle of the baseline of the label; None: at the shape
    dashed: bool
    only: str  # the kind of building in which alone it is found; empty: everywhere
    state: str  # ID of the state in which alone it is there; empty: always
    facing: str  # N | E | S | W; empty where it faces nowhere
    passages: tuple[str, ...]
    authority: str
    note: str
    place: Place


@dataclass(frozen=True, slots=True)
class Plan:
    """A drawing as data: x grows to the east, y to the south."""

    title: str
    english: str
    width: float
    height: float
    note: str
    note_english: str
    states: tuple[tuple[str, str, str], ...]  # ID, label, English
    parts: tuple[Part, ...]
    place: Place


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
    synopses: tuple[Synopsis, ...] = ()
    introduction: str | None = None  # Markdown
    plan: Plan | None = None


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


@dataclass(frozen=True, slots=True)
class Decision:
    """What one character of the established text is: its value and who decided it."""

    value: str
    kind: str
    authority: str
    alternatives: str
    rule: str  # pattern of the rule, `place`, or empty for the library
    sense: str


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """One term of the glossary: what it means, where it stands, on whose word."""

    id: str  # name of its file without the suffix: the anchor on the page
    term: str  # several words for one thing are parted by spaces
    hant: str  # the same in traditional characters, as long as the term
    pinyin: str
    kind: str  # place, vessel, archery, person, act …
    english: str
    aliases: tuple[str, ...]
    passages: tuple[str, ...]
    authority: str  # works with their chapters
    body: str  # Markdown: the sense, in Chinese and English
    place: Place  # of the first line of the body

"""What the editors add: readings of witnesses, decisions, words that speak of words, notes, terms, the plan."""

from __future__ import annotations

from dataclasses import dataclass

from edition.model.names import LayerId, Place, Siglum, UnitId


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


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a version, as a reader of an older one has to know it."""

    version: str  # 0.1.0
    date: str  # on which it was published, YYYY-MM-DD; empty: not yet
    ids: tuple[str, ...]  # passages, ranges, units; empty: the whole chapter
    kind: str  # one of CHANGES
    what: str
    english: str
    why: str
    place: Place

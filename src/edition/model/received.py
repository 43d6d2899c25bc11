"""What was received and how it is cut: sources and their witnesses, layers, units, and the ledger of addresses."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from edition.model.names import NOWHERE, LayerId, PassageId, Place, Siglum, UnitId


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
class Published:
    """What an address stood for when it was frozen or retired: never changed, never taken out."""

    id: str
    layer: LayerId
    stretches: tuple[Stretch, ...]  # none for a note of the edition itself
    digests: tuple[str, ...]
    version: str  # of the edition, when it was first frozen
    retired: str  # and when it was given up; empty: it lives
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
class Skipped:
    """Code points of a source that are not text, with the reason."""

    stretch: Stretch
    reason: str
    text: str
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

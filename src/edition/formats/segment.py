"""What a reader of a source format returns: the whole source, cut into segments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from edition.text import is_han

BASE, COMMENTARY, SUBCOMMENTARY = "base", "commentary", "subcommentary"
ITEM, BLOCK, HEADING = "item", "block", "heading"  # line of a translation, part of a block, title in the text
WITNESS, INTERLINEAR = "witness", "interlinear"  # the lines of an interlinear copy; the glosses before them
SKIP = "skip"
ROLES = (BASE, COMMENTARY, SUBCOMMENTARY, ITEM, BLOCK, HEADING, WITNESS, INTERLINEAR, SKIP)

HEAD, LABEL, BRACKET, MARK = "head", "label", "bracket", "mark"
LINE_END, INDENT, STRAY_SPACE = "line-end", "indent", "stray-space"
REASONS = (HEAD, LABEL, BRACKET, MARK, LINE_END, INDENT, STRAY_SPACE)

POINTS = "。，、；：！？”’」』》.,;:!?"  # a line that has none of these is no sentence
ENDS = "。！？"
CLOSING = "”’」』》）〕"
LONGEST_HEAD = 40  # code points
SPACE = re.compile(r"[\r\n]+|\u3000+|[^\S\r\n\u3000]+")

Options = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Segment:
    """Code points [start, end) of a source. The segments of a source follow one another without a gap."""

    start: int
    end: int
    role: str  # one of ROLES
    unit: int = 0  # number within its role (paragraph, note, block, line), from 1; 0 where it is skipped
    reason: str = ""  # one of REASONS where it is skipped
    part: str = ""  # which part of a block


Reader = Callable[[str, Options], list[Segment]]


@dataclass(slots=True)
class Pen:
    """Writes segments one behind the other, so that they are a partition whatever the source holds."""

    source: str
    at: int = 0
    segments: list[Segment] = field(default_factory=list)

    def skip(self, end: int, reason: str) -> None:
        self._put(end, SKIP, 0, reason, "")

    def put(self, end: int, role: str, unit: int) -> None:
        """All up to `end`, white space too."""
        self._put(end, role, unit, "", "")

    def text(self, end: int, role: str, unit: int, part: str = "") -> None:
        """The text up to `end`; white space that is no part of it is skipped with its reason."""
        for found in list(SPACE.finditer(self.source, self.at, max(end, self.at))):
            reason = space_reason(self.source, found.start(), found.end())
            if reason:
                self._put(found.start(), role, unit, "", part)
                self.skip(found.end(), reason)
        self._put(end, role, unit, "", part)

    def space(self, end: int) -> None:
        """A gap between two lines."""
        self.text(end, SKIP, 0)

    def _put(self, end: int, role: str, unit: int, reason: str, part: str) -> None:
        if end <= self.at:
            return
        start, last = self.at, self.segments[-1] if self.segments else None
        if last and (last.role, last.unit, last.reason, last.part) == (role, unit, reason, part):
            start = self.segments.pop().start
        self.segments.append(Segment(start, end, role, unit, reason, part))
        self.at = end


def space_reason(source: str, start: int, end: int) -> str:
    """Why white space is no text; nothing for a space between two words of a Latin script, which is text."""
    if source[start] in "\r\n":
        return LINE_END
    before = source[start - 1] if start else "\n"
    after = source[end] if end < len(source) else "\n"
    if source[start] == "\u3000" or before in "\r\n":
        return INDENT
    return "" if _is_western(before) and _is_western(after) else STRAY_SPACE


def _is_western(char: str) -> bool:
    return not char.isspace() and ord(char) < 0x2E80


def rows(source: str) -> list[tuple[int, int]]:
    """Start and end of each line that is not empty, without the white space about it."""
    found = re.finditer(r"[^\s](?:[^\r\n]*[^\s])?", source)
    return [match.span() for match in found]


def head_rows(source: str, lines: Sequence[tuple[int, int]], options: Options) -> int:
    """How many of the first lines are the head of the page: option `heads`, or those that are no sentence."""
    wanted = options.get("heads")
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        return max(0, min(wanted, len(lines)))
    for count, (start, end) in enumerate(lines):
        if is_sentence(source[start:end]) or is_title(source[start:end]):
            return count
    return 1 if len(lines) > 1 else 0  # a source without points: its first line, if another follows


def skip_head(pen: Pen, lines: Sequence[tuple[int, int]], options: Options) -> list[tuple[int, int]]:
    """Skip the head of the page, the line ends inside it too; the lines that are left."""
    heads = head_rows(pen.source, lines, options)
    if heads:
        pen.space(lines[0][0])
        pen.skip(lines[heads - 1][1], HEAD)
    return list(lines[heads:])


def is_sentence(line: str) -> bool:
    return len(line) > LONGEST_HEAD or any(point in line for point in POINTS)


def is_title(line: str) -> bool:
    """A title within the text stands in brackets on a line of its own."""
    return bool(re.fullmatch(r"［[^］]+］|〔[^〕]+〕|【[^】]+】", line))


def words(options: Options, name: str, default: Sequence[str]) -> tuple[str, ...]:
    """A list of texts from the options; an option of another kind counts as not given."""
    value = options.get(name)
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple):
        return tuple(default)
    return tuple(word for word in value if isinstance(word, str) and word)


def has_han(line: str) -> bool:
    return any(map(is_han, line))


def printed(source: str, segments: Sequence[Segment]) -> str:
    """The source again, from its segments."""
    return "".join(source[s.start : s.end] for s in segments)

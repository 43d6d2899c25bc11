"""What a citation is made of: words and named slots, the matter of an edition, and how a pattern is filled."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from edition.text import han

Piece = tuple[str, ...]  # words, slot, words, slot, …
Pattern = tuple[Piece, ...]
NOTHING: Mapping[str, str] = {}


class Slot(StrEnum):
    ID = "id"
    KEY = "key"
    QUOTATION = "quotation"
    ADDRESS = "address"
    URL = "url"
    DIGEST = "digest"
    EMENDED = "emended"
    EMENDED_ENGLISH = "emended_english"
    ACCESSED = "accessed"


@dataclass(frozen=True, slots=True)
class Matter:
    """What a citation names beside the place: one layer of one chapter of an edition, in one script."""

    author: str  # empty: none, or nobody knows him
    author_english: str
    dynasty: str
    unknown: str  # 译者不详
    unknown_english: str
    work: str  # 仪礼注
    work_english: str
    own_work: bool  # the work is not the one that is edited
    chapter: str  # 乡射礼第五
    chapter_english: str
    cited: str  # only as what it may be cited
    cited_english: str
    title: str  # of the edition
    title_english: str
    editors: tuple[str, ...]
    editors_english: tuple[str, ...]
    publisher: str
    version: str
    date: str  # YYYY-MM-DD or empty
    lang: str  # tag of the words quoted: lzh-Hans
    folder: str  # the ID of the chapter
    online: bool  # whether addresses are absolute
    say: Callable[[str], str]  # words of this module, which are in simplified characters, in the script at hand


def piece(*parts: str | Slot) -> Piece:
    """Words and slots in any order as a piece, which begins and ends with words."""
    found = [""]
    for part in parts:
        if isinstance(part, Slot):
            found += [part.value, ""]
        else:
            found[-1] += part
    return tuple(found)


def fill(pattern: Pattern, slots: Mapping[str, str], escapes: Mapping[str, str] = NOTHING) -> str:
    """The citation; a slot that is not named is empty.

    >>> fill((("见 ", "id", ""), ("“", "quotation", "”"), ("。",)), {"id": "19.4"})
    '见 19.4。'
    """
    found = []
    for piece in pattern:
        values = [slots.get(name, "") for name in piece[1::2]]
        if all(values):
            parts = list(piece)
            parts[1::2] = [
                value if name == Slot.URL else "".join(escapes.get(char, char) for char in value)
                for name, value in zip(piece[1::2], values, strict=True)
            ]
            found.append("".join(parts))
    return "".join(found)


def digest(quoted: str) -> str:
    """First 8 hexadecimal digits of the SHA-256 of the UTF-8 of the Han characters of a quotation.

    `quoted` is the established text as it is printed in the script in which the layer is stored, so that a
    quotation in either script, with any punctuation, has one digest. Empty where it has no Han character.
    """
    chars = han(quoted)
    return hashlib.sha256(chars.encode()).hexdigest()[:8] if chars else ""


def key_of(place: str) -> str:
    return re.sub(r"[^A-Za-z0-9.:-]", "", place)


def whole_title(m: Matter) -> str:
    return f"{m.work}·{m.chapter}" if m.chapter not in ("", m.work) else m.work


def joined(remarks: Sequence[str], english: bool = False) -> str:
    return ("; " if english else "；").join(dict.fromkeys(remarks))

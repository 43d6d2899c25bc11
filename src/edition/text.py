"""What counts as a character, and how a hand decision names one: unit + characters + occurrence."""

from __future__ import annotations

import re

ADDRESS = re.compile(r"^(?P<chars>.+?)(?:\[(?P<nth>[1-9][0-9]{0,5})\])?$", re.S)
PASSAGE = re.compile(r"^(?P<section>[0-9]+)\.(?P<number>[0-9]+)(?P<letter>[a-z]?)$")
SIGNS = "□■〇"


def is_han(char: str) -> bool:
    """True for a Han character and for a sign that stands for one (■ □ 〇, private use)."""
    c = ord(char)
    return (
        0x4E00 <= c <= 0x9FFF
        or 0x3400 <= c <= 0x4DBF
        or 0x20000 <= c <= 0x3347F
        or 0xF900 <= c <= 0xFAFF
        or 0xE000 <= c <= 0xF8FF
        or 0xF0000 <= c <= 0x10FFFD
        or char in SIGNS
    )


def han(text: str) -> str:
    return "".join(filter(is_han, text))


def han_positions(text: str) -> list[int]:
    """Code-point index of each Han character of a text."""
    return [i for i, char in enumerate(text) if is_han(char)]


def find_nth(text: str, chars: str, nth: int) -> int:
    """Index of the nth occurrence (from 1, overlapping ones counted), or -1."""
    at = -1
    for _ in range(nth):
        at = text.find(chars, at + 1)
        if at < 0:
            return -1
    return at


def count(text: str, chars: str) -> int:
    """How often `chars` stands in `text`, overlapping occurrences counted."""
    total, at = 0, text.find(chars)
    while at >= 0:
        total, at = total + 1, text.find(chars, at + 1)
    return total


def split_address(written: str) -> tuple[str, int | None]:
    """`揖[2]` -> ("揖", 2); `揖` -> ("揖", None)."""
    found = ADDRESS.match(written)
    if not found:
        return written, None
    return found["chars"], int(found["nth"]) if found["nth"] else None


def address(text: str, chars: str, at: int) -> str:
    """The written form of the occurrence of `chars` at index `at` of `text`."""
    if count(text, chars) == 1:
        return chars
    return f"{chars}[{count(text[: at + len(chars)], chars)}]"

"""What counts as a character, and how a hand decision names one: unit + characters + occurrence."""

from __future__ import annotations

import re
from functools import lru_cache

ADDRESS = re.compile(r"^(?P<chars>.+?)(?:\[(?P<nth>[1-9][0-9]{0,5})\])?$", re.S)
PASSAGE = re.compile(r"^(?P<section>[0-9]+)\.(?P<number>[0-9]+)(?P<letter>[a-z]?)$")
SIGNS = "□■〇"
HAN = re.compile(
    f"[\u3400-\u4dbf\u4e00-\u9fff\ue000-\uf8ff\uf900-\ufaff\U00020000-\U0003347f\U000f0000-\U0010fffd{SIGNS}]"
)
OTHER = re.compile(f"[^{HAN.pattern[1:]}")


@lru_cache(maxsize=1 << 16)
def is_han(char: str) -> bool:
    """True for a Han character and for a sign that stands for one (■ □ 〇, private use)."""
    return HAN.fullmatch(char) is not None


def han(text: str) -> str:
    return OTHER.sub("", text)


def han_positions(text: str) -> list[int]:
    """Code-point index of each Han character of a text."""
    return [found.start() for found in HAN.finditer(text)]


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

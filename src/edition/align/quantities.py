"""Lengths said in words, as one number: 一尺二寸 and 尺二寸 are twelve 寸, 三仞 is 两丈一尺 by the 仞 of seven feet."""

from __future__ import annotations

import re

DIGITS = {
    char: value
    for value, chars in enumerate(("零〇", "一壹", "二两兩贰", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖"))
    for char in chars
}
TENS = {"十": 10, "百": 100, "千": 1000}
UNITS = {
    "寸": (1.0,),
    "尺": (10.0,),
    "丈": (100.0,),
    "寻": (80.0,),
    "尋": (80.0,),
    "仞": (70.0, 80.0),
    "步": (60.0,),
    "咫": (8.0,),
}  # in 寸; of the 仞 the authorities have seven feet or eight
NUMBER = "".join(DIGITS) + "".join(TENS)
AMOUNT = f"(?:[{''.join(TENS)}]有(?=[{''.join(DIGITS)}])|[{NUMBER}])*"  # 十有二 is 十二
TERM = re.compile(f"({AMOUNT})([{''.join(UNITS)}])(有?半)?")
LENGTH = re.compile(f"(?:{AMOUNT}[{''.join(UNITS)}](?:有?半)?[有又]?)+")


def number(word: str) -> int:
    """十二 -> 12, 五十 -> 50, 两 -> 2; no word at all is one, as in 尺二寸."""
    total, digit = 0, 0
    for char in word.replace("有", ""):
        if char in TENS:
            total, digit = total + (digit or 1) * TENS[char], 0
        else:
            digit = DIGITS[char]
    return total + digit if word else 1


def lengths(text: str) -> list[tuple[int, int, frozenset[float]]]:
    """(start, end, possible lengths in 寸) of each length in a text of Han characters."""
    return [
        (found.start(), found.end(), _values(found[0]))
        for found in LENGTH.finditer(text)
        if any(char in NUMBER + "半" for char in found[0])
    ]


def _values(words: str) -> frozenset[float]:
    sums = {0.0}
    for amount, unit, half in TERM.findall(words):
        sums = {so_far + size * (number(amount) + (0.5 if half else 0)) for so_far in sums for size in UNITS[unit]}
    return frozenset(sums)

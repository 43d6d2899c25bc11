"""Witness against base text: where the further witness has which characters.

Levenshtein over the folded Han characters finds every misreading; before that the window of the base which the
witness covers is found, for a witness may be a fragment, and the ends of a fragment tie with any like character.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from rapidfuzz.distance import Levenshtein

SEED = 5  # so many characters in a row, found once in either text, are the same place


def window(text: str, witness: str) -> tuple[int, int]:
    """The span of `text` that `witness` covers; (0, 0) where they share no run of characters."""
    seeds = _seeds(text, witness)
    if not seeds:
        alike = Levenshtein.normalized_similarity(text, witness) > 0.5
        return (0, len(text)) if alike else (0, 0)
    head, tail = seeds[0], seeds[-1]
    start = _begin(text, witness[: head[0]], head[1])
    after = (tail[0] + SEED, tail[1] + SEED)
    rest = witness[after[0] :][::-1]
    end = len(text) - _begin(text[::-1], rest, len(text) - after[1])
    return start, max(start, end)


def _seeds(text: str, witness: str) -> list[tuple[int, int]]:
    """(place in witness, place in text) of runs that either has once, in the longest common order."""
    grams = [text[i : i + SEED] for i in range(len(text) - SEED + 1)]
    mine = [witness[i : i + SEED] for i in range(len(witness) - SEED + 1)]
    once, here = Counter(grams), Counter(mine)
    where = {gram: i for i, gram in enumerate(grams) if once[gram] == 1}
    pairs = [(i, where[gram]) for i, gram in enumerate(mine) if gram in where and here[gram] == 1]
    return _increasing(pairs)


def _increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs that rises on both sides."""
    tops: list[int] = []
    ends: list[int] = []
    back: list[int] = []
    for k, (_, j) in enumerate(pairs):
        at = bisect_left(tops, j)
        back.append(ends[at - 1] if at else -1)
        if at == len(tops):
            tops.append(j)
            ends.append(k)
        else:
            tops[at], ends[at] = j, k
    chain = []
    k = ends[-1] if ends else -1
    while k >= 0:
        chain.append(pairs[k])
        k = back[k]
    return chain[::-1]


def _begin(text: str, head: str, end: int) -> int:
    """Where `head`, which is followed by text[end:], begins: the nearest of the best."""
    slack = len(head) // 3 + 2
    likely = end - len(head)
    tries = range(max(0, likely - slack), min(end, likely + slack) + 1)
    return min(tries, key=lambda at: (Levenshtein.distance(text[at:end], head), abs(at - likely)), default=end)


def gaps(text: str, witness: str) -> list[tuple[int, int]]:
    """For each gap of the witness, from before its first character to after its last, its place in `text`.

    Two positions: after what stands before the gap, and before what stands after it. Between them lies what
    the witness dropped there. Both rise; a character that the text lacks takes no room in it.
    """
    start, end = window(text, witness)
    places = [(start, start)] * (len(witness) + 1)
    for op in Levenshtein.opcodes(text[start:end], witness):
        if op.tag == "delete":
            places[op.dest_start] = (places[op.dest_start][0], start + op.src_end)
        for j in range(op.dest_end - op.dest_start):
            at = start + op.src_start + (j + 1 if op.tag != "insert" else 0)
            places[op.dest_start + j + 1] = (at, at)
    return places

"""From an address as an editor writes it (unit, characters, occurrence) to the characters themselves."""

from __future__ import annotations

from collections.abc import Iterable

from edition.model import Problem, Unit
from edition.tables import Report, Row
from edition.text import count, find_nth, han, han_positions, is_han, split_address

ON, AFTER, BEFORE = "on", "after", "before"
PUNCTUATION = "punctuation"  # the class whose lemma is sought in the text with its marks
Span = tuple[int, int]


def find_characters(unit: Unit, row: Row, units: Iterable[Unit], code: str, report: Report) -> tuple[str, int] | None:
    """The characters of a hand decision and the number of the first of them; None after a report."""
    chars, nth = split_address(row["chars"])
    text = han(unit.text)
    index, often = find_nth(text, chars, nth or 1), count(text, chars)
    if not chars or index < 0:
        report(Problem(code, row.at("chars"), _absent(unit, row["chars"], text, units)))
    elif nth is None and often > 1:
        report(
            Problem(
                code,
                row.at("chars"),
                f"{chars} stands {often} times in {unit.id}: write {chars}[1] to {chars}[{often}]",
            )
        )
    else:
        return chars, index + 1
    return None


def find_lemma(unit: Unit, row: Row, units: Iterable[Unit], report: Report) -> tuple[Span, Span] | None:
    """Han numbers and code points of a lemma in the established text (V01, V02).

    With `after` or `before` the lemma only says where a witness has something too much: the result is an
    empty span there, n_from the character after which it stands.
    """
    chars, nth = split_address(row["lemma"])
    counted = any(map(is_han, chars)) and row["class"] != PUNCTUATION
    spots = han_positions(unit.text) if counted else list(range(len(unit.text)))
    text = "".join(unit.text[i] for i in spots)
    index, often = find_nth(text, chars, nth or 1), count(text, chars)
    if index < 0 or not chars:
        report(Problem("V01", row.at("lemma"), _absent(unit, row["lemma"], text, units)))
        return None
    if nth is None and often > 1:
        report(
            Problem(
                "V02",
                row.at("lemma"),
                f"{chars} stands {often} times in {unit.id}: write {chars}[1] to {chars}[{often}]",
            )
        )
        return None
    begin, end = spots[index], spots[index + len(chars) - 1] + 1
    at = {ON: (begin, end), AFTER: (end, end), BEFORE: (begin, begin)}.get(row["at"])
    if at is None:
        report(Problem("F08", row.at("at"), f"a reading stands on, after or before its lemma, not {row['at']!r}"))
        return None
    n_from, n_to = len(han(unit.text[: at[0]])) + 1, len(han(unit.text[: at[1]]))
    return ((n_from, n_to) if row["at"] == ON and n_to >= n_from else (n_to, n_to - 1)), at


def _absent(unit: Unit, written: str, text: str, units: Iterable[Unit]) -> str:
    """What to say of characters that are not there: how many there are, or where else they stand."""
    chars, nth = split_address(written)
    if not chars:
        return f"no characters of {unit.id} are named"
    if often := count(text, chars):
        return f"{unit.id} has no {written}: {chars} stands there {often} time{'s' * (often > 1)}, {nth} is too many"
    if chars.endswith("]"):
        return f"{unit.id} has no {written}: an occurrence is a number from 1, as in {chars.partition('[')[0]}[1]"
    others = [other.id for other in units if other.layer == unit.layer and chars in han(other.text)]
    hint = f" (did you mean {' or '.join(others[:3])}, where it stands?)" if 0 < len(others) <= 3 else ""
    return f"{unit.id} has no {written}: {text[:60]}{hint}"

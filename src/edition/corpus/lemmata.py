"""lemmata.tsv and citations.tsv: which words of a comment speak of which words, and which works they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from edition.model import Citation, LayerId, Lemma, Problem, Unit, UnitId
from edition.problems import did_you_mean
from edition.tables import Report, Row
from edition.text import count, find_nth, han, split_address

ROLES = ("heading", "quotation", "extent", "gloss")
STATUSES = ("found", "table", "malformed", "outside")
Units = Mapping[UnitId, Unit]


def read_lemmata(rows: Sequence[Row], units: Units, report: Report) -> Iterator[Lemma]:
    """A Lemma for each row whose addresses all find their characters; L01 and L02 for the others."""
    for row in rows:
        mine = _span(row, "unit", "from", "unit", "to", units, report)
        theirs: tuple[UnitId | None, int, UnitId | None, int] | None = (None, 0, None, 0)
        if row["target"]:
            theirs = _span(row, "target", "target_from", "target_last", "target_to", units, report)
        for name, known in (("role", ROLES), ("status", STATUSES)):
            if row[name] not in known:
                report(
                    Problem(
                        "L02",
                        row.at(name),
                        f"{name} is one of {', '.join(known)}, not {row[name]!r}{did_you_mean(row[name], known)}",
                    )
                )
        if bool(row["target"]) == (row["status"] == "outside"):
            report(Problem("L02", row.at("target"), "what is outside has no target, and all else has one"))
        if mine and theirs:
            yield Lemma(
                mine[0],
                row["role"],
                LayerId(row["kind"]),
                mine[1],
                mine[3],
                *theirs,
                row["status"],
                row["note"],
                row.place,
            )


def read_citations(rows: Sequence[Row], units: Units, report: Report) -> Iterator[Citation]:
    for row in rows:
        mine = _span(row, "unit", "from", "unit", "to", units, report)
        passages = tuple(row["passages"].split())
        for name in (end for passage in passages for end in passage.split("-")):
            if UnitId(name) not in units:
                report(Problem("L01", row.at("passages"), f"there is no passage {name}{did_you_mean(name, units)}"))
        if mine:
            yield Citation(
                mine[0], mine[1], mine[3], row["work"], row["place"], row["quoted"], passages, row["note"], row.place
            )


def _span(
    row: Row, first: str, begin: str, last: str, end: str, units: Units, report: Report
) -> tuple[UnitId, int, UnitId, int] | None:
    """(unit, n of the first character, unit, n of the last one)."""
    begins, ends = _find(row, first, begin, units, report), _find(row, last, end, units, report)
    return (*begins, *ends) if begins and ends else None


def _find(row: Row, name: str, column: str, units: Units, report: Report) -> tuple[UnitId, int] | None:
    unit = units.get(UnitId(row[name]))
    if unit is None:
        report(Problem("L01", row.at(name), f"there is no unit {row[name]}{did_you_mean(row[name], units)}"))
        return None
    chars, nth = split_address(row[column])
    text = han(unit.text)
    at = find_nth(text, chars, nth or 1)
    if at < 0 or not chars or (nth is None and count(text, chars) > 1):
        why = f"stands there {count(text, chars)} times" if at >= 0 and chars else "does not stand there"
        report(Problem("L01", row.at(column), f"{unit.id} {row[column]}: {chars} {why}: {text[:60]}"))
        return None
    return unit.id, at + 1

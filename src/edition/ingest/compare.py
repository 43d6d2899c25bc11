"""What stands in the tables of a chapter, held against what its sources give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from edition.corpus.names import CHAPTER_TABLES
from edition.corpus.settings import Settings
from edition.formats.segment import BASE, BLOCK, COMMENTARY, HEADING, ITEM, SUBCOMMENTARY
from edition.ingest.sources import Parsed, glosses, marks, offsets, pieces, skipped, span, witness_offsets
from edition.model import Chapter, LedgerRow, Place, Stretch, Unit, Variant
from edition.tables import Report, Row, escape, read_table, unescape
from edition.weave import raw_chars, weave

RENEWABLE = ("skipped", "marks", "interlinear")  # tables that hold nothing an editor decides
Says = dict[int, tuple[str, Place]]  # what a table says of a code point, and where


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that the sources would give otherwise."""

    place: Place
    stands: str
    gives: str

    def __str__(self) -> str:
        return f"{self.place.path}:{self.place.line}: stands: {self.stands} · the source gives: {self.gives}"


def compare(
    folder: Path, chapter: Chapter, settings: Settings, parsed: Iterable[Parsed], report: Report
) -> list[Difference]:
    """Every difference, in the order of the sources. Tables that do not exist are not compared."""
    found: list[Difference] = []
    ledger = Place(f"{folder.name}/{chapter.id}/ledger.tsv", 1)
    for one in parsed:
        for name in RENEWABLE:
            path, shown = folder / chapter.id / f"{name}.tsv", f"{folder.name}/{chapter.id}/{name}.tsv"
            if path.exists():
                rows = read_table(path, shown, CHAPTER_TABLES[name], report)
                found += _table(one, name, rows, Place(shown, 1))
        found += _units(one, chapter, settings, ledger)
        if chapter.spans:
            found += _spans(one, chapter)
    return found + list(_texts(chapter, settings))


def _table(parsed: Parsed, name: str, rows: list[Row], whole: Place) -> Iterator[Difference]:
    text = parsed.source.text
    have: Says = {}
    want: dict[int, str] = {}
    for row in rows:
        if row["source"] == parsed.source.id:
            have |= _said(name, row, len(text))
    if name == "skipped":
        want = {i: reason for start, end, reason in skipped(parsed) for i in range(start, end)}
    else:
        runs = glosses(parsed) if name == "interlinear" else marks(parsed)
        want = {i: text[i] for start, end in runs for i in range(start, end)}
    return _unlike(parsed, have, want, whole)


def _said(name: str, row: Row, length: int) -> Says:
    if name == "skipped":
        return dict.fromkeys(span(row, length), (row["reason"], row.place))
    start = int(row["offset"]) if row["offset"].isascii() and row["offset"].isdigit() else 0
    return {start + i: (char, row.place) for i, char in enumerate(unescape(row["text"])) if start + i < length}


def _unlike(parsed: Parsed, have: Says, want: dict[int, str], whole: Place) -> Iterator[Difference]:
    """Runs of code points of which the table says something else."""
    run: list[int] = []
    for i in sorted(i for i in have.keys() | want.keys() if have.get(i, ("", whole))[0] != want.get(i, "")):
        if run and (i != run[-1] + 1 or have.get(i, ("", whole)) != have.get(run[-1], ("", whole))):
            yield _run(parsed, run, have, want, whole)
            run = []
        run.append(i)
    if run:
        yield _run(parsed, run, have, want, whole)


def _run(parsed: Parsed, run: list[int], have: Says, want: dict[int, str], whole: Place) -> Difference:
    start, end = run[0], run[-1] + 1
    said, place = have.get(start, ("", whole))
    where = f"{parsed.source.id} {start}-{end} {escape(parsed.source.text[start:end])}"
    return Difference(place, said and f"{where} as {said}", f"{where} as {want.get(start) or 'text'}")


def _units(parsed: Parsed, chapter: Chapter, settings: Settings, ledger: Place) -> Iterator[Difference]:
    """The stretches of the ledger: those of comments as they are, those of the base text cut finer or not."""
    rows = [
        row
        for row in chapter.ledger
        if row.stretches and row.stretches[0].source == parsed.source.id and row.status in ("provisional", "frozen")
    ]
    found = pieces(parsed)
    for layer in (parsed.layers[role] for role in (COMMENTARY, SUBCOMMENTARY, ITEM, BLOCK) if role in parsed.layers):
        want = {p.stretches for p in found if p.layer == layer}
        yield from _stretches(parsed, [row for row in rows if row.layer == layer], want, ledger)
    if parsed.own:
        base = [row for row in rows if row.layer == settings.base.id]
        yield from _base(parsed, base, ledger)


def _stretches(
    parsed: Parsed, rows: list[LedgerRow], want: set[tuple[Stretch, ...]], ledger: Place
) -> Iterator[Difference]:
    have = {row.stretches: row for row in rows}
    missing = sorted(want - have.keys(), key=lambda s: s[0].start)
    for row in rows:
        if row.stretches not in want:
            near = [s for s in missing if s[0].start < row.stretches[-1].end and row.stretches[0].start < s[-1].end]
            missing = [s for s in missing if s not in near]
            gives = "; ".join(_shown(s, parsed.source.text) for s in near)
            yield Difference(row.place, f"{row.id} {_shown(row.stretches, parsed.source.text)}", gives or "no unit")
    for stretches in missing:
        yield Difference(ledger, "", f"a unit {_shown(stretches, parsed.source.text)}")


def _base(parsed: Parsed, rows: list[LedgerRow], ledger: Place) -> Iterator[Difference]:
    """The passages together are the base text of the source, and none spans two of its paragraphs or notes."""
    holes = offsets(s for s in parsed.segments if s.role not in (BASE, HEADING))
    have: Says = {
        i: ("a passage", row.place)
        for row in rows
        for s in row.stretches
        for i in range(s.start, s.end)
        if i not in holes
    }
    want = offsets(s for s in parsed.segments if s.role in (BASE, HEADING))
    yield from _unlike(parsed, have, dict.fromkeys(want, "a passage"), ledger)
    begins = {p.start for p in pieces(parsed) if p.role in (BASE, HEADING)}
    for row in rows:
        for s in row.stretches:
            inner = sorted(i for i in begins if s.start < i < s.end)
            if inner:
                yield Difference(row.place, f"{row.id} {s.start}-{s.end}", f"an end at {inner[0]}")


def _shown(stretches: tuple[Stretch, ...], text: str) -> str:
    return " ".join(f"{s.start}-{s.end} {escape(text[s.start : s.start + 10])}…" for s in stretches)


def _spans(parsed: Parsed, chapter: Chapter) -> Iterator[Difference]:
    """Every character of a further witness stands in one span, and no span has anything else."""
    aside = offsets(s for s in parsed.segments if s.role not in (BASE, HEADING, "witness"))
    for siglum, want in witness_offsets(parsed).items():
        have: Says = {}
        for row in chapter.spans:
            if row.witness == siglum and row.stretch.source == parsed.source.id:
                inside = range(row.stretch.start, row.stretch.end)
                have |= {i: ("a passage", row.place) for i in inside if i not in aside}
        whole = Place(chapter.spans[0].place.path, 1)
        yield from _unlike(parsed, have, dict.fromkeys(want, "a passage"), whole)


def _texts(chapter: Chapter, settings: Settings) -> Iterator[Difference]:
    """The established text with the apparatus undone is what the source has."""
    texts = {source.id: source.text for source in settings.sources.values()}
    holes: dict[str, set[int]] = {}
    for skip in chapter.skipped:
        holes.setdefault(skip.stretch.source, set()).update(range(skip.stretch.start, skip.stretch.end))
    witness = {layer.id: layer.witness for layer in settings.layers}
    for layer, units in chapter.units.items():
        mine = [v for v in chapter.variants if v.witness == witness.get(layer)]
        for unit in units:
            if unit.stretches and witness.get(layer):
                yield from _text(unit, [v for v in mine if v.unit == unit.id], texts, holes)


def _text(
    unit: Unit, variants: list[Variant], texts: dict[str, str], holes: dict[str, set[int]]
) -> Iterator[Difference]:
    chars = raw_chars(unit.stretches, texts, holes)
    tokens, misfit = weave(unit, variants, chars, own=True)
    want = "".join(char for _, _, char in chars)
    if misfit or "".join(token.char for token in tokens) != want:
        near = misfit.at if misfit else 0
        stands = f"{unit.id} {unit.text[max(0, near - 5) : near + 10]}"
        yield Difference(unit.place, stands, f"{want[max(0, near - 5) : near + 10]} (no entry says why)")

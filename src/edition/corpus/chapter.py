"""The folder of one chapter: its sections, ledger, layers, alignment, apparatus and decisions at single places."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from edition.corpus.changes import read_changes
from edition.corpus.lemmata import read_citations, read_lemmata
from edition.corpus.lexicon import forms_of, readings_of
from edition.corpus.names import CHAPTER_TABLES, INTRODUCTION, TEXT
from edition.corpus.notes import note_files, read_notes
from edition.corpus.places import ON, find_characters, find_lemma
from edition.corpus.plan import read_plan
from edition.corpus.published import read_published
from edition.corpus.settings import ChapterHead, Settings
from edition.model import (
    BASE,
    INTERLINEAR,
    NOTES,
    RETIRED,
    Chapter,
    Gloss,
    Layer,
    LayerId,
    LedgerRow,
    Mark,
    PassageId,
    Place,
    Problem,
    Ruling,
    Section,
    Siglum,
    Skipped,
    Stretch,
    Synopsis,
    Target,
    Unit,
    UnitId,
    Variant,
    WitnessSpan,
    source_of,
)
from edition.problems import did_you_mean, gone
from edition.tables import Report, Row, number, read_table, read_text, unescape
from edition.text import han, split_address

SKIPPED, MARKS = CHAPTER_TABLES["skipped"], CHAPTER_TABLES["marks"]


def read_chapter(folder: Path, head: ChapterHead, settings: Settings, report: Report) -> Chapter | None:
    """The chapter in corpus/<id>/; None where it has no ledger or no base text to stand on."""
    room = _Room(folder, head.id, settings, report)
    ledger = tuple(room.ledger())
    room.known = {UnitId(row.id): row for row in ledger}
    units = {layer.id: tuple(room.units(layer.id)) for layer in settings.layers if room.has(layer)}
    for layer in settings.layers:
        room.by_id |= {unit.id: unit for unit in units.get(layer.id, ())}
    room.base = {PassageId(unit.id): unit for unit in units.get(settings.base.id, ())}
    shown = f"{folder.name}/{head.id}"
    prose = folder / head.id / INTRODUCTION
    chapter = Chapter(
        id=head.id,
        title=head.title,
        english=head.english,
        number=head.number,
        sections=tuple(room.sections()),
        units=units,
        ledger=ledger,
        targets=tuple(room.targets()),
        spans=tuple(room.spans()),
        variants=tuple(room.variants()),
        skipped=tuple(room.skipped()),
        marks=tuple(Mark(*row) for row in room.marks("marks")),
        glosses=tuple(Gloss(*row) for row in room.marks("interlinear")),
        readings=tuple(room.rulings("readings")),
        forms=tuple(room.rulings("script")),
        leaves=tuple(room.leaves()),
        lemmata=tuple(read_lemmata(room.rows("lemmata"), room.by_id, report)),
        citations=tuple(read_citations(room.rows("citations"), room.by_id, report)),
        notes=tuple(
            read_notes(
                folder / head.id,
                shown,
                [y for y in settings.layers if y.kind == NOTES],
                room.by_id,
                room.known,
                report,
            )
        ),
        note_files=note_files(folder / head.id),
        synopses=tuple(Synopsis(row["section"], row["zh"], row["en"], row.at("zh")) for row in room.rows("synopsis")),
        introduction=read_text(prose, f"{shown}/{INTRODUCTION}", report) if prose.exists() else None,
        plan=read_plan(folder / head.id, shown, report),
        changes=tuple(read_changes(room.rows("changes"), report)),
        published=tuple(read_published(room.rows("published"), report)),
    )
    return chapter if ledger and room.base else None


class _Room:
    """One chapter folder while it is read: the paths, the settings and the reporter in one place."""

    def __init__(self, folder: Path, chapter: str, settings: Settings, report: Report) -> None:
        self.folder, self.chapter, self.settings, self.report = folder, chapter, settings, report
        self.sources = settings.sources
        self.known: dict[UnitId, LedgerRow] = {}
        self.by_id: dict[UnitId, Unit] = {}
        self.base: dict[PassageId, Unit] = {}

    def has(self, layer: Layer) -> bool:
        """A layer of text has a file where it is the base, where it was published, or where there is one."""
        if layer.kind in (NOTES, INTERLINEAR):
            return False
        published = layer.kind == BASE or any(row.layer == layer.id for row in self.known.values())
        return published or (self.folder / self.chapter / f"{layer.id}.tsv").exists()

    def rows(self, name: str, columns: tuple[str, ...] | None = None, full: bool = False) -> list[Row]:
        """The rows of a table; `full`: the chapter cannot do without it (F01, F06)."""
        shown = f"{self.folder.name}/{self.chapter}/{name}.tsv"
        found: list[Problem] = []
        path = self.folder / self.chapter / f"{name}.tsv"
        rows = read_table(path, shown, columns or CHAPTER_TABLES[name], found.append, optional=not full)
        if full and not rows and not found:
            found.append(Problem("F06", Place(shown, 1), "the table has no row below its header"))
        for problem in found:
            self.report(problem)
        return rows

    def unit(self, row: Row, code: str) -> Unit | None:
        """The unit a row speaks of; one that the ledger knows and that has no text is reported as such (U05)."""
        name = UnitId(row["unit"])
        if name not in self.by_id and name not in self.known:
            near = did_you_mean(name, self.by_id)
            self.report(Problem(code, row.at("unit"), f"there is no unit {name or 'without a name'}{near}"))
        elif name not in self.by_id and self.known[name].status in RETIRED:
            self.report(Problem("U08", row.at("unit"), f"{name} was {gone(self.known[name])}"))
        return self.by_id.get(name)

    def stretch(self, row: Row, source: str) -> Stretch | None:
        """start and end of a row as a stretch of a known source (F08, S07)."""
        found = self.sources.get(source)
        if found is None:
            self.report(
                Problem("F08", row.at("source"), f"there is no source {source}{did_you_mean(source, self.sources)}")
            )
            return None
        start, end = number(row, "start", self.report), number(row, "end", self.report)
        if start is None or end is None:
            for name in ("start", "end"):
                if not row[name]:
                    self.report(Problem("F08", row.at(name), f"the row has no {name}"))
            return None
        if not (0 <= start <= end and found.holds(end)):
            self.report(
                Problem(
                    "S07",
                    row.at("start"),
                    f"{start} to {end} lies outside {source}, which has {len(found.text)} code points",
                )
            )
            return None
        return Stretch(source, start, end)

    def sections(self) -> Iterable[Section]:
        for row in self.rows("sections", full=True):
            heading = PassageId(UnitId(row["heading"])) if row["heading"] else None
            yield Section(row["section"], row["part"], row["title"], heading, row.place)

    def ledger(self) -> Iterable[LedgerRow]:
        """One LedgerRow an ID; the rows of an ID on separated stretches follow one another."""
        open_rows: list[tuple[Row, Stretch | None]] = []
        for row in self.rows("ledger", full=True):
            if open_rows and any(open_rows[0][0][key] != row[key] for key in ("id", "layer")):
                yield _ledger_row(open_rows)
                open_rows = []
            open_rows.append((row, None if self._placeless(row) else self.stretch(row, row["source"])))
        if open_rows:
            yield _ledger_row(open_rows)

    def _placeless(self, row: Row) -> bool:
        """A note of the edition itself stands in no source."""
        kinds = {str(layer.id): layer.kind for layer in self.settings.layers}
        return kinds.get(row["layer"]) == NOTES and not any(row[name] for name in ("source", "start", "end"))

    def units(self, layer: LayerId) -> Iterable[Unit]:
        for row in self.rows(layer, TEXT, full=True):
            found = self.known.get(UnitId(row["unit"]))
            stretches = found.stretches if found and found.layer == layer else ()
            yield Unit(UnitId(row["unit"]), layer, row["text"], stretches, row.at("text"))

    def targets(self) -> Iterable[Target]:
        for row in self.rows("alignment"):
            unit = self.unit(row, "A02")
            if unit is None:
                continue
            first, _, last = row["passages"].partition("-")
            start, end = number(row, "start", self.report), number(row, "end", self.report)
            if bool(row["start"]) != bool(row["end"]):
                self.report(Problem("F08", row.at("start"), "start and end stand together or not at all"))
            yield Target(
                unit=unit.id,
                layer=unit.layer,
                first=PassageId(UnitId(first)) if first else None,
                last=PassageId(UnitId(last or first)) if first else None,
                n_from=number(row, "n_from", self.report),
                n_to=number(row, "n_to", self.report),
                stretch=None if start is None or end is None else (start, end),
                relation=row["relation"],
                note=row["note"],
                place=row.at("passages"),
            )

    def spans(self) -> Iterable[WitnessSpan]:
        found = {w.siglum: source_of(w, self.sources, self.chapter) for w in self.settings.witnesses}
        sources = {siglum: source for siglum, source in found.items() if source}
        for row in self.rows("witnesses"):
            source = sources.get(Siglum(row["witness"]))
            if source is None:
                self.report(
                    Problem(
                        "V03",
                        row.at("witness"),
                        f"there is no witness {row['witness']} with a source{did_you_mean(row['witness'], sources)}",
                    )
                )
                continue
            stretch = self.stretch(row, source)
            if stretch:
                n_from, n_to = number(row, "n_from", self.report), number(row, "n_to", self.report)
                yield WitnessSpan(
                    Siglum(row["witness"]), PassageId(UnitId(row["passage"])), stretch, n_from, n_to, row.at("passage")
                )

    def variants(self) -> Iterable[Variant]:
        for row in self.rows("apparatus"):
            unit = self.unit(row, "V01")
            if unit is None:
                continue
            where = find_lemma(unit, row, self.by_id.values(), self.report)
            if where is None:
                continue
            (n_from, n_to), at = where
            yield Variant(
                entry=row["entry"],
                unit=unit.id,
                lemma=split_address(row["lemma"])[0] if row["at"] == ON else "",
                n_from=n_from,
                n_to=n_to,
                at=at,
                witness=Siglum(row["witness"]),
                reading=row["reading"],
                ref=row["ref"],
                cls=row["class"],
                status=row["status"],
                authority=row["authority"],
                reason=row["reason"],
                place=row.at("lemma"),
            )

    def skipped(self) -> Iterable[Skipped]:
        for row in self.rows("skipped"):
            stretch = self.stretch(row, row["source"])
            if stretch:
                yield Skipped(stretch, row["reason"], unescape(row["text"]), row.at("text"))

    def marks(self, name: str) -> Iterable[tuple[str, int, str, Place]]:
        for row in self.rows(name):
            text, offset = unescape(row["text"]), number(row, "offset", self.report)
            source = self.sources.get(row["source"])
            if source is None:
                self.report(
                    Problem(
                        "F08",
                        row.at("source"),
                        f"there is no source {row['source']}{did_you_mean(row['source'], self.sources)}",
                    )
                )
            elif offset is None:
                if not row["offset"]:
                    self.report(Problem("F08", row.at("offset"), "the row has no offset"))
            elif not source.holds(offset + len(text)):
                self.report(
                    Problem(
                        "S07",
                        row.at("offset"),
                        f"{offset} to {offset + len(text)} lies outside "
                        f"{source.id}, which has {len(source.text)} code points",
                    )
                )
            else:
                yield source.id, offset, text, row.at("text")

    def rulings(self, name: str) -> Iterable[Ruling]:
        """Decisions at single places; each finds its characters or is reported (R01, C01)."""
        code = "R01" if name == "readings" else "C01"
        for row in self.rows(name):
            unit = self.unit(row, code)
            found = find_characters(unit, row, self.by_id.values(), code, self.report) if unit else None
            if unit is None or found is None:
                continue
            chars, n = found
            values = (
                readings_of(row, self.report, chars)
                if name == "readings"
                else forms_of(row, "chars", self.report, chars)
            )
            if values is not None:
                yield Ruling(
                    unit.id,
                    chars,
                    n,
                    values,
                    row["sense"],
                    row["kind"],
                    row["authority"],
                    row["alternatives"],
                    row["note"],
                    row.at("chars"),
                )

    def leaves(self) -> Iterable[tuple[str, PassageId, int]]:
        for row in self.rows("leaves"):
            passage, n = PassageId(UnitId(row["passage"])), number(row, "n", self.report, 1)
            if passage not in self.base:
                self.report(
                    Problem(
                        "A01", row.at("passage"), f"there is no passage {passage}{did_you_mean(passage, self.base)}"
                    )
                )
            elif n is not None and not 1 <= n <= (most := len(han(self.base[passage].text))):
                self.report(Problem("A06", row.at("n"), f"{passage} has {most} characters, there is no {n}"))
            elif n is not None:
                yield row["leaf"], passage, n


def _ledger_row(rows: list[tuple[Row, Stretch | None]]) -> LedgerRow:
    """A row whose stretch cannot be read was reported; its ID is known all the same."""
    first, good = rows[0][0], [(row, stretch) for row, stretch in rows if stretch]
    return LedgerRow(
        id=first["id"],
        layer=LayerId(first["layer"]),
        stretches=tuple(stretch for _, stretch in good),
        digests=tuple(row["digest"] for row, _ in good),
        status=first["status"],
        successors=tuple(first["successors"].split()),
        note=first["note"],
        place=first.place,
    )

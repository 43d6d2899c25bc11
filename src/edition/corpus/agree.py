"""Whether the names in the settings refer to one another (F07)."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence

from edition.corpus.names import RESERVED
from edition.model import BASE, INTERLINEAR, KINDS, NOTES, Layer, Place, Problem, Source, Witness
from edition.problems import did_you_mean
from edition.report import SLOTS, unknown_slots

ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
SCRIPTS = ("hans", "hant")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LINK = re.compile(r"(?:https?://|mailto:)[^\s\"'<>\\]+")


def disagreements(
    chapters: Sequence[tuple[str, Place]],
    layers: Sequence[Layer],
    witnesses: Sequence[Witness],
    texts: Sequence[Source],
    declared: Iterable[str],
) -> Iterator[Problem]:
    """Every name that refers to nothing; `declared` are the sources of the settings, those that are missing too."""
    names = [
        *(("chapter", name, place) for name, place in chapters),
        *(("layer", str(layer.id), layer.place) for layer in layers),
        *(("witness", str(w.siglum), w.place) for w in witnesses),
        *(("source", source.id, source.place) for source in texts),
    ]
    yield from _twice(names)
    yield from _ids(names)
    sources = {str(w.siglum): w.source for w in witnesses}
    for layer in layers:
        yield from _layer(layer, [other.id for other in layers], sources)
    for witness in witnesses:
        yield from _witness(witness, [layer.id for layer in layers], list(declared))
    for source in texts:
        yield from _known("chapter", source.chapter, [name for name, _ in chapters], source.place)
        yield from _known("script", source.script, SCRIPTS, source.place)
    if sum(layer.kind == BASE for layer in layers) != 1:
        place = layers[0].place if layers else Place("", 1)
        yield Problem("F07", place, "exactly one layer is of kind base")


def bad_links(links: Iterable[tuple[str, str, Place]]) -> Iterator[Problem]:
    """Addresses of the settings that a page may not link to."""
    for key, link, place in links:
        if link and not LINK.fullmatch(link):
            yield Problem("F07", place, f"{key} begins with https://, http:// or mailto:, not {link!r}")


def bad_slots(links: Iterable[tuple[str, Place]]) -> Iterator[Problem]:
    """Names in braces that a report cannot fill."""
    for link, place in links:
        for name in unknown_slots(link):
            message = f"report_url has no slot {{{name}}}{did_you_mean(name, SLOTS)}: a report fills {', '.join(SLOTS)}"
            yield Problem("F07", place, message)


def odd_dates(dates: Iterable[tuple[str, Place]]) -> Iterator[Problem]:
    """Dates of the settings that are no days of the calendar."""
    for date, place in dates:
        if date and not is_date(date):
            yield Problem("F07", place, f"date is a day as YYYY-MM-DD, not {date!r}")


def is_date(text: str) -> bool:
    try:
        return bool(DATE.fullmatch(text)) and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def bad_credits(layers: Iterable[Layer]) -> Iterator[Problem]:
    """What a footnote would say of an author who is both known and unknown, or of a dynasty without its author."""
    for layer in layers:
        credit = layer.credit
        if credit.author and credit.unknown:
            yield Problem("F07", layer.place, f"layer {layer.id} has an author and says that he is unknown")
        if (credit.dynasty or credit.author_english) and not credit.author:
            yield Problem(
                "F07", layer.place, f"layer {layer.id} says more of its author than the name: it lacks author"
            )


def _twice(names: Iterable[tuple[str, str, Place]]) -> Iterator[Problem]:
    seen: dict[tuple[str, str], Place] = {}
    for kind, name, place in names:
        if (kind, name) in seen:
            yield Problem("F07", place, f"the {kind} {name} stands twice: line {seen[kind, name].line} has it too")
        seen.setdefault((kind, name), place)


def _ids(names: Iterable[tuple[str, str, Place]]) -> Iterator[Problem]:
    """Chapters are folders and layers are files: their names must be plain and free."""
    for kind, name, place in names:
        if kind in RESERVED and not ID.fullmatch(name):
            yield Problem("F07", place, f"the id of a {kind} is small letters, digits and -, not {name!r}")
        elif name in RESERVED.get(kind, ()):
            yield Problem("F07", place, f"no {kind} may be called {name}: the corpus uses the name itself")
        elif not name:
            yield Problem("F07", place, f"a {kind} without a name")


def _layer(layer: Layer, layers: Sequence[str], sources: dict[str, str | None]) -> Iterator[Problem]:
    yield from _known("kind of layer", layer.kind, KINDS, layer.place)
    yield from _known("script", layer.script, SCRIPTS, layer.place)
    if layer.on:
        yield from _known("layer", layer.on, layers, layer.place)
    if layer.witness:
        yield from _known("witness", layer.witness, sources, layer.place)
        if layer.witness in sources and not sources[layer.witness]:
            yield Problem("F07", layer.place, f"layer {layer.id} is taken from {layer.witness}, which has no source")
    elif layer.kind != NOTES:
        what = "copies" if layer.kind == INTERLINEAR else "is taken from"
        yield Problem("F07", layer.place, f"layer {layer.id} does not say which witness it {what}")


def _witness(witness: Witness, layers: Sequence[str], sources: Sequence[str]) -> Iterator[Problem]:
    yield from _known("script", witness.script, SCRIPTS, witness.place)
    if witness.source:
        yield from _known("source", witness.source, sources, witness.place)
    for name in witness.carries:
        yield from _known("layer", name, layers, witness.place)


def _known(kind: str, name: str, known: Iterable[str], place: Place) -> Iterator[Problem]:
    if name not in (some := list(known)):
        yield Problem("F07", place, f"there is no {kind} {name}{did_you_mean(name, some)}")

"""`edition stats`: what the edition holds, as tables or as one JSON object."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from edition.commands.output import prepared, show
from edition.stats import Stats, stats


def options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="for a program: one JSON object a chapter")
    sub.set_defaults(tsv=False)


def run(args: argparse.Namespace) -> int:
    edition = prepared(args)
    if edition is None:
        return 1
    found = [stats(edition, book) for book in edition.books]
    if args.json:
        print(json.dumps([record(one) for one in found], ensure_ascii=False, indent=1))
        return 0
    for one in found:
        for title, columns, rows in tables(one):
            show(args, title, columns, rows)
    return 0


def tables(one: Stats) -> list[tuple[str, Sequence[str], list[Sequence[object]]]]:
    """Title, columns and rows of each table; none without a row."""
    heard: Counter[str] = Counter()
    for (_, kind), n in one.readings.items():
        heard[kind] += n
    layers: list[Sequence[object]] = [
        (x.label, x.units, f"{x.characters:,}", f"{x.answered}/{x.passages}", f"{x.answered / x.passages:.0%}")
        for x in one.layers
    ]
    entries: list[Sequence[object]] = [(cls, witness, n) for (cls, witness), n in sorted(one.entries.items())]
    doubts: list[Sequence[object]] = [(d.what, d.unit, d.words, d.said, d.authority) for d in one.doubts]
    kinds: list[Sequence[object]] = [*heard.most_common()]
    forms: list[Sequence[object]] = [*Counter(one.forms).most_common()]
    all_of: list[tuple[str, Sequence[str], list[Sequence[object]]]] = [
        (one.title, ("layer", "units", "characters", "passages", "covered"), layers),
        ("entries of the apparatus", ("class", "witness", "entries"), entries),
        ("readings by authority", ("authority", "characters"), kinds),
        ("script forms by decision", ("kind", "characters"), forms),
        (
            f"doubtful ({len(one.doubts)}; undecided: {one.undecided})",
            ("what", "unit", "words", "said", "authority"),
            doubts,
        ),
    ]
    return [one for one in all_of if one[2]]


def record(one: Stats) -> dict[str, object]:
    heard: dict[str, dict[str, int]] = {}
    for (section, kind), n in sorted(one.readings.items()):
        heard.setdefault(kind, {})[section] = n
    entries: dict[str, dict[str, int]] = {}
    for (cls, witness), n in sorted(one.entries.items()):
        entries.setdefault(cls, {})[witness] = n
    return {
        "chapter": one.chapter,
        "title": one.title,
        "layers": [
            {
                "layer": x.layer,
                "label": x.label,
                "units": x.units,
                "characters": x.characters,
                "passages_answered": x.answered,
                "passages": x.passages,
            }
            for x in one.layers
        ],
        "entries": entries,
        "readings": heard,
        "forms": dict(sorted(one.forms.items())),
        "undecided": one.undecided,
        "doubtful": [asdict(doubt) for doubt in one.doubts],
    }

"""`edition emend 21.3 常 堂`: the established text and its row in the apparatus, changed together."""

from __future__ import annotations

import argparse
import sys

from edition.commands.rulings import place_of
from edition.corpus import read_corpus
from edition.corpus.names import CHAPTER_TABLES, TEXT
from edition.editing import Refused, checked, put_row, tried
from edition.model import Chapter, Corpus, Siglum, Unit
from edition.problems import did_you_mean
from edition.text import address, count, find_nth, han, han_positions, split_address


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("unit", help="the passage or unit")
    parser.add_argument("reading", help="what the text has now, with its occurrence where it needs one: 揖[2]")
    parser.add_argument("lemma", help="what it should have")
    parser.add_argument("--authority", required=True, help="by what right: a witness, a note, a parallel")
    parser.add_argument("--class", dest="cls", default="wrong", help="its class (default: wrong)")
    parser.add_argument(
        "--status", default="decided", choices=("decided", "doubtful"), help="decided, or doubtful (存疑)"
    )
    parser.add_argument("--reason", default="", help="one sentence")


def run(args: argparse.Namespace) -> int:
    corpus, _ = read_corpus(args.corpus)
    try:
        if corpus is None:
            raise Refused("the corpus cannot be read; see `edition check`")
        for line in emend(corpus, args):
            print(line)
    except Refused as refused:
        print(f"edition: not written: {refused}", file=sys.stderr)
        return 1
    return 0


def emend(corpus: Corpus, args: argparse.Namespace) -> list[str]:
    """Change the text and write the entry; the places that were written."""
    found = place_of(corpus, args.unit)
    if found is None:
        known = [u.id for c in corpus.chapters for some in c.units.values() for u in some]
        raise Refused(f"there is no unit {args.unit}{did_you_mean(args.unit, known)}")
    chapter, order = found
    unit = next(u for some in chapter.units.values() for u in some if u.id == args.unit)
    text, at = _changed(unit, args)
    witness = next(layer.witness for layer in corpus.layers if layer.id == unit.layer)
    room = corpus.root / chapter.id
    table, apparatus = room / f"{unit.layer}.tsv", room / "apparatus.tsv"
    lemma = address(han(text), args.lemma, at)
    reading = split_address(args.reading)[0]
    row = {
        "entry": _entry(chapter, unit),
        "unit": args.unit,
        "lemma": lemma,
        "at": "on",
        "reading": reading,
        "class": args.cls,
        "status": args.status,
        "authority": args.authority,
        "reason": args.reason,
    }

    def rank(there: dict[str, str]) -> tuple[int, ...]:
        return (order.get(there.get("unit", ""), len(order)),)

    with tried([table, apparatus]):
        one = put_row(table, TEXT, {"unit": args.unit, "text": text}, ("unit",), rank, "")
        for siglum in (witness, *_agreeing(chapter, unit, at + 1, at + len(args.lemma))):
            other = put_row(
                apparatus,
                CHAPTER_TABLES["apparatus"],
                {**row, "witness": str(siglum)},
                ("entry", "witness"),
                rank,
                "One row for each deviating reading of each witness.",
            )
        checked(corpus.root)
    shown = f"{corpus.root.name}/{chapter.id}"
    return [
        f"{shown}/{unit.layer}.tsv:{one}: {reading} → {args.lemma}",
        f"{shown}/apparatus.tsv:{other}: {row['entry']}",
    ]


def _changed(unit: Unit, args: argparse.Namespace) -> tuple[str, int]:
    """The text with the characters replaced, and the index of the first among its Han characters."""
    chars, nth = split_address(args.reading)
    text = han(unit.text)
    at = find_nth(text, chars, nth or 1)
    if at < 0 or (nth is None and count(text, chars) > 1):
        times = count(text, chars)
        raise Refused(
            f"{chars} stands {times} times in {unit.id}: {unit.text}"
            + (f" (write {chars}[1] to {chars}[{times}])" if times > 1 else "")
        )
    if len(chars) != len(args.lemma):
        raise Refused("as many characters as are replaced; for what is wanting or too much write the row by hand")
    spots = han_positions(unit.text)
    out = list(unit.text)
    for k, char in enumerate(args.lemma):
        out[spots[at + k]] = char
    return "".join(out), at


def _agreeing(chapter: Chapter, unit: Unit, n_from: int, n_to: int) -> list[Siglum]:
    """Further witnesses that have the characters as they stood: they deviate from the text henceforth."""
    said = {v.witness for v in chapter.variants if v.unit == unit.id and v.n_from <= n_to and v.n_to >= n_from}
    return [
        span.witness
        for span in chapter.spans
        if span.passage == unit.id
        and span.witness not in said
        and (span.n_from or 1) <= n_from
        and n_to <= (span.n_to or n_to)
    ]


def _entry(chapter: Chapter, unit: Unit) -> str:
    """The next free name of an entry in this unit: app21.3, app21.3b …"""
    taken = {variant.entry for variant in chapter.variants}
    names = (f"app{unit.id}{letter}" for letter in ("", *map(chr, range(ord("b"), ord("z") + 1))))
    return next(name for name in names if name not in taken)

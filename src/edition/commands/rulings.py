"""What `edition readings` and `edition script` do with a decision that is given to them: write it and try it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from edition.commands.output import add_formats, show
from edition.corpus import read_corpus
from edition.corpus.names import CHAPTER_TABLES
from edition.editing import Refused, checked, put_row, tried
from edition.model import Chapter, Corpus, UnitId
from edition.problems import did_you_mean
from edition.text import find_nth, han, split_address

KIND_OF = {"释文": "shiwen", "郑注": "zhengzhu", "通行": "tongxing"}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--authority", default="", help="the work and place the decision rests on")
    parser.add_argument("--sense", default="", help="the sense in which the character stands there")
    parser.add_argument("--note", default="", help="anything more, for the next editor")
    parser.add_argument("--all", action="store_true", help="every place, not each decision once")
    add_formats(parser)


def listed(args: argparse.Namespace, rows: Sequence[tuple[object, ...]], columns: Sequence[str], what: str) -> int:
    """The rows that were asked for, or how many characters each kind of authority decided."""
    chars = split_address(args.char)[0] if args.char else None
    units = {str(row[1]) for row in rows}
    if args.unit and args.unit not in units:
        print(f"edition: there is no unit {args.unit}{did_you_mean(args.unit, units)}", file=sys.stderr)
        return 1
    chosen = [r for r in rows if args.unit in (None, r[1]) and chars in (None, r[3]) and args.kind in (None, r[6])]
    title = f"{len(chosen)} characters {what}"
    if args.unit or args.kind or args.all or args.tsv or args.json:
        show(args, title, columns, chosen)
    else:
        show(args, title, ("char", "decided", "by", "rule", "why", "places", "first"), decisions(chosen, columns))
        for kind, number in Counter(str(row[6]) for row in chosen).most_common():
            print(f"{kind}: {number}")
    return 0


def decisions(rows: Sequence[tuple[object, ...]], columns: Sequence[str]) -> list[tuple[object, ...]]:
    """Each decision once, with the number of its places and the first of them."""
    value = slice(4, 6) if "hant" in columns else slice(4, 5)
    places: dict[tuple[object, ...], list[str]] = {}
    for row in rows:
        why = " · ".join(str(cell) for cell in row[8:] if cell) if "hant" in columns else row[7]
        rule = row[7] if "hant" in columns else row[8]
        key = (row[3], " ".join(map(str, row[value])), row[6], rule, why)
        places.setdefault(key, []).append(f"{row[1]} {row[2]}")
    return [(*key, len(found), found[0]) for key, found in sorted(places.items(), key=lambda pair: str(pair[0]))]


def write(args: argparse.Namespace, table: str, values: dict[str, str]) -> int:
    """Write one decision at a single place into the chapter's table; 1 where it cannot be."""
    corpus, _ = read_corpus(args.corpus)
    found = place_of(corpus, args.unit) if corpus else None
    if corpus is None or found is None:
        known = [u.id for c in corpus.chapters for some in c.units.values() for u in some] if corpus else []
        print(f"edition: there is no unit {args.unit}{did_you_mean(args.unit, known)}", file=sys.stderr)
        return 1
    chapter, order = found
    path = corpus.root / chapter.id / f"{table}.tsv"
    row = {
        "unit": args.unit,
        "chars": args.char,
        "authority": args.authority,
        "sense": args.sense,
        "note": args.note,
        **values,
    }
    texts = {str(u.id): han(u.text) for some in chapter.units.values() for u in some}

    def rank(there: dict[str, str]) -> tuple[int, ...]:
        name, (chars, nth) = there.get("unit", ""), split_address(there.get("chars", ""))
        return order.get(name, len(order)), find_nth(texts.get(name, ""), chars, nth or 1)

    try:
        with tried([path]):
            line = put_row(
                path,
                CHAPTER_TABLES[table],
                row,
                ("unit", "chars"),
                rank,
                "Decisions at a single place; they win over the lexicon.",
            )
            checked(args.corpus)
    except Refused as refused:
        print(f"edition: not written: {refused}", file=sys.stderr)
        return 1
    print(f"{corpus.root.name}/{chapter.id}/{table}.tsv:{line}: {args.unit} {args.char} written")
    return 0


def place_of(corpus: Corpus, unit: str) -> tuple[Chapter, dict[str, int]] | None:
    """The chapter of a unit, and the order of its units."""
    for chapter in corpus.chapters:
        order = {row.id: i for i, row in enumerate(chapter.ledger)}
        if unit in order and any(u.id == UnitId(unit) for some in chapter.units.values() for u in some):
            return chapter, order
    return None


def kind_of(authority: str, kinds: Sequence[str]) -> str:
    """The kind an authority belongs to; the editor's own where it names none of them."""
    return next((kind for name, kind in KIND_OF.items() if authority.startswith(name) and kind in kinds), "editor")

"""`edition align`: what the aligners propose against what the table says, row by row, the doubtful first."""

from __future__ import annotations

import argparse

from edition.align import proposals
from edition.commands.output import add_formats, show
from edition.corpus import read_corpus
from edition.model import Chapter, Corpus, Target

COLUMNS = ("unit", "proposed", "relation", "confidence", "table", "table relation", "agree")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layer", nargs="?", help="only this layer")
    parser.add_argument("--differ", action="store_true", help="only rows in which the table says otherwise")
    add_formats(parser)


def run(args: argparse.Namespace) -> int:
    corpus, _ = read_corpus(args.corpus)
    if corpus is None:
        return 1
    for chapter in corpus.chapters:
        rows = [row for row in compared(corpus, chapter, args.layer) if not (args.differ and row[-1] == "yes")]
        agreeing = sum(row[-1] == "yes" for row in rows)
        show(args, f"{chapter.title}: {agreeing} of {len(rows)} rows agree", COLUMNS, rows)
    return 0


def compared(corpus: Corpus, chapter: Chapter, layer: str | None) -> list[tuple[object, ...]]:
    """Rows of COLUMNS, the least certain first."""
    table: dict[str, list[Target]] = {}
    for target in chapter.targets:
        table.setdefault(target.unit, []).append(target)
    rows: list[tuple[float, tuple[object, ...]]] = []
    for proposal in proposals(corpus, chapter):
        target = proposal.target
        if layer in (None, target.layer):
            said = table.get(target.unit, [])
            agree = any(_same(target, other) for other in said)
            rows.append(
                (
                    proposal.confidence,
                    (
                        target.unit,
                        _written(target),
                        target.relation,
                        f"{proposal.confidence:.2f}",
                        ", ".join(_written(t) for t in said),
                        ", ".join(dict.fromkeys(t.relation for t in said)),
                        "yes" if agree else "no",
                    ),
                )
            )
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def _same(one: Target, other: Target) -> bool:
    return (one.first, one.last, one.relation) == (other.first, other.last, other.relation)


def _written(target: Target) -> str:
    part = f" {target.n_from}–{target.n_to}" if target.n_from else ""
    return (target.passages or "—") + part

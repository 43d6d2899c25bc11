"""How well each aligner does when the texts are worse than received: writes the table and curve in docs/alignment.md.

    python bench/align_noise.py [CORPUS]

A share of the Han characters of every unit, and of the base text that stands in the source of the commentary, is
dropped or changed at random with a fixed seed; in the second half of the table a tenth of the paragraphs (items of
the translation) is also joined to the one before. The table of the corpus is the measure.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from edition.align import Base, note_groups, parallel, read_base, translation
from edition.align import commentary as comments
from edition.align.commentary import Note
from edition.align.score import Answers, answers, by_characters, by_pairs
from edition.corpus import read_corpus
from edition.model import BASE, COMMENTARY, PARALLEL, SUBCOMMENTARY, TRANSLATION, Chapter, Corpus, Target, Unit
from edition.text import is_han

RATES = (0.0, 0.01, 0.02, 0.05, 0.1)
JOINED = 0.1
SEEDS = (1, 2, 3)
DOC = Path(__file__).parent.parent / "docs" / "alignment.md"
BEGIN, END = "<!-- noise: begin -->", "<!-- noise: end -->"


@dataclass(frozen=True, slots=True)
class Line:
    """Means over the seeds."""

    rate: float
    joined: bool
    commentary: float  # F1 over characters
    translation: float  # F1 over characters
    items: float  # share of items with F1 of 0.9 or more
    precision: float  # parallels, pairs of unit and passage
    recall: float
    classes: float


def noisy(text: str, rate: float, dice: random.Random, alphabet: str) -> str:
    """The text with a share of its Han characters dropped or changed, half and half."""

    def one(char: str) -> str:
        if not is_han(char) or dice.random() >= rate:
            return char
        return dice.choice(alphabet) if dice.random() < 0.5 else ""

    return "".join(map(one, text))


def spoil_notes(notes: Sequence[Note], joined: bool, spoil: Callable[[str], str]) -> list[Note]:
    return [
        Note(
            replace(note.unit, text=spoil(note.unit.text)),
            tuple(map(spoil, ("".join(note.before),) if joined and note.before else note.before)),
        )
        for note in notes
    ]


def join_items(units: Sequence[Unit], wanted: Answers, dice: random.Random) -> tuple[list[Unit], Answers]:
    """A tenth of the items joined to the item before, and what they should answer then."""
    items, goal = list[Unit](), dict(wanted)
    for unit in units:
        if items and dice.random() < JOINED:
            before = items.pop()
            items.append(replace(before, text=before.text + unit.text))
            goal[before.id] = goal[before.id] | goal.pop(unit.id)
        else:
            items.append(unit)
    return items, goal


def of_kind(corpus: Corpus, chapter: Chapter, *kinds: str) -> tuple[list[Unit], list[Target]]:
    layers = {layer.id for layer in corpus.layers if layer.kind in kinds}
    units = [unit for name, group in chapter.units.items() if name in layers for unit in group]
    return units, [target for target in chapter.targets if target.layer in layers]


def measure(corpus: Corpus, chapter: Chapter, rate: float, joined: bool, seed: int) -> Line:
    dice = random.Random(seed)
    base = read_base(of_kind(corpus, chapter, BASE)[0])

    def spoil(text: str) -> str:
        return noisy(text, rate, dice, base.text)

    commented = _commentary(corpus, chapter, base, joined, spoil)
    units, table = of_kind(corpus, chapter, TRANSLATION)
    items, goal = join_items(units, answers(base, table), dice) if joined else (units, answers(base, table))
    spoiled = [replace(unit, text=spoil(unit.text)) for unit in items]
    score, good = by_characters(goal, answers(base, (p.target for p in translation.align(base, spoiled))))
    units, table = of_kind(corpus, chapter, PARALLEL)
    spoiled = [replace(unit, text=spoil(unit.text)) for unit in units]
    pairs, classes = by_pairs(base, table, (p.target for p in parallel.align(base, spoiled)))
    return Line(rate, joined, commented, score.f1, good, pairs.precision, pairs.recall, classes)


def _commentary(corpus: Corpus, chapter: Chapter, base: Base, joined: bool, spoil: Callable[[str], str]) -> float:
    table = of_kind(corpus, chapter, COMMENTARY, SUBCOMMENTARY)[1]
    groups = [spoil_notes(notes, joined, spoil) for notes in note_groups(corpus, chapter)]
    found = [p.target for notes in groups for p in comments.align(base, notes)]
    return by_characters(answers(base, table), answers(base, found))[0].f1


def mean(lines: Sequence[Line]) -> Line:
    def middle(of: Callable[[Line], float]) -> float:
        return sum(map(of, lines)) / len(lines)

    return Line(
        lines[0].rate,
        lines[0].joined,
        middle(lambda x: x.commentary),
        middle(lambda x: x.translation),
        middle(lambda x: x.items),
        middle(lambda x: x.precision),
        middle(lambda x: x.recall),
        middle(lambda x: x.classes),
    )


def table(lines: Sequence[Line]) -> str:
    head = (
        "| noise | joined | commentary F1 | translation F1 | items ≥ 0.9 | parallels P | parallels R | class |\n"
        "|---|---|---|---|---|---|---|---|\n"
    )
    return head + "".join(
        f"| {x.rate:.0%} | {'a tenth' if x.joined else '–'} | {x.commentary:.3f} | {x.translation:.3f} | {x.items:.1%} "
        f"| {x.precision:.3f} | {x.recall:.3f} | {x.classes:.3f} |\n"
        for x in lines
    )


def curve(lines: Sequence[Line], low: float = 0.8, rows: int = 10) -> str:
    """Commentary c, translation t, parallels (F1 of pairs) p; * where two meet."""
    width, alone = 10, [line for line in lines if not line.joined]
    grid = [[" "] * (width * len(alone)) for _ in range(rows + 1)]
    for column, x in enumerate(alone):
        both = 2 * x.precision * x.recall / max(1e-9, x.precision + x.recall)
        for letter, value in (("c", x.commentary), ("t", x.translation), ("p", both)):
            row = rows - max(0, min(rows, round((value - low) / (1 - low) * rows)))
            cell = grid[row][column * width + 4]
            grid[row][column * width + 4] = letter if cell == " " else "*"
    body = "\n".join(f"{1 - (1 - low) * i / rows:.2f} |{''.join(row).rstrip()}" for i, row in enumerate(grid))
    feet = "".join(f"{x.rate:.0%}".center(width) for x in alone)
    return f"{body}\n     +{'-' * width * len(alone)}\n      {feet.rstrip()}"


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "corpus")
    corpus, _ = read_corpus(folder)
    if corpus is None:
        raise SystemExit(f"{folder} cannot be read")
    lines = [
        mean([measure(corpus, corpus.chapters[0], rate, joined, seed) for seed in SEEDS])
        for joined in (False, True)
        for rate in RATES
    ]
    written = f"{BEGIN}\n{table(lines)}\n```\n{curve(lines)}\n```\n{END}"
    text = DOC.read_text("utf-8")
    DOC.write_text(text[: text.index(BEGIN)] + written + text[text.index(END) + len(END) :], "utf-8")
    print(written)


if __name__ == "__main__":
    main()

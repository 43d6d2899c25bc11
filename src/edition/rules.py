"""One mechanism for every decision by table: places win over rules, longer rules over shorter ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from edition.memory import remembered
from edition.model import Decision, Problem, Rule, Ruling, Unit
from edition.text import han_positions, is_han

BY_PLACE = "place"
Clash = tuple[Unit, int, Rule, Rule]  # where two rules of equal right disagree


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Rules by the first character of their pattern."""

    by_first: dict[str, tuple[Rule, ...]]

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Lexicon:
        return _lexicon(tuple(rules))


@remembered(8)
def _lexicon(rules: tuple[Rule, ...]) -> Lexicon:
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.pattern[0], []).append(rule)
    return Lexicon({char: tuple(sorted(some, key=lambda r: -len(r.pattern))) for char, some in found.items()})


@dataclass(slots=True)
class Ledger:
    """What was used and where rules clash, gathered over all units of an edition."""

    used: set[tuple[str, int]] = field(default_factory=set)  # path and line of the row
    clashes: list[Clash] = field(default_factory=list)

    def use(self, row: Rule | Ruling) -> None:
        self.used.add((row.place.path, row.place.line))

    def add(self, other: Ledger) -> None:
        self.used |= other.used
        self.clashes += other.clashes

    def used_of(self, rows: Iterable[Rule]) -> set[tuple[str, int]]:
        """Of some rows those that were used."""
        return self.used & {(row.place.path, row.place.line) for row in rows}

    def unused(self, rows: Iterable[Rule | Ruling]) -> list[Rule | Ruling]:
        return [row for row in rows if (row.place.path, row.place.line) not in self.used]


def decide(unit: Unit, lexicon: Lexicon, rulings: Sequence[Ruling], ledger: Ledger) -> list[Decision | None]:
    """A decision or None for each code point of the unit's text, None where no table speaks.

    Patterns do not cross a mark of punctuation: what stands on either side of it is another phrase.
    """
    best = _by_rule(unit, lexicon, ledger)
    decided: list[Decision | None] = [None] * len(unit.text)
    for index, (rule, value) in best.items():
        decided[index] = Decision(value, rule.kind, rule.authority, rule.alternatives, rule.pattern, rule.sense)
        ledger.use(rule)
    spots = han_positions(unit.text)
    for ruling in rulings:
        for k, value in enumerate(ruling.values):
            if value:
                decided[spots[ruling.n - 1 + k]] = Decision(
                    value, ruling.kind, ruling.authority, ruling.alternatives, BY_PLACE, ruling.sense
                )
        ledger.use(ruling)
    return decided


def _by_rule(unit: Unit, lexicon: Lexicon, ledger: Ledger) -> dict[int, tuple[Rule, str]]:
    best: dict[int, tuple[Rule, str]] = {}
    text = unit.text
    for at, char in enumerate(text):
        for rule in lexicon.by_first.get(char, ()):
            if (rule.layers and unit.layer not in rule.layers) or not text.startswith(rule.pattern, at):
                continue
            for k, value in enumerate(rule.values):
                if value:
                    _contend(unit, at + k, rule, value, best, ledger)
    return best


def _contend(unit: Unit, at: int, rule: Rule, value: str, best: dict[int, tuple[Rule, str]], ledger: Ledger) -> None:
    """The longer pattern wins; of equal length the one limited to this layer; else they must agree."""
    if at not in best:
        best[at] = (rule, value)
        return
    other, theirs = best[at]
    mine, yours = (len(rule.pattern), bool(rule.layers)), (len(other.pattern), bool(other.layers))
    if mine > yours:
        best[at] = (rule, value)
    elif mine == yours and value != theirs:
        ledger.use(rule)
        ledger.clashes.append((unit, at, other, rule))


def problems_of(ledger: Ledger, rows: Iterable[Rule | Ruling], unused: str, clash: str) -> list[Problem]:
    """Rules that match nothing and rules that clash, under the two codes given."""
    found = []
    for row in ledger.unused(rows):
        name = row.pattern if isinstance(row, Rule) else f"{row.unit} {row.chars}"
        found.append(Problem(unused, row.place, f"{name} decides nothing in this edition"))
    for unit, at, one, other in ledger.clashes:
        found.append(
            Problem(
                clash,
                other.place,
                f"{other.pattern} and {one.pattern} (line {one.place.line}) disagree "
                f"about {unit.text[at]} in {unit.id}: make one longer or decide the place",
            )
        )
    return found


def marks_only(text: str) -> bool:
    return not any(map(is_han, text))

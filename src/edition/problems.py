"""The problems a build can find: one code for each kind, described in docs/checks.md."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence

from edition.model import LedgerRow, Place, Problem

ERROR, WARNING = "error", "warning"

CODES: dict[str, tuple[str, str]] = {
    # F: files and tables
    "F01": (ERROR, "a file of the corpus is missing"),
    "F02": (ERROR, "a file is not UTF-8"),
    "F03": (ERROR, "a byte order mark, NUL, half-pair or U+FFFD stands in a file"),
    "F04": (ERROR, "TOML that cannot be read"),
    "F05": (ERROR, "a row has too few or too many fields"),
    "F06": (ERROR, "a table has no header, or another one than it should"),
    "F07": (ERROR, "a setting is missing, unknown or of the wrong kind"),
    "F08": (ERROR, "a field holds what it may not hold"),
    "F09": (ERROR, "a name or link leads out of the corpus"),
    "F10": (ERROR, "a file that no table and no setting names"),
    "F11": (ERROR, "a line longer than any text"),
    "F12": (ERROR, "line ends other than LF in a table"),
    # S: sources
    "S01": (ERROR, "a source is missing"),
    "S02": (ERROR, "a source is not the one that was received"),
    "S03": (ERROR, "code points of a source are in no layer and not listed as skipped"),
    "S04": (ERROR, "code points of a source are counted twice"),
    "S05": (ERROR, "a skipped stretch, a mark or a gloss is not what its row says"),
    "S06": (ERROR, "Han characters are skipped outside a heading"),
    "S07": (ERROR, "a stretch lies outside its source"),
    # U: units and their IDs
    "U01": (ERROR, "an ID that breaks the grammar"),
    "U02": (ERROR, "an ID twice"),
    "U03": (ERROR, "rows out of the order of the ledger"),
    "U04": (ERROR, "an ID the ledger does not know"),
    "U05": (ERROR, "an ID of the ledger without a text"),
    "U06": (ERROR, "an ID has moved to another stretch"),
    "U07": (ERROR, "the raw text under an ID is not the one that was published"),
    "U08": (ERROR, "an ID that was withdrawn"),
    "U09": (ERROR, "a passage of a section that does not exist"),
    "U10": (ERROR, "a unit without text"),
    "U11": (ERROR, "a published ID that is lost, moved or used again"),
    # A: alignment
    "A01": (ERROR, "a target that is no passage"),
    "A02": (ERROR, "a comment of no known unit"),
    "A03": (ERROR, "a range that runs backwards"),
    "A04": (ERROR, "a unit that no row of the alignment names"),
    "A05": (ERROR, "a relation that does not exist"),
    "A06": (ERROR, "characters outside the passage"),
    "A07": (WARNING, "an alignment that only the aligner proposes"),
    "A08": (ERROR, "a witness of the text is not aligned where it should be"),
    "A09": (ERROR, "a row of the alignment that stands twice"),
    # V: variants and emendations
    "V01": (ERROR, "a lemma that is not there"),
    "V02": (ERROR, "a lemma that occurs more than once"),
    "V03": (ERROR, "a witness that does not exist"),
    "V04": (ERROR, "a witness that is not extant at the place"),
    "V05": (ERROR, "a difference from the source that no entry covers"),
    "V06": (ERROR, "a class or status that does not exist"),
    "V07": (ERROR, "entries of one witness that overlap"),
    "V08": (ERROR, "an entry that changes nothing"),
    "V09": (ERROR, "an entry without an authority"),
    "V10": (ERROR, "rows of one entry at different places"),
    # R: readings
    "R01": (ERROR, "an address that finds nothing"),
    "R02": (ERROR, "as many readings as characters are needed"),
    "R03": (ERROR, "a rule that matches nothing"),
    "R04": (ERROR, "two rules of equal right that disagree"),
    "R05": (WARNING, "a polyphone that nothing but the library decided"),
    "R06": (ERROR, "a reading that is no pinyin syllable"),
    "R07": (WARNING, "a character that has no reading"),
    "R08": (ERROR, "a decision that names neither sense nor authority"),
    # C: characters and script
    "C01": (ERROR, "an address that finds nothing"),
    "C02": (ERROR, "as many forms as characters are needed"),
    "C03": (ERROR, "a rule that matches nothing"),
    "C04": (ERROR, "two rules of equal right that disagree"),
    "C05": (WARNING, "a character with several forms that nothing but the library decided"),
    "C06": (ERROR, "a private-use character in the text"),
    "C07": (WARNING, "more doubtful decisions than one in a thousand"),
    "C08": (ERROR, "a decision that names neither sense nor authority"),
    "C09": (ERROR, "a form that is none of the character"),
    # L: words that speak of words
    "L01": (ERROR, "an address of a lemma or a citation that finds nothing"),
    "L02": (ERROR, "a role or status that does not exist, or that does not fit the target"),
    # T: templates
    "T01": (ERROR, "a template that is missing or cannot make its page"),
    # M: prose
    "M01": (ERROR, "raw HTML in a note"),
    "M02": (ERROR, "a link that may not be followed"),
    "M03": (ERROR, "a link to nothing"),
    "M04": (ERROR, "front matter that cannot be read"),
    "M05": (ERROR, "an entry without sense, passage or authority"),
    "M06": (ERROR, "words of a note that are not there, or there more than once"),
    "M07": (ERROR, "a part of a plan that is not as it should be, or has no term"),
    "M08": (ERROR, "a section without its synopsis"),
}


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`` (did you mean x?)`` for the nearest known word, or nothing."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {near[0]}?)" if near else ""


def gone(row: LedgerRow) -> str:
    """What became of a retired ID: `split into 19.4a 19.4b`."""
    how = {"split": "split into", "merged": "merged into"}.get(row.status, row.status)
    where = f"; see {' '.join(row.successors)}" if how == row.status else f" {' '.join(row.successors)}"
    return how + (where if row.successors else "")


def severity(problem: Problem) -> str:
    return CODES[problem.code][0]


ECHOES = {"R03": "U05", "C03": "U05"}  # a rule may match nothing because the text is missing: then that is said
UNREAD = {"F01", "F02", "F03", "F06", "F09", "F12"}  # a table that is not read at all
WITHOUT = {"readings.tsv": "R05", "script.tsv": "C05"}  # of a table that is not read, what it would have decided


def in_order(problems: Sequence[Problem]) -> list[Problem]:
    """Sorted by file, line and column, each finding once, and none that only echoes another."""
    codes = {problem.code for problem in problems}
    unread = {p.place.path.rpartition("/")[2] for p in problems if p.code in UNREAD}
    silent = {code for name, code in WITHOUT.items() if name in unread}
    heard = {p for p in problems if ECHOES.get(p.code) not in codes and p.code not in silent}
    return sorted(heard, key=lambda p: (p.place.path, p.place.line, p.place.col, p.code, p.message))


def shown(problem: Problem) -> str:
    """As the terminal prints it: place, code, what is wrong, and the line itself."""
    p = problem.place
    kind = "" if severity(problem) == ERROR else "warning: "
    head = f"{p.path}:{p.line}:{p.col}: {problem.code} {kind}{visible(problem.message)}"
    return head + (f"\n    {excerpt(p)}" if p.text else "")


def excerpt(place: Place, width: int = 100) -> str:
    """The line, cut to what stands about the column when it is long."""
    start = max(0, place.col - 1 - width // 2) if len(place.text) > width else 0
    cut = place.text[start : start + width]
    cut = visible(cut.replace("\t", " ⇥ "))
    return ("…" if start else "") + cut + ("…" if start + width < len(place.text) else "")


def visible(text: str) -> str:
    """Control characters and signs of direction as their numbers: a line of a file never steers the terminal."""
    return "".join(f"<U+{ord(c):04X}>" if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in text)

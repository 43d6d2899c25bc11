"""How a place of the edition is cited: each format is a pattern of words and named slots, filled here for the files
and the pages, and in the browser for what a reader selects. Nothing is written twice: the browser only fills.

A pattern is a list of pieces; a piece is a list of strings, in turn words and the name of a slot, words first
(`["［", "accessed", "］"]`). A piece with an empty slot falls away; the others are joined as they stand. Before a
value is put into a slot other than `url`, its characters are replaced by the table of the format in `ESCAPES`, where
there is one.

Slots (`Slot`), all texts:

| slot | what |
|---|---|
| `id` | `19.4`, `19.1-19.3`, `zhu19.4`; with words inside as the address has them: `19.4@揖[2]` |
| `key` | the ID as a key of BibTeX: only ASCII letters, digits and `. : -`, see `key_of` |
| `quotation` | the words quoted, as printed in the script of the pattern, with their marks; empty: the whole place |
| `address` | of the place, ending in `/` or in `#…`; without a `site_url` from the root of the edition |
| `url` | the same address, never escaped: for fields that are read to the letter |
| `digest` | `digest()` of the words quoted, or of the whole place; empty where they have no Han character |
| `emended` | remarks on the emendations within the words quoted, in Chinese, joined by `；` |
| `emended_english` | the same in English, joined by `; ` |
| `accessed` | day of access, YYYY-MM-DD; a build leaves it empty, for the same input gives the same bytes |

Formats (`FORMATS`): `gbt` (GB/T 7714-2015, footnote), `chicago` (17th, note), `mla` (9th), `plain`; `bibtex`
(biblatex), `ris`, `csl` (one record of CSL-JSON; an array is such records between brackets, parted by commas).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from edition.citation.footnotes import chicago, gbt, mla, plain
from edition.citation.pattern import NOTHING, Matter, Pattern, Piece, Slot, digest, fill, joined, key_of
from edition.citation.records import JSON, LINE, TEX, bibtex, csl, ris

__all__ = (
    "ESCAPES",
    "FORMATS",
    "NOTHING",
    "Matter",
    "Pattern",
    "Piece",
    "Slot",
    "cite",
    "digest",
    "fill",
    "joined",
    "key_of",
    "patterns",
)

FORMATS: dict[str, tuple[Callable[[Matter], Pattern], str]] = {  # name: its maker, what it is called
    "gbt": (gbt, "GB/T 7714"),
    "chicago": (chicago, "Chicago"),
    "mla": (mla, "MLA"),
    "plain": (plain, "行文"),
    "bibtex": (bibtex, "BibTeX"),
    "ris": (ris, "RIS"),
    "csl": (csl, "CSL-JSON"),
}
ESCAPES: dict[str, dict[str, str]] = {"bibtex": TEX, "ris": LINE, "csl": JSON}


def patterns(matter: Matter) -> dict[str, Pattern]:
    """Every format, by name."""
    return {name: make(matter) for name, (make, _) in FORMATS.items()}


def cite(pattern: Pattern, name: str, slots: Mapping[str, str]) -> str:
    """A place in one format."""
    return fill(pattern, slots, ESCAPES.get(name, NOTHING))

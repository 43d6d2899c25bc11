"""docs/checks.md says of every code what it means, shows it, and says what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edition.problems import CODES, ERROR

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "checks.md").read_text("utf-8")
PRINTED = {
    line for path in (ROOT / "tests" / "checks").glob("*/expected.txt") for line in path.read_text("utf-8").splitlines()
}
WITHOUT_CASE = {"A07", "T01"}  # these take an aligner, a template; their cases are elsewhere
ENTRIES = {found[1]: found[0] for found in re.finditer(r"^### ([A-Z]\d\d) .*?(?=^##|\Z)", TEXT, re.M | re.S)}


def test_the_codes_are_those_of_the_program_in_their_order() -> None:
    assert list(ENTRIES) == list(CODES)


@pytest.mark.parametrize("code", CODES)
def test_an_entry_has_term_meaning_example_and_remedy(code: str) -> None:
    kind, meaning = CODES[code]
    lines = [line for line in ENTRIES[code].splitlines() if line]
    assert re.search(r"[\u4e00-\u9fff]", lines[0]), "the Chinese term"
    warning = "" if kind == ERROR else " (warning)"
    assert lines[1] == f"{meaning[0].upper()}{meaning[1:]}{warning}."
    assert lines[-1].startswith("Remedy: ")
    examples = [line[4:] for line in lines if line.startswith("    ")]
    assert code in WITHOUT_CASE or examples
    for example in examples:
        assert f": {code} " in example
        assert code in WITHOUT_CASE or example in PRINTED

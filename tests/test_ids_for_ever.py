"""Whatever is done to addresses, in whatever order: each that was ever given leads to the characters it was given to.

The oracle reads the tables by itself, and keeps for every address the code points it had on the day it appeared.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from conftest import ROOT
from edition.addresses.freeze import freeze
from edition.addresses.merge import merge
from edition.addresses.split import split
from edition.addresses.withdraw import withdraw
from edition.build import prepare
from edition.commands.emend import emend
from edition.corpus import read_corpus
from edition.editing import Refused
from edition.enrich import Edition

TINY = ROOT / "tests" / "tiny" / "corpus"
Points = frozenset[tuple[str, int]]
FIRST = 0  # of the rows of an address: what it was given to


class Addresses(RuleBasedStateMachine):
    """A small corpus whose addresses are split, merged, withdrawn and frozen while its text is emended."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="addresses-"))
        self.corpus = Path(shutil.copytree(TINY, self.folder / "corpus"))
        self.room = self.corpus / "zhimu"
        self.sources = {path.name: path.read_text("utf-8") for path in (self.corpus / "sources").iterdir()}
        self.first: dict[str, list[str]] = {}  # address → its row when it appeared
        self.frozen: set[str] = set()
        self.done = 0

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    # --- what the tables say, read by hand
    def table(self, name: str) -> list[list[str]]:
        path = self.room / f"{name}.tsv"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        return [line.split("\t") for line in lines if not line.startswith("#")][1:]

    def ledger(self) -> dict[str, list[list[str]]]:
        found: dict[str, list[list[str]]] = {}
        for row in self.table("ledger"):
            found.setdefault(row[0], []).append(row)
        return found

    def living(self, layer: str) -> list[str]:
        return [row[0] for row in self.table(layer)]

    def points(self, rows: list[list[str]]) -> Points:
        return frozenset((row[2], at) for row in rows if row[2] for at in range(int(row[3]), int(row[4])))

    def text(self, layer: str) -> str:
        return "".join(row[1] for row in self.table(layer))

    def edition(self) -> Edition:
        edition = prepare(self.corpus, lambda stage: None).edition
        assert edition is not None
        return edition

    # --- what may be done
    @rule(data=st.data(), layer=st.sampled_from(["ben", "ben", "jian", "shi"]))
    def split(self, data: st.DataObject, layer: str) -> None:
        unit, text = data.draw(st.sampled_from([(row[0], row[1]) for row in self.table(layer)]))
        han = "".join(char for char in text if char.isalpha())
        at = data.draw(st.integers(0, max(0, len(han) - 2)))
        nth = han[: at + 1].count(han[at])
        before = self.text(layer)
        try:
            halves, _ = split(self.edition(), f"zhimu/{unit}", f"{han[at]}[{nth}]", "試分")
        except Refused:
            return
        self.done += 1
        assert self.text(layer) == before
        one = next(row[1] for row in self.table(layer) if row[0] == halves[0])
        assert "".join(char for char in one if char.isalpha()) == han[: at + 1]

    @rule(data=st.data(), layer=st.sampled_from(["ben", "ben", "jian"]))
    def merge(self, data: st.DataObject, layer: str) -> None:
        there = self.living(layer)
        at = data.draw(st.integers(0, len(there) - 2))
        before = self.text(layer)
        try:
            merge(self.edition(), f"zhimu/{there[at]}", f"zhimu/{there[at + 1]}", "試併")
        except Refused:
            return
        self.done += 1
        assert self.text(layer) == before
        assert self.living(layer) == there[: at + 1] + there[at + 2 :]

    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        """A note, or a unit, whose text nobody would count then: refused."""
        notes = [path.stem for path in sorted((self.room / "notes").glob("*.md"))]
        name = data.draw(st.sampled_from([*notes, "jian1.1"]))
        try:
            withdraw(self.edition(), f"zhimu/{name}", [], "試撤")
        except Refused:
            return
        assert name != "jian1.1"
        self.done += 1

    @rule(data=st.data())
    def insert(self, data: st.DataObject) -> None:
        """A new note on the first words of a passage, under a name that was never given."""
        unit, text = data.draw(st.sampled_from([(row[0], row[1]) for row in self.table("ben")]))
        path = self.room / "notes" / f"an{unit}e.md"
        word = text[:2] if text[:2].isalpha() and text.find(text[:2], 1) < 0 else ""
        if word and not path.exists() and path.stem not in self.first:
            path.write_text(f'+++\nunit = "{unit}"\nwords = "{word}"\nauthority = "試"\n+++\n\n試。\n', "utf-8")

    @rule(data=st.data())
    def emend(self, data: st.DataObject) -> None:
        unit, text = data.draw(st.sampled_from([(row[0], row[1]) for row in self.table("ben")]))
        char = data.draw(st.sampled_from([c for c in text if c.isalpha()]))
        lemma = data.draw(st.sampled_from("丙丁戊己庚"))
        words = {"authority": "試", "cls": "wrong", "status": "decided", "reason": ""}
        corpus, problems = read_corpus(self.corpus)
        assert not problems
        assert corpus is not None
        try:
            emend(corpus, argparse.Namespace(unit=unit, reading=f"{char}[1]", lemma=lemma, **words))
        except Refused:
            return
        self.done += 1

    @rule(data=st.data())
    def freeze(self, data: st.DataObject) -> None:
        alive = [name for name, rows in sorted(self.ledger().items()) if rows[0][6] in ("provisional", "frozen")]
        names = data.draw(st.lists(st.sampled_from(alive), min_size=1, max_size=3))
        freeze(self.edition(), [f"zhimu/{name}" for name in names])
        self.frozen |= {name for name in names if self.ledger()[name][0][6] == "frozen"}

    # --- what must hold
    @invariant()
    def no_address_is_lost_or_moved(self) -> None:
        ledger = self.ledger()
        for name, rows in ledger.items():
            self.first.setdefault(name, rows[FIRST])
        for name, first in self.first.items():
            assert ledger[name][FIRST][:6] == first[:6], "what an address was given to never changes"
            for row in ledger[name]:
                if row[2]:
                    raw = self.sources[row[2]][int(row[3]) : int(row[4])]
                    assert hashlib.sha256(raw.encode()).hexdigest()[:16] == row[5]

    @invariant()
    def every_address_leads_to_its_characters(self) -> None:
        ledger = self.ledger()
        there = {unit for layer in ("ben", "jian", "shi", "yi", "pang") for unit in self.living(layer)}
        there |= {path.stem for path in (self.room / "notes").glob("*.md")}
        for name in self.first:
            row = ledger[name][FIRST]
            status, heirs, reason = row[6], row[7].split(), row[8]
            if status in ("provisional", "frozen"):
                assert name in there
            else:
                assert name not in there and reason
                assert all(heir in there for heir in heirs), "it leads to what lives"
            if status in ("split", "merged"):
                covered = frozenset().union(*(self.points(ledger[heir]) for heir in heirs))
                assert covered >= self.points(ledger[name]), "all that it had"

    @invariant()
    def what_was_published_stays_published(self) -> None:
        printed = {row[0]: row for row in reversed(self.table("published"))}  # of several, the first
        retired = {name for name, rows in self.ledger().items() if rows[0][6] not in ("provisional", "frozen")}
        assert self.frozen | retired <= printed.keys()
        assert all(printed[name][2:6] == self.first[name][2:6] for name in printed if name in self.first)


def play(examples: int, steps: int) -> None:
    how = settings(
        max_examples=examples,
        stateful_step_count=steps,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Addresses, settings=how)


def test_every_address_leads_on_for_ever() -> None:
    play(4, 10)


@pytest.mark.long
def test_every_address_leads_on_for_ever_and_longer() -> None:
    play(20, 30)

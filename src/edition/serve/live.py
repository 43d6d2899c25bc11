"""The last good site in memory. A file that is saved gives a new one, or problems to be shown over the old."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import TemplateError

from edition.build import in_template, prepare
from edition.enrich import Edition
from edition.memory import remember
from edition.model import Place, Problem, UnitId
from edition.problems import ERROR, severity
from edition.render.site import gather
from edition.render.stage import Make, Refused


@dataclass(frozen=True, slots=True)
class Turn:
    """What the browser is told after each change."""

    number: int  # of the site that is shown; it grows by one with each that is good
    problems: tuple[Problem, ...]  # of what was saved last


class Live:
    """One edition under correction. Safe to be asked by several threads while another refreshes it."""

    def __init__(self, root: Path, corpus: Path) -> None:
        self.root, self.corpus = root, corpus
        self._edition: Edition | None = None
        self._files: Mapping[str, Make] = {}
        self._made: dict[str, bytes] = {}
        self._last: dict[str, bytes] = {}  # what was last made of each file, should its template break
        self._turn = Turn(0, ())
        self._news, self._making = threading.Condition(), threading.Lock()
        remember()
        self.refresh([corpus])

    @property
    def turn(self) -> Turn:
        return self._turn

    def refresh(self, changed: Iterable[Path]) -> Turn:
        """Read again what changed; the site that was good stays where the new one is not."""
        edition, problems = self._edition, [p for p in self._turn.problems if p.place.path.startswith(self.corpus.name)]
        if edition is None or any(path.is_relative_to(self.corpus) for path in changed):
            built = prepare(self.corpus, lambda stage: None)
            edition, problems = built.edition, built.problems
            if built.stops(strict=False):
                return self._tell(Turn(self._turn.number, tuple(problems)))
        if edition is None:
            return self._turn
        try:
            files = gather(edition, self.root / "templates", self.root / "static")
        except TemplateError as error:
            return self._tell(Turn(self._turn.number, (*problems, in_template(error, self.root))))
        except Refused as refused:
            return self._tell(Turn(self._turn.number, (*problems, Problem("T01", Place("static", 1), str(refused)))))
        with self._making:
            self._edition, self._files, self._made = edition, files, {}
        return self._tell(Turn(self._turn.number + 1, tuple(problems)))

    def file(self, path: str) -> bytes | None:
        """A file of the site, made now if it was not yet; None where there is none."""
        with self._making:
            if path not in self._files:
                return None
            if path not in self._made:
                try:
                    self._made[path] = self._last[path] = self._files[path]()
                except TemplateError as error:
                    self._tell(Turn(self._turn.number, (*self._turn.problems, in_template(error, self.root))))
                    return self._last.get(path)
            return self._made[path]

    def place(self, chapter: str, unit: str, at: int) -> Place | None:
        """Where in the corpus the code point `at` of a unit's text stands."""
        for book in self._edition.books if self._edition else ():
            voice = book.voices.get(UnitId(unit))
            if book.chapter.id == chapter and voice and 0 <= at < len(voice.unit.text):
                return voice.unit.place.right(at)
        return None

    def wait(self, known: Turn, seconds: float) -> Turn:
        """The next turn, or the known one when nothing happened for so long."""
        with self._news:
            self._news.wait_for(lambda: self._turn is not known, seconds)
            return self._turn

    def _tell(self, turn: Turn) -> Turn:
        with self._news:
            self._turn = turn
            self._news.notify_all()
        return turn

    @property
    def broken(self) -> bool:
        """Whether there is nothing to show yet."""
        return self._turn.number == 0 and any(severity(p) == ERROR for p in self._turn.problems)

"""TOML with its places: the tables of edition.toml, each field of the kind it should be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from edition.model import Place, Problem
from edition.problems import did_you_mean
from edition.tables import CONTROL, Report, read_toml

CREDIT = (  # of a layer: model.Credit
    "author",
    "author_english",
    "dynasty",
    "unknown",
    "unknown_english",
    "work",
    "work_english",
    "chapter",
    "chapter_english",
    "cited",
    "cited_english",
)
FIELDS: dict[str, dict[str, type]] = {
    "edition": {
        "work": str,
        "title": str,
        "english": str,
        "version": str,
        "site_url": str,
        "report_url": str,
        "licence": str,
        "licence_url": str,
        "editors": list,
        "editors_english": list,
        "work_english": str,
        "publisher": str,
        "date": str,
    },
    "chapter": {"id": str, "title": str, "english": str, "number": int},
    "layer": {
        "id": str,
        "kind": str,
        "label": str,
        "short": str,
        "english": str,
        "absent": str,
        "script": str,
        "lang": str,
        "on": str,
        "publish": bool,
        "witness": str,
        "about": str,
        "about_english": str,
        **dict.fromkeys(CREDIT, str),
    },
    "witness": {
        "siglum": str,
        "title": str,
        "description": str,
        "source": str,
        "carries": list,
        "script": str,
        "tradition": bool,
    },
    "source": {
        "file": str,
        "siglum": str,
        "sha256": str,
        "title": str,
        "holder": str,
        "rights": str,
        "script": str,
        "format": str,
        "chapter": str,
        "options": dict,
    },
}
NAME = {"chapter": "id", "layer": "id", "witness": "siglum", "source": "file"}  # the field that names a table
OPTIONAL = {
    "site_url",
    "report_url",
    "editors",
    "absent",
    "on",
    "publish",
    "witness",
    "source",
    "options",
    "carries",
    "description",
    "lang",
    "about",
    "about_english",
    "tradition",
    "licence_url",
    "editors_english",
    "work_english",
    "publisher",
    "date",
    *CREDIT,
}


class Toml:
    """The parsed file with the means to say where a key stands."""

    def __init__(self, path: Path, shown: str, report: Report) -> None:
        self.shown = shown
        self.report = report
        self.data = read_toml(path, shown, report)
        self.lines = path.read_text("utf-8").split("\n") if self.data is not None else []

    def place(self, table: str, index: int, key: str = "") -> Place:
        """The line of a key in the index-th [[table]], or of its head where the key is not there."""
        heads = [n for n, line in enumerate(self.lines) if re.match(rf"\s*\[\[?\s*{re.escape(table)}\s*\]", line)]
        if index >= len(heads):
            return self.key(table)
        for number in range(heads[index] + 1, len(self.lines)):
            line = self.lines[number]
            if line.startswith("["):
                break
            if key and re.match(rf"\s*{re.escape(key)}\s*=", line):
                return Place(self.shown, number + 1, 1, line)
        return Place(self.shown, heads[index] + 1, 1, self.lines[heads[index]])

    def key(self, name: str) -> Place:
        """The line on which a top-level name stands."""
        for number, line in enumerate(self.lines, 1):
            if re.match(rf"\s*\[*\s*{re.escape(name)}\b", line):
                return Place(self.shown, number, 1, line)
        return Place(self.shown, 1)

    def records(self, table: str) -> list[tuple[dict[str, Any], Place]]:
        """The tables of one name, their fields checked against FIELDS (F07)."""
        assert self.data is not None
        found = self.data.get(table, [])
        many = [found] if isinstance(found, dict) else found
        if not isinstance(many, list) or not all(isinstance(record, dict) for record in many):
            self.report(Problem("F07", self.key(table), f"{table} should be a table, [{table}] or [[{table}]]"))
            return []
        if not many:
            self.report(Problem("F07", Place(self.shown, 1), f"there is no [{table}]"))
        name = NAME.get(table, "")
        return [(record, self.place(table, i, name)) for i, record in enumerate(many) if self._fits(table, i, record)]

    def _fits(self, table: str, index: int, record: dict[str, Any]) -> bool:
        wanted, wrong = FIELDS[table], []
        for key, value in record.items():
            if key not in wanted:
                wrong.append((key, f"[{table}] has no setting {key}{did_you_mean(key, wanted)}"))
            elif not _is(value, wanted[key]):
                wrong.append((key, f"{key} should be {_kind(wanted[key])}, not {value!r}"[:200]))
            elif isinstance(value, str) and (CONTROL.search(value) or "\0" in value):
                wrong.append((key, f"{key} holds a control character"))
        wrong += [("", f"[{table}] lacks {key}") for key in wanted if key not in record and key not in OPTIONAL]
        for key, message in wrong:
            self.report(Problem("F07", self.place(table, index, key), message))
        return not wrong


def _is(value: object, wanted: type) -> bool:
    """The lists of the settings are lists of names."""
    if type(value) is not wanted:
        return False
    return not isinstance(value, list) or all(isinstance(item, str) for item in value)


def _kind(wanted: type) -> str:
    return {
        str: "text in quotation marks",
        int: "a whole number",
        bool: "true or false",
        list: "a list of texts",
        dict: "a table",
    }[wanted]

"""plan.toml of a chapter: a drawing as data, every part with its term, its passages and its authority (M07)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from edition.corpus.names import PLAN
from edition.model import Part, Place, Plan, Problem
from edition.problems import did_you_mean
from edition.tables import Report, read_toml

SHAPES, FACING, KINDS = ("rect", "line", "point", "text"), ("", "N", "E", "S", "W"), ("place", "person")
ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
TOP: dict[str, type] = {
    "title": str,
    "english": str,
    "width": float,
    "height": float,
    "note": str,
    "note_en": str,
    "north": str,
}
STATE: dict[str, type] = {"id": str, "label": str, "english": str}
PART: dict[str, type] = {
    "id": str,
    "term": str,
    "label": str,
    "english": str,
    "shape": str,
    "x": float,
    "y": float,
    "w": float,
    "h": float,
    "label_x": float,
    "label_y": float,
    "dashed": bool,
    "only": str,
    "state": str,
    "facing": str,
    "passages": list,
    "authority": str,
    "note": str,
}
NEEDED = {
    "plan": ("title", "english", "width", "height"),
    "state": tuple(STATE),
    "place": ("id", "term", "label", "english", "shape", "x", "y", "passages", "authority"),
}
NEEDED["person"] = NEEDED["place"]


def read_plan(folder: Path, shown: str, report: Report) -> Plan | None:
    """The plan, or None where there is none or where it is not sound."""
    path, name = folder / PLAN, f"{shown}/{PLAN}"
    data = read_toml(path, name, report) if path.exists() else None
    if data is None:
        return None
    lines = path.read_text("utf-8").split("\n")
    faults = [*_faults(data, lines, name)]
    for fault in faults:
        report(fault)
    return None if faults else _plan(data, lines, name)


def _plan(data: dict[str, Any], lines: list[str], shown: str) -> Plan:
    top = data["plan"]
    parts = [_part(kind, one, place) for kind in KINDS for one, place in _tables(data, kind, lines, shown)]
    return Plan(
        title=top["title"],
        english=top["english"],
        width=float(top["width"]),
        height=float(top["height"]),
        note=top.get("note", ""),
        note_english=top.get("note_en", ""),
        states=tuple((s["id"], s["label"], s["english"]) for s in data.get("state", ())),
        parts=tuple(parts),
        place=Place(shown, 1, 1, lines[0]),
    )


def _part(kind: str, one: dict[str, Any], place: Place) -> Part:
    there = "label_x" in one and "label_y" in one
    return Part(
        id=one["id"],
        kind=kind,
        term=one["term"],
        label=one["label"],
        english=one["english"],
        shape=one["shape"],
        box=(float(one["x"]), float(one["y"]), float(one.get("w", 0)), float(one.get("h", 0))),
        label_at=(float(one["label_x"]), float(one["label_y"])) if there else None,
        dashed=one.get("dashed", False),
        only=one.get("only", ""),
        state=one.get("state", ""),
        facing=one.get("facing", ""),
        passages=tuple(one["passages"]),
        authority=one["authority"],
        note=one.get("note", ""),
        place=place,
    )


def _tables(data: dict[str, Any], kind: str, lines: list[str], shown: str) -> Iterator[tuple[dict[str, Any], Place]]:
    """The [[tables]] of a kind, each with the line of its id."""
    heads = [n for n, line in enumerate(lines, 1) if re.match(rf"\s*\[\[\s*{kind}\s*\]\]", line)]
    for k, one in enumerate(data.get(kind, ())):
        line = heads[k] if k < len(heads) else 1
        at = next((n for n in range(line, min(line + 30, len(lines))) if re.match(r"\s*id\s*=", lines[n])), line - 1)
        yield one, Place(shown, at + 1, 1, lines[at])


def _faults(data: dict[str, Any], lines: list[str], shown: str) -> Iterator[Problem]:
    first = Place(shown, 1, 1, lines[0])
    for name in data:
        if name not in NEEDED:
            yield Problem("M07", first, f"there is no [{name}]{did_you_mean(name, NEEDED)}")
    if not isinstance(data.get("plan"), dict):
        yield Problem("M07", first, "there is no [plan]")
        return
    for kind in ("state", *KINDS):
        some = data.get(kind, [])
        if not isinstance(some, list) or not all(isinstance(one, dict) for one in some):
            yield Problem("M07", first, f"{kind} should be tables, [[{kind}]]")
            return
    yield from _fields("plan", data["plan"], TOP, first)
    seen: set[str] = set()
    states = [one.get("id") for one in data.get("state", ())]
    for kind in ("state", *KINDS):
        for one, place in _tables(data, kind, lines, shown):
            wrong = [*_fields(kind, one, STATE if kind == "state" else PART, place)]
            yield from wrong or _values(kind, one, states, seen, place)


def _fields(kind: str, one: dict[str, Any], wanted: dict[str, type], place: Place) -> Iterator[Problem]:
    """Fields that are unknown, missing or of the wrong kind."""
    for name, value in one.items():
        if name not in wanted:
            yield Problem("M07", place, f"a {kind} has no field {name}{did_you_mean(name, wanted)}")
        elif wanted[name] is float and (isinstance(value, bool) or not isinstance(value, (int, float))):
            yield Problem("M07", place, f"{name} is a number, not {value!r}"[:200])
        elif wanted[name] is not float and type(value) is not wanted[name]:
            yield Problem("M07", place, f"{name} should not be {value!r}"[:200])
    for name in NEEDED[kind]:
        if name not in one:
            yield Problem("M07", place, f"the {kind} lacks {name}")


def _values(kind: str, one: dict[str, Any], states: list[str], seen: set[str], place: Place) -> Iterator[Problem]:
    name = one["id"]
    if not ID.fullmatch(name) or name in seen:
        why = "stands twice" if name in seen else "is no id: small letters, digits, -"
        yield Problem("M07", place, f"{name!r} {why}")
    seen.add(name)
    if kind == "state":
        return
    for field, value, known in (
        ("shape", one["shape"], SHAPES),
        ("facing", one.get("facing", ""), FACING),
        ("state", one.get("state", ""), ("", *states)),
    ):
        if value not in known:
            yield Problem("M07", place, f"{name}: there is no {field} {value}{did_you_mean(value, known)}")
    if not all(isinstance(p, str) for p in one["passages"]) or not one["passages"] or not one["authority"].strip():
        yield Problem("M07", place, f"{name} names no passage or no authority")

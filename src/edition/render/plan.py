"""The plan of a chapter: each part of the data as a path, its label and its term. Nothing is drawn that is not data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from edition.enrich import Edition
from edition.glossary import by_word
from edition.model import GlossaryEntry, Part, Plan

MARGIN = 3.0  # units of the plan about the drawing
DOT, TIP = 0.7, 1.5  # half a point; from the middle of a person to where he faces
TURNS = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0)}
ABOVE, DROP = 1.5, 0.7  # from a thing to its label where the data do not place it; from a middle to a baseline


@dataclass(frozen=True, slots=True)
class Drawn:
    """One part, ready to be set."""

    part: Part
    entry: GlossaryEntry | None
    path: str  # empty: only a label
    tip: str  # where a person faces
    label: tuple[str, str]  # middle of its baseline
    css: str


def plan_facts(edition: Edition) -> dict[str, Any]:
    plans = [(book, plan, drawn(edition, plan)) for book in edition.books if (plan := book.chapter.plan)]
    return {"plans": plans}


def drawn(edition: Edition, plan: Plan) -> list[Drawn]:
    known = by_word(edition.corpus.glossary)
    states = {state[0]: k for k, state in enumerate(plan.states, 1)}
    return [
        Drawn(part, known.get(part.term), path_of(part), tip_of(part), _label(part), _css(part, states))
        for part in plan.parts
    ]


def view_box(plan: Plan) -> str:
    return " ".join(map(number, (-MARGIN, -MARGIN, plan.width + 2 * MARGIN, plan.height + 2 * MARGIN)))


def number(value: float) -> str:
    return f"{round(value, 2):g}"


def path_of(part: Part) -> str:
    """The outline: a box, a line, a dot for a thing; a person is drawn by where he faces."""
    x, y, w, h = part.box
    if part.shape == "rect":
        return f"M{number(x)} {number(y)}h{number(w)}v{number(h)}h{number(-w)}z"
    if part.shape == "line":
        return f"M{number(x)} {number(y)}l{number(w)} {number(h)}"
    if part.shape == "point" and not part.facing:
        return f"M{number(x - DOT)} {number(y - DOT)}h{number(2 * DOT)}v{number(2 * DOT)}h{number(-2 * DOT)}z"
    return ""


def tip_of(part: Part) -> str:
    """A small triangle that points where a person, or the middle of a row of persons, faces."""
    if part.facing not in TURNS:
        return ""
    x, y = middle(part)
    dx, dy = TURNS[part.facing]
    corners = [(x + dx * TIP, y + dy * TIP)] + [(x - dx * DOT + s * dy, y - dy * DOT - s * dx) for s in (1, -1)]
    return "M" + "L".join(f"{number(a)} {number(b)}" for a, b in corners) + "z"


def middle(part: Part) -> tuple[float, float]:
    x, y, w, h = part.box
    return (x + w / 2, y + h / 2) if part.shape in ("rect", "line") else (x, y)


def _label(part: Part) -> tuple[str, str]:
    if part.label_at:
        return number(part.label_at[0]), number(part.label_at[1])
    x, y = middle(part)
    if part.shape == "text":
        return number(x), number(y)
    inside = part.shape == "rect" and part.box[3] >= 2 * ABOVE
    return number(x), number(y + DROP if inside else y - part.box[3] / 2 - ABOVE)


def _css(part: Part, states: dict[str, int]) -> str:
    found = [part.kind, *(["dashed"] if part.dashed else []), *(["only"] if part.only else [])]
    if part.state:
        found.append(f"state-{states[part.state]}")
    return " ".join(found)


__all__ = ["Drawn", "drawn", "path_of", "plan_facts", "tip_of", "view_box"]

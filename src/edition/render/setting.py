"""What every page is set with: the texts, the words in both scripts, the templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from edition.enrich import Edition
from edition.memory import remembered
from edition.render.characters import characters
from edition.render.texts import Texts
from edition.render.words import CHANGED, CLASSES, NAMES, RELATIONS, STATUS, Speaker, Tongue
from edition.script import HANS, HANT

Facts = Mapping[str, Any] | Callable[[], Mapping[str, Any]]  # what a template is told, perhaps only when it is set


@dataclass(frozen=True, slots=True)
class Setting:
    """One for all pages of a site."""

    edition: Edition
    tongue: Tongue
    texts: Texts
    env: Environment
    speakers: Mapping[str, Speaker]  # by script


def setting(edition: Edition, templates: Path) -> Setting:
    tongue = Tongue(edition)
    tongue.characters = characters(edition, words_of_pages(edition, tongue))
    texts = Texts(edition, tongue)
    speakers = {script: Speaker(tongue, script) for script in (HANS, HANT)}
    return Setting(edition, tongue, texts, environment(templates), speakers)


def later(facts: Callable[..., Mapping[str, Any]], *of: object) -> Facts:
    """Facts that are found when the first of the twins is set, and kept for the other."""
    return cache(partial(facts, *of))


def told(facts: Facts) -> Mapping[str, Any]:
    """The facts themselves."""
    return facts() if callable(facts) else facts


def environment(templates: Path) -> Environment:
    """The templates as they stand now."""
    files = sorted(templates.glob("*.j2"))
    return _environment(templates, tuple((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files))


@remembered(2)
def _environment(templates: Path, _stamps: tuple[tuple[str, int, int], ...]) -> Environment:
    return Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # they do not change while a site is built
    )


def words_of_pages(edition: Edition, tongue: Tongue) -> list[tuple[str, str]]:
    """Titles and labels, so that the table of characters knows them."""
    for group in (CLASSES, STATUS, RELATIONS, CHANGED):
        for chinese, _ in group.values():
            tongue.both(chinese)
    for chinese in NAMES:
        tongue.both(chinese)
    for layer in edition.layers:
        tongue.named(layer.label)
    for book in edition.books:
        for section in book.chapter.sections:
            tongue.named(section.title)
            tongue.named(section.part)
    return list(tongue.known())

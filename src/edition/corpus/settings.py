"""edition.toml: the work, its chapters, layers, witnesses and sources."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edition.corpus.agree import bad_credits, bad_links, bad_slots, disagreements, odd_dates
from edition.corpus.names import SETTINGS, SOURCES
from edition.corpus.toml import CREDIT, FIELDS, Toml
from edition.model import BASE, Credit, Layer, LayerId, Meta, Place, Problem, Siglum, Source, Witness
from edition.problems import did_you_mean
from edition.tables import Report, read_text, safe_path


@dataclass(frozen=True, slots=True)
class ChapterHead:
    id: str
    title: str
    english: str
    number: int
    place: Place


@dataclass(frozen=True, slots=True)
class Settings:
    meta: Meta
    chapters: tuple[ChapterHead, ...]
    layers: tuple[Layer, ...]
    witnesses: tuple[Witness, ...]
    texts: tuple[Source, ...]  # those that could be read
    declared: tuple[str, ...]  # the file names of all

    @property
    def sources(self) -> dict[str, Source]:
        return {source.id: source for source in self.texts}

    @property
    def base(self) -> Layer:
        return next(layer for layer in self.layers if layer.kind == BASE)


def read_settings(folder: Path, report: Report, texts: bool = True) -> Settings | None:
    """The settings, or None where the rest of the corpus cannot be judged by them; every fault is reported.

    Without `texts` the sources are not opened: each is described and empty.
    """
    problems: list[Problem] = []
    settings = _read(folder, problems.append, texts)
    if settings and not any(problem.code == "F07" for problem in problems):  # else names are missing anyway
        chapters = [(chapter.id, chapter.place) for chapter in settings.chapters]
        problems += disagreements(chapters, settings.layers, settings.witnesses, settings.texts, settings.declared)
    for problem in problems:
        report(problem)
    return None if problems else settings


def _read(folder: Path, report: Report, opened: bool) -> Settings | None:
    toml = Toml(folder / SETTINGS, f"{folder.name}/{SETTINGS}", report)
    if toml.data is None:
        return None
    for key in sorted(toml.data.keys() - FIELDS.keys()):
        report(Problem("F07", toml.key(key), f"there is no [{key}]{did_you_mean(key, FIELDS)}"))
    head = toml.records("edition")
    chapters = tuple(_chapter(r, place) for r, place in toml.records("chapter"))
    layers = tuple(_layer(r, place) for r, place in toml.records("layer"))
    witnesses = tuple(_witness(r, place) for r, place in toml.records("witness"))
    records = toml.records("source")
    texts = tuple(s for r, place in records if (s := _source(folder, r, place, report, opened)))
    urls = ("site_url", "report_url", "licence_url")
    for problem in (
        *bad_links((url, r.get(url, ""), toml.place("edition", 0, url)) for r, _ in head for url in urls),
        *bad_slots((r.get("report_url", ""), toml.place("edition", 0, "report_url")) for r, _ in head),
        *odd_dates((r.get("date", ""), toml.place("edition", 0, "date")) for r, _ in head),
        *bad_credits(layers),
    ):
        report(problem)
    if not head:
        return None
    return Settings(_meta(head[0][0]), chapters, layers, witnesses, texts, tuple(r["file"] for r, _ in records))


def _meta(r: dict[str, Any]) -> Meta:
    return Meta(
        r["work"],
        r["title"],
        r["english"],
        r["version"],
        r.get("site_url", ""),
        r.get("report_url", ""),
        r["licence"],
        tuple(r.get("editors", ())),
        r.get("work_english", ""),
        tuple(r.get("editors_english", ())),
        r.get("publisher", ""),
        r.get("date", ""),
        r.get("licence_url", ""),
    )


def _chapter(r: dict[str, Any], place: Place) -> ChapterHead:
    return ChapterHead(r["id"], r["title"], r["english"], r["number"], place)


def _layer(r: dict[str, Any], place: Place) -> Layer:
    return Layer(
        id=LayerId(r["id"]),
        kind=r["kind"],
        label=r["label"],
        short=r["short"],
        english=r["english"],
        absent=r.get("absent", ""),
        script=r["script"],
        lang=r.get("lang", "lzh"),
        on=LayerId(r["on"]) if r.get("on") else None,
        publish=r.get("publish", True),
        witness=Siglum(r["witness"]) if r.get("witness") else None,
        place=place,
        about=r.get("about", ""),
        about_english=r.get("about_english", ""),
        credit=Credit(*(r.get(key, "") for key in CREDIT)),
    )


def _witness(r: dict[str, Any], place: Place) -> Witness:
    return Witness(
        siglum=Siglum(r["siglum"]),
        title=r["title"],
        description=r.get("description", ""),
        source=r.get("source") or None,
        carries=tuple(LayerId(x) for x in r.get("carries", ())),
        script=r["script"],
        place=place,
        tradition=r.get("tradition", False),
    )


def _source(folder: Path, r: dict[str, Any], place: Place, report: Report, opened: bool) -> Source | None:
    """The source with its text, when it is there and is what was received (F09, S01, S02)."""
    name = r["file"]
    path = safe_path(folder / SOURCES, name)
    if path is None:
        why = "is not in NFC" if unicodedata.normalize("NFC", name) != name else f"leads out of {SOURCES}/"
        report(Problem("F09", place, f"the file name {name!r} {why}"))
        return None
    if not opened:
        return _described(path, r, "", place, False)
    if not path.is_file():
        beside = sorted(p.name for p in (folder / SOURCES).glob("*"))
        report(Problem("S01", place, f"the source {name} is missing{did_you_mean(name, beside)}"))
        return None
    text = read_text(path, f"{folder.name}/{SOURCES}/{name}", report)
    if text is None:
        return None
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != r["sha256"]:
        report(
            Problem(
                "S02",
                place,
                f"{name} is not the text that was received: its SHA-256 is {digest}, "
                f"the settings say {r['sha256'][:16]}…",
            )
        )
        return None
    return _described(path, r, text, place)


def _described(path: Path, r: dict[str, Any], text: str, place: Place, opened: bool = True) -> Source:
    return Source(
        r["file"],
        path,
        Siglum(r["siglum"]),
        r["sha256"],
        r["title"],
        r["holder"],
        r["rights"],
        r["script"],
        r["format"],
        r["chapter"],
        text,
        place,
        r.get("options", {}),
        opened,
    )

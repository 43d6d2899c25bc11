"""Subsets of the fonts the site is set in, with the licence beside them; renewed where Noto is installed.

They come in parts, so that a first visit reads little: the commonest characters, then those of one script or the other,
then what no page has yet. The core says what it has (unicode-range); each part after it is asked for what is still
wanting, in the order of the families in the stylesheet, which puts the script of the page first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NOTO = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc")
HANAZONO = Path("/usr/share/fonts/truetype/hanazono")
SC = 2  # the place of the simplified Chinese forms in the collection; `locl` holds the others
FEATURES = ["vert", "vrt2", "liga", "locl", "halt", "vhal"]
ALWAYS = (
    "".join(map(chr, range(0x20, 0x7F))) + "āáǎàēéěèêīíǐìōóǒòūúǔùüǖǘǚǜńňǹḿ·–—…‘’“”«»×§©⁰¹²³⁴⁵⁶⁷⁸⁹"
    "、。〈〉《》「」『』【】〔〕〖〗（），．：；！？○□■〇〓￥"
)
SERIF, FALLBACK = "EditionSerif", "EditionSerifExt"
CORE = 500  # characters on most pages, which every first visit reads; the rest is read by script, or never
LANGUAGES = ("ZHS ", "ZHT ")  # the regional forms that `lang` may ask for here
LICENCE = "OFL.txt"
MANIFEST = "manifest.txt"
BEGIN, END = "/* faces: written by `edition fonts` */", "/* end of faces */"


class FontsMissing(Exception):
    """The fonts the subsets are made from are not installed."""


@dataclass(frozen=True)
class Texts:
    """Where characters stand, which rules in what part a reader finds them."""

    hans: tuple[str, ...]
    """The pages in simplified script, each as written."""
    hant: tuple[str, ...]
    """Their twins."""
    program: str
    """Scripts, templates and code: what may come to stand on a page."""


@dataclass(frozen=True)
class Part:
    """One file of a face."""

    file: str
    """Its name in static/fonts."""
    family: str
    """The name under which the stylesheet asks for it."""
    source: str
    """What font it is a part of."""
    points: tuple[int, ...]
    """The code points it has, in order."""
    bounded: bool
    """Whether the stylesheet says which; else it is asked for whatever the parts before it lack."""


def renew(texts: Texts, folder: Path, stylesheet: Path) -> list[str]:
    """Write the parts, the manifest and the faces of the stylesheet; the characters no font has."""
    if not NOTO.exists():
        raise FontsMissing(f"{NOTO} is not there: install fonts-noto-cjk and fonts-hanazono")
    folder.mkdir(parents=True, exist_ok=True)
    have = _covers(NOTO, SC)
    parts = [
        _subset(NOTO, SC, wanted & have, SERIF + name, folder, f"serif{suffix}", name == "")
        for name, suffix, wanted in _shares(texts, have)
    ]
    left = _points("".join((*texts.hans, *texts.hant))) - have
    for path in sorted(HANAZONO.glob("HanaMin*.ttf")):
        if here := _covers(path, -1) & left:
            letter = path.stem[-1]
            parts.append(_subset(path, -1, here, FALLBACK + letter, folder, f"serif-{letter.lower()}", True))
            left -= here
    (folder / MANIFEST).write_text("".join(map(_listed, parts)), "utf-8")
    _declare(parts, stylesheet)
    return sorted(map(chr, left))


def _shares(texts: Texts, have: set[int]) -> list[tuple[str, str, set[int]]]:
    """What each part holds: the commonest; the rest of either script; what no page has yet.

    A character on pages of both scripts stands in both parts, so that a reader of one script reads two files.
    """
    pages = Counter(point for page in texts.hans + texts.hant for point in _points(page))
    ranked = sorted(pages, key=lambda point: (-pages[point], point))
    core = _points(ALWAYS) | set([point for point in ranked if point > 0x2E80 and point in have][:CORE])
    core |= {point for point in ranked if point < 0x2E80}
    hans, hant = _points("".join(texts.hans)) - core, _points("".join(texts.hant)) - core
    more = (_points(texts.program) | _common()) - core - hans - hant
    return [("", "", core), ("Hans", "-hans", hans), ("Hant", "-hant", hant), ("More", "-more", more)]


def _points(text: str) -> set[int]:
    return {ord(char) for char in set(text) if ord(char) >= 0x20}


def _common() -> set[int]:
    """The first level of GB 2312: the 3,755 characters that modern words are written with."""
    rows = (bytes([row, cell]) for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF))
    return _points("".join(pair.decode("gb2312", "ignore") for pair in rows))


def ranges(points: Iterable[int]) -> str:
    """Code points as the value of unicode-range."""
    runs: list[list[int]] = []
    for point in sorted(points):
        if runs and point == runs[-1][1] + 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return ",".join(f"U+{first:X}" + (f"-{last:X}" if last > first else "") for first, last in runs)


def _declare(parts: list[Part], stylesheet: Path) -> None:
    faces = "".join(
        f'@font-face {{ font-family: {part.family}; src: url(fonts/{part.file}) format("woff2"); font-display: swap'
        + (f"; unicode-range: {ranges(part.points)}" if part.bounded else "")
        + " }\n"
        for part in parts
    )
    before, rest = stylesheet.read_text("utf-8").split(BEGIN, 1)
    stylesheet.write_text(f"{before}{BEGIN}\n{faces}{END}{rest.split(END, 1)[1]}", "utf-8")


def _listed(part: Part) -> str:
    head = f"# {part.file}: {len(part.points)} code points of {part.source}, renamed"
    return "\n".join([head, *(f"U+{point:04X}" for point in part.points)]) + "\n"


def covered_by(folder: Path) -> set[str]:
    """The characters that the shipped fonts have, after the manifest."""
    lines = (folder / MANIFEST).read_text("utf-8").splitlines()
    return {chr(int(line[2:], 16)) for line in lines if line and not line.startswith("#")}


def _covers(path: Path, number: int) -> set[int]:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    with TTFont(path, lazy=True, fontNumber=number) as font:
        return set(font.getBestCmap())


def _speak_chinese(font: Any) -> None:
    """Leave out the forms of other languages, which no page asks for."""
    for record in font["GSUB"].table.ScriptList.ScriptRecord if "GSUB" in font else ():
        kept = [one for one in record.Script.LangSysRecord if one.LangSysTag in LANGUAGES]
        record.Script.LangSysRecord, record.Script.LangSysCount = kept, len(kept)


def _speak_everywhere(font: Any) -> None:
    """Give runs of marks alone, which belong to no script, the forms of the language they stand in.

    A full stop after a character with ruby is such a run; without this it takes the default form.
    """
    if "GSUB" not in font:
        return
    scripts = {record.ScriptTag: record.Script for record in font["GSUB"].table.ScriptList.ScriptRecord}
    if "DFLT" in scripts and "hani" in scripts:
        scripts["DFLT"].LangSysRecord = scripts["hani"].LangSysRecord
        scripts["DFLT"].LangSysCount = len(scripts["hani"].LangSysRecord)


def _subset(path: Path, number: int, have: set[int], family: str, folder: Path, name: str, bounded: bool) -> Part:
    """Write the code points of `have` as WOFF2 under another name."""
    from fontTools import subset  # type: ignore[import-untyped]

    options = subset.Options()
    options.flavor, options.hinting, options.layout_features = "woff2", False, FEATURES
    options.font_number, options.name_IDs, options.recalc_timestamp = number, [0, 1, 2, 13, 14], False
    font = subset.load_font(str(path), options)
    _speak_chinese(font)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=have)
    maker.subset(font)
    _speak_everywhere(font)
    for name_id in (1, 4, 6, 16):
        font["name"].removeNames(nameID=name_id)
    for name_id in (1, 4, 6):
        font["name"].setName(family, name_id, 3, 1, 0x409)
    subset.save_font(font, str(folder / f"{name}.woff2"), options)
    source = "Noto Serif CJK" if path == NOTO else path.stem
    return Part(f"{name}.woff2", family, source, tuple(sorted(have)), bounded)

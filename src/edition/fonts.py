"""Subsets of the fonts the site is set in, with the licence beside them; renewed where Noto is installed."""

from __future__ import annotations

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
LICENCE = "OFL.txt"
MANIFEST = "manifest.txt"


class FontsMissing(Exception):
    """The fonts the subsets are made from are not installed."""


def renew(site_text: str, folder: Path) -> list[str]:
    """Write both subsets and the manifest for every character of a text; the characters no font has."""
    if not NOTO.exists():
        raise FontsMissing(f"{NOTO} is not there: install fonts-noto-cjk and fonts-hanazono")
    wanted = {ord(char) for char in site_text + ALWAYS if ord(char) >= 0x20}
    folder.mkdir(parents=True, exist_ok=True)
    covered = _subset(NOTO, SC, wanted, SERIF, folder / "serif.woff2")
    lines = [f"# serif.woff2: {len(covered)} code points of Noto Serif CJK", *_hex(covered)]
    left = wanted - covered
    extra: set[int] = set()
    for path in sorted(HANAZONO.glob("HanaMin*.ttf")):
        have = _covers(path) & (left - extra)
        if have:
            name = f"serif-{path.stem[-1].lower()}.woff2"
            extra |= _subset(path, -1, have, f"{FALLBACK}{path.stem[-1]}", folder / name)
            lines += [f"# {name}: {len(have)} code points of {path.stem}, renamed", *_hex(have)]
    (folder / MANIFEST).write_text("\n".join(lines) + "\n", "utf-8")
    return sorted(map(chr, left - extra))


def covered_by(folder: Path) -> set[str]:
    """The characters that the shipped fonts have, after the manifest."""
    lines = (folder / MANIFEST).read_text("utf-8").splitlines()
    return {chr(int(line[2:], 16)) for line in lines if line and not line.startswith("#")}


def _hex(points: set[int]) -> list[str]:
    return [f"U+{point:04X}" for point in sorted(points)]


def _covers(path: Path) -> set[int]:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    with TTFont(path, lazy=True) as font:
        return set(font.getBestCmap())


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


def _subset(path: Path, number: int, wanted: set[int], family: str, out: Path) -> set[int]:
    """The code points of `wanted` that the font has, written as WOFF2 under another name."""
    from fontTools import subset  # type: ignore[import-untyped]

    options = subset.Options()
    options.flavor, options.hinting, options.layout_features = "woff2", False, FEATURES
    options.font_number, options.name_IDs, options.recalc_timestamp = number, [0, 1, 2, 13, 14], False
    font = subset.load_font(str(path), options)
    have = wanted & set(font.getBestCmap())
    maker = subset.Subsetter(options)
    maker.populate(unicodes=have)
    maker.subset(font)
    _speak_everywhere(font)
    for name_id in (1, 4, 6, 16):
        font["name"].removeNames(nameID=name_id)
    for name_id in (1, 4, 6):
        font["name"].setName(family, name_id, 3, 1, 0x409)
    subset.save_font(font, str(out), options)
    return have

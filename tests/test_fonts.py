"""Every character of the built site is in a font that is shipped with it, under a licence that is shipped too."""

from __future__ import annotations

import re
from pathlib import Path

from fontTools.ttLib import TTFont
from lxml import html

from exports import ROOT

FONTS = ROOT / "static" / "fonts"


def covered() -> set[int]:
    return {code for path in FONTS.glob("*.woff2") for code in TTFont(path).getBestCmap()}


def test_every_character_has_a_glyph(site: Path) -> None:
    wanted: set[str] = set()
    for path in site.rglob("*.html"):
        tree = html.fromstring(path.read_bytes())
        wanted.update(tree.text_content())
        wanted.update("".join(tree.xpath("//@data-p | //@data-y | //@data-v")))
    glyphs = covered()
    lacking = {char for char in wanted if ord(char) > 0x20 and ord(char) not in glyphs}
    assert lacking == set()


def test_no_private_use_and_no_lost_character_is_shown(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search("[\ue000-\uf8ff\ufffd]", text), path


def test_the_manifest_says_what_is_covered() -> None:
    said = (FONTS / "manifest.txt").read_text("utf-8")
    named = {int(code, 16) for code in re.findall(r"U\+([0-9A-F]+)", said)}
    assert covered() >= named and len(named) > 500


def test_the_licence_is_beside_the_fonts() -> None:
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text("utf-8").upper()
    for path in FONTS.glob("*.woff2"):
        family = TTFont(path)["name"].getDebugName(1)
        assert family and "Hana" not in family  # a reserved name

"""Every character of the built site is in a font that is shipped with it, under a licence that is shipped too."""

from __future__ import annotations

import re
from pathlib import Path

from fontTools.ttLib import TTFont
from lxml import html
from playwright.sync_api import Page

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


def test_a_face_with_a_range_has_exactly_what_it_says() -> None:
    css = (ROOT / "static" / "edition.css").read_text("utf-8")
    faces = re.findall(r"@font-face \{[^}]*url\(fonts/([^)]+)\)[^}]*\}", css)
    assert sorted(faces) == sorted(path.name for path in FONTS.glob("*.woff2"))
    bounded = dict(re.findall(r"url\(fonts/([^)]+)\)[^}]*unicode-range: ([^}]+) \}", css))
    assert "serif.woff2" in bounded
    for name, said in bounded.items():
        runs = [[int(end, 16) for end in run[2:].split("-")] for run in said.split(",")]
        assert {p for run in runs for p in range(run[0], run[-1] + 1)} == set(TTFont(FONTS / name).getBestCmap()), name


def test_a_first_visit_reads_the_common_part_and_one_script(site: Path, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url.rsplit("/", 1)[1]) if r.url.endswith(".woff2") else None)
    page.goto((site / "index.html").as_uri())
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert sorted(asked) == ["serif-hans.woff2", "serif.woff2"]


def test_the_language_picks_the_forms_of_the_shipped_font(site: Path, page: Page) -> None:
    page.goto((site / "index.html").as_uri())
    page.evaluate("""() => {
        const box = document.createElement("p");
        box.style.cssText = "position:fixed;inset:0 auto auto 0;z-index:99;margin:0;background:#fff;font-size:60px";
        box.innerHTML = ["Hans", "Hant"].flatMap(tag => [..."骨射"].map(char =>
          `<span class="probe" style="display:inline-block" lang="lzh-${tag}">${char}</span>`)).join("");
        box.style.fontFamily = "EditionSerif, EditionSerifHans, EditionSerifHant";
        document.body.append(box);
        return document.fonts.load("60px EditionSerifHans", "骨射").then(() => document.fonts.ready).then(() => 0);
    }""")
    page.wait_for_timeout(200)
    bone, shoot, other_bone, other_shoot = [one.screenshot() for one in page.query_selector_all(".probe")]
    assert bone != other_bone and shoot != other_shoot  # 直 has one form for both in this font
    client = page.context.new_cdp_session(page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    for node in client.send("DOM.querySelectorAll", {"nodeId": root, "selector": ".probe"})["nodeIds"]:
        used = client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert [font["isCustomFont"] for font in used] == [True], used


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

"""The page of the data and its index: every file there is, and each as it is."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import jsonschema
from lxml import html

from exports import rows

BESIDE = {"text.json", "text.txt", "text.md", "cite.bib", "cite.ris", "cite.csl.json"}


def index(site: Path) -> dict[str, list[dict[str, object]]]:
    return dict(json.loads((site / "data" / "index.json").read_text("utf-8")))


def listed(site: Path) -> dict[str, tuple[int, str]]:
    """Path → size and digest, those beside the passages one by one."""
    found: dict[str, tuple[int, str]] = {}
    for file in index(site)["files"]:
        if "sha256" in file:
            found[str(file["path"])] = (int(str(file["size"])), str(file["sha256"]))
        else:
            some = file["files"]
            assert isinstance(some, dict) and sum(size for size, _ in some.values()) == file["size"]
            found |= {path: (size, digest) for path, (size, digest) in some.items()}
    return found


def test_the_index_follows_its_schema(site: Path) -> None:
    schema = json.loads((site / "data" / "schema" / "index.schema.json").read_text("utf-8"))
    jsonschema.validate(index(site), schema)  # no file stands there without a word of what it is


def test_every_file_is_listed_and_is_what_the_list_says(site: Path) -> None:
    found = listed(site)
    data = {
        p
        for p in (site / "data").rglob("*")
        if p.is_file() and p.relative_to(site / "data").as_posix() not in ("index.html", "index.json")
    }
    beside = {p for p in site.rglob("*") if p.name in BESIDE and not p.is_relative_to(site / "data")}
    assert {site / path for path in found} == data | beside
    for path, (size, digest) in found.items():
        raw = (site / path).read_bytes()
        assert (len(raw), hashlib.sha256(raw).hexdigest()) == (size, digest), path


def test_every_passage_has_its_files_in_both_scripts(site: Path) -> None:
    passages = {r["unit"] for r in rows(site, "alignment.tsv") if r["layer"] == "jing"} - {"52"}
    wanted = {f"xiangshe/{p}/{name}" for p in passages for name in BESIDE}
    wanted |= {f"hant/xiangshe/{p}/{name}" for p in passages for name in BESIDE - {"text.json"}}
    assert {path for path in listed(site) if not path.startswith("data/")} == wanted


def test_the_page_lists_the_same(site: Path) -> None:
    page = html.fromstring((site / "hant" / "data" / "index.html").read_bytes())
    shown = {}
    for row in page.xpath("//table[contains(@class, 'files')]/tbody/tr"):
        path, what, size, _, digest = (cell.text_content() for cell in row)
        assert re.search(r"[一-鿿]", what) and re.search(r"[a-z]{3}", what), path
        shown[path] = (int(size.replace(",", "")), digest)
    files = index(site)["files"]
    assert shown == {f["path"]: (f["size"], f.get("sha256", "")) for f in files}
    said = " ".join(page.xpath("//main")[0].text_content().split())
    assert "很可能仍在版權保護期內" in said and "CC BY-SA 4.0" in said


def test_the_version_stands_in_every_export(site: Path) -> None:
    """A table of columns has no room for it: version.json beside it does."""
    version = index(site)["version"]
    assert json.loads((site / "data" / "xiangshe" / "version.json").read_text("utf-8"))["version"] == version
    for path in listed(site):
        text = (site / path).read_text("utf-8")
        if path.endswith((".tsv", "notes.json")) or path.startswith("data/schema/"):
            continue
        assert str(version) in text, path


def test_passages_follow_their_schema(site: Path) -> None:
    schema = json.loads((site / "data" / "schema" / "passage.schema.json").read_text("utf-8"))
    check = jsonschema.Draft202012Validator(schema)
    for path in sorted(site.glob("xiangshe/*/text.json")):
        check.validate(json.loads(path.read_text("utf-8")))

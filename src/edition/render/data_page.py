"""The page of the data: every file that another program may read, what it is, its size, digest and terms.

`data/index.json` says the same; there the files beside the passages, of which the page gives only the kinds, stand each
with its own digest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from edition.enrich import Edition
from edition.model import INTERLINEAR, NOTES
from edition.render import nav
from edition.render.exports import Make as Words
from edition.render.exports import dump
from edition.render.reference_view import ReferenceView
from edition.render.setting import Setting
from edition.render.stage import Make
from edition.script import HANS, HANT

INDEX = "data/index.json"
PAGE = "data/index.html"
OWN, TEXTS = "edition", "texts"  # terms: the work of the editors alone; with the texts of the sources
PASSAGE = re.compile(r"^((?:hant/)?[^/]+/)([0-9]+\.[0-9]+[a-z]?)/([a-z.]+)$")  # a file beside a passage
SCRIPTS = {HANS: ("简体", "simplified"), HANT: ("繁体", "traditional")}
KNOWN: dict[str, tuple[str, str, str]] = {  # file name: what it is, in English, its terms
    "tokens.tsv": ("逐字表：各本每一字与所定之字", "every character of every witness against the text", TEXTS),
    "alignment.tsv": ("对应表：各条注、译、平行文所答之经文", "which passages each unit answers", OWN),
    "proposals.tsv": ("程序自动所拟之对应", "what the aligners alone propose", OWN),
    "apparatus.tsv": ("校记：每条各本作何", "the apparatus, a row for each witness", TEXTS),
    "lemmata.tsv": ("注疏所举之词与其所指", "words of comments that speak of words", OWN),
    "citations.tsv": ("注家所引之书", "works cited by the commentators", TEXTS),
    "readings.tsv": ("多音字之读与其依据", "every character with several readings", OWN),
    "script.tsv": ("简繁两可之字与其依据", "every character with several forms", OWN),
    "aliases.tsv": ("一切名称：编号、节名、简称、版叶所指之条", "every name by which a place can be asked for", OWN),
    "passages.json": ("全篇各条与诸家之说", "all passages with what answers them", TEXTS),
    "notes.json": ("本书案语", "the edition’s own notes", OWN),
    "ids.json": ("一切编号及其下落", "every ID ever published and its fate", OWN),
    "version.json": ("版本、日期、许可", "version, date, licence", OWN),
    "text.json": ("一条及诸家之说，兼简繁、拼音、校改记号", "one passage with what answers it", TEXTS),
    "text.txt": ("一条及诸家之说，纯文本", "one passage as plain text", TEXTS),
    "text.md": ("一条及诸家之说，Markdown", "one passage in Markdown", TEXTS),
    "cite.bib": ("引文记录，BibTeX", "citations for BibTeX", OWN),
    "cite.ris": ("引文记录，RIS", "citations in RIS", OWN),
    "cite.csl.json": ("引文记录，CSL-JSON", "citations in CSL-JSON", OWN),
}
WRITTEN = re.compile(r"text\.(hans|hant)((?:-signs|-pinyin)*)\.(txt|md)")
WITH = {"signs": ("附校改记号", "with the editor’s signs"), "pinyin": ("附拼音", "with pinyin")}


@dataclass(frozen=True, slots=True)
class Listed:
    """One file, or all of one kind beside the passages."""

    path: str  # with `*` for the passage
    what: str
    english: str
    terms: str  # OWN | TEXTS
    files: dict[str, tuple[int, str]]  # path → size in bytes, SHA-256

    @property
    def alone(self) -> bool:
        return "*" not in self.path

    @property
    def size(self) -> int:
        return sum(size for size, _ in self.files.values())

    @property
    def digest(self) -> str:
        return next(iter(self.files.values()))[1] if self.alone else ""


def data_files(desk: Setting, files: Mapping[str, Make]) -> dict[str, Make]:
    """What is read by programs, each file made once however often it is wanted, and what tells of it."""
    found: dict[str, Make] = {path: cache(make) for path, make in files.items() if is_data(path)}
    index = cache(partial(listing, found))
    made: dict[str, Words] = {INDEX: lambda: dump(index_record(desk.edition, index()))}
    for script in (HANS, HANT):
        page = nav.Page(PAGE, script)
        made[page.file] = partial(_page, desk, page, index)
    return {**found, **{path: partial(_encoded, make) for path, make in made.items()}}


def is_data(path: str) -> bool:
    return path.startswith("data/") or bool(PASSAGE.match(path) and path.rpartition("/")[2] in KNOWN)


def version_record(edition: Edition) -> dict[str, str]:
    meta = edition.corpus.meta
    return {"version": meta.version, "date": meta.date, "licence": meta.licence, "licence_url": meta.licence_url}


def listing(files: Mapping[str, Make]) -> list[Listed]:
    """Every file that stands alone, then the kinds of files beside the passages."""
    groups: dict[str, dict[str, tuple[int, str]]] = {}
    for path in sorted(files):
        beside, content = PASSAGE.match(path), files[path]()
        name = f"{beside[1]}*/{beside[3]}" if beside else path
        groups.setdefault(name, {})[path] = len(content), hashlib.sha256(content).hexdigest()
    return sorted((_listed(name, found) for name, found in groups.items()), key=lambda one: (not one.alone, one.path))


def _listed(path: str, files: dict[str, tuple[int, str]]) -> Listed:
    name = path.rpartition("/")[2]
    if path.startswith("data/schema/"):
        return Listed(path, f"{name.partition('.')[0]}.json 之 JSON Schema", "JSON Schema", OWN, files)
    whole = WRITTEN.fullmatch(name)
    if whole:
        said = [SCRIPTS[whole[1]], *(WITH[one] for one in whole[2].split("-") if one)]
        chinese, english = ("，".join(words[0] for words in said), ", ".join(words[1] for words in said))
        return Listed(path, f"全篇文本，{chinese}", f"the whole text, {english}", TEXTS, files)
    what, english, terms = KNOWN.get(name, ("", "", TEXTS))
    return Listed(path, what, english, terms, files)


def index_record(edition: Edition, listed: list[Listed]) -> dict[str, object]:
    return {
        "title": edition.corpus.meta.title,
        **version_record(edition),
        "rights": [
            {"layer": layer, "label": label, "source": source, "holder": holder, "rights": rights}
            for layer, label, source, holder, rights in rights_of(edition)
        ],
        "files": [
            {
                "path": one.path,
                "what": one.what,
                "english": one.english,
                "terms": one.terms,
                "size": one.size,
                **(
                    {"sha256": one.digest} if one.alone else {"files": {path: list(f) for path, f in one.files.items()}}
                ),
            }
            for one in listed
        ],
    }


def rights_of(edition: Edition) -> list[tuple[str, str, str, str, str]]:
    """Layer, label, source, holder, rights: what is known of every text that is published."""
    return [
        (str(layer.id), layer.label, source.id, source.holder, source.rights)
        for layer in edition.corpus.layers
        if layer.publish and layer.kind not in (NOTES, INTERLINEAR)
        for source in edition.corpus.sources.values()
        if source.siglum == layer.witness
    ]


def _page(desk: Setting, page: nav.Page, index: Any) -> str:
    view = ReferenceView(page, desk.texts, desk.speakers[page.script])
    facts = {"listed": index(), "rights": rights_of(desk.edition), "own": OWN}
    return desk.env.get_template("data.j2").render(v=view, edition=desk.edition, **facts)


def _encoded(make: Words) -> bytes:
    return make().encode()

"""What a page says of itself to programs: addresses, Highwire and Dublin Core for reference managers, JSON-LD.

The names in `place_tags` are those that Zotero's translator Embedded Metadata reads (`tests/test_described.py` holds
the table, field by field). A name of a person stands alone in Han characters: without a comma or a space nothing
divides it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from edition.enrich import Book, Voice
from edition.model import NOTES, PassageId, Section
from edition.render import nav
from edition.render.cite import Cited, matter
from edition.render.inline import lang_of
from edition.render.words import Two
from edition.script import HANS, HANT

if TYPE_CHECKING:
    from edition.render.views import View

LOCALE = {HANS: "zh_CN", HANT: "zh_TW"}
LONGEST = 150  # code points of a description
SIBLINGS = (  # files beside the page of a passage: name, type, whether it has a twin
    ("text.json", "application/json", False),
    ("text.txt", "text/plain", True),
    ("text.md", "text/markdown", True),
    ("cite.bib", "application/x-bibtex", True),
    ("cite.ris", "application/x-research-info-systems", True),
    ("cite.csl.json", "application/vnd.citationstyles.csl+json", True),
)
Tags = Iterator[tuple[str, str, str]]  # attribute that names it, name, content


class Described:
    """The head of one page."""

    def __init__(self, view: View) -> None:
        self.view = view

    # --- every page
    def page(self, title: Two, words: str = "") -> Markup:
        """Addresses, icon and what a link to the page shows; `words` in the script of the page."""
        view, site = self.view, self.view.meta.site_url
        about = words or f"{view.plain_name(view.meta.title)}。{view.meta.english}."
        links = [("icon", 'type="image/svg+xml"', view.file_at("static/icon.svg"))]
        if site:
            links.append(("canonical", "", view.page.canonical(site)))
        for script in (HANS, HANT) if site else (nav.OTHER[view.script],):
            there = nav.Page(view.page.path, script).canonical(site) or view.page.twin
            links.append(("alternate", f'hreflang="zh-{nav.SUBTAG[script]}"', there))
        tags = self._graph(view.speaker.pick(title), _cut(about))
        return Markup("\n".join([*map(_link, links), *map(_tag, tags)]))

    def _graph(self, title: str, about: str) -> Tags:
        yield "name", "description", about
        yield "property", "og:title", title
        yield "property", "og:description", about
        yield "property", "og:site_name", self.view.plain_name(self.view.meta.title)
        yield "property", "og:locale", LOCALE[self.view.script]
        if self.view.meta.site_url:
            yield "property", "og:url", self.view.page.canonical(self.view.meta.site_url)

    # --- a passage, a section, a chapter
    def place(self, voices: Sequence[Voice], section: Section | None = None, whole: bool = False) -> Markup:
        """What a reference manager keeps of passages that follow one another; `whole` for a chapter."""
        cited = self._cited(voices, whole)
        record = json.dumps(self._record(cited, section, whole), ensure_ascii=False, separators=(",", ":"))
        tags = "\n".join(map(_tag, place_tags(self.view, cited, whole)))
        safe = record.replace("<", "\\u003c")  # nothing in a text can end the script
        return Markup(f'{tags}\n<script type="application/ld+json">{safe}</script>')

    def siblings(self, passage: str) -> Markup:
        """The files beside the page of a passage."""
        said = ((name, f'type="{kind}"', self.sibling(passage, name, twin)) for name, kind, twin in SIBLINGS)
        return Markup("\n".join(_link(("alternate", kind, href)) for _, kind, href in said))

    def sibling(self, passage: str, name: str, twin: bool) -> str:
        path = nav.passage_page(self._book, passage).replace("index.html", name)
        return self.view.to(path) if twin else self.view.file_at(path)

    @property
    def _book(self) -> Book:
        assert self.view.book is not None
        return self.view.book

    def _cited(self, voices: Sequence[Voice], whole: bool) -> Cited:
        citations = self.view.texts.citations
        if whole:
            address = citations.address(nav.chapter_page(self._book))
            return Cited(f"{voices[0].unit.id}-{voices[-1].unit.id}", address, tuple(voices))
        return citations.range(self._book, tuple(voices))

    def _record(self, cited: Cited, section: Section | None, whole: bool) -> dict[str, object]:
        """schema.org: the place in its section, its chapter and the edition, with what answers it."""
        view, meta = self.view, self.view.meta
        book = self._edition()
        chapter = {"@type": "Chapter", "name": view.plain_name(self._book.chapter.title), "isPartOf": book}
        above: object = book if whole else chapter
        if section and len(cited.voices) == 1:
            above = {"@type": "Chapter", "name": f"{section.id} {view.plain_name(section.title)}", "isPartOf": chapter}
        alone = len(cited.voices) == 1
        return {
            "@context": "https://schema.org",
            "@type": "CreativeWork" if alone else "Chapter",
            "name": f"{view.plain_name(meta.title)} {cited.id}",
            "identifier": f"{self._book.chapter.id}:{cited.id}",
            **({"url": cited.address} if meta.site_url else {}),
            "inLanguage": lang_of(view.edition.base, view.script),
            "version": meta.version,
            **({"datePublished": meta.date} if meta.date else {}),
            "license": meta.licence_url or meta.licence,
            "isPartOf": above,
            **({"text": view.shown(cited.voices[0]), **self._answers(cited)} if alone else {}),
        }

    def _edition(self) -> dict[str, object]:
        view, meta = self.view, self.view.meta
        editors = [{"@type": "Organization", "name": view.plain_name(name)} for name in meta.editors]
        return {
            "@type": "Book",
            "name": view.plain_name(meta.title),
            "alternateName": meta.english,
            **({"editor": editors} if editors else {}),
            **({"publisher": {"@type": "Organization", "name": meta.publisher}} if meta.publisher else {}),
            "version": meta.version,
            "license": meta.licence_url or meta.licence,
            **({"url": meta.site_url} if meta.site_url else {}),
        }

    def _answers(self, cited: Cited) -> dict[str, object]:
        """Every comment with its author and its own work."""
        found = []
        for voice in self._book.comments.get(PassageId(cited.voices[0].unit.id), ()):
            credit = voice.layer.credit
            if voice.layer in self.view.edition.layers and voice.layer.kind != NOTES:
                one: dict[str, object] = {
                    "@type": "CreativeWork",
                    "identifier": f"{self._book.chapter.id}:{voice.unit.id}",
                    "name": self.view.plain_name(voice.layer.label),
                }
                if credit.author:
                    author = {"@type": "Person", "name": self.view.plain_name(credit.author)}
                    one["author"] = {**author, "alternateName": credit.author_english}
                if credit.work:
                    one["isPartOf"] = {"@type": "Book", "name": self.view.plain_name(credit.work)}
                found.append(one)
        return {"hasPart": found} if found else {}


def place_tags(view: View, cited: Cited, whole: bool) -> Tags:
    assert view.book is not None
    m = matter(view.edition, view.book, view.edition.base, view.texts.tongue, view.script)
    first, last = str(cited.voices[0].unit.id), str(cited.voices[-1].unit.id)
    title = f"{m.work}·{m.chapter}"
    fields = [
        ("citation_title", title),
        ("citation_book_title", m.title),
        *(("citation_editor", name) for name in m.editors),
        ("citation_publisher", m.publisher),
        ("citation_publication_date", m.date),
        ("citation_firstpage", "" if whole else first),
        ("citation_lastpage", last if last != first and not whole else ""),
        ("citation_language", m.lang),
        ("citation_public_url", cited.address if m.online else ""),
        ("citation_abstract", _cut(view.shown(cited.voices[0]), 500) if first == last else ""),
        ("prism.edition", m.version),
        ("dc.title", title),
        ("dc.identifier", f"{m.folder}:{cited.id}"),
        ("dc.language", m.lang),
        ("dc.date", m.date),
        ("dc.rights", " ".join(filter(None, (view.meta.licence, view.meta.licence_url)))),
        *(("dc.contributor", name) for name in m.editors),
        ("dcterms.isPartOf", m.title),
        ("dcterms.hasVersion", m.version),
    ]
    return (("name", name, content) for name, content in fields if content)


def _cut(words: str, longest: int = LONGEST) -> str:
    return words if len(words) <= longest else words[: longest - 1] + "…"


def _tag(tag: tuple[str, str, str]) -> str:
    kind, name, content = tag
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def _link(link: tuple[str, str, str]) -> str:
    rel, more, href = link
    return f'<link rel="{rel}"{more and " "}{more} href="{escape(href)}">'

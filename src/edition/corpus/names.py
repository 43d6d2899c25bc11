"""The files a corpus may hold: what each table is called and which columns it has."""

from __future__ import annotations

SETTINGS = "edition.toml"
SOURCES = "sources"  # the folder of the texts as received
PROSE = ("notes", "glossary")  # folders of Markdown, in the corpus or in a chapter
PAGES = ("principles.md",)  # Markdown of a page of its own
INTRODUCTION, PLAN = "introduction.md", "plan.toml"  # of a chapter
ASIDE = ("README.md", "LICENSE", "LICENSE.md")  # for people, read by nothing

TEXT = ("unit", "text")  # of every layer
CORPUS_TABLES = {
    "readings": ("pattern", "reading", "sense", "kind", "authority", "alternatives", "layers", "note"),
    "folds": ("form", "folded"),
    "script": ("pattern", "hans", "hant", "sense", "kind", "authority", "layers", "note"),
}
LEMMATA = ("unit", "role", "kind", "from", "to", "target", "target_from", "target_last", "target_to", "status", "note")
CITATIONS = ("unit", "from", "to", "work", "place", "quoted", "passages", "note")
SYNOPSIS = ("section", "zh", "en")
PUBLISHED = ("id", "layer", "source", "start", "end", "digest", "version", "retired")
CHANGES = ("version", "date", "ids", "kind", "what", "english", "why")
CHAPTER_TABLES = {
    "sections": ("section", "part", "title", "heading"),
    "ledger": ("id", "layer", "source", "start", "end", "digest", "status", "successors", "note"),
    "alignment": ("unit", "passages", "n_from", "n_to", "start", "end", "relation", "note"),
    "witnesses": ("witness", "passage", "start", "end", "n_from", "n_to"),
    "apparatus": (
        "entry",
        "unit",
        "lemma",
        "at",
        "witness",
        "reading",
        "ref",
        "class",
        "status",
        "authority",
        "reason",
    ),
    "skipped": ("source", "start", "end", "reason", "text"),
    "marks": ("source", "offset", "text"),
    "interlinear": ("source", "offset", "text"),
    "readings": ("unit", "chars", "reading", "sense", "kind", "authority", "alternatives", "note"),
    "script": ("unit", "chars", "hans", "hant", "sense", "kind", "authority", "note"),
    "leaves": ("leaf", "passage", "n"),
    "lemmata": LEMMATA,
    "citations": CITATIONS,
    "synopsis": SYNOPSIS,
    "changes": CHANGES,
    "published": PUBLISHED,
}
ADDRESSES = (
    "witnesses",
    "apparatus",
    "collation",
    "principles",
    "help",
    "patterns",
    "hant",
    "static",
    "data",
    "search",
    "changes",
    "citations",
    "plan",
)  # pages of the site, beside the chapters
RESERVED = {
    "chapter": (SOURCES, *PROSE, *CORPUS_TABLES, *ADDRESSES),
    "layer": (*CHAPTER_TABLES, *PROSE, "introduction", "plan", "parallels"),
}

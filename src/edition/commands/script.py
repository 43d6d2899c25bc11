"""`edition script`: every character with more than one form, who decided it and why."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from edition.commands.output import prepared
from edition.commands.rulings import add_options, listed, write
from edition.enrich import Book, Edition, quotable
from edition.model import Decision
from edition.render.exports import numbered_chars
from edition.rules import Ledger, Lexicon
from edition.script import LIBRARY, candidates
from edition.speech import own_words, spoken
from edition.text import is_han

COLUMNS = ("layer", "unit", "n", "char", "hans", "hant", "kind", "rule", "sense", "authority")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("unit", nargs="?", help="only this passage or unit")
    parser.add_argument("char", nargs="?", help="only this character")
    parser.add_argument("hans", nargs="?", help="decide: the simplified form there")
    parser.add_argument("hant", nargs="?", help="and the traditional one")
    add_options(parser)
    parser.add_argument("--own", action="store_true", help="of the edition’s own words, by the line they stand in")
    parser.add_argument("--kind", help="only forms decided by this: sense, print, standard, keep, library …")


def run(args: argparse.Namespace) -> int:
    if args.hans and args.hant:
        return write(args, "script", {"hans": args.hans, "hant": args.hant, "kind": args.kind or "sense"})
    if args.hans:
        print("edition: a decision needs both forms, simplified and traditional", file=sys.stderr)
        return 1
    edition = prepared(args)
    if edition is None:
        return 1
    rows = [*own(edition)] if args.own else [row for book in edition.books for row in reasoned(edition, book)]
    return listed(args, rows, COLUMNS, "with more than one form")


def reasoned(edition: Edition, book: Book) -> Iterator[tuple[object, ...]]:
    """The rows of script.tsv with the sense and the authority of each decision."""
    for voice, n, char, at in numbered_chars(edition, book):
        if asks(voice.forms[at], char, voice.layer.script):
            yield voice.layer.id, voice.unit.id, n, char, *told(voice.forms[at])


def own(edition: Edition) -> Iterator[tuple[object, ...]]:
    """The same of what the edition says itself; the unit is a line, n counts the Han characters of the saying."""
    lexicon, texts, stored = (
        Lexicon.of(edition.corpus.forms),
        quotable(edition.corpus, edition.books),
        edition.base.script,
    )
    for unit in own_words(edition.corpus):
        decisions, n = spoken(unit, stored, lexicon, texts, Ledger()), 0
        for char, said in zip(unit.text, decisions, strict=True):
            n += is_han(char)
            if is_han(char) and asks(said, char, stored):
                yield unit.layer, f"{unit.place.path}:{unit.place.line}", n, char, *told(said)


def asks(said: Decision, char: str, stored: str) -> bool:
    """Whether a character has more than one form, or an editor spoke of it."""
    return said.kind != LIBRARY or len(candidates(char, stored)) > 1


def told(said: Decision) -> tuple[str, ...]:
    return said.value[0], said.value[1], said.kind, said.rule, said.sense, said.authority

"""The apparatus: witnesses that exist and have the place, words of the list, entries that say something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from edition.enrich import Book, Edition
from edition.model import Problem, Variant, Witness, WitnessSpan
from edition.problems import did_you_mean

CLASSES = ("dropped", "wrong", "split", "added", "orthographic", "variant", "gaiji", "punctuation")
STATUSES = ("decided", "doubtful")
NEED_AUTHORITY = ("wrong", "dropped", "gaiji", "added", "split")


def sigla(edition: Edition) -> Iterator[Problem]:
    """Every siglum is a witness's (V03)."""
    known = {witness.siglum for witness in edition.corpus.witnesses}
    for _, row in _rows(edition):
        if row.witness not in known:
            yield Problem(
                "V03",
                row.place,
                f"there is no witness {row.witness or 'without a siglum'}"
                f"{did_you_mean(row.witness, known)}: there are {' '.join(sorted(known))}",
            )


def extant(edition: Edition) -> Iterator[Problem]:
    """A witness is quoted only for what it has (V04)."""
    witnesses = {witness.siglum: witness for witness in edition.corpus.witnesses}
    for book, row in _rows(edition):
        if row.witness in witnesses and (why := _wanting(edition, book, row, witnesses[row.witness])):
            yield Problem("V04", row.place, f"{row.entry}: {why}")


def _wanting(edition: Edition, book: Book, row: Variant, witness: Witness) -> str:
    """Why a witness cannot have this place; empty where it can."""
    voice = book.voices[row.unit]
    if voice.layer.id not in witness.carries:
        return f"{row.witness} does not carry layer {voice.layer.id}, only {', '.join(witness.carries) or 'nothing'}"
    if witness.source is None:
        return "" if row.ref else f"{row.witness} is quoted by place, and the row names none"
    if row.witness == voice.layer.witness:
        return ""
    spans = [span for span in book.chapter.spans if span.witness == row.witness]
    mine = [span for span in spans if str(span.passage) == row.unit]
    if not mine:
        return f"{row.witness} has no {row.unit}{_extent(spans)}"
    if not any(
        (s.n_from or 1) <= row.n_to + (row.n_to < row.n_from) and row.n_from <= (s.n_to or row.n_from) for s in mine
    ):
        n = f"{mine[0].n_from or 1} to {mine[0].n_to or 'the end'}"
        return f"{row.witness} has only characters {n} of {row.unit}, not {row.n_from}"
    return ""


def _extent(spans: list[WitnessSpan]) -> str:
    return f": it has {spans[0].passage} to {spans[-1].passage}" if spans else ""


def words(edition: Edition) -> Iterator[Problem]:
    """Class and status are words of the list (V06)."""
    for _, row in _rows(edition):
        for name, word, known in (("class", row.cls, CLASSES), ("status", row.status, STATUSES)):
            if word not in known:
                yield Problem(
                    "V06",
                    row.place,
                    f"{word or 'nothing'} is no {name}: there are {', '.join(known)}{did_you_mean(word, known)}",
                )


def overlaps(edition: Edition) -> Iterator[Problem]:
    """A witness has one reading for each character (V07)."""

    def key(row: Variant) -> tuple[str, str]:
        return row.witness, row.unit

    for book in edition.books:
        for _, group in groupby(sorted(book.chapter.variants, key=lambda row: (*key(row), row.at)), key):
            for one, other in pairwise(group):
                if other.at[0] < one.at[1] or other.at == one.at:
                    later, earlier = (one, other) if one.place.line > other.place.line else (other, one)
                    both = f"{later.entry} and {earlier.entry} (line {earlier.place.line})"
                    yield Problem(
                        "V07",
                        later.place,
                        f"{both} both say what {later.witness} has at the same place of {later.unit}",
                    )


def idle(edition: Edition) -> Iterator[Problem]:
    """A row says how a witness differs (V08).

    A witness that is quoted by place may agree, where another row of the entry calls for it or a reason says why
    it is named: with a witness that can be read whole, agreement goes without saying.
    """
    sources = {witness.siglum: witness.source for witness in edition.corpus.witnesses}
    for book in edition.books:
        called = {row.entry for row in book.chapter.variants if row.reading != row.lemma}
        for row in book.chapter.variants:
            quoted = not sources.get(row.witness, "") and (row.entry in called or row.reason)
            if row.reading == row.lemma and not quoted:
                what = f"{row.witness} has {row.reading} as the text has" if row.lemma else "nothing stands for nothing"
                yield Problem("V08", row.place, f"{row.entry}: {what}")


def authorities(edition: Edition) -> Iterator[Problem]:
    """What changes the text says by what right (V09)."""
    for _, row in _rows(edition):
        if row.cls in NEED_AUTHORITY and not row.authority.strip():
            yield Problem("V09", row.place, f"{row.entry} is {row.cls}, and no authority is named")


def entries(edition: Edition) -> Iterator[Problem]:
    """An entry is one place of one unit (V10), under a name a page can use (U01)."""
    for book in edition.books:
        first: dict[str, Variant] = {}
        for row in book.chapter.variants:
            one = first.setdefault(row.entry, row)
            if not _plain(row.entry):
                yield Problem("U01", row.place, f"{row.entry!r} is no name of an entry: one is app{row.unit}")
            elif (one.unit, one.at) != (row.unit, row.at):
                mine, theirs = (f"{some.unit} {some.lemma or '(nothing)'}" for some in (row, one))
                yield Problem(
                    "V10",
                    row.place,
                    f"{row.entry} stands on {mine}, but in line {one.place.line} "
                    f"on {theirs}: give one of them another name",
                )


def _plain(entry: str) -> bool:
    return entry.isascii() and entry[:1].isalpha() and entry.replace(".", "").replace("-", "").isalnum()


def _rows(edition: Edition) -> Iterable[tuple[Book, Variant]]:
    return ((book, row) for book in edition.books for row in book.chapter.variants)

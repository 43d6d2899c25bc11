"""From what was read to what is published: witnesses woven in, readings and both scripts for every character.

Pure: nothing here opens a file, and nothing changes the established text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from edition import readings, script, speech
from edition.interlinear import syllables
from edition.memory import remembered
from edition.model import (
    BASE,
    INTERLINEAR,
    Chapter,
    Corpus,
    Decision,
    Layer,
    LayerId,
    PassageId,
    Place,
    Problem,
    Rule,
    Ruling,
    Siglum,
    Target,
    Token,
    Unit,
    UnitId,
    Variant,
    Witness,
)
from edition.rules import Clash, Ledger, Lexicon
from edition.text import han, is_han
from edition.weave import Extant, Held, Misfit, Raw, held, raw_chars, weave

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Voice:
    """One unit as it is published."""

    unit: Unit
    layer: Layer
    hans: str  # as long as the text
    hant: str
    readings: tuple[Decision | None, ...]  # one for each code point
    forms: tuple[Decision, ...]
    variants: tuple[Variant, ...]  # every row of the apparatus that stands in it
    targets: tuple[Target, ...]

    def form(self, which: str) -> str:
        return self.hans if which == script.HANS else self.hant


@dataclass(frozen=True, slots=True)
class Carried:
    """One unit in one witness: the rows of tokens.tsv."""

    layer: LayerId  # as exported: a further witness under the base layer, a copy under its own
    unit: UnitId
    witness: Siglum
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """One chapter, ready to be checked and rendered."""

    chapter: Chapter
    passages: tuple[PassageId, ...]
    order: dict[PassageId, int]
    voices: dict[UnitId, Voice]
    by_layer: dict[LayerId, tuple[Voice, ...]]
    carried: tuple[Carried, ...]
    comments: dict[PassageId, tuple[Voice, ...]]  # units that answer a passage, in the order of layers


@dataclass(frozen=True, slots=True)
class Edition:
    corpus: Corpus
    books: tuple[Book, ...]
    base: Layer
    layers: tuple[Layer, ...]  # published ones, in the order of their columns


def enrich(corpus: Corpus, _targets: object = None) -> tuple[Edition, list[Problem]]:
    """The edition and what its tables leave undecided or wrong."""
    heard, formed, told = Ledger(), Ledger(), Ledger()
    lexicon, forms = Lexicon.of(corpus.lexicon), Lexicon.of(corpus.forms)
    base = next(layer for layer in corpus.layers if layer.kind == BASE)
    problems: list[Problem] = []
    books = []
    for chapter in corpus.chapters:
        voices = _voices(corpus, chapter, lexicon, forms, heard, formed)
        carried, misfits = _carry(corpus, chapter, voices, forms, formed)
        problems += misfits
        books.append(_book(corpus, chapter, voices, carried))
    spoken = [(v.unit, list(v.readings)) for b in books for v in b.voices.values()]
    written = [(v.unit, v.layer.script, list(v.forms)) for b in books for v in b.voices.values()]
    texts = quotable(corpus, books)
    words = [
        (unit, base.script, speech.spoken(unit, base.script, forms, texts, told)) for unit in speech.own_words(corpus)
    ]
    own = speech.layer_of_words(corpus)  # what the words alone use is idle, unless it is for them
    formed.used |= told.used_of(rule for rule in corpus.forms if own in rule.layers)
    formed.clashes += _further(formed, told)
    problems += readings.check_readings(spoken, _rows(corpus.lexicon, corpus.chapters, "readings"), heard)
    problems += script.check_forms(written, words, _rows(corpus.forms, corpus.chapters, "forms"), corpus.folds, formed)
    shown = tuple(layer for layer in corpus.layers if layer.publish and layer.kind != INTERLINEAR)
    return Edition(corpus, tuple(books), base, shown), problems


def _further(formed: Ledger, told: Ledger) -> list[Clash]:
    """The first clash of each two rules that disagree about the edition's own words and about no text."""
    told_of = {(one.place, other.place): (unit, at, one, other) for unit, at, one, other in reversed(told.clashes)}
    known = {(one.place, other.place) for _, _, one, other in formed.clashes}
    return [clash for pair, clash in told_of.items() if pair not in known]


def quotable(corpus: Corpus, books: Iterable[Book]) -> list[speech.Text]:
    """The texts that the edition's own words may quote, in the order of the layers."""
    voices = [v for book in books for layer in corpus.layers for v in book.by_layer.get(layer.id, ())]
    return [(v.unit.text, v.forms) for v in voices if v.layer.kind != INTERLINEAR]


def _rows(rules: tuple[Rule, ...], chapters: tuple[Chapter, ...], name: str) -> list[Rule | Ruling]:
    rows: list[Rule | Ruling] = list(rules)
    for chapter in chapters:
        rows += getattr(chapter, name)
    return rows


def _voices(
    corpus: Corpus, chapter: Chapter, lexicon: Lexicon, forms: Lexicon, heard: Ledger, formed: Ledger
) -> dict[UnitId, Voice]:
    layers = {layer.id: layer for layer in corpus.layers}
    variants = _grouped(chapter.variants, lambda v: v.unit)
    targets = _grouped(chapter.targets, lambda t: t.unit)
    spoken = _grouped(chapter.readings, lambda r: r.unit)
    written = _grouped(chapter.forms, lambda r: r.unit)
    voices = {}
    for layer_id, units in chapter.units.items():
        layer = layers[layer_id]
        for unit in units:
            said_here, drawn_here = tuple(spoken.get(unit.id, ())), tuple(written.get(unit.id, ()))
            rows, answers = tuple(variants.get(unit.id, ())), tuple(targets.get(unit.id, ()))
            found = _voice(unit, layer, lexicon, forms, said_here, drawn_here, rows, answers)
            voices[unit.id], said, drawn = found
            heard.add(said)
            formed.add(drawn)
    return voices


@remembered(1 << 16)
def _voice(
    unit: Unit,
    layer: Layer,
    lexicon: Lexicon,
    forms: Lexicon,
    spoken: tuple[Ruling, ...],
    written: tuple[Ruling, ...],
    variants: tuple[Variant, ...],
    targets: tuple[Target, ...],
) -> tuple[Voice, Ledger, Ledger]:
    """One unit with its readings and forms, and the rows that gave them."""
    heard, formed = Ledger(), Ledger()
    pairs = script.both_forms(unit, layer.script, forms, written, formed)
    chinese = layer.lang in ("zh", "lzh")
    aloud = readings.read_aloud(unit, lexicon, spoken, heard) if chinese else [None] * len(unit.text)
    hans, hant = "".join(d.value[0] for d in pairs), "".join(d.value[1] for d in pairs)
    return Voice(unit, layer, hans, hant, tuple(aloud), tuple(pairs), variants, targets), heard, formed


def _grouped(items: Iterable[T], key: Callable[[T], UnitId]) -> dict[UnitId, list[T]]:
    found: dict[UnitId, list[T]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def _carry(
    corpus: Corpus, chapter: Chapter, voices: dict[UnitId, Voice], forms: Lexicon, formed: Ledger
) -> tuple[list[Carried], list[Problem]]:
    """Every unit in every witness that has it, and the differences that no entry covers (V05)."""
    texts = {source.id: source.text for source in corpus.sources.values()}
    holes, spoken = _holes(chapter), syllables(chapter, texts)
    exported = {layer.witness: layer.id for layer in corpus.layers if layer.kind == INTERLINEAR}
    base = next(layer.id for layer in corpus.layers if layer.kind == BASE)
    carried, problems = [], []
    for voice in voices.values():
        if voice.layer.witness and voice.unit.stretches:  # one that the ledger does not know is reported (U04)
            raw = tuple(raw_chars(voice.unit.stretches, texts, holes))
            one, found, used = _carry_own(voice, voice.layer.witness, raw, forms)
            carried.append(one)
            problems += found
            formed.add(used)
    for has in held(chapter.spans):
        span, voice_of = has.span, voices.get(UnitId(has.span.passage))
        if voice_of:
            raw = tuple(raw_chars(has.stretches, texts, holes))
            one, found, used = _carry_other(voice_of, has, exported.get(span.witness, base), raw, forms)
            carried.append(_with_syllables(one, spoken) if span.witness in exported else one)
            problems += found
            formed.add(used)
    return carried, problems


def _with_syllables(carried: Carried, spoken: dict[tuple[str, int], str]) -> Carried:
    """In a copy with its own syllables these are what a character's reading there rests on."""
    return replace(
        carried,
        tokens=tuple(
            replace(token, authority=spoken.get((token.source, token.offset), "")) for token in carried.tokens
        ),
    )


def _holes(chapter: Chapter) -> dict[str, set[int]]:
    holes: dict[str, set[int]] = {}
    for row in chapter.skipped:
        holes.setdefault(row.stretch.source, set()).update(range(row.stretch.start, row.stretch.end))
    for gloss in chapter.glosses:
        holes.setdefault(gloss.source, set()).update(range(gloss.offset, gloss.offset + len(gloss.text)))
    return holes


Woven = tuple[Carried, list[Problem], Ledger]


@remembered(1 << 16)
def _carry_own(voice: Voice, witness: Siglum, raw: tuple[Raw, ...], forms: Lexicon) -> Woven:
    """A unit in the witness its text is taken from."""
    return _carry_one(voice, witness, voice.layer.id, raw, True, forms, None, (None, None))


@remembered(1 << 16)
def _carry_other(voice: Voice, has: Held, layer: LayerId, raw: tuple[Raw, ...], forms: Lexicon) -> Woven:
    """A passage in a further witness."""
    return _carry_one(voice, has.span.witness, layer, raw, False, forms, has.span.place, has.extant)


def _carry_one(
    voice: Voice,
    witness: Siglum,
    layer: LayerId,
    raw: Sequence[Raw],
    own: bool,
    forms: Lexicon,
    place: Place | None,
    extant: Extant,
) -> Woven:
    used = Ledger()
    tokens, misfit = weave(voice.unit, (v for v in voice.variants if v.witness == witness), raw, own, extant)
    problems = [_uncovered(voice.unit, witness, misfit, place)] if misfit else []
    dressed = tuple(_dress(token, voice, own, forms, used) for token in tokens)
    return Carried(layer, voice.unit.id, witness, dressed), problems, used


def _uncovered(unit: Unit, witness: Siglum, misfit: Misfit, place: Place | None) -> Problem:
    p = unit.place
    here = Place(p.path, p.line, p.col + misfit.at, p.text)
    wanted, found = misfit.wanted or "nothing", misfit.found or "nothing more"
    context = unit.text[max(0, misfit.at - 4) : misfit.at + 4]
    return Problem(
        "V05", here, f"{unit.id} …{context}…: {witness} has {found} where the text and the apparatus give {wanted}"
    )


def _dress(token: Token, voice: Voice, own: bool, forms: Lexicon, used: Ledger) -> Token:
    """The token with both forms, reading and authority.

    The forms are those of the text in its own witness, and of what stands there in a further one.
    """
    same = bool(token.text) and token.at >= 0 and (own or token.char == token.text)
    if same:
        hans, hant = voice.hans[token.at], voice.hant[token.at]
    elif own or not is_han(token.char):
        hans = hant = token.text
    else:
        hans, hant = script.forms_alone(token.char, voice.layer.id, voice.layer.script, forms, used)
    decision = voice.readings[token.at] if token.n else None
    pinyin, authority = (decision.value, decision.authority or decision.kind) if decision else ("", "")
    n, source, offset, char, text, at = token.n, token.source, token.offset, token.char, token.text, token.at
    return Token(n, source, offset, char, text, at, hans, hant, pinyin, authority)  # `replace` is four times as slow


def _book(corpus: Corpus, chapter: Chapter, voices: dict[UnitId, Voice], carried: list[Carried]) -> Book:
    base = next(layer.id for layer in corpus.layers if layer.kind == BASE)
    passages = tuple(PassageId(unit.id) for unit in chapter.units[base])
    order = {passage: i for i, passage in enumerate(passages)}
    by_layer = {layer: tuple(voices[unit.id] for unit in units) for layer, units in chapter.units.items()}
    comments: dict[PassageId, list[Voice]] = {}
    for layer in corpus.layers:
        for voice in by_layer.get(layer.id, ()):
            for passage in answered(voice, passages, order):
                if layer.id != base:
                    comments.setdefault(passage, []).append(voice)
    return Book(
        chapter,
        passages,
        order,
        voices,
        by_layer,
        tuple(carried),
        {passage: tuple(found) for passage, found in comments.items()},
    )


def answered(voice: Voice, passages: tuple[PassageId, ...], order: dict[PassageId, int]) -> list[PassageId]:
    """The passages a unit answers, each once, in the order of the base text."""
    found: set[int] = set()
    for target in voice.targets:
        if target.first in order and target.last in order:
            found.update(range(order[target.first], order[target.last] + 1))
    return [passages[i] for i in sorted(found)]


def further_witnesses(corpus: Corpus) -> list[Witness]:
    """Witnesses of the base text other than the one it is taken from."""
    base = next(layer for layer in corpus.layers if layer.kind == BASE)
    return [w for w in corpus.witnesses if base.id in w.carries and w.siglum != base.witness]


def length(voice: Voice) -> int:
    return len(han(voice.unit.text))

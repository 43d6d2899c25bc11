"""What a state of the text read that is known only because a commentator reports it: the passage with its readings."""

from __future__ import annotations

from dataclasses import dataclass

from edition.enrich import Edition, Voice
from edition.model import Variant, Witness


@dataclass(frozen=True, slots=True)
class Said:
    """A part of the passage: as the edition has it, or as the tradition read it."""

    begin: int  # code points of the established text
    end: int
    variant: Variant | None


@dataclass(frozen=True, slots=True)
class Tradition:
    witness: Witness
    parts: tuple[Said, ...]


def traditions(edition: Edition, voice: Voice) -> list[Tradition]:
    """Each tradition that is reported to read otherwise in a passage, in the order of the settings."""
    found = []
    for witness in edition.corpus.witnesses:
        own = sorted(
            (v for v in voice.variants if v.witness == witness.siglum and v.reading != v.lemma), key=lambda v: v.at
        )
        if witness.tradition and own:
            found.append(Tradition(witness, _parts(voice, own)))
    return found


def _parts(voice: Voice, variants: list[Variant]) -> tuple[Said, ...]:
    found, at = [], 0
    for variant in variants:
        begin, end = variant.at
        if begin < at:  # a second reading of the same words
            continue
        if begin > at:
            found.append(Said(at, begin, None))
        found.append(Said(begin, end, variant))
        at = end
    if at < len(voice.unit.text):
        found.append(Said(at, len(voice.unit.text), None))
    return tuple(found)

"""The only door to corpus/: everything an editor touches, read with its place."""

from __future__ import annotations

from pathlib import Path

from edition.corpus.chapter import read_chapter
from edition.corpus.files import read_alone, strangers
from edition.corpus.lexicon import read_folds, read_forms, read_lexicon
from edition.corpus.prose import read_glossary, read_principles
from edition.corpus.settings import read_settings
from edition.model import Corpus, Problem

__all__ = ["read_corpus"]


def read_corpus(folder: Path, texts: bool = True) -> tuple[Corpus | None, list[Problem]]:
    """Read the corpus in `folder`.

    Every problem of every file is gathered. The corpus is None where its settings or one of its sources are
    not sound, or a chapter has nothing to stand on: then the rest is read, but not judged. Without `texts` the
    sources are not opened; that is enough to print a witness from the tables.
    """
    problems: list[Problem] = []
    settings = read_settings(folder, problems.append, texts)
    if settings is None:
        read_alone(folder, problems.append)
        return None, problems
    problems += strangers(folder, settings)
    chapters = [read_chapter(folder, head, settings, problems.append) for head in settings.chapters]
    lexicon = read_lexicon(folder, settings, problems.append)
    forms = read_forms(folder, settings, problems.append)
    folds = read_folds(folder, problems.append)
    principles, glossary = read_principles(folder, problems.append), read_glossary(folder, problems.append)
    sound = tuple(chapter for chapter in chapters if chapter is not None)
    if len(sound) < len(chapters):
        return None, problems
    corpus = Corpus(
        root=folder,
        meta=settings.meta,
        layers=settings.layers,
        witnesses=settings.witnesses,
        sources=settings.sources,
        chapters=sound,
        lexicon=lexicon,
        forms=forms,
        folds=folds,
        principles=principles,
        glossary=glossary,
    )
    return corpus, problems

"""`edition witness A`: a witness printed again from the tables alone."""

from __future__ import annotations

import argparse
import sys

from edition.corpus import read_corpus
from edition.model import Corpus, source_of
from edition.problems import ERROR, did_you_mean, severity, shown
from edition.witness import print_source, print_witness


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("siglum", help="the witness")
    parser.add_argument("--source", action="store_true", help="its whole source, to the byte")


def run(args: argparse.Namespace) -> int:
    corpus, problems = read_corpus(args.corpus, texts=False)
    if corpus is None:
        for problem in problems:
            if severity(problem) == ERROR:
                print(shown(problem), file=sys.stderr)
        return 1
    text = _text(corpus, args.siglum, args.source)
    if text is None:
        return 1
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    return 0


def _text(corpus: Corpus, siglum: str, whole: bool) -> str | None:
    found = next((w for w in corpus.witnesses if w.siglum == siglum), None)
    if found is None or not any(source_of(found, corpus.sources, c.id) for c in corpus.chapters):
        known = [w.siglum for w in corpus.witnesses for c in corpus.chapters[:1] if source_of(w, corpus.sources, c.id)]
        print(
            f"edition: there is no witness {siglum} with a source{did_you_mean(siglum, known)}; there are: "
            f"{' '.join(known)}",
            file=sys.stderr,
        )
        return None
    if whole:
        sources = [(c, source_of(found, corpus.sources, c.id)) for c in corpus.chapters]
        return "".join(print_source(corpus, c, source) for c, source in sources if source)
    return "".join(print_witness(corpus, c, found) for c in corpus.chapters)

"""notes.json: the edition's own notes, each with the words it speaks of."""

from __future__ import annotations

from edition.enrich import Book, Edition
from edition.render.note_view import notes_of


def note_records(edition: Edition, book: Book) -> dict[str, object]:
    """The body is Markdown, in the script of the corpus; [[ ]] names a passage or a term."""
    meta = edition.corpus.meta
    return {
        "work": meta.work,
        "chapter": book.chapter.title,
        "version": meta.version,
        "notes": [
            {
                "id": n.id,
                "layer": n.layer,
                "unit": n.unit,
                "n_from": n.n_from,
                "n_to": n.n_to,
                "words": n.words,
                "authority": n.authority,
                "body": n.body,
            }
            for n in notes_of(edition, book)
        ],
    }

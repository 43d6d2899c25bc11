"""The words of a note in the text: a link to it, laid about characters that no other link has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from edition.model import Note

TOKEN = re.compile(r"<[^>]*>|&[#a-z0-9]+;|.", re.S)


def noted(html: str, notes: Sequence[Note], here: str, sign: str) -> str:
    """The markup of a unit with its notes; `here` stands before every anchor, `sign` names the notes.

    Links cannot stand in one another: where the words are links already, a sign after them is the link.
    """
    if not notes:
        return html
    walk = _Walk(sorted(notes, key=lambda n: (n.at[1] - n.at[0], n.id)), here, sign)
    for token in TOKEN.findall(html):
        walk.take(token)
    walk.close()
    walk.signs()
    return "".join(walk.out)


class _Walk:
    """The markup as it is read, with the number of the next character of the text."""

    def __init__(self, notes: Sequence[Note], here: str, sign: str) -> None:
        self.notes, self.here, self.sign = notes, here, sign
        self.out: list[str] = []
        self.at, self.links = 0, 0
        self.ruby = False
        self.open: Note | None = None
        self.led: set[str] = set()

    def take(self, token: str) -> None:
        if token.startswith("<"):
            self._tag(token)
        else:
            if not self.ruby:
                self._turn()
            self.at += 1
        self.out.append(token)

    def _tag(self, tag: str) -> None:
        if tag.startswith(("<ruby", "</ruby", "<rt", "</rt")):
            if tag.startswith("<ruby"):
                self._turn()
            self.ruby = not tag.startswith("</ruby")
            return
        if tag == "<wbr>":
            return
        self.close()
        if not self.links:
            self.signs()
        self.links += tag.startswith("<a ") - tag.startswith("</a")

    def _turn(self) -> None:
        """Before a character: the link of the note it belongs to."""
        if self.links:
            return
        wanted = next((n for n in self.notes if n.at[0] <= self.at < n.at[1]), None)
        if self.open is not wanted:
            self.close()
        self.signs()
        if wanted is not None and self.open is None:
            self.open = wanted
            self.led.add(wanted.id)
            self.out.append(f'<a class="nt" href="{self.here}#{escape(wanted.id)}">')

    def close(self) -> None:
        if self.open is not None:
            self.out.append("</a>")
            self.open = None

    def signs(self) -> None:
        """Links to notes whose words are over and did not lead there."""
        for note in self.notes:
            if note.at[1] <= self.at and note.id not in self.led:
                self.led.add(note.id)
                self.out.append(
                    f'<a class="ns" href="{self.here}#{escape(note.id)}" data-s="{escape(self.sign)}"'
                    f' aria-label="{escape(self.sign)} {escape(note.id)}"></a>'
                )

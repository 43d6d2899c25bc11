"""The words of the pages: Chinese in the script of the page, with a small English beside it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from markupsafe import Markup

from edition.enrich import Edition
from edition.model import LayerId, Place, Unit, UnitId
from edition.render.characters import Characters
from edition.render.nav import OTHER, SUBTAG
from edition.rules import Ledger, Lexicon
from edition.script import HANS, HANT, both_forms

Two = tuple[str, str]  # the same words in simplified and traditional characters, of the same length

CLASSES = {  # class of a variant: how print names it
    "dropped": ("脱文", "omission"),
    "wrong": ("讹误", "error"),
    "split": ("误析", "split character"),
    "added": ("衍文", "addition"),
    "orthographic": ("异体", "orthographic"),
    "variant": ("异文", "variant"),
    "gaiji": ("造字", "private-use code"),
    "punctuation": ("标点", "punctuation"),
}
STATUS = {"decided": ("已定", "decided"), "doubtful": ("存疑", "doubtful")}
AUTHORITIES = {
    "shiwen": ("音义", "phonetic gloss"),
    "zhengzhu": ("旧注", "old commentary"),
    "tongxing": ("通行", "common"),
    "editor": ("编者", "editor"),
    "library": ("字书", "dictionary"),
    "doubtful": ("存疑", "doubtful"),
}
RELATIONS = {
    "parallel-identical": ("文同", "identical"),
    "parallel-near": ("文近", "near"),
    "parallel-same-rite": ("事同", "same rite"),
    "none": ("无对应", "no counterpart"),
    "expands": ("申说", "expands"),
    "merges": ("合并", "merges"),
}
PLACE = Place("", 0)


class Tongue:
    """Speaks the words of one edition; the same for all its pages."""

    def __init__(self, edition: Edition) -> None:
        self._forms = Lexicon.of(edition.corpus.forms)
        self._stored = edition.base.script
        self._known: dict[tuple[str, str], Two] = {}
        self.characters = Characters({HANS: {}, HANT: {}}, {})

    def both(self, text: str, stored: str = HANS) -> Two:
        """Both scripts of words of the pages, which are written in simplified characters."""
        found = self._known.get((text, stored))
        if found is None:
            unit = Unit(UnitId("ui"), LayerId("ui"), text, (), PLACE)
            pairs = [d.value for d in both_forms(unit, stored, self._forms, [], Ledger())]
            found = "".join(p[0] for p in pairs), "".join(p[1] for p in pairs)
            self._known[text, stored] = found
        return found

    def named(self, text: str) -> Two:
        """Both scripts of a title or label of the corpus, which is in the script of its base text."""
        return self.both(text, self._stored)

    def known(self) -> Iterator[Two]:
        yield from self._known.values()


class Speaker:
    """The words of the pages in one script, as markup that the switch of scripts finds again."""

    def __init__(self, tongue: Tongue, script: str) -> None:
        self.tongue, self.script = tongue, script
        self._spans: dict[tuple[Two, str], Markup] = {}
        self._said: dict[tuple[str, str], Markup] = {}
        self.lang = f"zh-{SUBTAG[script]}"

    def pick(self, two: Two) -> str:
        return two[0] if self.script == HANS else two[1]

    def exceptions(self, two: Two) -> str:
        shown, other = two if self.script == HANS else (two[1], two[0])
        return self.tongue.characters.exceptions(shown, other, self.script)

    def attribute(self, two: Two) -> Markup:
        """` data-v="…"` where the other form of a character is not the usual one."""
        odd = self.exceptions(two)
        return Markup(f' data-v="{escape(odd)}"') if odd else Markup("")

    def span(self, two: Two, css: str = "") -> Markup:
        """Words that are to change with the script."""
        found = self._spans.get((two, css))
        if found is None:
            names = f"t {css}" if css else "t"
            found = Markup(f'<span class="{names}"{self.attribute(two)}>{escape(self.pick(two))}</span>')
            self._spans[two, css] = found
        return found

    def say(self, chinese: str, english: str = "") -> Markup:
        """Words of the pages, with the English small beside them."""
        found = self._said.get((chinese, english))
        if found is None:
            found = self.span(self.tongue.both(chinese))
            if english:
                found = Markup(f'{found} <small lang="en">{escape(english)}</small>')
            self._said[chinese, english] = found
        return found

    def name(self, text: str, css: str = "") -> Markup:
        """A title or label of the corpus."""
        return self.span(self.tongue.named(text), css)

    def plain(self, chinese: str) -> str:
        """For attributes, where nothing can change."""
        return self.pick(self.tongue.both(chinese))

    def plain_name(self, text: str) -> str:
        return self.pick(self.tongue.named(text))

    def other_lang(self) -> str:
        return f"zh-{SUBTAG[OTHER[self.script]]}"

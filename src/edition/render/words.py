"""The words of the pages: Chinese in the script of the page, with a small English beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

from markupsafe import Markup

from edition.enrich import Edition, quotable
from edition.model import NOWHERE, LayerId, Unit, UnitId
from edition.render.characters import Characters
from edition.render.nav import OTHER, SUBTAG
from edition.rules import Ledger, Lexicon
from edition.script import HANS, HANT
from edition.speech import layer_of_words, spoken

HAN_RUN = re.compile(r"[\u2e80-\u303f\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
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
CHANGED = {  # kind of a change
    "text": ("文字", "text"),
    "apparatus": ("校记", "apparatus"),
    "readings": ("读音", "readings"),
    "script": ("字形", "forms"),
    "alignment": ("对应", "alignment"),
    "notes": ("案语", "notes"),
    "ids": ("编号", "numbers"),
}
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


NAMES = (  # said in attributes and by scripts, where nothing but the table of characters turns them
    "位置", "前后", "图例", "校记", "关闭", "本页没有", "已复制", "平面图", "计数", "字头索引", "读音", "考据", "对校",
    "分类", "此处无", "次序：、", "未能取得此本", "目录：本篇各节", "下一条 · 上一条", "注音：无 → 难字 → 全", "简繁",
    "版式", "各栏开关", "引用此条", "检索", "此表", "快捷键", "仪节", "到末尾了", "到开头了", "显示", "隐藏",
    "输入文字时与按住 Ctrl、Alt、⌘ 时不起作用；可在“更多”里关闭。", "此本自此始", "此本至此中断", "此本未收", "全本",
    "仍读所定之文", "读本", "本书无检索页", "各层", "校记分类", "直排正文", "所选文字", "数据",
)  # fmt: skip


class Tongue:
    """Speaks the words of one edition; the same for all its pages."""

    def __init__(self, edition: Edition) -> None:
        self._forms = Lexicon.of(edition.corpus.forms)
        self._stored = edition.base.script
        self._layer = layer_of_words(edition.corpus)
        self._texts = quotable(edition.corpus, edition.books)
        self._known: dict[tuple[str, str, str], Two] = {}
        self.characters = Characters({HANS: {}, HANT: {}}, {})

    def both(self, text: str, stored: str = HANS, layer: str = "") -> Two:
        """Both scripts of words of the pages, which are written in simplified characters, or of some of a layer."""
        found = self._known.get((text, stored, layer))
        if found is None:
            unit = Unit(UnitId("words"), LayerId(layer) if layer else self._layer, text, (), NOWHERE)
            forms = spoken(unit, stored, self._forms, [] if layer else self._texts, Ledger())
            found = "".join(d.value[0] for d in forms), "".join(d.value[1] for d in forms)
            self._known[text, stored, layer] = found
        return found

    def named(self, text: str) -> Two:
        """Both scripts of words of the corpus: as they are written in its own script, converted for the other."""
        hans, hant = self.both(text, self._stored)
        return (text, hant) if self._stored == HANS else (hans, text)

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
                found = Markup(f'{found} <small lang="en">{self._english(english, self.tongue.both)}</small>')
            self._said[chinese, english] = found
        return found

    def english(self, text: str) -> Markup:
        """English of the corpus, in which Chinese has its own language and the script of the page."""
        return self._english(text, self.tongue.named)

    def _english(self, text: str, forms: Callable[[str], Two]) -> Markup:
        def chinese(found: re.Match[str]) -> str:
            return f'<span lang="{self.lang}">{self.span(forms(found[0]))}</span>'

        return Markup(HAN_RUN.sub(chinese, escape(text)))

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

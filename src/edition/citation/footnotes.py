"""Citations that people read: GB/T 7714, Chicago, MLA, and a footnote in words."""

from __future__ import annotations

from edition.citation.pattern import Matter, Pattern, Slot, piece, whole_title


def _remarks(m: Matter) -> Pattern:
    """What the formats in Chinese say after the place."""
    return (
        *((piece(m.cited, "。"),) if m.cited else ()),
        piece(m.say("引文：“"), Slot.QUOTATION, "”。"),
        piece(m.say("引文含校改："), Slot.EMENDED, "。"),
        piece(m.say("文字校验 "), Slot.DIGEST, "。"),
    )


def _remarks_english(m: Matter) -> Pattern:
    return (
        *((piece(f" {m.cited_english[:1].upper()}{m.cited_english[1:]}."),) if m.cited_english else ()),
        piece(" Quoted: “", Slot.QUOTATION, "”."),
        piece(" Contains an emendation (", Slot.EMENDED_ENGLISH, ")."),
        piece(" Text digest ", Slot.DIGEST, "."),
    )


def gbt(m: Matter) -> Pattern:
    """GB/T 7714-2015, a part of an electronic book: 析出文献[M/OL]//专著. 版本. 出版者, 年: 引文处[引用日期]. 路径."""
    who = f"{m.author}. " if m.author else ""
    unknown = f". {m.unknown}" if m.unknown else ""
    editors = f"{', '.join(m.editors)}. " if m.editors else ""
    issued = ", ".join(filter(None, (m.publisher, m.date[:4])))
    return (
        piece(f"{who}{whole_title(m)}[M/OL]{unknown}//{editors}{m.title}. {m.version} 版"),
        piece(f". {issued}: " if issued else ": ", Slot.ID),
        piece("[", Slot.ACCESSED, "]"),
        piece(". ", *(() if m.online else (m.say("书内地址 "),)), Slot.ADDRESS, ". "),
        *_remarks(m),
    )


def chicago(m: Matter) -> Pattern:
    """Chicago Manual of Style, 17th edition, a note: names in the order in which they are spoken, then in Han."""
    who = f"{_both(m.author_english, m.author)}, " if m.author else ""
    unknown = f" ({m.unknown_english})" if m.unknown_english else ""
    editors = f", ed. {_people(m)}" if m.editors else ""
    issued = ", ".join(filter(None, (m.publisher, m.date[:4])))
    return (
        piece(f"{who}{_both(m.work_english, m.work)}{unknown}, “{m.chapter_english}” {m.chapter}, ", Slot.ID),
        piece(f", in {_both(m.title_english, m.title)}{editors}, version {m.version}"),
        *((piece(f" ({issued})"),) if issued else ()),
        piece(", accessed ", Slot.ACCESSED),
        piece(", ", *(() if m.online else ("address within the edition ",)), Slot.ADDRESS),
        piece("."),
        *_remarks_english(m),
    )


def mla(m: Matter) -> Pattern:
    """MLA Handbook, 9th edition: a chapter in a work in an edition."""
    who = f"{_both(m.author_english, m.author)}. " if m.author else ""
    unknown = f", {m.unknown_english}" if m.unknown_english else ""
    editors = f", edited by {_people(m)}" if m.editors else ""
    issued = "".join(f", {word}" for word in (m.publisher, m.date[:4]) if word)
    return (
        piece(f"{who}“{m.chapter_english}” {m.chapter}. {_both(m.work_english, m.work)}{unknown}, ", Slot.ID),
        piece(f". {_both(m.title_english, m.title)}{editors}, version {m.version}{issued}"),
        piece(", ", *(() if m.online else ("address within the edition ",)), Slot.ADDRESS),
        piece("."),
        piece(" Accessed ", Slot.ACCESSED, "."),
        *_remarks_english(m),
    )


def plain(m: Matter) -> Pattern:
    """As a footnote in Chinese says it in words."""
    editors = f"，{'、'.join(m.editors)}" if m.editors else ""
    issued = "，".join(filter(None, (m.publisher, m.date)))
    return (
        piece(f"{_lead(m)}《{m.title}》", Slot.ID),
        *((piece("（", m.cited, "）"),) if m.cited else ()),
        piece("，“", Slot.QUOTATION, "”"),
        piece(m.say("（引文含校改："), Slot.EMENDED, "）"),
        piece(f"{editors}，{m.version} 版", f"（{issued}）" if issued else ""),
        piece("，", *(() if m.online else (m.say("书内地址 "),)), Slot.ADDRESS),
        piece(m.say("，引用日期 "), Slot.ACCESSED),
        piece(m.say("，文字校验 "), Slot.DIGEST),
        piece("。"),
    )


def _lead(m: Matter) -> str:
    """`（汉）郑玄《仪礼注》，`, or nothing before the text that is edited."""
    if not m.own_work:
        return ""
    dynasty = f"（{m.dynasty}）" if m.dynasty else ""
    unknown = f"（{m.unknown}）" if m.unknown else ""
    return f"{dynasty}{m.author}《{whole_title(m)}》{unknown}，"


def _both(english: str, han_words: str) -> str:
    return " ".join(filter(None, (english, han_words)))


def _people(m: Matter) -> str:
    english = (*m.editors_english, *[""] * len(m.editors))
    return " and ".join(_both(english[k], name) for k, name in enumerate(m.editors))

"""How a place of the edition is cited: each format is a pattern of words and named slots, filled here for the files
and the pages, and in the browser for what a reader selects. Nothing is written twice: the browser only fills.

A pattern is a list of pieces; a piece is a list of strings, in turn words and the name of a slot, words first
(`["［", "accessed", "］"]`). A piece with an empty slot falls away; the others are joined as they stand. Before a
value is put into a slot other than `url`, its characters are replaced by the table of the format in `ESCAPES`, where
there is one.

Slots (`Slot`), all texts:

| slot | what |
|---|---|
| `id` | `19.4`, `19.1-19.3`, `zhu19.4`; with words inside as the address has them: `19.4@揖[2]` |
| `key` | the ID as a key of BibTeX: only ASCII letters, digits and `. : -`, see `key_of` |
| `quotation` | the words quoted, as printed in the script of the pattern, with their marks; empty: the whole place |
| `address` | of the place, ending in `/` or in `#…`; without a `site_url` from the root of the edition |
| `url` | the same address, never escaped: for fields that are read to the letter |
| `digest` | `digest()` of the words quoted, or of the whole place; empty where they have no Han character |
| `emended` | remarks on the emendations within the words quoted, in Chinese, joined by `；` |
| `emended_english` | the same in English, joined by `; ` |
| `accessed` | day of access, YYYY-MM-DD; a build leaves it empty, for the same input gives the same bytes |

Formats (`FORMATS`): `gbt` (GB/T 7714-2015, footnote), `chicago` (17th, note), `mla` (9th), `plain`; `bibtex`
(biblatex), `ris`, `csl` (one record of CSL-JSON; an array is such records between brackets, parted by commas).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from edition.text import han

Piece = tuple[str, ...]  # words, slot, words, slot, …
Pattern = tuple[Piece, ...]
NOTHING: Mapping[str, str] = {}


class Slot(StrEnum):
    ID = "id"
    KEY = "key"
    QUOTATION = "quotation"
    ADDRESS = "address"
    URL = "url"
    DIGEST = "digest"
    EMENDED = "emended"
    EMENDED_ENGLISH = "emended_english"
    ACCESSED = "accessed"


@dataclass(frozen=True, slots=True)
class Matter:
    """What a citation names beside the place: one layer of one chapter of an edition, in one script."""

    author: str  # empty: none, or nobody knows him
    author_english: str
    dynasty: str
    unknown: str  # 译者不详
    unknown_english: str
    work: str  # 仪礼注
    work_english: str
    own_work: bool  # the work is not the one that is edited
    chapter: str  # 乡射礼第五
    chapter_english: str
    cited: str  # only as what it may be cited
    cited_english: str
    title: str  # of the edition
    title_english: str
    editors: tuple[str, ...]
    editors_english: tuple[str, ...]
    publisher: str
    version: str
    date: str  # YYYY-MM-DD or empty
    lang: str  # tag of the words quoted: lzh-Hans
    folder: str  # the ID of the chapter
    online: bool  # whether addresses are absolute
    say: Callable[[str], str]  # words of this module, which are in simplified characters, in the script at hand


def digest(quoted: str) -> str:
    """First 8 hexadecimal digits of the SHA-256 of the UTF-8 of the Han characters of a quotation.

    `quoted` is the established text as it is printed in the script in which the layer is stored, so that a
    quotation in either script, with any punctuation, has one digest. Empty where it has no Han character.
    """
    chars = han(quoted)
    return hashlib.sha256(chars.encode()).hexdigest()[:8] if chars else ""


def key_of(place: str) -> str:
    return re.sub(r"[^A-Za-z0-9.:-]", "", place)


def fill(pattern: Pattern, slots: Mapping[str, str], escapes: Mapping[str, str] = NOTHING) -> str:
    """The citation; a slot that is not named is empty.

    >>> fill((("见 ", "id", ""), ("“", "quotation", "”"), ("。",)), {"id": "19.4"})
    '见 19.4。'
    """
    found = []
    for piece in pattern:
        values = [slots.get(name, "") for name in piece[1::2]]
        if all(values):
            parts = list(piece)
            parts[1::2] = [
                value if name == Slot.URL else "".join(escapes.get(char, char) for char in value)
                for name, value in zip(piece[1::2], values, strict=True)
            ]
            found.append("".join(parts))
    return "".join(found)


def patterns(matter: Matter) -> dict[str, Pattern]:
    """Every format, by name."""
    return {name: make(matter) for name, (make, _) in FORMATS.items()}


def piece(*parts: str | Slot) -> Piece:
    """Words and slots in any order as a piece, which begins and ends with words."""
    found = [""]
    for part in parts:
        if isinstance(part, Slot):
            found += [part.value, ""]
        else:
            found[-1] += part
    return tuple(found)


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
        piece(f"{who}{_whole_title(m)}[M/OL]{unknown}//{editors}{m.title}. {m.version} 版"),
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
    return f"{dynasty}{m.author}《{_whole_title(m)}》{unknown}，"


def _whole_title(m: Matter) -> str:
    return f"{m.work}·{m.chapter}" if m.chapter not in ("", m.work) else m.work


def _both(english: str, han_words: str) -> str:
    return " ".join(filter(None, (english, han_words)))


def _people(m: Matter) -> str:
    english = (*m.editors_english, *[""] * len(m.editors))
    return " and ".join(_both(english[k], name) for k, name in enumerate(m.editors))


def _note(m: Matter, before: str, after: str, spell: Callable[[str], str]) -> Pattern:
    """The remarks of a record for a program, as one field of it."""
    words = "；".join(filter(None, (f"{m.version} 版", m.unknown, m.cited)))
    return (
        piece(before, spell(words)),
        *(() if m.online else (piece(m.say("；书内地址 "), Slot.ADDRESS),)),
        piece(m.say("；引文“"), Slot.QUOTATION, "”"),
        piece(m.say("；引文含校改："), Slot.EMENDED),
        piece(m.say("；文字校验 "), Slot.DIGEST),
        piece(after),
    )


def bibtex(m: Matter) -> Pattern:
    """biblatex in UTF-8; names and titles in double braces, so that they are neither parted nor lowered."""
    fields = {
        "author": m.author and f"{{{_tex(m.author)}}}",
        "title": f"{{{_tex(_whole_title(m))}}}",
        "booktitle": f"{{{_tex(m.title)}}}",
        "editor": " and ".join(f"{{{_tex(name)}}}" for name in m.editors),
        "edition": _tex(m.version),
        "publisher": m.publisher and f"{{{_tex(m.publisher)}}}",
        "date": m.date,
        "langid": "english" if m.lang == "en" else "chinese",
    }
    kind = "inbook" if m.author else "incollection"
    return (
        piece(f"@{kind}{{{m.folder}:", Slot.KEY, ",\n"),
        piece("".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)),
        piece("  pages = {", Slot.ID, "},\n"),
        *((piece("  url = {", Slot.URL, "},\n"),) if m.online else ()),
        piece("  urldate = {", Slot.ACCESSED, "},\n"),
        *_note(m, "  note = {", "}\n}\n", _tex),
    )


def ris(m: Matter) -> Pattern:
    """RIS: a name without a comma is one name."""
    fields = [
        ("TI", _whole_title(m)),
        ("T2", m.title),
        *((("AU", m.author),) if m.author else ()),
        *(("A2", name) for name in m.editors),
        ("ET", m.version),
        *((("PB", m.publisher),) if m.publisher else ()),
        *((("PY", m.date[:4]), ("DA", m.date.replace("-", "/"))) if m.date else ()),
        ("LA", m.lang),
    ]
    return (
        piece("TY  - CHAP\n"),
        piece("".join(f"{tag}  - {_line(value)}\n" for tag, value in fields)),
        piece(f"ID  - {m.folder}:", Slot.KEY, "\n"),
        piece("SP  - ", Slot.ID, "\n"),
        *((piece("UR  - ", Slot.URL, "\n"),) if m.online else ()),
        piece("Y2  - ", Slot.ACCESSED, "\n"),
        *_note(m, "N1  - ", "\nER  - \n", _line),
    )


def csl(m: Matter) -> Pattern:
    """One record of CSL-JSON. Names are `literal`: no style turns them about or puts a comma into them."""
    fields: dict[str, object] = {
        "type": "chapter",
        "title": _whole_title(m),
        "container-title": m.title,
        **({"author": [{"literal": m.author}]} if m.author else {}),
        **({"editor": [{"literal": name} for name in m.editors]} if m.editors else {}),
        "edition": m.version,
        "version": m.version,
        **({"publisher": m.publisher} if m.publisher else {}),
        **({"issued": {"date-parts": [[int(part) for part in m.date.split("-")]]}} if m.date else {}),
        "language": m.lang,
    }
    return (
        piece(f'{{"id": {_json(m.folder)[:-1]}:', Slot.KEY, '"'),
        piece("".join(f", {_json(name)}: {_json(value)}" for name, value in fields.items())),
        piece(', "page": "', Slot.ID, '"'),
        *((piece(', "URL": "', Slot.ADDRESS, '"'),) if m.online else ()),
        piece(', "accessed": {"raw": "', Slot.ACCESSED, '"}'),
        *_note(m, ', "note": "', '"}', lambda words: _json(words)[1:-1]),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _tex(words: str) -> str:
    return "".join(TEX.get(char, char) for char in words)


def _line(words: str) -> str:
    return "".join(LINE.get(char, char) for char in words)


TEX = {
    **{char: f"\\{char}" for char in "&%$#_"},
    "{": "\\textbraceleft{}",  # braces are counted, whatever stands before them
    "}": "\\textbraceright{}",
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\n": " ",
}
LINE = {"\n": " ", "\r": " "}
JSON = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

FORMATS: dict[str, tuple[Callable[[Matter], Pattern], str]] = {  # name: its maker, what it is called
    "gbt": (gbt, "GB/T 7714"),
    "chicago": (chicago, "Chicago"),
    "mla": (mla, "MLA"),
    "plain": (plain, "行文"),
    "bibtex": (bibtex, "BibTeX"),
    "ris": (ris, "RIS"),
    "csl": (csl, "CSL-JSON"),
}
ESCAPES: dict[str, dict[str, str]] = {"bibtex": TEX, "ris": LINE, "csl": JSON}


def cite(pattern: Pattern, name: str, slots: Mapping[str, str]) -> str:
    """A place in one format."""
    return fill(pattern, slots, ESCAPES.get(name, NOTHING))


def joined(remarks: Sequence[str], english: bool = False) -> str:
    return ("; " if english else "；").join(dict.fromkeys(remarks))

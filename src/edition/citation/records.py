"""Citations that programs read: BibTeX, RIS, CSL-JSON; and the characters that each must write otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable

from edition.citation.pattern import Matter, Pattern, Slot, piece, whole_title

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
        "title": f"{{{_tex(whole_title(m))}}}",
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
        ("TI", whole_title(m)),
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
        "title": whole_title(m),
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

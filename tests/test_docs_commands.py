"""docs/commands.md says what every command takes, word for word as its help does.

Renew it with `EDITION_RENEW=1 pytest tests/test_docs_commands.py`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from conftest import ROOT
from edition.cli import COMMANDS

PAGE = ROOT / "docs" / "commands.md"
HEAD = """# Commands

Every command takes `--root FOLDER`, the project (default: here), and `--corpus FOLDER` before its name. A command ends
with 0 when all is well, with 1 when the corpus has errors or what was asked cannot be done, with 2 when the command is
wrong. Problems go to standard error, one `path:line:col: CODE what is wrong` each ([checks.md](checks.md)); `--json`
and `--tsv` are for programs.
"""


def sections(parser: argparse.ArgumentParser, name: str, text: str, level: int = 2) -> Iterator[str]:
    """The command, what it takes, and the commands below it."""
    yield f"{'#' * level} `edition {name}`"
    yield f"{text[:1].upper()}{text[1:]}."
    rows, below = [], []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {choice.dest: choice.help or "" for choice in action._choices_actions}
            below += [(f"{name} {sub}", one, said.get(sub, "")) for sub, one in action.choices.items()]
        elif not isinstance(action, argparse._HelpAction):
            rows.append(f"| {written(action)} | {(action.help or '').replace('|', '/')} |")
    if rows:
        yield "\n".join(["| | |", "|---|---|", *rows])
    for sub, one, said_of in below:
        yield from sections(one, sub, said_of, level + 1)


def written(action: argparse.Action) -> str:
    value = action.metavar or action.dest.upper()
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`" + (" …" if action.nargs in ("*", "+") else "")
    takes = f" {value}" if action.nargs != 0 else ""
    return ", ".join(f"`{option}{takes}`" for option in action.option_strings)


def page() -> str:
    parts = [HEAD]
    for name, _, options, text in sorted(COMMANDS):
        parser = argparse.ArgumentParser(prog=f"edition {name}")
        options(parser)
        parts += [f"{part}\n" for part in sections(parser, name, text)]
    return "\n".join(parts)


def test_the_page_says_what_the_commands_take() -> None:
    if os.environ.get("EDITION_RENEW"):
        PAGE.write_text(page(), "utf-8")
    assert PAGE.read_text("utf-8") == page()


def test_every_option_says_what_it_is() -> None:
    assert "|  |" not in page(), "an option without words"


def test_the_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [name for name, *_ in COMMANDS if f"edition {name}" not in readme] == []

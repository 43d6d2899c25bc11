"""The address at which a reader reports an error, with the place already written in: `report_url` of edition.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

SLOTS = ("id", "quotation", "version", "address")
SLOT = re.compile(r"\{([^{}]*)\}")


def unknown_slots(url: str) -> list[str]:
    """Names in braces that no place fills."""
    return [name for name in SLOT.findall(url) if name not in SLOTS]


def report_link(url: str, values: Mapping[str, str]) -> str:
    """The address with its slots filled, each value as a part of a query; a slot without a value is empty.

    >>> report_link("https://example.org/new?title={id}", {"id": "19.4 揖"})
    'https://example.org/new?title=19.4%20%E6%8F%96'
    """
    return SLOT.sub(lambda found: quote(values.get(found[1], ""), safe=""), url)

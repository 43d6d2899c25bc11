"""What a robot is told: every page with its twin, where the edition has a home on the web."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from html import escape
from urllib.parse import urlsplit

from edition.render import nav
from edition.render.exports import Make
from edition.script import HANS, HANT

LOST = "404.html"
ASIDE = ("patterns/",)  # pages for those who make the edition
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
"""


def robot_files(paths: Collection[str], site_url: str, date: str) -> dict[str, Make]:
    """sitemap.xml, and robots.txt where the site is the whole of its host: elsewhere no robot reads it."""
    if not site_url:
        return {}
    pages = [path for path in paths if path.endswith(".html")]
    found: dict[str, Make] = {"sitemap.xml": partial(sitemap, pages, site_url, date)}
    if urlsplit(site_url).path in ("", "/"):
        found["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {site_url.rstrip('/')}/sitemap.xml\n".__str__
    return found


def sitemap(paths: Collection[str], site_url: str, date: str) -> str:
    """Every page in both scripts, each with the addresses of both; `date` of the version, YYYY-MM-DD or empty."""
    changed = f"<lastmod>{date}</lastmod>" if date else ""
    lines = []
    for path in sorted(p for p in paths if p != LOST and not p.startswith("hant/")):
        if not path.startswith(ASIDE):
            there = {script: escape(nav.Page(path, script).canonical(site_url)) for script in (HANS, HANT)}
            twins = "".join(
                f'<xhtml:link rel="alternate" hreflang="zh-{nav.SUBTAG[script]}" href="{address}"/>'
                for script, address in there.items()
            )
            lines += [f"<url><loc>{address}</loc>{changed}{twins}</url>\n" for address in there.values()]
    return HEAD + "".join(lines) + "</urlset>\n"

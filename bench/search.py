"""How long the search of the built site takes, on the corpus as it is and on one made of it several times over.

    python bench/search.py site 5

Prints for each: characters of all streams, ms to make the index ready, ms of each query (median of nine), the ratio.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

QUERIES = ("之", "揖", "主人", "揖让升", "犹有故之辞", "yi", "yīràng", "zhu ren", "19.4", "戒宾")
TIMES = """([many, queries]) => {
  const f = EDITION.finder, own = EDITION_SEARCH.slice();
  for (let k = 1; k < many; k++) own.forEach(b => EDITION_SEARCH.push(JSON.parse(JSON.stringify(b))));
  let t = performance.now();
  f.search('龘', [], false); f.search('zzz', [], false);
  const begun = performance.now() - t;
  const size = EDITION_SEARCH.reduce((n, b) => n + b.streams.reduce((m, s) => m + s.text.length, 0), 0);
  const each = queries.map(q => { const some = []; let hits = 0; for (let i = 0; i < 9; i++) { t = performance.now();
    hits = f.search(q, [], false).hits.length; f.places(q); some.push(performance.now() - t); }
    return [q, hits, some.sort((a, b) => a - b)[4]]; });
  return [size, begun, each]; }"""
LOADED = """async () => { for (const src of document.querySelector('.find').dataset.indexes.split(' '))
  await new Promise(done => EDITION.ui.load(src, done)); }"""


def measure(site: Path, many: int) -> tuple[int, float, list[tuple[str, int, float]]]:
    with sync_playwright() as p:
        chromium = os.environ.get("EDITION_CHROMIUM") or shutil.which("chromium")
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.route("**/static/search.js", lambda route: route.abort())  # the page itself would begin too early
        page.goto((site / "search" / "index.html").resolve().as_uri())
        page.evaluate(f"({LOADED})()")
        size, begun, each = page.evaluate(TIMES, [many, list(QUERIES)])
        browser.close()
    return size, begun, each


def main(site: Path, many: int) -> None:
    worst = []
    for times in (1, many):
        size, begun, each = measure(site, times)
        worst.append(max(ms for _, _, ms in each))
        print(f"{size} characters: ready in {begun:.0f} ms")
        for query, hits, ms in each:
            print(f"  {query}\t{hits} hits\t{ms:.1f} ms")
    print(f"slowest query: {worst[1]:.1f} ms, {worst[1] / max(worst[0], 0.1):.1f} times that of the corpus as it is")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5)

"""How fast the pages are in a browser, and what they weigh: figure, goal and ratio, from the built site.

`python bench/browser.py` reads site/ (build first); `--json` prints the same for programs, `--quick` repeats less.
Chromium is slowed four times where the goal says so. On a shared machine the figures move with its load: every table
gives a loop of known work timed at the same moment, and each time divided by that loop, which may be compared.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
EVERYTHING = "?ruby=all&layout=columns"
TIMES = 10
SLOW = 4

# The wait of two frames after a click, and the work of those two frames alone: from the start of a frame to the
# message that comes after it is drawn.
SWITCH = """async ([key, value]) => {
  const frame = act => new Promise(done => requestAnimationFrame(() => {
    const from = performance.now(), gate = new MessageChannel();
    gate.port1.onmessage = () => done(performance.now() - from);
    act(); gate.port2.postMessage(0);
  }));
  let long = 0;
  const watch = new PerformanceObserver(list => list.getEntries().forEach(one => { long += one.duration; }));
  watch.observe({ entryTypes: ["longtask"] });
  const css = key === "layer" ? `.bar [data-layer="${value}"]` : `.bar [data-key="${key}"][data-value="${value}"]`;
  const button = document.querySelector(css);
  if (!button) throw new Error(css);
  const from = performance.now();
  const first = await frame(() => button.click());
  const second = await frame(() => {});
  const wait = performance.now() - from;
  await new Promise(done => setTimeout(done, 700));
  watch.disconnect();
  return { wait, work: first + second, long };
}"""
READY = """addEventListener("DOMContentLoaded", () => {
  document.querySelector('.bar [data-key=ruby][data-value=none]').click();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.benchReady = performance.now(); }));
});"""
LOOP = """() => { const from = performance.now(); let sum = 0;
  for (let i = 0; i < 4e6; i++) sum = (sum * 31 + i) % 1000003;
  return [performance.now() - from, sum][0]; }"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


@dataclass(frozen=True)
class Figure:
    """One thing measured against its goal."""

    name: str
    """What was done."""
    figure: float
    """The median; milliseconds, times the plain text, or kB as `unit` says."""
    goal: float
    """What it may be at most."""
    unit: str
    """ms, ×, or kB."""
    loops: float | None = None
    """A time divided by the loop of known work timed beside it."""
    long: float | None = None
    """Milliseconds of tasks over 50 ms in the 700 ms after the switch."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


@contextmanager
def opened(browser: Browser, address: str, slow: int, wait: bool = True) -> Iterator[Page]:
    """A page of a context of its own, its processor slowed, nothing cached."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
    if not wait:
        page.add_init_script(READY)
    page.goto(address)
    if wait:
        page.evaluate("document.fonts.ready.then(() => 0)")
        page.wait_for_timeout(1500 * slow // 2)
    yield page
    context.close()


def arrivals(browser: Browser, address: str, name: str, times: int) -> list[Figure]:
    """First paint, and the moment the first switch has been answered, both counted from the start of the visit."""
    paints, readies, loops = [], [], []
    for _ in range(times):
        with opened(browser, address, SLOW, wait=False) as page:
            page.wait_for_function("window.benchReady")
            paints.append(float(page.evaluate(PAINT)))
            readies.append(float(page.evaluate("benchReady")))
            loops.append(float(page.evaluate(LOOP)))
    paint, ready, loop = median(paints), median(readies), median(loops)
    return [
        Figure(f"{name}: first paint", paint, 500, "ms", paint / loop),
        Figure(f"{name}: ready, first switch answered", ready, 1000, "ms", ready / loop),
    ]


def switches(browser: Browser, address: str, name: str, goal: float, times: int) -> list[Figure]:
    """Each switch there and back, to the second frame after the click, the processor slowed."""
    tried = {
        "ruby": [("ruby", "none"), ("ruby", "all")],
        "script": [("script", "hant"), ("script", "hans")],
        "layout": [("layout", "stacked"), ("layout", "inline"), ("layout", "columns")],
    }
    found: list[Figure] = []
    with opened(browser, address, SLOW) as page:
        layer = page.evaluate("document.querySelectorAll('.bar [data-layer]')[1].dataset.layer")
        for what, steps in {**tried, "layer": [("layer", layer), ("layer", layer)]}.items():
            runs = [page.evaluate(SWITCH, step) for _ in range(times) for step in steps]
            loop = median(float(page.evaluate(LOOP)) for _ in range(3))
            wait = median(run["wait"] for run in runs)
            found.append(Figure(f"{name}: {what}", wait, goal, "ms", wait / loop, median(r["long"] for r in runs)))
    return found


def unslowed(browser: Browser, address: str, times: int) -> list[Figure]:
    """The work of the two frames after the click, the processor as it is."""
    with opened(browser, address, 1) as page:
        loop = median(float(page.evaluate(LOOP)) for _ in range(5))

        def work(key: str, *values: str) -> float:
            return median(float(page.evaluate(SWITCH, [key, v])["work"]) for _ in range(times) for v in values)

        ruby, script = work("ruby", "none", "all"), work("script", "hant", "hans")
        page.evaluate(SWITCH, ["ruby", "hard"])
        bare = work("script", "hant", "hans")
    return [
        Figure("chapter, not slowed: ruby, work", ruby, 25, "ms", ruby / loop),
        Figure("chapter, not slowed: script, work", bare, 10, "ms", bare / loop),
        Figure("chapter, not slowed: script with all ruby, work", script, 25, "ms", script / loop),
    ]


def zipped(*parts: bytes) -> int:
    return sum(len(gzip.compress(part, 9, mtime=0)) for part in parts)


def plain(tokens: Path) -> str:
    """All layers of a chapter in one script: for each layer the rows of the witness printed, in their order."""
    lines = [line.split("\t") for line in tokens.read_text("utf-8").splitlines()[1:]]
    first: dict[str, str] = {}
    for line in lines:
        if line[4]:
            first.setdefault(line[0], line[4])
    return "".join(line[9] for line in lines if line[0] != "jing-pinyin" and line[4] in (first[line[0]], ""))


def weights(site: Path, chapter: str) -> list[Figure]:
    """What the page of the whole chapter weighs, compressed each file by itself."""
    page = (site / chapter / "index.html").read_bytes()
    text = zipped(plain(site / "data" / chapter / "tokens.tsv").encode())
    named = re.findall(r'<script[^>]* src="\.\./([^"]+)"', page.decode())
    code = [name for name in named if not name.endswith("characters.js")]
    style = (site / "static/edition.css").read_bytes()
    fonts = sum(path.stat().st_size for path in (site / "static/fonts").glob("*.woff2"))
    return [
        Figure(f"weight: chapter page {zipped(page)} B to plain text {text} B", zipped(page) / text, 1.9, "×"),
        Figure("weight: scripts", zipped(*[(site / name).read_bytes() for name in code]) / 1000, 15, "kB"),
        Figure("weight: forms and readings", zipped((site / "static/characters.js").read_bytes()) / 1000, 15, "kB"),
        Figure("weight: stylesheet", zipped(style) / 1000, 15, "kB"),
        Figure("weight: fonts, all parts", fonts / 1000, 4000, "kB"),
    ]


def first_fonts(browser: Browser, address: str, goal: float) -> Figure:
    """The bytes of fonts that one first visit reads."""
    with opened(browser, address, 1) as page:
        read = page.evaluate("""performance.getEntriesByType('resource').filter(r => r.name.endsWith('.woff2'))
            .reduce((sum, r) => sum + r.encodedBodySize, 0)""")
    return Figure("weight: fonts read on a first visit to " + address.split("/", 3)[3], read / 1000, goal, "kB")


def multiplied(page: str) -> str:
    """A chapter page with its text ten times, every id and every link to one fresh: 10.19.4 becomes 10x319.4."""
    head, body = page.split('<main id="main">', 1)
    main, foot = body.split("</main>", 1)

    def fresh(k: int) -> str:
        return re.sub(r' id="([^"]+)"', rf' id="x{k}-\1"', re.sub(r' href="#([^"]+)"', rf' href="#x{k}-\1"', main))

    return f'{head}<main id="main">{main}{"".join(map(fresh, range(2, TIMES + 1)))}</main>{foot}'


def measured(site: Path, chapter: str, times: int, say: Callable[[str], None]) -> list[Figure]:
    found = weights(site, chapter)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    binary = os.environ.get("EDITION_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(executable_path=binary, args=flags)
        large = Path(folder) / "site"
        large.mkdir()
        (large / "static").symlink_to(site / "static")
        (large / chapter).mkdir()
        (large / chapter / "index.html").write_text(
            multiplied((site / chapter / "index.html").read_text("utf-8")), encoding="utf-8"
        )
        at = f"{chapter}/index.html{EVERYTHING}"
        with served(site) as http, served(large) as ten:
            steps: list[Callable[[], list[Figure]]] = [
                lambda: [first_fonts(browser, http + f"{chapter}/index.html", 600)],
                lambda: [first_fonts(browser, http + "index.html", 300)],
                lambda: arrivals(browser, http + at, "chapter, http", times),
                lambda: arrivals(browser, site.as_uri() + "/" + at, "chapter, file", times),
                lambda: switches(browser, http + at, "chapter", 100, times),
                lambda: switches(browser, ten + at, "ten times the text", 200, max(1, times // 2)),
                lambda: unslowed(browser, http + at, times),
            ]
            for step in steps:
                found += step()
                say(found[-1].name)
        browser.close()
    return found


def table(found: list[Figure]) -> str:
    lines = ["| | goal | figure | of goal | | in loops | long tasks |", "|---|--:|--:|--:|---|--:|--:|"]
    for one in found:
        loops = "" if one.loops is None else f"{one.loops:.2f}"
        long = "" if one.long is None else f"{one.long:.0f} ms"
        verdict = "ok" if one.figure <= one.goal else "over"
        digits = 2 if one.unit == "×" else 1 if one.unit == "kB" else 0
        lines.append(
            f"| {one.name} | {one.goal:g} {one.unit} | {one.figure:.{digits}f} {one.unit} | "
            f"{one.figure / one.goal:.2f} | {verdict} | {loops} | {long} |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "site")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="three runs of each instead of seven")
    args = parser.parse_args()
    site = args.site.resolve()
    chapters = sorted(path.parent.name for path in site.glob("data/*/tokens.tsv"))
    if not chapters:
        print(f"{args.site} holds no edition: build it first", file=sys.stderr)
        return 1
    found = measured(site, chapters[0], 3 if args.quick else 7, lambda name: print("·", name, file=sys.stderr))
    load = os.getloadavg()[0]
    if args.json:
        print(json.dumps({"load": load, "figures": [asdict(one) for one in found]}, ensure_ascii=False, indent=1))
    else:
        print(table(found), f"\nload of the machine {load:.1f} on {os.cpu_count()} processors", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

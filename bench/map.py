"""How many frames a second does the room map draw with 1,200 tables, 50 changes a second, while panning and
zooming?

The product's module runs on a page of the benchmark. Each change is a whole board as it is sent: text that is
parsed and shown. Frames are animation frames of the browser; their distance shows whether the page keeps up.
"""

import itertools
import json
import mimetypes
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, sync_playwright

from bench.flips import OPTIONS, percentile
from bench.stage import PROJECT
from ops.browser import ensure_chromium

TABLES = 1_200
CHANGES = 50
LEAST = 30.0
SECONDS = 6.0
HOW = ("standing", "panned", "zoomed")
ADDRESS = "http://map.bench"
HTML = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Map</title>
<link rel="stylesheet" href="/static/shared/ui/tokens.css"><link rel="stylesheet" href="/static/shared/ui/base.css">
<link rel="stylesheet" href="/static/floor/map.css"></head>
<body><section id="map"></section></body></html>"""
SET_UP = """async ([count]) => {
  const { FloorMap } = await import('/static/floor/map.js');
  const { Words } = await import('/static/shared/ui/words.js');
  const place = document.getElementById('map');
  place.style.height = '100vh';
  window.map = new FloorMap(place, { words: new Words('en', {}), onOpen() {} });
  const states = ['open', 'open', 'open', 'open', 'open', 'paused', 'reserve', 'halted'];
  window.rows = Array.from({ length: count }, (_, i) => [
    i + 1, 9, 6 + (i % 4), 0, states[(i * 7) % states.length], null, null,
    (i % 9) + 1, i % 40, i % 17 ? 0 : 1, i % 13 ? 0 : 1, 0,
  ]);
  window.map.show(window.rows);
}"""
# The feed's messages are text: create them before the measurement.
MEASURE = """([seconds, changes, how]) => new Promise((done) => {
  const boards = [];
  let seed = 7;
  for (let i = 0; i < seconds * changes + changes; i += 1) {
    seed = (seed * 48271) % 2147483647;
    const row = window.rows[seed % window.rows.length];
    row[2] = 5 + (seed % 5);
    row[7] = (row[7] % 9) + 1;
    row[8] += 1;
    boards.push(JSON.stringify({ tables: window.rows }));
  }
  const canvas = document.querySelector('#map canvas');
  const middle = { clientX: canvas.clientWidth / 2, clientY: canvas.clientHeight / 2, bubbles: true, cancelable: true };
  const before = window.map.work;
  const frames = [];
  let shown = 0;
  const start = performance.now();
  let last = start;
  const feed = setInterval(() => {
    const due = Math.min(boards.length, Math.floor((performance.now() - start) * changes / 1000));
    for (; shown < due; shown += 1) window.map.show(JSON.parse(boards[shown]).tables);
  }, 1000 / changes);
  const pointer = (type, x, y) => canvas.dispatchEvent(
    new PointerEvent(type, { ...middle, clientX: x, clientY: y, pointerId: 1 }));
  const step = () => {
    const now = performance.now();
    frames.push(now);
    const time = (now - start) / 1000;
    if (time >= seconds) {
      clearInterval(feed);
      const after = window.map.work;
      const work = Object.fromEntries(Object.keys(after).map((key) => [key, after[key] - before[key]]));
      done({ frames, shown, work });
      return;
    }
    if (how === 'panned') {
      pointer('pointerdown', middle.clientX, middle.clientY);
      pointer('pointermove', middle.clientX + 20, middle.clientY);
      pointer('pointermove', middle.clientX + 20 + 6 * Math.cos(time * 5), middle.clientY + 6 * Math.sin(time * 4));
      pointer('pointerup', middle.clientX, middle.clientY);
    } else if (how === 'zoomed') {
      const way = Math.floor(time / 1.5) % 2 ? 1 : -1;
      canvas.dispatchEvent(new WheelEvent('wheel', { ...middle, deltaY: way * 1.155 * (now - last) }));
    }
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""


def run(seconds: float = SECONDS) -> dict[str, object]:
    """Measure the map standing still, panned with all tables in view, and zoomed from all to one and back.

    Return frames a second, ms between frames, and how much was drawn.
    """
    found: dict[str, object] = {"tables": TABLES, "changes_a_second": CHANGES}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(ensure_chromium()), args=["--headless=new", *OPTIONS]
        )
        try:
            for how in HOW:
                page = browser.new_page(viewport={"width": 1024, "height": 768})
                found[how] = _measure(page, seconds, how)
                page.close()
        finally:
            browser.close()
    return found


def _measure(page: Page, seconds: float, how: str) -> dict[str, object]:
    page.route(f"{ADDRESS}/**", _serve)
    page.goto(ADDRESS)
    page.evaluate(SET_UP, [TABLES])
    page.wait_for_function("(count) => window.map.work.painted >= count", arg=TABLES)
    page.wait_for_timeout(500)
    measured: dict[str, Any] = page.evaluate(MEASURE, [seconds, CHANGES, how])
    at = measured["frames"]
    apart = [later - sooner for sooner, later in itertools.pairwise(at)]
    return {
        "frames_a_second": round(1000 * len(apart) / (at[-1] - at[0]), 1),
        "p50": round(percentile(apart, 0.5), 1),
        "p99": round(percentile(apart, 0.99), 1),
        "worst": round(max(apart), 1),
        "changes_shown": measured["shown"],
        **measured["work"],
    }


def _serve(route: Route) -> None:
    path = urlsplit(route.request.url).path
    if path.startswith("/static/"):
        file = PROJECT / path.removeprefix("/")
        kind = mimetypes.guess_type(file.name)[0] or "text/plain"
        route.fulfill(body=file.read_bytes(), content_type=kind)
    else:
        route.fulfill(body=HTML, content_type="text/html")


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))

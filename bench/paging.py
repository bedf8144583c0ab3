"""(i) How many frames a second does a display draw while it turns the pages of a seat list, at 1080p and 4K?

The display's page is served with a made-up board of 400 seats. Frames are animation frames of the browser, which draws
without a graphics card here. The work of the page itself (scripts, styles and layout on its main thread) does not
depend on the card.
"""

import itertools
import json
import os
from typing import Any

import django
from playwright.sync_api import CDPSession, Page, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from bench.flips import OPTIONS, percentile  # noqa: E402
from ops.browser import lean_chromium  # noqa: E402
from tests.browser.mock_feed import MockFeed  # noqa: E402
from tests.browser.scenes import board, running, screen, seated  # noqa: E402
from web.tv.page import words_in  # noqa: E402

SIZES = {"1080p": (1920, 1080), "4K": (3840, 2160)}
SEATS = 400
# Long enough for several pages.
SECONDS = 40.0
# Least frames a second at the smaller size; most of a frame's 16.7 ms that the page may take on average, as a part.
LEAST, MOST_OF_A_FRAME = 59.0, 0.5
FRAME_MS = 1000 / 60
WATCH = """(seconds) => new Promise((done) => {
  const frames = [], pages = new Set();
  const place = document.querySelector('.seats .page-number');
  const step = (now) => {
    frames.push(now);
    pages.add(place.textContent);
    if (now - frames[0] >= seconds * 1000) done({ frames, pages: [...pages] });
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """Measure both sizes: frames a second, ms between frames, pages that were shown, main thread work."""
    found: dict[str, Any] = {}
    feed = MockFeed(words_in("en"), heartbeat=5.0)
    feed.start()
    feed.press("room", screen__5=screen(layout="seats"))
    feed.press("t7", **board(running(2, 1_000_000, feed.now())))
    feed.seat("t7", seated(SEATS))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(lean_chromium()), args=OPTIONS)
        try:
            for name, (width, height) in SIZES.items():
                page = browser.new_page(viewport={"width": width, "height": height})
                page.goto(f"{feed.url}/tv/")
                page.wait_for_selector(".seat-row")
                page.wait_for_timeout(2_000)
                found[name] = _measure(page, seconds)
                page.close()
        finally:
            browser.close()
            feed.close()
    return found


def _measure(page: Page, seconds: float) -> dict[str, Any]:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = _work(session)
    seen = page.evaluate(WATCH, seconds)
    worked = _work(session) - before
    frames = seen["frames"]
    apart = [two - one for one, two in itertools.pairwise(frames)]
    shown = 1000 * len(apart) / (frames[-1] - frames[0])
    return {
        "frames_a_second": round(shown, 1),
        "ms_between_frames_p50": round(percentile(apart, 0.5), 1),
        "ms_between_frames_p99": round(percentile(apart, 0.99), 1),
        "pages": len(seen["pages"]),
        "page_work_ms_a_second": round(1000 * worked / seconds, 1),
        "page_work_of_a_frame": round(1000 * worked / len(apart) / FRAME_MS, 3),
    }


def _work(session: CDPSession) -> float:
    """Return the seconds that the page has spent on scripts, styles and layout."""
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["ScriptDuration"] + metrics["RecalcStyleDuration"] + metrics["LayoutDuration"])


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))

"""(b) Do the digits of four displays change on the second, regardless of their network?

Each page reports the wall-clock time at which its digits changed. The true times follow from the board: the
level's end, and whole seconds before it. The page's own monotonic clock is tied to the machine's wall clock once, by
the sharpest of many comparisons, because both run on this machine.
"""

import asyncio
import json
import math
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from bench.proxy import Network
from bench.stage import Child, Stage, stage
from ops.browser import lean_chromium

WATCH = """
() => new Promise((done) => {
  let tie = -Infinity;
  const until = performance.now() + 60;
  while (performance.now() < until) tie = Math.max(tie, Date.now() - performance.now());
  window.flips = [];
  const place = document.querySelector('[data-role=time]');
  const seen = () => window.flips.push([tie + performance.now(), place.textContent]);
  new MutationObserver(seen).observe(place, {childList: true, characterData: true, subtree: true});
  done(tie);
})
"""


@dataclass(frozen=True)
class Flips:
    """Distances of changes from the true second, in ms."""

    samples: int
    p50: float
    p99: float
    worst: float
    apart_p99: float


def percentile(values: list[float], part: float) -> float:
    """Return the value that a share `part` of all values do not exceed."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, math.ceil(part * len(ranked)) - 1)]


async def watch(room: Stage, delays: list[float], seconds: float) -> Flips:
    """Open a display for each delay (in seconds; a random share of it for each piece of data) and record its
    changes.
    """
    staff = Child.start("bench.staff", environment=room.environment)
    networks: list[Network] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(lean_chromium()), args=OPTIONS)
        try:
            pages = []
            for number, most in enumerate(delays):
                port = room.port
                if most:
                    networks.append(Network(room.port, most, seed=number))
                    port = await networks[-1].open()
                pages.append(await display(browser, staff, port))
            await asyncio.sleep(35)  # after the quick pings, the ones every two seconds have run
            await asyncio.gather(*(page.evaluate(WATCH) for page in pages))
            await asyncio.sleep(seconds)
            flips = [await page.evaluate("() => window.flips") for page in pages]
            end = await true_end(pages[0])
        finally:
            await browser.close()
            for network in networks:
                await network.close()
            staff.end()
    return judge(flips, end)


async def display(browser: Browser, staff: Child, port: int) -> Page:
    """Open a paired display in a separate browser profile."""
    page = await (await browser.new_context(viewport={"width": 1280, "height": 720})).new_page()
    await page.goto(f"http://127.0.0.1:{port}/tv/")
    config = json.loads(await page.locator("#config").text_content() or "{}")
    await asyncio.to_thread(staff.ask, f"pair {config['code']}")
    await page.goto(f"http://127.0.0.1:{port}/tv/")
    await page.wait_for_selector("[data-role=time]:not(:empty)", timeout=30_000)
    return page


async def true_end(page: Page) -> int:
    """Return the end of the running level in ms: digits change at whole seconds before it."""
    read = "async () => (await (await fetch('/live/t1/')).json()).boards"
    boards: dict[str, Any] = await page.evaluate(read)
    clock, levels = boards["clock"]["clock"], boards["structure"]["levels"]
    return int(clock["anchor"] + levels[clock["position"]]["duration"] - clock["elapsed"])


def judge(pages: list[list[list[Any]]], end: int) -> Flips:
    """Return distances of all changes from their true times, and between pages."""
    late: list[float] = []
    times: dict[int, list[float]] = {}
    for flips in pages:
        for at, _text in flips:
            second = round((end - at) / 1000)
            late.append(at - (end - second * 1000))
            times.setdefault(second, []).append(at)
    apart = [max(times) - min(times) for times in times.values() if len(times) == len(pages)]
    sizes = [abs(one) for one in late]
    return Flips(
        len(late),
        round(percentile(sizes, 0.5), 2),
        round(percentile(sizes, 0.99), 2),
        round(max(sizes), 2),
        round(percentile(apart, 0.99), 2),
    )


OPTIONS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-background-timer-throttling"),
    *("--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding"),
]


def run(seconds: float = 60.0) -> dict[str, object]:
    """Measure one page without delay, and four with delays of 0, 60, 130 and 200 ms each way."""
    with stage("daphne", parts=("redis", "web", "worker", "beat")) as room:
        plain = asyncio.run(watch(room, [0.0], seconds))
        delayed = asyncio.run(watch(room, [0.0, 0.06, 0.13, 0.2], seconds))
    return {"plain_page": plain.__dict__, "four_pages_0_to_200_ms": delayed.__dict__}


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))

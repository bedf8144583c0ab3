"""The map of the room on a page of its own, with invented tables, and helpers to read and touch it."""

import json
import mimetypes
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Route

from web.shared.packages import FILES, IMPORTS, folder
from web.shared.texts_map import MAP_WORDS

STATIC = Path(__file__).resolve().parents[2] / "static"
ADDRESS = "http://map.test"
CSP = "default-src 'none'; script-src 'self' 'nonce-map'; style-src 'self'; img-src 'self'; base-uri 'none'"
# The product's stylesheet leaves the map's position to the page.
SIZED = "html, body { height: 100%; margin: 0 } main { display: grid; height: 100dvh; grid-template-rows: 1fr auto }"
IMPORT_MAP = json.dumps({"imports": {name: f"/packages/{file}" for name, file in IMPORTS.items()}})
HTML = f"""<!doctype html><html lang="en" data-temper="floor"><head><meta charset="utf-8"><title>Map</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="importmap" nonce="map">{IMPORT_MAP}</script>
<link rel="stylesheet" href="/static/shared/ui/tokens.css"><link rel="stylesheet" href="/static/shared/ui/base.css">
<link rel="stylesheet" href="/static/floor/map.css"><link rel="stylesheet" href="/page.css"></head>
<body><main><h1 class="visually-hidden">Floor</h1><section id="map"></section></main></body></html>"""
START = """async ([words, rows, mayPlace, leavesIdle]) => {
  const { FloorMap } = await import('/static/floor/map.js');
  const { Words } = await import('/static/shared/ui/words.js');
  window.opened = []; window.placed = [];
  window.answer = () => ({ ok: true });
  window.map = new FloorMap(document.getElementById('map'), {
    words: new Words('en', words), mayPlace, leavesIdle,
    onOpen: (number) => window.opened.push(number),
    onPlace: (...place) => { window.placed.push(place); return window.answer(); },
  });
  window.rows = rows;
  window.map.show(rows);
}"""
STILL = """() => new Promise((done) => {
  let work = JSON.stringify(window.map.work);
  let quiet = 0;
  const look = () => {
    const now = JSON.stringify(window.map.work);
    quiet = now === work ? quiet + 1 : 0;
    work = now;
    if (quiet > 15) done(); else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
Row = list[Any]
Open = Callable[..., Page]
LANDSCAPE = {"width": 1024, "height": 768}
PORTRAIT = {"width": 768, "height": 1024}
MARK = """(marks) => window.map.mark(
  Object.fromEntries(Object.entries(marks).map(([mark, numbers]) => [mark, new Set(numbers)])))"""


def row(number: int, **more: Any) -> Row:
    """Return a table as the board has it: nine seats and eight players by default."""
    known = {
        "seats": 9, "players": 8, "ghosts": 0, "state": "open", "across": None, "down": None, "button": None,
        "hands": 0, "calls": 0, "under_way": 0, "away": 0,
    }  # fmt: skip
    assert set(more) <= set(known)
    return [number, *{**known, **more}.values()]


def rows(count: int, **more: Any) -> list[Row]:
    """Return tables 1, 2, 3 …, all alike."""
    return [row(number, **more) for number in range(1, count + 1)]


def serve(route: Route) -> None:
    """Answer the page's requests from the project's files, under the product's rules for scripts and styles."""
    path = urlsplit(route.request.url).path
    if path == "/":
        route.fulfill(body=HTML, content_type="text/html", headers={"Content-Security-Policy": CSP})
    elif path == "/page.css":
        route.fulfill(body=SIZED, content_type="text/css")
    elif path.startswith(("/static/", "/packages/")):
        name = path.removeprefix("/packages/")
        file = folder() / FILES[name] if name in FILES else STATIC / path.removeprefix("/static/")
        kind = mimetypes.guess_type(file.name)[0] or "text/plain"
        route.fulfill(body=file.read_bytes(), content_type=kind)
    else:
        route.fulfill(status=404, body="")


def open_map(
    context: BrowserContext, tables: list[Row], *, may_place: bool = True, leaves_idle: bool = False
) -> Page:
    """Open a page with the map and these tables, and wait until it stands still."""
    context.route(f"{ADDRESS}/**", serve)
    page = context.new_page()
    page.goto(ADDRESS)
    words = {key: str(text) for key, text in MAP_WORDS.items()}
    page.evaluate(START, [words, tables, may_place, leaves_idle])
    still(page)
    return page


def still(page: Page) -> None:
    """Wait until the map stops moving."""
    page.evaluate(STILL)


def show(page: Page, tables: list[Row]) -> None:
    """Replace the board."""
    page.evaluate("(rows) => window.map.show(rows)", tables)
    still(page)


def place(page: Page, number: int) -> tuple[float, float]:
    """Return the position of a table on the screen."""
    at = page.evaluate("(number) => window.map.placeOf(number)", number)
    return at["x"], at["y"]


def width(page: Page, number: int = 1) -> float:
    """Return the drawn width of a table."""
    return float(page.evaluate("(number) => window.map.placeOf(number).width", number))


def work(page: Page) -> dict[str, int]:
    """Return the counts of drawing work so far."""
    done: dict[str, int] = page.evaluate("() => window.map.work")
    return done


def screen_reader_text(page: Page, number: int) -> str:
    """Return the text of a table for screen readers."""
    return page.locator(f"[data-table='{number}']").text_content() or ""


@pytest.fixture
def open_room(chromium: Browser) -> Iterator[Open]:
    """Open the map with some tables. A test fails on an uncaught error of the page or on a CSP report."""
    contexts = []
    errors: list[str] = []

    def open_page(
        tables: list[Row], size: Any = None, may_place: bool = True, leaves_idle: bool = False, **options: Any
    ) -> Page:
        context = chromium.new_context(viewport=size or LANDSCAPE, has_touch=True, **options)
        contexts.append(context)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        return open_map(context, tables, may_place=may_place, leaves_idle=leaves_idle)

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def opened(page: Page) -> list[int]:
    """Return the tables that were tapped so far."""
    return list(page.evaluate("() => window.opened"))


def placed(page: Page) -> list[list[int | None]]:
    """Return the tables that were moved so far: number, across, down."""
    return list(page.evaluate("() => window.placed"))


def marked(page: Page, **marks: list[int]) -> None:
    """Mark some tables."""
    page.evaluate(MARK, marks)
    still(page)


def fingers(page: Page) -> CDPSession:
    """Connect to the browser's touch input."""
    return page.context.new_cdp_session(page)


def touch(hand: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Send a touch at some points: "Start", "Move", or "End" with no points."""
    at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    hand.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag one finger from a point to another, over four points between."""
    hand = fingers(page)
    touch(hand, "Start", start)
    for part in (0.25, 0.5, 0.75, 1.0):
        touch(hand, "Move", tuple(a + (b - a) * part for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
    touch(hand, "End")
    still(page)


def focused(page: Page) -> int:
    """Return the table that has the keyboard focus."""
    return int(page.evaluate("() => document.activeElement.dataset.table"))


def cut_out(page: Page, number: int) -> bytes:
    """Take a picture of one table with its signs."""
    x, y = place(page, number)
    half = width(page, number) * 0.6
    clip = {"x": x - half, "y": y - half * 0.75, "width": 2 * half, "height": 1.5 * half}
    return page.screenshot(clip=clip)  # type: ignore[arg-type]

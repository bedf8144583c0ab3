"""The layouts that come with the product, at five sizes in every state, with long names and large figures.

The pictures are in build/layouts. Texts that are cut off or overlap are faults, and so is type that is too small to be
read from afar.
"""

import json
import shutil
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Browser, Page

from ops.paths import PROJECT
from tests.pictures.faults import faults_of
from tests.pictures.main_screens import log_in
from tests.processes.rooms import Room

PICTURES = PROJECT / "build" / "layouts"
SHIPPED = PROJECT / "displays" / "shipped"
LANGUAGES = ("en-GB",)
SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (2560, 1080), (1080, 1920))
STATES = (
    "before_start", "running", "last_minute", "pause", "break", "hand_for_hand", "final_table", "over",
)  # fmt: skip
# Each picture is taken a little later than the one before, so that cells with several contents show each of them; there
# are busts before and after midnight.
FIRST, STEP = datetime(2026, 11, 28, 0, 10, tzinfo=ZoneInfo("Europe/Zurich")), timedelta(seconds=7)
LOADED, RESIZED, DRAWN = 2_000, 300, 120
# A picture of 3840 × 2160 takes long on a busy machine.
PATIENCE = 300_000
# Least height of capitals, of the screen's height (upright: of .64 of its width).
LEAST = 0.034
# Layouts in which the time and the blinds are what a hall reads.
CLOCKS = ("classic", "clock_prizes", "clock_seats")
MEASURE = """() => {
  const side = Math.min(innerHeight, 0.64 * innerWidth);
  const capitals = (one) => 0.655 * parseFloat(getComputedStyle(one).fontSize) / side;
  const lines = [...document.querySelectorAll(".house-type span")].filter((one) => one.textContent.trim() && one.checkVisibility({ visibilityProperty: true }));
  const small = lines.map((one) => [capitals(one), one.textContent]).sort((a, b) => a[0] - b[0])[0] ?? [1, ""];
  const time = document.querySelector('[data-field="time"] .house-value span');
  return { small, time: time ? capitals(time) : 0 };
}"""  # noqa: E501


def take_layouts(
    room: Room, browser: Browser, password: str, *, only: str, languages: Sequence[str], faults: list[str]
) -> None:
    """Take every shipped layout at every size in every state, or those whose name contains a text; note the faults."""
    if not only:
        shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for language in languages:
        context = browser.new_context(reduced_motion="reduce", locale=language)
        context.set_default_timeout(PATIENCE)
        log_in(room, context, password)
        _take_each(
            room, context.new_page(), "" if language in LANGUAGES else f"-{language[:2]}", only, faults
        )
        context.close()


def _take_each(room: Room, page: Page, suffix: str, only: str, faults: list[str]) -> None:
    page.goto(f"{room.url}/staff/screens/layouts/preview/")
    times = (FIRST + at * STEP for at in count())
    # The first picture has the browser load the typeface.
    classic = json.loads((SHIPPED / "classic.json").read_text(encoding="utf-8"))
    _take(page, classic, "first", "running", next(times), [])
    page.wait_for_timeout(LOADED)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(RESIZED)
        for path in sorted(SHIPPED.glob("*.json")):
            document = json.loads(path.read_text(encoding="utf-8"))
            for state in STATES:
                name, at = f"{path.stem}-{size[0]}x{size[1]}-{state}{suffix}", next(times)
                if only in name:
                    _take(page, document, name, state, at, faults)


def _take(page: Page, document: Any, name: str, state: str, at: datetime, faults: list[str]) -> None:
    page.clock.set_fixed_time(at)
    message = {"document": document, "state": state, "big": True}
    page.evaluate("message => window.postMessage(message, location.origin)", message)
    page.wait_for_timeout(DRAWN)
    page.screenshot(path=PICTURES / f"{name}.png")
    faults += [f"layout {name}: {fault}" for fault in faults_of(page)]
    found = page.evaluate(MEASURE)
    size, text = found["small"]
    if size < LEAST:
        faults.append(f"layout {name}: capitals of {size:.2%}: {text}")
    if name.startswith(CLOCKS) and "1080x1920" not in name and state == "running" and found["time"] < 0.25:
        faults.append(f"layout {name}: the time has capitals of {found['time']:.1%}")

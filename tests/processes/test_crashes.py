"""The whole room under its runner, with each of its processes killed while it runs."""

import json
import os
import signal
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page

from tests.examples import EXPLORES, in_soak
from tests.fixtures.prepared import migrated_file
from tests.processes.rooms import Room
from tests.waiting import until

pytestmark = [pytest.mark.processes, pytest.mark.browser]

# Records when the figure changed, on this machine's clock, which the server reads too.
WATCH = """
() => {
  let tie = -Infinity;
  const until = performance.now() + 60;
  while (performance.now() < until) tie = Math.max(tie, Date.now() - performance.now());
  window.flips = [];
  const place = document.querySelector('[data-role=time]');
  new MutationObserver(() => window.flips.push([tie + performance.now(), place.textContent]))
    .observe(place, {childList: true, characterData: true, subtree: true});
}
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Return a running room with its demo, and an event whose levels last two seconds."""
    made = Room(tmp_path_factory.mktemp("room"), migrated_file())
    try:
        made.ask(do="quick")
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def wall(room: Room, chromium: Browser) -> Iterator[Page]:
    """Pair a display with event 1; the same one shows its clock through all crashes."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, locale="de-CH")
    page = context.new_page()
    page.goto(f"{room.url}/tv/")
    config = json.loads(page.locator("#config").text_content() or "{}")
    room.ask(do="pair", code=config["code"])
    page.goto(f"{room.url}/tv/")
    page.wait_for_selector("[data-role=time]:not(:empty)")
    page.wait_for_timeout(3_000)  # the first pings are done
    page.evaluate(WATCH)
    yield page
    context.close()


def flips_of(page: Page) -> list[tuple[float, str]]:
    """Return all recorded flips: wall-clock ms, and the figure."""
    return [(float(at), str(text)) for at, text in page.evaluate("() => window.flips")]


def seconds_of(figure: str) -> int:
    """Return the seconds of a figure."""
    total = 0
    for part in figure.split(":"):
        total = total * 60 + int(part)
    return total


def shows(page: Page, seconds: int) -> bool:
    """Return whether a display shows this many seconds, minus the time of a busy machine to reconnect."""
    return 0 <= seconds + 1 - seconds_of(page.inner_text("[data-role=time]")) <= 90


# The worker is also killed below; the web process replaces beat in the same way as a worker.
@pytest.mark.parametrize("victim", ["web", *(["redis", "worker", "beat"] if EXPLORES else [])])
def test_displays_continue_without_loss_when_a_process_is_killed(room: Room, wall: Page, victim: str) -> None:
    if room.ask(do="board", event=1)["clock"]["running"] is False:
        room.ask(do="act", kind="clock.resume", event=1)
    before = room.ask(do="act", kind="clock.set_remaining", event=1, ms=900_000)
    until(lambda: shows(wall, 900), patience=20, message="the display never showed the press")
    wall.evaluate("() => { window.flips.length = 0; }")
    dead = room.kill(victim)
    wall.wait_for_timeout(4_000)
    flips = flips_of(wall)
    assert len(flips) >= 3, f"the display stood still: {flips}"
    figures = [seconds_of(text) for _at, text in flips]
    assert figures == list(range(figures[0], figures[0] - len(figures), -1)), f"a second was lost: {figures}"

    until(lambda: room.pid(victim) not in {None, dead}, patience=30, message=f"{victim} did not come back")
    until(room.well, patience=60, message="the room is not well again")
    after = room.ask(do="act", kind="clock.set_remaining", event=1, ms=1_500_000)
    assert after["seq"] > before["seq"]
    until(lambda: shows(wall, 1_500), patience=40, message="the display did not reconnect")

    wall.evaluate("() => { window.flips.length = 0; }")
    wall.wait_for_timeout(5_000)
    clock = room.ask(do="board", event=1)
    end = (
        clock["clock"]["anchor"]
        + clock["levels"][clock["clock"]["position"]]["duration"]
        - clock["clock"]["elapsed"]
    )
    for at, text in flips_of(wall):
        # A whole second off would be another figure; `make bench` measures the milliseconds.
        assert abs(end - at - seconds_of(text) * 1000) < 1_000, (
            f"{text} was shown {end - at} ms before the end"
        )
    judged = room.ask(do="judge")
    assert judged["faults"] == []


@pytest.mark.parametrize("later", [0.0, in_soak(0.3)], ids=["as its break begins", "a moment later"])
def test_a_planned_race_starts_once_though_the_worker_is_killed(room: Room, later: float) -> None:
    made = room.ask(do="race")
    time.sleep(max(0.0, made["due"] / 1_000 + later - time.time()))
    dead = room.kill("worker")
    until(
        lambda: room.ask(do="raced", event=made["event"])["state"] == "running",
        patience=60,
        message="the race never started",
    )
    until(lambda: room.pid("worker") not in {None, dead}, patience=30, message="the worker did not come back")
    # By now every unfinished message has been delivered again.
    time.sleep(2)
    assert room.ask(do="raced", event=made["event"]) == {"state": "running", "tables": 2, "starts": 1}
    until(room.well, patience=60, message="the room is not well again")


def test_no_level_was_taken_twice_or_moved_by_any_of_the_crashes(room: Room) -> None:
    # Those of the event whose levels last two seconds.
    rows = max(room.ask(do="judge")["starts"].values(), key=len)
    assert len(rows) >= 5
    positions = [position for position, _due, _at in rows]
    assert positions == list(range(1, len(positions) + 1))
    starts = [due for _position, due, _at in rows]
    assert [later - earlier for earlier, later in pairwise(starts)] == [2_000] * (len(starts) - 1)


@pytest.mark.soak
def test_the_runner_itself_killed_leaves_a_room_that_starts_again_where_it_was(
    room: Room, wall: Page
) -> None:
    until(
        lambda: wall.locator("body[data-feed=live]").count() == 1,
        patience=20,
        message="the display is not connected",
    )
    room.ask(do="act", kind="clock.set_remaining", event=1, ms=1_200_000)
    until(lambda: shows(wall, 1_200), patience=20, message="the display never showed the press")
    os.kill(room.runner.pid, signal.SIGKILL)
    room.runner.wait()
    time.sleep(2)
    room.start_again()
    room.ask(do="act", kind="clock.set_remaining", event=1, ms=600_000)
    until(lambda: shows(wall, 600), patience=40, message="the display did not reconnect")
    assert room.ask(do="judge")["faults"] == []

"""Update a room of an earlier version while an event runs and a display is open: `make bench-upgrade`.

The room runs in a clone of its own, with its own packages. Before the update an event is played there to its payouts.
Printed are how long the display was on its own, whether its clock was right meanwhile, how long pages were not
served, and which values differ after the update from those before.
"""

import argparse
import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from bench.flips import OPTIONS
from bench.stage import PROJECT
from bench.upgrade_room import PATIENCE, Probe, Room
from bench.upgrade_rows import compare
from bench.upgrade_wall import Wall
from ops.browser import lean_chromium

# The last commit of 0.1.0.
OLD = "344dd085"


async def paired(browser: Browser, room: Room) -> Page:
    """Return a display that shows the running event."""
    display = await (await browser.new_context(viewport={"width": 1280, "height": 720})).new_page()
    await display.goto(f"{room.address}/tv/")
    code = await display.evaluate("JSON.parse(document.getElementById('config').textContent).code")
    staff = await (await browser.new_context()).new_page()
    await staff.goto(f"{room.address}/login/")
    await staff.fill("[name=username]", "director")
    await staff.fill("[name=password]", room.password)
    await staff.press("[name=password]", "Enter")
    await staff.wait_for_url("**/staff/**")
    await staff.goto(f"{room.address}/staff/screens/")
    await staff.fill("#code", code)
    await staff.select_option("#tournament", index=1)
    await staff.click("#pair button[type=submit]")
    await display.wait_for_selector("[data-role=time]:not(:empty)", state="visible")
    await staff.close()
    return display


async def measure(room: Room, new: str, players: int) -> int:
    """Start the old version, play, update, go on; print what was seen."""
    processes = [room.make("run")]
    try:
        await until(lambda: bool(room.password) and room.answers(), room)
        played = room.manage(
            "play", "--players", str(players), "--book", "five_spades", "--seed", "3", "--fast", "--keep"
        )
        print(f"Played before: {played.splitlines()[-1]}")
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=str(lean_chromium()), args=OPTIONS)
            display = await paired(browser, room)
            wall, probe = Wall(display), Probe(room)
            await asyncio.sleep(10)
            before = room.rows()
            room.checkout(new)
            started = time.monotonic()
            processes.append(room.make("upgrade"))
            outcome = await _upgraded(room, processes[-1])
            took = time.monotonic() - started
            await until(lambda: wall.shows_another_build, room)
            reloaded = time.monotonic() - started
            await asyncio.sleep(10)
            await wall.end()
            probe.end()
            after = room.rows()
            await browser.close()
        same = compare(before, after)
        journal = next(
            rows for table, rows in before.items() if table in ("tourney_line", "tourney_journalentry")
        )
        print(f"{outcome} after {took:.0f} s (packages, backup and tables included).")
        print(
            f"The display was on its own for {wall.alone:.1f} s, {wall.longest:.1f} s of them without a pause, and "
            f"showed the new version after {reloaded:.0f} s. It had no clock for {wall.blank:.1f} s. Its seconds "
            f"changed at most {wall.off:.2f} s from their time ({wall.flips} changes; {' > '.join(wall.states)})."
        )
        print(
            f"Pages were not served for {probe.total:.1f} s, at most {probe.longest:.1f} s without a pause."
        )
        print(
            f"Of {same.rows} rows in {same.tables} tables ({len(journal)} journal entries) are missing: "
            f"{dict(same.missing) or 'none'}; of {same.values} values differ: {dict(same.other) or 'none'}; "
            f"without a column now: {dict(same.gone) or 'none'}."
        )
        print(f"manage.py doctor: {room.manage('doctor', '--quiet').strip() or 'nothing is wrong'}")
        return 1 if same.missing or any("journalentry" in name for name in (*same.other, *same.gone)) else 0
    finally:
        for process in reversed(processes):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(60)


async def _upgraded(room: Room, process: "subprocess.Popen[bytes]") -> str:
    """Wait until the update is done: the command ends, or has become the room itself."""
    begun = len(room.output)
    await until(lambda: process.poll() is not None or "The room is open." in room.output[begun:], room)
    if process.poll() is None:
        return "Stopped and started again"
    if process.poll() != 0:
        raise SystemExit(f"The update failed:\n{room.output[-3000:]}")
    return "Updated while running"


async def until(probe: Callable[[], bool], room: Room) -> None:
    """Wait until a function returns true."""
    limit = time.monotonic() + PATIENCE
    # In a thread: one that asks for a page waits, and the display is looked at meanwhile.
    while not await asyncio.to_thread(probe):
        if time.monotonic() > limit:
            raise SystemExit(f"Waited for {PATIENCE:.0f} s:\n{room.output[-3000:]}")
        await asyncio.sleep(0.2)


def main() -> int:
    """Measure it in a directory that is deleted afterwards."""
    parser = argparse.ArgumentParser(prog="python -m bench.upgrade")
    parser.add_argument("--old", default=OLD, help="the version before: a commit or tag (default: 0.1.0)")
    parser.add_argument("--new", default="HEAD", help="the version to update to: a commit or tag")
    parser.add_argument(
        "--players", type=int, default=40, help="of the event that is played before the update"
    )
    parser.add_argument("--python", default=shutil.which("python3") or sys.executable)
    parser.add_argument(
        "--directory", type=Path, help="keep the clone there, with its packages, for the next time"
    )
    options = parser.parse_args()
    new = subprocess.run(
        ["git", "rev-parse", options.new], cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory(prefix="upgrade-") as made:
        room = Room(options.directory or Path(made), options.python)
        room.checkout(options.old)
        return asyncio.run(measure(room, new, options.players))


if __name__ == "__main__":
    sys.exit(main())

"""What a display shows while the room is updated."""

import asyncio
import re
import statistics
import time

from playwright.async_api import Error, Page

_STEP = 0.03
# Number of changes of the digits from which the end of the level is derived.
_FIRST = 5
_LOOK = """[
  document.body.dataset.feed ?? "",
  document.querySelector("[data-role=time]")?.textContent ?? "",
  JSON.parse(document.getElementById("config")?.textContent ?? "{}").build ?? "",
]"""


def seconds_of(text: str) -> int | None:
    """Return the seconds of digits such as 12:30 or 1:05:00."""
    parts = re.fullmatch(r"(?:(\d+):)?(\d+):(\d\d)", text.strip())
    return None if parts is None else int(parts[1] or 0) * 3600 + int(parts[2]) * 60 + int(parts[3])


class Wall:
    """Watches a display and records what it shows.

    Attributes:
        alone: seconds during which it was on its own.
        longest: the longest of these times.
        blank: seconds without a clock, while its page was loaded again.
        off: the largest distance of a change of its digits from the true second, in seconds.
        flips: how many changes were seen.
        states: of its feed, in order.
        builds: of its page, in order.
    """

    def __init__(self, display: Page) -> None:
        """Begin."""
        self._display = display
        self.alone = self.longest = self.blank = self.off = 0.0
        self.flips = 0
        self.states: list[str] = []
        self.builds: list[str] = []
        self._ends: list[float] = []
        self._shown: int | None = None
        self._ended = asyncio.Event()
        self._task = asyncio.create_task(self._watch())

    @property
    def shows_another_build(self) -> bool:
        """Return whether it has loaded a page of another version, which is connected."""
        return len(self.builds) > 1 and self.states[-1] == "live"

    async def end(self) -> None:
        """Stop watching."""
        self._ended.set()
        await self._task

    async def _watch(self) -> None:
        run, last = 0.0, time.monotonic()
        while not self._ended.is_set():
            await asyncio.sleep(_STEP)
            try:
                state, digits, build = await self._display.evaluate(_LOOK)
            except Error:  # it loads
                state, digits, build = "loading", "", ""
            now = time.monotonic()
            passed, last = now - last, now
            left = seconds_of(digits)
            if left is None:
                self.blank += passed
                self._shown = None
            else:
                # A late reading does not tell when the digits changed.
                self._judge(left, now, sharp=passed < 0.1)
            if state == "alone":
                run += passed
                self.alone += passed
                self.longest = max(self.longest, run)
            elif state != "loading":
                run = 0.0
            if not self.states or self.states[-1] != state:
                self.states.append(state)
            if build and build not in self.builds:
                self.builds.append(build)

    def _judge(self, left: int, now: float, *, sharp: bool) -> None:
        """Compare the time of a change with the end of the level as the first changes gave it."""
        before, self._shown = self._shown, left
        if before is None or left == before or not sharp:
            return
        if left > before + 1:  # the next level
            self._ends.clear()
            return
        self.flips += 1
        end = now + left
        if len(self._ends) < _FIRST:
            self._ends.append(end)
        else:
            self.off = max(self.off, abs(end - statistics.median(self._ends)))

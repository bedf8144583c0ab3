"""Work that is done a few pieces at a time, so that the event loop also gets to everything else."""

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    """A queue of work for an event loop.

    Args:
        at_once: how many pieces are done in one iteration of the loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, at_once: int) -> None:
        self._loop, self._at_once = loop, at_once
        self._waiting: deque[Callable[[], object]] = deque()
        self._is_running = False

    def add(self, work: Callable[[], object]) -> None:
        """Do this after everything that was added before."""
        self._waiting.append(work)
        if not self._is_running:
            self._is_running = True
            self._loop.call_soon(self._take_turn)

    def _take_turn(self) -> None:
        for _ in range(min(self._at_once, len(self._waiting))):
            # As a callback of its own, so that an error does not stop the others.
            self._loop.call_soon(self._waiting.popleft())
        self._is_running = bool(self._waiting)
        if self._is_running:
            self._loop.call_soon(self._take_turn)

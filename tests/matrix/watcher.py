"""A client that requests the time while another client sends arbitrary input."""

import contextlib
import threading
import time
from collections.abc import Iterator

from django.core.handlers.base import BaseHandler
from django.test import RequestFactory

_EVERY_SECONDS = 0.01


class Watched:
    """Delays of the other client.

    Attributes:
        longest: the longest delay so far, in seconds.
        asked: number of answered requests.
        wrong: statuses other than 200.
        beside: the address that is requested at the same time.
        longest_beside: the one of the longest delay.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        self.asked = 0
        self.wrong: list[int] = []
        self.beside = self.longest_beside = ""


@contextlib.contextmanager
def another_client() -> Iterator[Watched]:
    """Request the public time repeatedly on another thread while the block runs."""
    found, over = Watched(), threading.Event()
    # Not Django's test client: each of its requests disables the signal that closes connections for the whole
    # process, so that two threads would close the database under a test. With an explicit language no row is
    # read for the request, so it waits for nothing but the CPU.
    requests, handler = RequestFactory(headers={"Accept-Language": "en"}), BaseHandler()
    handler.load_middleware()

    def ask() -> None:
        # Measured from the planned start: while the interpreter is busy, this thread can't send anything.
        due = time.monotonic()
        while not over.is_set():
            status = handler.get_response(requests.get("/api/v1/time")).status_code
            delay = time.monotonic() - due
            if delay > found.longest:
                found.longest, found.longest_beside = delay, found.beside
            found.asked += 1
            if status != 200:
                found.wrong.append(status)
            due = time.monotonic() + _EVERY_SECONDS
            over.wait(_EVERY_SECONDS)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join(60)

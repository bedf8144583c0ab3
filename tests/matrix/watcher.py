"""Another client, who only wants the time while somebody else sends what they like."""

import contextlib
import threading
import time
from collections.abc import Iterator

from django.core.handlers.base import BaseHandler
from django.test import RequestFactory

_EVERY_SECONDS = 0.01


class Watched:
    """How long the other client waited.

    Attributes:
        longest: the longest wait so far, in seconds.
        asked: how many requests were answered.
        wrong: statuses other than 200.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        self.asked = 0
        self.wrong: list[int] = []


@contextlib.contextmanager
def another_client() -> Iterator[Watched]:
    """Request the public time again and again on a thread of its own while the block runs."""
    found, over = Watched(), threading.Event()
    # Not Django's test client: each of its requests switches the signal that closes connections off and on for the
    # whole process, so that two on different threads close the database under a test. With a language of its own no
    # row is read for it, so nothing but the processor is waited for.
    requests, handler = RequestFactory(headers={"Accept-Language": "en"}), BaseHandler()
    handler.load_middleware()

    def ask() -> None:
        # Counted from when it wanted to ask: while the interpreter is held, this thread cannot even begin.
        due = time.monotonic()
        while not over.is_set():
            status = handler.get_response(requests.get("/api/v1/time")).status_code
            found.longest = max(found.longest, time.monotonic() - due)
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

"""Waiting for a condition, with a timeout."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(probe: Callable[[], T], patience: float = 20.0, message: str = "it never happened") -> T:
    """Poll until the function returns a true value; fail after this many seconds."""
    limit = time.monotonic() + patience
    while not (seen := probe()):
        assert time.monotonic() < limit, message
        time.sleep(0.01)
    return seen

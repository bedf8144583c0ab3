"""Waiting for something to happen, with an end."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(look: Callable[[], T], patience: float = 20.0, message: str = "it never happened") -> T:
    """Look until there is something to see; fail after so many seconds."""
    limit = time.monotonic() + patience
    while not (seen := look()):
        assert time.monotonic() < limit, message
        time.sleep(0.01)
    return seen

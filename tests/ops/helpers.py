"""Helpers of the runner tests."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ops.process import birth_mark

T = TypeVar("T")


def until(probe: Callable[[], T], patience: float = 20.0) -> T:
    """Poll until the function returns a true value; fail after this many seconds."""
    limit = time.monotonic() + patience
    while not (seen := probe()):
        assert time.monotonic() < limit, "timeout"
        time.sleep(0.02)
    return seen


def alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not count."""
    return birth_mark(pid) is not None


def program(directory: Path, name: str, message: str, code: int = 0) -> Path:
    """Return a program that prints a text and ends."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / name
    path.write_text(f"#!/bin/sh\necho '{message}'\nexit {code}\n")
    path.chmod(0o755)
    return path

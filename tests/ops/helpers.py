"""Small things the tests of the runner share."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ops.process import birth_mark

T = TypeVar("T")


def until(look: Callable[[], T], patience: float = 20.0) -> T:
    """Look until there is something to see; fail after so many seconds."""
    limit = time.monotonic() + patience
    while not (seen := look()):
        assert time.monotonic() < limit, "it never happened"
        time.sleep(0.02)
    return seen


def alive(pid: int) -> bool:
    """Whether a process runs (one that has ended and is not yet buried does not)."""
    return birth_mark(pid) is not None


def program(directory: Path, name: str, message: str, code: int = 0) -> Path:
    """A program that says something and ends."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / name
    path.write_text(f"#!/bin/sh\necho '{message}'\nexit {code}\n")
    path.chmod(0o755)
    return path

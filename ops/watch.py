"""Which source files have changed, for `make dev`."""

import asyncio
import os
from collections.abc import Callable

SUFFIXES = (".py", ".toml", ".mo")
OUTSIDE = {"var", "build", "tests", "docs", "bench", "__pycache__"}


def files_under(root: "os.PathLike[str]", suffixes: tuple[str, ...] = SUFFIXES) -> dict[str, int]:
    """Every source file below a directory with the moment of its last change (ns)."""
    found: dict[str, int] = {}
    for directory, names, files in os.walk(root):
        names[:] = [name for name in names if not name.startswith(".") and name not in OUTSIDE]
        for file in files:
            if file.endswith(suffixes):
                path = os.path.join(directory, file)
                try:
                    found[path] = os.stat(path).st_mtime_ns
                except OSError:
                    continue  # gone between listing and looking
    return found


async def watch(root: "os.PathLike[str]", changed: Callable[[list[str]], None], every: float = 0.7) -> None:
    """Look again and again, and tell which files have come, gone or changed; ends when cancelled.

    Args:
        root: the directory.
        changed: told their paths.
        every: seconds between two looks.
    """
    before = files_under(root)
    while True:
        await asyncio.sleep(every)
        now = files_under(root)
        different = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
        before = now
        if different:
            changed(different)

"""Report changed source files, for `make dev`."""

import os
from collections.abc import Callable
from pathlib import Path

from watchfiles import awatch

SUFFIXES = (".py", ".toml", ".mo")
OUTSIDE = {"var", "build", "tests", "docs", "bench", "__pycache__"}


def is_source(path: Path) -> bool:
    """Return whether a file is source code of the project.

    Args:
        path: relative to the project.
    """
    return path.suffix in SUFFIXES and not any(part.startswith(".") or part in OUTSIDE for part in path.parts)


async def watch(root: "os.PathLike[str]", changed: Callable[[list[str]], None]) -> None:
    """Report source files that are added, modified or deleted; ends when cancelled.

    Args:
        root: the directory.
        changed: called with their paths.
    """
    directory = Path(root).resolve()
    async for changes in awatch(
        directory, watch_filter=lambda _change, path: is_source(Path(path).relative_to(directory))
    ):
        changed(sorted(path for _change, path in changes))

"""Preparation before the processes start: message catalogues, tables, the demo room."""

import asyncio
import signal
import sys
from collections.abc import Coroutine, Mapping
from typing import Any

from ops.console import Console
from ops.errors import OpsError
from ops.paths import PROJECT
from ops.process import ends_with_parent, signal_group


async def manage(console: Console, environment: Mapping[str, str], *words: str, quiet: bool = True) -> str:
    """Run a command of `manage.py` to its end.

    Args:
        console: for its standard error, under the name of the command.
        environment: of the command.
        words: the command and its arguments.
        quiet: whether its standard output is only returned, and not shown.

    Returns:
        Its standard output.

    Raises:
        OpsError: it failed.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "manage.py", *words),
        cwd=PROJECT,
        env=dict(environment),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
        preexec_fn=ends_with_parent(),
    )
    try:
        out, errors = await process.communicate()
    except asyncio.CancelledError:
        signal_group(process.pid, signal.SIGTERM)
        await process.wait()
        raise
    # Its output may contain a password, so it is shown only after a failure without one.
    shown = errors.decode("utf-8", "replace")
    if not quiet:
        shown = out.decode("utf-8", "replace") + shown
    for line in shown.splitlines():
        console.process_says(words[0], line)
    if process.returncode:
        raise OpsError(
            f"`manage.py {' '.join(words)}` failed (exit code {process.returncode}); the reason is in the "
            "lines above. Nothing was started."
        )
    return out.decode("utf-8", "replace")


async def together(*parts: Coroutine[Any, Any, object]) -> None:
    """Run several functions concurrently; if one fails, stop the others and raise its error."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

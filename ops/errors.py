"""Errors that the person at the machine can correct."""

import sys
from collections.abc import Callable


class OpsError(Exception):
    """A problem that the person at the machine can correct; the message says how."""


def exit_code_of(body: Callable[[], int]) -> int:
    """Run the body of a command; print an `OpsError` as a sentence instead of a traceback.

    Returns:
        The exit code of the body, or 1 after an `OpsError`.
    """
    try:
        return body()
    except OpsError as error:
        print(f"\n{error}\n", file=sys.stderr, flush=True)
        return 1

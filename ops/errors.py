"""What goes wrong on a machine and can be put right by whoever reads the sentence."""

import sys
from collections.abc import Callable


class Trouble(Exception):
    """Something the person at the machine can put right; the message is a sentence that says how."""


def told(body: Callable[[], int]) -> int:
    """Run the body of a command; say a `Trouble` as a sentence instead of a traceback.

    Returns:
        The exit code of the body, or 1 after a `Trouble`.
    """
    try:
        return body()
    except Trouble as trouble:
        print(f"\n{trouble}\n", file=sys.stderr, flush=True)
        return 1

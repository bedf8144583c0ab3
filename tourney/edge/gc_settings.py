"""Garbage collection settings: imports are not scanned, and new objects less often."""

import gc

# Of new objects, before they are scanned for cycles (Python's default: 700). A request makes some ten thousand, nearly
# all of which reference counting frees.
NEW_OBJECTS = 20_000


def collect_less_often() -> None:
    """Scan new objects less often. Called before a process imports its modules, which leave little to free."""
    gc.set_threshold(NEW_OBJECTS, 20, 20)


def keep_imports() -> None:
    """Exclude all that exists now from garbage collection, and scan new objects less often.

    Requests leave cycles behind; a full collection would go through every imported module and hold all clients.
    """
    gc.freeze()
    collect_less_often()

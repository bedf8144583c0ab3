"""Actions that are buttons of the remote."""

from collections.abc import Callable
from typing import Any

from clock.commands.due import take_due_of
from clock.services.clock_changes import SHOWS
from tourney.access.roles import Permission
from tourney.journal.commands import Command, Says, command


def button(kind: str, *, says: Says) -> Callable[[Callable[..., Any]], Command]:
    """Make an action of a press on the clock. What time has made due is taken before it counts.

    Args:
        kind: its name in the journal.
        says: how its journal lines read.
    """
    return command(kind, permission=Permission.RUN_CLOCK, boards=SHOWS, first=take_due_of, summary=says)

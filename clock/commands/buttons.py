"""Commands that are buttons of the remote."""

from collections.abc import Callable
from typing import Any

from clock.commands.due import take_due_of
from clock.services.clock_changes import SHOWS
from tourney.access.roles import Permission
from tourney.journal.commands import Command, Summary, command


def button(kind: str, *, summary: Summary) -> Callable[[Callable[..., Any]], Command]:
    """Register a command for a button of the remote. Due clock changes are processed first.

    Args:
        kind: the command's name in the journal.
        summary: formats its journal entries.
    """
    return command(kind, permission=Permission.RUN_CLOCK, boards=SHOWS, first=take_due_of, summary=summary)

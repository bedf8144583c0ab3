"""Actions that are buttons of the remote."""

from collections.abc import Callable
from typing import Any

from clock.actions.due import take_due_of
from clock.services.presses import SHOWS
from tourney.access.roles import May
from tourney.journal.actions import Action, Says, action


def button(kind: str, *, says: Says) -> Callable[[Callable[..., Any]], Action]:
    """Make an action of a press on the clock. What time has made due is taken before it counts.

    Args:
        kind: its name in the journal.
        says: how its journal lines read.
    """
    return action(kind, needs=May.RUN_CLOCK, shows=SHOWS, first=take_due_of, says=says)

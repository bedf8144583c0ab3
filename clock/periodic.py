"""Periodic tasks of the clock."""

import logging

from clock.commands.due import events_with_something_due, take_due_of
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def process_due_times() -> None:
    """Process due clock changes of all events; an error in one does not hold up the others."""
    for tournament_id in events_with_something_due():
        try:
            take_due_of(tournament_id)
        except Exception:
            log.exception("Processing due clock changes of event %s failed.", tournament_id)

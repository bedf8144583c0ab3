"""Periodic tasks of planning."""

import logging

from planning.commands.plans import make_if_due
from planning.services.schedule import due_now
from tourney.journal.refused import Refused
from tourney.now import room_now
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def make_planned_events() -> None:
    """Make the events of weekly plans that are due; an error in one does not block the others."""
    for plan, one in due_now(room_now()):
        try:
            make_if_due(plan.pk, one.day)
        except Refused as refused:
            log.warning("The event of plan %s for %s can't be made: %s", plan.pk, one.day, refused)
        except Exception:
            log.exception("Making the event of plan %s for %s failed.", plan.pk, one.day)

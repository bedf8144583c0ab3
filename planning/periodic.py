"""Periodic tasks of planning."""

import logging
from datetime import date, datetime, timedelta

from planning.commands.plans import make_if_due
from planning.services.schedule import due_now
from tourney.journal.refused import Refused
from tourney.now import room_now
from tourney.periodic import periodic

log = logging.getLogger(__name__)

_PAUSE = timedelta(minutes=1)
# When this process last tried to make the event of a plan and date in vain.
_failed: dict[tuple[int, date], datetime] = {}


@periodic
def make_planned_events() -> None:
    """Make the events of weekly plans that are due; an error in one does not block the others.

    What can't be made is tried again after a minute, and waits in the list of what needs attention meanwhile.
    """
    now = room_now()
    for key, at in list(_failed.items()):
        if not timedelta(0) <= now - at < _PAUSE:
            del _failed[key]
    for plan, one in due_now(now):
        key = (plan.pk, one.day)
        if key in _failed:
            continue
        try:
            make_if_due(plan.pk, one.day)
        except Refused as refused:
            _failed[key] = now
            log.warning("The event of plan %s for %s can't be made: %s", plan.pk, one.day, refused)
        except Exception:
            _failed[key] = now
            log.exception("Making the event of plan %s for %s failed.", plan.pk, one.day)

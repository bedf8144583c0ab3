"""What the clock does because time passes."""

import logging

from clock.actions.due import events_with_something_due, take_due_of
from clock.actions.races import start_planned
from clock.models import Race
from tourney.duties import duty

log = logging.getLogger(__name__)


@duty
def take_due_moments() -> None:
    """Take what is due in every event; trouble with one does not hold up the others."""
    for tournament_id in events_with_something_due():
        try:
            take_due_of(tournament_id)
        except Exception:
            log.exception("Moments of event %s could not be taken.", tournament_id)


@duty
def start_planned_races() -> None:
    """Start races whose break has begun and whose job was lost; trouble with one event does not hold up the others."""
    rows = Race.objects.filter(state="planned", by_itself=True, tournament__closed_at__isnull=True)
    for tournament_id in rows.values_list("tournament_id", flat=True).order_by("tournament_id").distinct():
        try:
            start_planned(tournament_id)
        except Exception:
            log.exception("The chip race of event %s could not be started.", tournament_id)

"""Periodic tasks of the procedures."""

import logging

from procedures.commands.chip_races import start_planned
from procedures.commands.event_mode import credit_due
from procedures.models import Race
from tourney.models import JournalEntry, Tournament
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def credit_due_add_ons() -> None:
    """Credit the add-on of events whose mode gives one; an error in one event does not hold up the others."""
    credited = JournalEntry.objects.filter(kind="add_on.credit").values("tournament")
    rows = Tournament.objects.filter(mode="rebuy_add_on", closed_at__isnull=True).exclude(pk__in=credited)
    for tournament_id in rows.values_list("pk", flat=True):
        try:
            credit_due(tournament_id)
        except Exception:
            log.exception("Crediting the add-on of event %s failed.", tournament_id)


@periodic
def start_planned_races() -> None:
    """Start due races whose job was lost; an error in one event does not hold up the others."""
    rows = Race.objects.filter(state="planned", by_itself=True, tournament__closed_at__isnull=True)
    for tournament_id in rows.values_list("tournament_id", flat=True).order_by("tournament_id").distinct():
        try:
            start_planned(tournament_id)
        except Exception:
            log.exception("Starting the chip race of event %s failed.", tournament_id)

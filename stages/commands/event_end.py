"""Command to end a flight once its stacks are bagged, so that the next one can have its tables."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from desk.models import Registration
from seating.commands.entries import event_is_open
from stages.services.event_end import end_events
from stages.services.pools import first_of_last_stage
from stages.services.publishing import show_places_later
from stages.services.results import check_ended, stacks_of
from stages.services.rules import next_stage, stage_event_of
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


@command(
    "stages.end_event",
    permission=Permission.RUN_CLOCK,
    boards=("seating", "floor", "map", "free", "clock", "clock_staff", "registration", "lobby"),
    summary=lazy("Ended the flight; its tables are free"),
)
def end_event(tx: Tx) -> Any:
    """End an event of a stage once its stacks are bagged, or if it has no players in play: it is closed, and its tables
    are free for the next flight. Its players advance to the next stage later.

    Raises:
        Refused: the event is not followed by another stage (`no_later_stage`), is not bagged (`not_bagged`,
            `changed_since_count`), or its clock runs (`still_running`).
    """
    event_is_open(tx)
    own = stage_event_of(tx.tournament)
    if own is None or next_stage(own.stage) is None:
        raise Refused("no_later_stage", _("No stage follows this event."))
    own.tournament = tx.tournament
    registration = Registration.objects.filter(tournament=tx.tournament, closed_at__isnull=True).first()
    if registration is not None:
        tx.save(registration, closed_at=tx.now)
    check_ended(own)
    stacks = stacks_of(own)
    end_events(tx, [tx.tournament])
    # Without this flight, the last stage may be decided.
    show_places_later(tx, first_of_last_stage(own).tournament)
    return {"players": len(stacks.by_entry), "chips": stacks.chips}

"""Receivers that keep structures and clocks consistent after an undo."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from clock.commands.outage import note_outages
from clock.models import Clock, LevelRow, Structure
from clock.rules.reading import rebased
from clock.rules.structure import check_structure
from clock.services.clock_changes import now_of, save_clock
from clock.services.event_clock import advance_of, event_clock_of, levels_of
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of
from tourney.signals import OutageEnded, RulebookChanged, Undone, outage_ended, rulebook_changed, undone


@outage_ended.connect
def offer_ways_to_go_on(event: OutageEnded) -> None:
    """Offer the directors of running events both ways to continue after an outage."""
    note_outages(event.since, event.until)


@undone.connect
def check_restored_structure(event: Undone) -> None:
    """Refuse an undo whose rows contradict what happened since.

    Journal entries of different rows do not block each other: rows may have been added to a structure,
    reached by the clock, and then removed by an undo.
    """
    tx = event.tx
    for structure in Structure.objects.prefetch_related("rows").filter(pk__in=_touched(tx.changes)):
        rows = [row.position for row in structure.rows.all()]
        clock = Clock.objects.filter(tournament=structure.tournament_id).first()
        if (
            rows != list(range(len(rows)))
            or check_structure(levels_of(structure))
            or (clock is not None and clock.position >= len(rows))
        ):
            raise Refused(
                "changed_since",
                _("The clock or its structure has changed since, so this can no longer be undone."),
            )


@rulebook_changed.connect
def keep_time_under_new_book(event: RulebookChanged) -> None:
    """Record the clock's reading under the old book, so that the new one does not change the past.

    Under one book a level waits at 0:00; under another the next level would have begun automatically.
    """
    _count_from_now(event.tx, event.tx.tournament, event.before)


def _count_from_now(tx: Tx, event: Tournament, before: str) -> None:
    row = Clock.objects.filter(tournament=event).first()
    if row is None or not row.started or event.closed_at is not None:
        return
    now, new = now_of(tx), event_clock_of(event)
    old_advance, _rule = advance_of(row, book_of(before))
    if old_advance != new.advance:
        save_clock(tx, new, rebased(new.levels, new.state, new.planned_start, old_advance, now))


@undone.connect
def keep_time_under_restored_book(event: Undone) -> None:
    """Record the clock's reading when an undo restores an event's old book."""
    tx = event.tx
    for change in list(tx.changes):
        changed = change["before"] is not None and change["after"] is not None
        if change["model"] == "tourney.tournament" and changed and "book" in change["before"]:
            _count_from_now(tx, Tournament.objects.get(pk=change["pk"]), change["before"]["book"])


@undone.connect
def keep_closed_events_stopped(event: Undone) -> None:
    """Refuse an undo that leaves a clock running, or about to start, in a closed event."""
    tx = event.tx
    clocks = {change["pk"] for change in tx.changes if change["model"] == "clock.clock"}
    events = {change["pk"] for change in tx.changes if change["model"] == "tourney.tournament"}
    closed = Clock.objects.filter(
        Q(pk__in=clocks) | Q(tournament__in=events), tournament__closed_at__isnull=False
    )
    for clock in closed:
        # A clock held at 0:00 is stored as running.
        if (
            clock.planned_start is not None
            or event_clock_of(clock.tournament).read(now_of(tx)).state == "running"
        ):
            raise Refused("event_closed", _("This event is closed. Reopen it first."))


def _touched(changes: list[dict[str, Any]]) -> set[int]:
    """Return the structures touched by an undo."""
    found: set[int] = set()
    rows = []
    for change in changes:
        picture = {**(change["before"] or {}), **(change["after"] or {})}
        if change["model"] == "clock.levelrow" and "structure_id" in picture:
            found.add(picture["structure_id"])
        elif change["model"] == "clock.levelrow":
            rows.append(change["pk"])
        elif change["model"] == "clock.clock":
            found.update(
                Structure.objects.filter(tournament__clock=change["pk"]).values_list("pk", flat=True)
            )
    found.update(LevelRow.objects.filter(pk__in=rows).values_list("structure", flat=True))
    return found

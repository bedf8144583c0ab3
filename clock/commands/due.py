"""Due clock changes: processed once, as of the time they were due."""

import logging
import uuid
from typing import Any, Literal

from django.db.models import Q
from django.utils.translation import gettext_lazy as lazy

from clock.models import Clock
from clock.rules.due_times import Due, next_due, take
from clock.rules.refusals import NotNow
from clock.services.clock_changes import SHOWS, entry_words, refused, save_clock
from clock.services.event_clock import event_clock_of, event_clocks_of
from clock.signals import ClockAdvanced, clock_advanced
from tourney.access.roles import CLOCKWORK, Permission
from tourney.journal.arguments import Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import from_ms, room_now, to_ms

log = logging.getLogger(__name__)
# More due changes than this in one event at once indicate an unsound structure.
_MOST_AT_ONCE = 250


def _summarise(journal_entry: JournalEntry) -> str:
    words = {
        "start": lazy("The clock started as planned"),
        "level": lazy("%(entry)s began"),
        "held": lazy("%(entry)s is at 0:00 and waiting"),
        "over": lazy("The last level has ended"),
    }
    return entry_words(journal_entry, words[journal_entry.arguments["what"]])


@command(
    "clock.due",
    permission=Permission.KEEP_TIME,
    boards=SHOWS,
    summary=_summarise,
    undoable=False,
    public=False,
)
def process_due_time(
    tx: Tx, what: Literal["start", "level", "held", "over"], position: int, at: Timestamp
) -> Any:
    """Process the clock's next due change, unless it has changed.

    Args:
        what: kind of change.
        position: row concerned.
        at: when it was due, in ms.
    """
    event_clock = event_clock_of(tx.tournament)
    try:
        state = take(
            event_clock.levels,
            event_clock.state,
            event_clock.planned_start,
            event_clock.advance,
            Due(what, position, at),
        )
    except NotNow as error:
        raise refused(error) from None
    tx.cite(event_clock.rule if what in {"level", "held"} else "")
    clock_advanced.send(ClockAdvanced(tx))
    return save_clock(tx, event_clock, state)


def take_due_of(tournament_id: int) -> None:
    """Process all due clock changes of an event in order."""
    before: Due | None = None
    for _count in range(_MOST_AT_ONCE):
        event = Tournament.objects.filter(pk=tournament_id, closed_at__isnull=True).first()
        if event is None or not Clock.objects.filter(tournament=event).exists():
            return
        event_clock = event_clock_of(event)
        due = next_due(event_clock.levels, event_clock.state, event_clock.planned_start, event_clock.advance)
        if due is None or due.at > (to_ms(room_now()) or 0):
            return
        if due == before:
            log.error("Event %s: %s is due again although it was processed.", tournament_id, due)
            return
        before = due
        # The same change always has the same command, so a second process changes nothing.
        command = uuid.uuid5(uuid.NAMESPACE_OID, f"{tournament_id}:{due.kind}:{due.position}:{due.at}")
        try:
            process_due_time(
                actor=CLOCKWORK,
                command_id=command,
                tournament_id=tournament_id,
                due=from_ms(due.at),
                what=due.kind,
                position=due.position,
                at=due.at,
            )
        except Refused as refusal:
            if refusal.code not in {"not_due", "conflict"}:
                raise
            return  # The clock was changed, or another process was faster.


def events_with_something_due() -> list[int]:
    """Return events with unprocessed due clock changes, in a constant number of queries."""
    return list(due_since())


def due_since() -> dict[int, int]:
    """Return events with unprocessed due clock changes, and since when (ms) the first of them is due."""
    at = room_now()
    now = to_ms(at) or 0
    planned = Q(clock__started=False, clock__planned_start__lte=at)
    events = Tournament.objects.filter(Q(clock__running=True) | planned, closed_at__isnull=True)
    found = {}
    for pk, event_clock in event_clocks_of(events).items():
        due = next_due(event_clock.levels, event_clock.state, event_clock.planned_start, event_clock.advance)
        if due is not None and due.at <= now:
            found[pk] = due.at
    return found

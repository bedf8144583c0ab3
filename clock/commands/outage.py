"""Server outages: the director decides whether the time counted."""

import logging
import uuid
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clock.commands.buttons import button
from clock.models import Clock
from clock.rules.reading import ClockState, reading
from clock.services.clock_changes import SHOWS, clock_summary, no_outage, now_of, opened, save_clock
from clock.services.event_clock import event_clock_of, state_of
from tourney.access.roles import CLOCKWORK, Permission
from tourney.journal.arguments import Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.replay import image_at
from tourney.journal.row_images import values
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import from_ms, to_ms

log = logging.getLogger(__name__)
_SECOND = 1_000
# Interval of the server's heartbeat (see `tourney.periodic`).
_SEEN_EVERY = timedelta(seconds=4)


@command(
    "clock.note_outage",
    permission=Permission.KEEP_TIME,
    boards=SHOWS,
    summary=clock_summary(lazy("The server was down for %(remaining)s")),
    undoable=False,
    public=False,
)
def note_outage(tx: Tx, since: Timestamp, until: Timestamp) -> Any:
    """Record an outage while this clock was running. Displays show the clock as if it had not stopped.

    Args:
        since, until: start and end of the outage, in ms.
    """
    event_clock = event_clock_of(tx.tournament)
    row = event_clock.row
    start = row.outage_from or from_ms(since)
    if row.outage_from is None:
        then = _clock_at(tx.tournament, row, from_ms(since))
        read = reading(event_clock.levels, then, event_clock.planned_start, event_clock.advance, since)
        columns = {"outage_position": read.position, "outage_elapsed_ms": read.elapsed}
    else:
        # A second outage before the decision: the reading at the first one is still the last one seen.
        columns = {}
    tx.save(row, outage_from=start, outage_until=from_ms(until), **columns)
    # In whole seconds, like the two times as shown.
    lasted = (until // _SECOND - since // _SECOND) * _SECOND
    return {"kind": "break", "number": None, "remaining_ms": lasted}


def _clock_at(tournament: Tournament, row: Clock, at: datetime) -> ClockState:
    """Return the stored clock at a given time, from the journal."""
    picture = image_at("clock.clock", row.pk, tournament.pk, at)
    return state_of(Clock(**values(Clock, picture))) if picture else state_of(row)


def note_outages(since: datetime, until: datetime) -> None:
    """Record an outage for every event whose clock ran through it and was not changed meanwhile.

    An error in one event does not stop the others from being recorded.

    Args:
        since: time of the last heartbeat.
        until: time of the first heartbeat afterwards.
    """
    planned = Q(clock__started=False, clock__planned_start__gt=since, clock__planned_start__lte=until)
    for event in Tournament.objects.filter(Q(clock__running=True) | planned, closed_at__isnull=True):
        try:
            _note_outage_of(event, since, until)
        except Refused as refusal:
            log.warning("Outage of event %s was not recorded: %s", event.pk, refusal)
        except Exception:
            log.exception("Recording the outage of event %s failed.", event.pk)


def _note_outage_of(event: Tournament, since: datetime, until: datetime) -> None:
    row = Clock.objects.get(tournament=event)
    presses = JournalEntry.objects.filter(
        Q(kind__startswith="clock.") | Q(kind="undo"), tournament=event, at__gt=since
    ).exclude(actor=CLOCKWORK.key)
    # The server ran a little longer than its last heartbeat: presses from that time came before the outage.
    still_there = since + min(_SEEN_EVERY, (until - since) / 4)
    last = presses.filter(at__lte=still_there).order_by("-at").first()
    if last is not None:
        since = last.at
    if presses.filter(at__gt=still_there).exists():
        return
    start, end = to_ms(since) or 0, to_ms(until) or 0
    event_clock, then = event_clock_of(event), _clock_at(event, row, since)
    read = reading(event_clock.levels, then, event_clock.planned_start, event_clock.advance, start)
    should_have_started = read.starts_in is not None and read.starts_in <= end - start
    if read.state != "running" and not should_have_started:
        # Waiting, paused, held at 0:00 or over: no time was running.
        return
    note_outage(
        actor=CLOCKWORK,
        command_id=uuid.uuid5(uuid.NAMESPACE_OID, f"outage:{event.pk}:{start}:{end}"),
        tournament_id=event.pk,
        since=start,
        until=end,
    )


def _offered(row: Clock) -> None:
    if row.outage_from is None:
        raise Refused("no_outage", _("There is no outage to resolve."))


@command(
    "clock.as_if_never_stopped",
    permission=Permission.RUN_CLOCK,
    boards=SHOWS,
    summary=lazy("Outage time counted as played"),
)
def as_if_never_stopped(tx: Tx) -> None:
    """Count the outage as played time, as the displays have shown it."""
    event_clock = opened(tx)
    _offered(event_clock.row)
    tx.save(event_clock.row, **no_outage())


@button(
    "clock.resume_from_stop",
    summary=clock_summary(lazy("Resumed from the time of the outage: %(remaining)s of %(entry)s")),
)
def resume_from_stop(tx: Tx) -> Any:
    """Resume from the clock's time at the outage."""
    event_clock = opened(tx)
    _offered(event_clock.row)
    row = event_clock.row
    position = min(row.outage_position or 0, len(event_clock.levels) - 1)
    state = ClockState(
        started=True, running=True, position=position, elapsed=row.outage_elapsed_ms or 0, anchor=now_of(tx)
    )
    return save_clock(tx, event_clock, state, **no_outage())

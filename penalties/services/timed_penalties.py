"""Serving by time played if hands are not counted: the amount, and when it is due."""

from datetime import timedelta
from functools import partial

from clock.services.progress import Progress, progress_of
from penalties.models import Penalty
from penalties.rules.served_estimate import MINUTE, QUIET, Reckoned, reckoned
from penalties.services.serving import first_of_each, running_in, sentence_of
from seating.models import Seat, TournamentTable
from seating.services.table_positions import DEALT
from seating.signals import shared_hand
from tourney.jobs import enqueue
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.now import room_now

_NOTHING = timedelta(0)
# Clocks of different processes differ by some milliseconds.
_SLACK = timedelta(minutes=1)


def due_in(event: Tournament) -> list[Penalty]:
    """Return penalties of an event with a reduction due; none while the clock is stopped or a break runs."""
    rows = first_of_each(running_in(event).select_related("entry__player"))
    if not rows:
        return []
    progress = progress_of(event)
    return [row for row in rows if is_due(row, progress)] if plays(event, progress) else []


def serve_later(tx: Tx) -> None:
    """Reduce the event's penalties by time played, once the command is committed."""
    if running_in(tx.tournament).exists():
        event = tx.tournament.pk
        tx.on_commit(partial(enqueue, "penalties.tasks.serve_penalties", event), once="penalties")


def plays(event: Tournament, progress: Progress) -> bool:
    """Whether unrecorded hands are being played: the clock runs, outside a break and hand-for-hand, in which
    every table reports its hands.
    """
    return progress.began is not None and not progress.is_break and shared_hand.ask(event) is None


def is_due(row: Penalty, progress: Progress) -> bool:
    """Return whether time reduces a penalty, or its time has to be measured again."""
    if was_set_back(row, progress):
        return True
    if row.kind == "time_out":
        return is_time_over(row, progress)
    found = reckoned_of(row, progress)
    return found is not None and found.hands > 0


def was_set_back(row: Penalty, progress: Progress) -> bool:
    """Return whether the event's clock or the server's was set back since a penalty was last updated."""
    return progress.played < row.played_mark or room_now() < row.marked_at - _SLACK


def is_time_over(row: Penalty, progress: Progress) -> bool:
    """Return whether the minutes of a time penalty have been played."""
    return played_since(row, progress) >= (row.count or 0) * MINUTE


def reckoned_of(row: Penalty, progress: Progress) -> Reckoned | None:
    """Return the effect of time since the last update; None if hands are recorded, or none are played."""
    tournament_table = _table_of(row)
    if tournament_table is None or tournament_table.halted or tournament_table.state == "paused":
        return None
    players = Seat.objects.filter(tournament_table=tournament_table, kind__in=DEALT).count()
    if players < 2:
        return None
    played = played_since(row, progress)
    # Recorded hands are counted; a table that never recorded one is not waited for, nor one where the floor
    # only tapped the hands of hand-for-hand.
    counts = row.tournament_table_id is not None and tournament_table.tells_hands
    if counts and played < QUIET:
        return None
    waits = (
        row.tournament_table_id == tournament_table.pk
        and row.hand is not None
        and tournament_table.hands < row.hand
    )
    return reckoned(sentence_of(row), played, players=players, waits=waits)


def _table_of(row: Penalty) -> TournamentTable | None:
    seat = Seat.objects.select_related("tournament_table").filter(entry=row.entry_id).first()
    return None if seat is None else seat.tournament_table


def played_since(row: Penalty, progress: Progress) -> int:
    """Return ms of play since a penalty was last updated: by the clock, but never more than the real time (a
    level may have been skipped).
    """
    passed = max(room_now() - row.marked_at, _NOTHING)
    return min(max(progress.played - row.played_mark, 0), passed // timedelta(milliseconds=1))

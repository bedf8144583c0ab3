"""Helpers shared by the commands for seats."""

from django.utils.translation import gettext as _

from players.services.partners import already_out, entry_name
from seating.models import Seat
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry
from tourney.services.prepared_query import PreparedQuery


def event_is_open(tx: Tx) -> None:
    """Refuse if the event is over (`event_closed`)."""
    if tx.tournament.closed_at is not None:
        raise Refused("event_closed", _("This event is closed. Reopen it first."))


def in_play(tx: Tx, entry: int) -> Entry:
    """Return an entry of this event that is in play.

    Raises:
        Refused: it does not exist (`not_found`), or is out (`already_out`).
    """
    row = tx.get(Entry, pk=entry, tournament=tx.tournament, select_related=("player",))
    if not row.in_play:
        raise Refused("already_out", already_out(row))
    return row


_SEATS = PreparedQuery(
    lambda entry: Seat.objects.select_related("tournament_table__table", "entry__player").filter(entry=entry)
)


def seat_of(tx: Tx, entry: int) -> Seat:
    """Return the seat of an entry of this event that is in play.

    Raises:
        Refused: it does not exist (`not_found`), is out (`already_out`), or has no seat (`not_seated`).
    """
    row = in_play(tx, entry)
    seat = _SEATS.first(row.pk)
    if seat is None:
        raise Refused("not_seated", _("%(name)s has no seat.") % {"name": entry_name(row)})
    return seat


def place_of_seat(seat: Seat | None) -> dict[str, int | None]:
    """Return table and seat number for a journal entry; null without a seat."""
    return {
        "table": None if seat is None else seat.tournament_table.table.number,
        "seat": None if seat is None else seat.number,
    }

"""Getting up: a chair is freed, an entry is out."""

from django.utils.translation import gettext as _

from seating.hooks import chair_freed
from seating.models import Seat
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry

SHOWS = ("seating", "clock", "lobby")


def free_chair(tx: Tx, entry: Entry) -> Seat | None:
    """Free the chair an entry sits in; the entry stays in the event.

    Returns:
        The row that was there, or None when the entry had no seat.
    """
    seat = Seat.objects.select_related("loan__table").filter(entry=entry).first()
    tx.show("seating")
    tx.show_players(entry.player_id)
    if seat is None:
        return None
    kept = Seat(pk=seat.pk, loan=seat.loan, number=seat.number, kind=seat.kind, entry=entry)
    tx.delete(seat)
    chair_freed(tx)
    return kept


def leave(tx: Tx, entry: Entry) -> Seat | None:
    """An entry is out of the event: its chair is freed and the moment noted.

    Returns:
        The seat it had, or None.

    Raises:
        Refused: it is out already (`already_out`).
    """
    if not entry.in_play:
        raise Refused("already_out", _("%(name)s is already out.") % {"name": entry.player.name})
    seat = free_chair(tx, entry)
    tx.save(entry, out_at=tx.moment)
    tx.show(*SHOWS)
    if seat is None:
        # An entry that had no chair yet made one scarce all the same.
        chair_freed(tx)
    return seat

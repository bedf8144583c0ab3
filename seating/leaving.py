"""Getting up: a chair is freed, an entry is out."""

from django.utils.translation import gettext as _

from seating.calling import end_calls
from seating.hooks import chair_freed, one_hand_of, went_out
from seating.models import Bust, Seat
from seating.moving import drop_moves
from seating.reviewing import review_later
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry

SHOWS = ("seating", "clock", "lobby", "floor", "map", "outs", "free")


def free_chair(tx: Tx, entry: Entry) -> Seat | None:
    """Free the chair an entry sits in; the entry stays in the event.

    Returns:
        The row that was there, or None when the entry had no seat.
    """
    seat = Seat.objects.select_related("loan__table").filter(entry=entry).first()
    tx.show("seating", "floor", "map", "free")
    tx.show_players(entry.player_id)
    if seat is None:
        return None
    kept = Seat(pk=seat.pk, loan=seat.loan, number=seat.number, kind=seat.kind, entry=entry, stack=seat.stack)
    tx.delete(seat)
    end_calls(tx, [(kept.loan_id, kept.number)])
    drop_moves(tx, [entry.pk])
    chair_freed(tx)
    review_later(tx)
    return kept


def leave(
    tx: Tx, entry: Entry, *, stack: int | None = None, removed: bool = False, penalty: str = ""
) -> Seat | None:
    """An entry is out of the event: its chair is freed and the moment noted, with the hand and the table.

    Args:
        entry: in play.
        stack: chips at the start of the hand, where somebody counted them.
        removed: it took its chips along instead of losing them.
        penalty: by which it was removed (`Bust.PENALTIES`), "" by none.

    Returns:
        The seat it had, or None.

    Raises:
        Refused: it is out already (`already_out`).
    """
    if not entry.in_play:
        raise Refused("already_out", _("%(name)s is already out.") % {"name": entry.player.name})
    seat = free_chair(tx, entry)
    # Who is taken out with the chips did not lose them in a hand.
    one_hand = None if seat is None or removed else one_hand_of(tx.tournament)
    tx.save(entry, out_at=tx.moment)
    tx.create(
        Bust,
        entry=entry,
        loan=None if seat is None else seat.loan,
        seat=None if seat is None else seat.number,
        # The hand being played is the one after those finished; none where nobody counts them.
        hand=None if seat is None or not seat.loan.tells_hands else seat.loan.hands + 1,
        stack=stack,
        removed=removed,
        penalty=penalty,
        together=None if one_hand is None else one_hand.together,
        claimed=one_hand is not None and one_hand.claimed,
        at=tx.moment,
    )
    tx.show(*SHOWS)
    if seat is None:
        # An entry that had no chair yet made one scarce all the same.
        chair_freed(tx)
    went_out(tx, entry, penalty)
    return seat

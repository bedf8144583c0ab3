"""Freeing seats and eliminating entries."""

from collections.abc import Sequence
from datetime import datetime

from players.services.partners import already_out
from seating.models import Bust, Seat
from seating.services.floor_calls import end_calls
from seating.services.known_stacks import known_stack_of
from seating.services.moves import drop_moves
from seating.services.reviews import review_later
from seating.signals import (
    AnnouncedHand,
    PlayerEliminated,
    RebuyQuestion,
    Reinstatement,
    SeatFreed,
    before_reinstatement,
    dealt_after_announcement,
    player_eliminated,
    rebuy_deadline,
    seat_freed,
    shared_hand,
)
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry
from tourney.services.prepared_query import PreparedQuery

SHOWS = ("seating", "clock", "lobby", "floor", "map", "eliminations", "free")


_SEATS = PreparedQuery(
    lambda entry: Seat.objects.select_related("tournament_table__table").filter(entry=entry)
)


def vacate_seat(tx: Tx, entry: Entry, *, hold_until: datetime | None = None) -> Seat | None:
    """Free an entry's seat; the entry stays in the event.

    Args:
        entry: the seated entry.
        hold_until: until when the seat is held; None: it is free at once.

    Returns:
        The former seat row, or None if the entry had no seat.
    """
    seat = _SEATS.first(entry.pk)
    tx.touch("seating", "floor", "map", "free")
    tx.touch_players(entry.player_id)
    if seat is None:
        return None
    kept = Seat(
        pk=seat.pk,
        tournament_table=seat.tournament_table,
        number=seat.number,
        kind=seat.kind,
        entry=entry,
        stack=seat.stack,
        counted_at=seat.counted_at,
    )
    tx.delete(seat)
    if hold_until is not None:
        # A separate row: undoing the bust deletes it even after its time has expired.
        tx.create(
            Seat,
            tournament_table=kept.tournament_table,
            number=kept.number,
            kind="held",
            held_for=entry,
            held_until=hold_until,
            taken_at=tx.now,
        )
    end_calls(tx, [(kept.tournament_table_id, kept.number)])
    drop_moves(tx, [entry.pk])
    seat_freed.send(SeatFreed(tx))
    review_later(tx)
    return kept


def leave(
    tx: Tx,
    entry: Entry,
    *,
    stack: int | None = None,
    removed: bool = False,
    penalty: str = "",
    no_hand: bool = False,
) -> Seat | None:
    """Eliminate an entry: free its seat, and record time, hand and table.

    If the player may rebuy, the seat is held for a while; a rebuy withdraws the bust (`back_in_play`).

    Args:
        entry: in play.
        stack: chips at the start of the hand, if counted.
        removed: it left with its chips instead of losing them.
        penalty: the penalty that removed it (`Bust.PENALTIES`), "" for none.
        no_hand: it was removed because it has played no hand.

    Returns:
        The former seat, or None.

    Raises:
        Refused: it is out already (`already_out`).
    """
    if not entry.in_play:
        raise Refused("already_out", already_out(entry))
    busts = not removed and not penalty
    seat = vacate_seat(tx, entry, hold_until=rebuy_deadline.ask(RebuyQuestion(tx, entry)) if busts else None)
    # A player removed with chips did not lose them in a hand.
    one_hand = None if seat is None or removed else shared_hand.ask(tx.tournament)
    tx.save(entry, out_at=tx.effective_at)
    tx.create(
        Bust,
        entry=entry,
        tournament_table=None if seat is None else seat.tournament_table,
        seat=None if seat is None else seat.number,
        # The hand in progress follows the completed ones; none if hands are not counted.
        hand=None
        if seat is None or not seat.tournament_table.tells_hands
        else seat.tournament_table.hands + 1,
        stack=stack,
        last_stack=None if seat is None else known_stack_of(seat),
        removed=removed,
        penalty=penalty,
        no_hand=no_hand,
        together=None if one_hand is None else one_hand.together,
        claimed=seat is not None
        and not removed
        and dealt_after_announcement.ask(
            AnnouncedHand(tx.tournament, seat.tournament_table, tx.effective_at)
        ),
        at=tx.effective_at,
    )
    tx.touch(*SHOWS)
    if seat is None:
        # An unseated entry also counted against the free seats.
        seat_freed.send(SeatFreed(tx))
    player_eliminated.send(PlayerEliminated(tx, entry, penalty))
    return seat


def back_in_play(tx: Tx, entry: Entry) -> None:
    """Withdraw a bust: the entry is in play again, unranked and without a knockout.

    Args:
        entry: an entry that busted.
    """
    before_reinstatement.send(Reinstatement(tx, entry))
    noted = Bust.objects.get(entry=entry)
    for knockout in noted.knockouts.all():
        tx.delete(knockout)
    tx.delete(noted)
    tx.save(entry, out_at=None)
    tx.touch(*SHOWS)
    tx.touch_players(entry.player_id)
    review_later(tx)


def take_held_seat(tx: Tx, entry: Entry) -> Seat | None:
    """Seat an entry in the seat held for it.

    Returns:
        The seat; None if none is held any more.
    """
    seat = (
        Seat.objects.select_related("tournament_table__table")
        .filter(held_for=entry, tournament_table__released_at=None)
        .first()
    )
    if seat is not None:
        tx.save(seat, kind="player", entry=entry, held_for=None, held_until=None, taken_at=tx.now)
    return seat


def release_seats(tx: Tx, seats: Sequence[Seat]) -> None:
    """Release seats held for a rebuy."""
    for seat in seats:
        assert seat.held_for is not None
        tx.touch_players(seat.held_for.player_id)
        tx.delete(seat)
    if seats:
        tx.touch(*SHOWS)
        seat_freed.send(SeatFreed(tx))

"""Finishing places, read from the database. Reads only; everything is derived from the rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, cast

from prizes.rules.places import Entered, How, Out, Ranking, in_front, rank
from prizes.services.money import payout_of, registrations_of, stages_of_pool, tickets_of
from seating.models import Bust, Seat
from seating.signals import final_table, registration_status
from tourney.models import ChipMove, Entry, Tournament
from tourney.rulebooks.shelf import book_of
from tourney.snapshot import cached_in_snapshot, cached_in_snapshot_each


class _Noted(NamedTuple):
    """Columns of a bust that decide about places; a surrendered stack has none."""

    tournament_table: int | None = None
    stack: int | None = None
    removed: bool = False
    penalty: str = ""
    together: int | None = None
    claimed: bool = False
    stack_order: int | None = None
    confirmed: bool = False
    no_hand: bool = False


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class WayBack:
    """How long a busted player may re-enter.

    Attributes:
        open: whether entry is open.
        closed_at: when it closed, in ms; None while it is open, or if there was no entry period.
        most: re-entries a player may buy; None: no limit.
    """

    open: bool
    closed_at: int | None
    most: int | None

    def out(self, number: int, at: int) -> tuple[bool, int | None]:
        """Return whether a busted player may still return, and when the right to return ended otherwise.

        Args:
            number: of the entry, 1 for the first.
            at: time of the bust, in ms.
        """
        if self.most is not None and number > self.most:
            return False, None
        if self.open:
            return True, None
        lapsed = self.closed_at is not None and self.closed_at > at
        return False, self.closed_at if lapsed else None


@cached_in_snapshot
def way_back_of(event: Tournament) -> WayBack:
    """Return how long a player may re-enter an event; without registration, players cannot re-enter."""
    row = registrations_of([event])[event.pk]
    if row is None:
        return WayBack(False, None, 0)
    closed = row.closed_at or event.closed_at
    return WayBack(closed is None, None if closed is None else _ms(closed), row.re_entries_most)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What is known of the entries of an event: (pk, player, number, out at), busts, and who surrendered a stack."""

    entries: list[tuple[int, int, int, datetime | None]] = field(default_factory=list)
    busts: dict[int, _Noted] = field(default_factory=dict)
    surrendered: set[int | None] = field(default_factory=set)


@cached_in_snapshot_each
def _rows_of(events: Sequence[Tournament]) -> dict[int, _Rows]:
    """Return the entries of each event by its id: three queries for fields of any size."""
    found = {event.pk: _Rows() for event in events}
    entries = Entry.objects.filter(tournament__in=events, voided_at__isnull=True).order_by("pk")
    columns = ("tournament", "pk", "player", "number", "out_at")
    for event, pk, player, number, out_at in entries.values_list(*columns):
        found[event].entries.append((pk, player, number, out_at))
    busts = Bust.objects.filter(entry__tournament__in=events).order_by()
    for event, entry, *noted in busts.values_list("entry__tournament", "entry", *_Noted._fields):
        found[event].busts[entry] = _Noted(*noted)
    surrendered = ChipMove.objects.filter(tournament__in=events, kind="surrender").order_by()
    for event, entry in surrendered.values_list("tournament", "entry"):
        found[event].surrendered.add(entry)
    return found


@cached_in_snapshot
def entered_in(event: Tournament) -> list[Entered]:
    """Return all entries of an event that count, as inputs of the rules."""
    way_back, rows = way_back_of(event), _rows_of([event])[event.pk]
    found, noted, surrendered = rows.entries, rows.busts, rows.surrendered
    # The player has already re-entered: the previous entry is over.
    newest: dict[int, int] = {}
    for _pk, player, number, _out in found:
        newest[player] = max(number, newest.get(player, 0))
    entered = []
    for pk, player, number, out_at in found:
        if out_at is None:
            entered.append(Entered(pk, player))
            continue
        at = _ms(out_at)
        bust = noted.get(pk, _Noted())
        how = bust.penalty or (
            "no_hand"
            if bust.no_hand
            else "surrendered"
            if pk in surrendered
            else "removed"
            if bust.removed
            else "bust"
        )
        returns, until = (
            way_back.out(number, at)
            if how in ("bust", "surrendered") and newest[player] == number
            else (False, None)
        )
        out = Out(
            cast(How, how),
            at,
            bust.tournament_table,
            bust.stack,
            bust.together,
            claimed=bust.claimed,
            may_return=returns,
            back_until=until,
            order=bust.stack_order,
            confirmed=bust.confirmed or bust.removed,
        )
        entered.append(Entered(pk, player, out))
    return entered


@cached_in_snapshot
def final_stacks(event: Tournament) -> dict[int, int]:
    """Return the chips of players in play that were counted since the last bust, by entry.

    A bust gives chips to somebody else, so an earlier count ranks nobody.
    """
    last = max((one.out.at for one in entered_in(event) if one.out is not None), default=0)
    seats = Seat.objects.filter(entry__tournament=event, stack__isnull=False)
    return {
        entry: stack or 0
        for entry, stack, at in seats.values_list("entry", "stack", "counted_at")
        if entry is not None and at is not None and _ms(at) >= last
    }


@cached_in_snapshot
def ranking_of(event: Tournament) -> Ranking:
    """Return the ranking. In an event that was closed with several players left, their chips rank them (Five Spades
    4.4), if stacks were counted since the last bust; otherwise these players have no places.

    The players of a final table that is drawn by rank are before all others (Five Spades 4.19).
    """
    entered = entered_in(event)
    best = final_table.ask(event)
    others = [one for one in entered if one.entry not in best]
    if not best or not others:
        return _rank(event, entered)
    return in_front(_rank(event, [one for one in entered if one.entry in best]), _rank(event, others))


def _rank(event: Tournament, entered: Sequence[Entered]) -> Ranking:
    payout = payout_of(event)
    chips = None
    if event.closed_at is not None and sum(one.out is None for one in entered) > 1 and not winners_of(event):
        chips = final_stacks(event) or None
    return rank(
        entered,
        book_of(event.book),
        counting="each" if payout is not None and payout.counting == "each" else "best",
        complete=is_decided(event),
        tickets=tickets_of(event),
        chips=chips,
    )


@cached_in_snapshot
def is_complete(event: Tournament) -> bool:
    """Return whether entry is over, and no more players come from earlier stages."""
    if event.closed_at is not None:
        return True
    return not registration_status.ask(event).open and stages_of_pool(event).is_complete


@cached_in_snapshot
def is_decided(event: Tournament) -> bool:
    """Return whether the last player left has won: entry is over, and there were
    opponents.
    """
    return is_complete(event) and (
        event.closed_at is not None or any(one.out is not None for one in entered_in(event))
    )


@cached_in_snapshot
def winners_of(event: Tournament) -> tuple[int, ...]:
    """Return the entries that have won: the last one in play, or all in play of a satellite if there is a ticket
    for each of them. Empty while play continues or players may still enter.
    """
    left = [one.entry for one in entered_in(event) if one.out is None]
    best = final_table.ask(event) if len(left) == 2 else frozenset()
    if len(best & set(left)) == 1:
        # The last of the others has a place behind the final table (Five Spades 4.19).
        left = [entry for entry in left if entry in best]
    return tuple(left) if left and is_decided(event) and len(left) <= max(1, tickets_of(event)) else ()


def left_for_prizes(event: Tournament, left: int, paid: int) -> int:
    """Return the number of players left from which to count down to the money.

    Behind a final table of the best nobody reaches the first places (Five Spades 4.19): until more places are paid than
    it began with, only its players count.

    Args:
        left: players in play. `paid`: number of places that are paid.
    """
    best = final_table.ask(event)
    if not best:
        return left
    first = [one for one in entered_in(event) if one.entry in best]
    in_front = sum(one.out is None for one in first)
    return in_front if paid <= len(first) else len(first) + left - in_front


def read_places_ahead(events: Sequence[Tournament]) -> None:
    """Read what the places of several events are derived from; within a snapshot, each row is read once."""
    _rows_of(events)

"""Finishing places and prizes, read from the database. Reads only; everything is derived from the
rows.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple, cast

from django.db.models import Q, QuerySet

from prizes.models import Deal, DealShare, PrizePayment
from prizes.rules.awards import Award, awards, undecided
from prizes.rules.deal import after_deal
from prizes.rules.payouts import Prize
from prizes.rules.places import Entered, How, Out, Place, Ranking, in_front, rank
from prizes.services.money import (
    ladder_of,
    payout_of,
    read_money_ahead,
    registrations_of,
    stages_of_pool,
    tickets_of,
)
from prizes.signals import earlier_places
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


def deal_of(event: Tournament) -> Deal | None:
    """Return the deal under negotiation or confirmed, or None."""
    return _deals_of([event])[event.pk]


@cached_in_snapshot_each
def _deals_of(events: Sequence[Tournament]) -> dict[int, Deal | None]:
    found: dict[int, Deal | None] = {event.pk: None for event in events}
    for row in Deal.objects.filter(tournament__in=events, state__in=("open", "stands")).reverse():
        found[row.tournament_id] = row
    return found


@dataclass(frozen=True, slots=True)
class Won:
    """The winnings of an entry. Amounts in minor units.

    Attributes:
        award: by its place; None if the place is not paid or not known yet.
        deal: its share of a confirmed deal.
    """

    award: Award | None = None
    deal: int = 0

    @property
    def prize(self) -> int:
        """Cash of the place, without the deal."""
        return 0 if self.award is None else self.award.cash


@dataclass(frozen=True, slots=True)
class Results:
    """Places and prizes of an event.

    Attributes:
        ranking: all places, unconfirmed ties included (`Place.unconfirmed`).
        behind: paid places of players who did not come into the last of several stages.
        prizes: prizes of the places; after a deal, the prizes left to play for.
        won: by entry; an entry in an unconfirmed tie has won no prize yet.
        places: by entry, with those behind.
        undecided: entries whose prize depends on an uncounted stack; `won` holds the shared amount, which is
            provisional.
    """

    ranking: Ranking
    prizes: tuple[Prize, ...]
    won: Mapping[int, Won] = field(default_factory=dict)
    places: Mapping[int, Place] = field(default_factory=dict)
    undecided: frozenset[int] = frozenset()
    behind: tuple[Place, ...] = ()

    def prize(self, entry: int) -> int:
        """Return the decided prize of an entry's place in minor units: 0 if it depends on an uncounted stack."""
        return 0 if entry in self.undecided else self.won.get(entry, Won()).prize


@cached_in_snapshot
def prizes_of(event: Tournament) -> tuple[Prize, ...]:
    """Return the prizes of the places; after a deal, the places it divided hold the prizes left to play for."""
    prizes = ladder_of(event).prizes
    deal = deal_of(event)
    if deal is None or deal.state != "stands":
        return prizes
    left = after_deal([one.cash for one in prizes], deal.shares.count(), deal.left)
    # A deal may leave more places to play for than had a prize before.
    items = [one.items for one in prizes] + [()] * (len(left) - len(prizes))
    return tuple(Prize(place, *prize) for place, prize in enumerate(zip(left, items, strict=True), start=1))


@cached_in_snapshot
def results_of(event: Tournament) -> Results:
    """Return the current places and prizes of an event."""
    ranking = ranking_of(event)
    prizes = prizes_of(event)
    held = {thing: row.entry_id for thing, row in handed_in(event).items()}
    behind = _behind(event, ranking, len(prizes))
    places = (*ranking.places, *behind)
    given = {one.entry: one for one in awards(places, prizes, held)}
    deal = deal_of(event)
    shares: dict[int, int] = {}
    if deal is not None and deal.state == "stands":
        shares = dict(DealShare.objects.filter(deal=deal).values_list("entry", "amount"))
    return Results(
        ranking,
        prizes,
        {entry: Won(given.get(entry), shares.get(entry, 0)) for entry in {*given, *shares}},
        {one.entry: one for one in places},
        undecided(places, prizes),
        behind,
    )


def _behind(event: Tournament, ranking: Ranking, paid: int) -> tuple[Place, ...]:
    """Return the places behind the field of the last of several stages that are paid: of players who were out before.

    Args:
        paid: number of places that are paid.
    """
    earlier = stages_of_pool(event).earlier
    if not earlier or paid <= ranking.field or not is_complete(event):
        return ()
    own = {one.entry: one for part in earlier for one in ranking_of(part).places}
    found: list[Place] = []
    for tied in earlier_places.ask(event):
        best = ranking.field + len(found) + 1
        if best > paid:
            break
        worst = best + len(tied) - 1
        found += [
            replace(
                own.get(one.entry, Place(one.entry, one.player, 0, 0)), best=best, worst=worst, state="out"
            )
            for one in tied
        ]
    return tuple(found)


def public_places(event: Tournament) -> tuple[Place, ...]:
    """Return the public places, without unconfirmed ties."""
    return tuple(one for one in results_of(event).ranking.places if not one.unconfirmed)


def payments_of(event: Tournament) -> QuerySet[PrizePayment]:
    """Return the payments of an event: the last of several stages also pays players who did not come into it."""
    stages = stages_of_pool(event)
    if not stages.earlier and not stages.goes_on:
        return PrizePayment.objects.filter(entry__tournament=event)
    # No money moves where all of it is withheld. Then an event that pays prizes pays the entry, else the last one.
    paying = [one for one in (event, *stages.earlier) if (payout_of(one) is None) == (one.pk != event.pk)]
    unmoved = Q(item=None, thing=None, entry__tournament__in=paying)
    return PrizePayment.objects.filter(Q(item__tournament=event) | Q(thing__payout=event.pk) | unmoved)


def without_player(event: Tournament) -> int:
    """Return the prizes of places that no player has taken, in minor units: fewer players are ranked than places paid.

    They stay in the pool; 0 until the event is decided.
    """
    if not winners_of(event) and event.closed_at is None:
        return 0
    results = results_of(event)
    places = (*results.ranking.places, *results.behind)
    if len(results.ranking.places) < results.ranking.field:
        return 0
    return sum(one.cash for one in results.prizes[sum(one.paid for one in places) :])


def events_paid_by(event: Tournament) -> tuple[Tournament, ...]:
    """Return the events whose entries an event pays: itself, and the earlier of several stages."""
    return (event, *stages_of_pool(event).earlier)


@cached_in_snapshot
def paid_in(event: Tournament) -> dict[tuple[int, str], int]:
    """Return payments by entry and kind ("prize", "deal", "bounty"), withheld amounts included; in
    minor units.
    """
    found: dict[tuple[int, str], int] = defaultdict(int)
    rows = payments_of(event).exclude(kind="thing")
    for entry, kind, amount in rows.values_list("entry", "kind", "amount"):
        found[entry, kind] += amount
    return dict(found)


def handed_in(event: Tournament) -> dict[int, PrizePayment]:
    """Return non-cash prizes handed over and not reversed, by the prize's key."""
    return _handed_in([event])[event.pk]


@cached_in_snapshot_each
def _handed_in(events: Sequence[Tournament]) -> dict[int, dict[int, PrizePayment]]:
    found: dict[int, dict[int, PrizePayment]] = {event.pk: {} for event in events}
    rows = PrizePayment.objects.filter(
        thing__payout__in=[event.pk for event in events], voids__isnull=True, voided_by__isnull=True
    )
    for row in rows.select_related("ticket", "entry", "thing"):
        if row.thing is not None:
            found[row.thing.payout_id][row.thing.pk] = row
    return found


def read_results_ahead(events: Sequence[Tournament]) -> None:
    """Read what the results of several events are derived from; within a snapshot, each row is read once."""
    read_money_ahead(events)
    _rows_of(events), _deals_of(events), _handed_in(events)

"""Prizes of the places, who is paid, and what was paid. Reads only; everything is derived from the rows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q, QuerySet

from prizes.models import Deal, DealShare, PrizePayment
from prizes.rules.awards import Award, awards, undecided
from prizes.rules.bounties import newest_entry
from prizes.rules.deal import after_deal
from prizes.rules.payouts import Prize
from prizes.rules.places import Place, Ranking
from prizes.services.money import (
    ladder_of,
    payout_of,
    read_money_ahead,
    stages_of_pool,
)
from prizes.services.places import is_complete, ranking_of, read_places_ahead, winners_of
from prizes.signals import PoolStages, earlier_places, out_before, players_onward
from tourney.models import Entry, Tournament
from tourney.snapshot import cached_in_snapshot, cached_in_snapshot_each


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
    # A deal before the money pays more places than had a prize before.
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


def whole_field_of(event: Tournament) -> int:
    """Return the number of players who compete for the places of an event: on a later day, those of all stages."""
    return whole_field(results_of(event).ranking, stages_of_pool(event))


def whole_field(ranking: Ranking, stages: PoolStages) -> int:
    """Return the same for a ranking and stages that have been read already."""
    return ranking.field if stages.players is None else stages.players - len(ranking.unranked)


def count_placed(event: Tournament) -> int:
    """Return the number of players with a public place, including those who busted before a later stage."""
    return len(public_places(event)) + out_before.ask(event)


def numbers_of(event: Tournament, places: Sequence[Place]) -> dict[int, int]:
    """Return which of their players' entries places are for, by entry: 1 for the first. Without those of players who
    have one entry, and empty where only the best one counts.
    """
    payout = payout_of(event)
    if payout is None or payout.counting != "each":
        return {}
    players = [one.player for one in places]
    rows = Entry.objects.filter(tournament=event, player__in=players, voided_at=None)
    entries: dict[int, dict[int, int]] = defaultdict(dict)
    for entry, player, number in rows.values_list("pk", "player", "number"):
        entries[player][entry] = number
    return {entry: number for own in entries.values() if len(own) > 1 for entry, number in own.items()}


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
    minor units. Bounties of several stages count for the last entry of their player.
    """
    found: dict[tuple[int, str], int] = defaultdict(int)
    onward = players_onward.ask(event).entries if stages_of_pool(event).earlier else {}
    rows = payments_of(event).exclude(kind="thing")
    for entry, kind, amount in rows.values_list("entry", "kind", "amount"):
        found[newest_entry(entry, onward) if kind == "bounty" else entry, kind] += amount
    return dict(found)


@cached_in_snapshot
def paid_to_players(event: Tournament) -> dict[tuple[int, int, str], int]:
    """Return payments to players of teams by entry, player and kind, as `paid_in`."""
    found: dict[tuple[int, int, str], int] = defaultdict(int)
    onward = players_onward.ask(event).entries if stages_of_pool(event).earlier else {}
    rows = payments_of(event).exclude(kind="thing").filter(player__isnull=False)
    for entry, player, kind, amount in rows.values_list("entry", "player", "kind", "amount"):
        if player is not None:
            found[newest_entry(entry, onward) if kind == "bounty" else entry, player, kind] += amount
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
    for row in rows.select_related("ticket", "entry", "thing", "player"):
        if row.thing is not None:
            found[row.thing.payout_id][row.thing.pk] = row
    return found


def read_results_ahead(events: Sequence[Tournament]) -> None:
    """Read what the results of several events are derived from; within a snapshot, each row is read once."""
    read_money_ahead(events)
    read_places_ahead(events)
    _deals_of(events), _handed_in(events)

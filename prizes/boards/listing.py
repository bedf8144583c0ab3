"""All results of an event, for pages, exports and the API. Reads only."""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from players.services.partners import entry_name
from players.services.public_names import entries_in_public
from prizes.rules.awards import points
from prizes.rules.places import Place
from prizes.services.bounties import bounties_of, payout_of_bounties
from prizes.services.money import stages_of_pool
from prizes.services.places import is_complete, way_back_of
from prizes.services.results import Results, Won, numbers_of, results_of, whole_field
from seating.models import Bust, Knockout
from tourney.models import Entry, Room, Tournament
from tourney.now import to_ms
from tourney.rulebooks.shelf import book_of

# Up to this many are read by key; more with the whole field.
_BY_KEY = 1000
_KEPT = 16


@dataclass(frozen=True, slots=True)
class Listing:
    """All results of an event, without names.

    Attributes:
        results: places and prizes.
        points: by entry, if the club plays for points (Five Spades 5.4).
        entries: all that have a place, the best first, then those that are not ranked, then those whose
            player did better with another entry.
        unconfirmed: entries of ties that the floor has not confirmed.
    """

    results: Results
    points: Mapping[int, int]
    entries: tuple[int, ...]
    unconfirmed: frozenset[int]


# Cached listings by event, with their inputs, because thousands of phones read one page.
_ready: OrderedDict[int, tuple[object, Listing]] = OrderedDict()


def listing_of(event: Tournament) -> Listing:
    """Return all current results of an event; computed once per change and process."""
    room = Room.objects.filter(id=1).values_list("seq", flat=True).first() or 0
    # Time alone may close an entry period, so it is part of the key beside the journals' numbers.
    stamp = (to_ms(event.created_at), event.seq, room, is_complete(event), way_back_of(event))
    kept = _ready.get(event.pk)
    if kept is not None and kept[0] == stamp:
        return kept[1]
    results = results_of(event)
    ranking, stages = results.ranking, stages_of_pool(event)
    # Places over several stages begin with those of the last one, in the field of all of them.
    whole = replace(ranking, field=whole_field(ranking, stages))
    found = Listing(
        results,
        {} if stages.goes_on else points(whole, book_of(event.book)),
        (*(one.entry for one in ranking.places), *ranking.unranked, *ranking.superseded),
        frozenset(one.entry for one in ranking.places if one.unconfirmed),
    )
    _ready[event.pk] = (stamp, found)
    _ready.move_to_end(event.pk)
    while len(_ready) > _KEPT:
        _ready.popitem(last=False)
    return found


def _row(listing: Listing, entry: int) -> dict[str, Any]:
    """Return the fields that both kinds of rows have. Amounts in minor units."""
    place = listing.results.places.get(entry)
    won = listing.results.won.get(entry, Won())
    award = won.award
    state = place.state if place is not None else _without_place(listing, entry)
    return {
        "entry": entry,
        "best": None if place is None else place.best,
        "worst": None if place is None else place.worst,
        "state": state,
        "prize": listing.results.prize(entry),
        "undecided": entry in listing.results.undecided,
        "deal": won.deal,
        "things": [item.name for item in award.items] if award is not None else [],
        "undivided": [item.name for item in award.undivided] if award is not None else [],
        "points": listing.points.get(entry, 0),
        "needs_stack": place is not None and place.needs_stack,
        "rule": "" if place is None else place.rule,
    }


def _without_place(listing: Listing, entry: int) -> str:
    return "unranked" if entry in listing.results.ranking.unranked else "superseded"


def bounties_won(event: Tournament) -> Mapping[int, int]:
    """Return the bounties won, by entry, in minor units; empty if the event’s prizes have none."""
    payout = payout_of_bounties(event)
    return {} if payout is None or payout.bounties == "none" else bounties_of(event).won


def rows_in_public(event: Tournament, chosen: Sequence[Place]) -> list[dict[str, Any]]:
    """Return results for the public: entry, name, best and worst place, state ("out", "in", "open" while it
    may still change), prize, undecided (the prize depends on an uncounted stack; `prize` is 0), deal, bounty (won),
    things, undivided (things of a shared place), points, needs_stack, rule, number (of `numbers_of`, else None).

    Args:
        chosen: of `public_places`.
    """
    listing, won = listing_of(event), bounties_won(event)
    names = entries_in_public(event, [one.entry for one in chosen])
    numbers = numbers_of(event, chosen)
    return [
        {
            **_row(listing, one.entry),
            "bounty": won.get(one.entry, 0),
            "name": names.get(one.entry, ""),
            "number": numbers.get(one.entry),
        }
        for one in chosen
    ]


def rows_for_staff(event: Tournament, chosen: Sequence[int]) -> list[dict[str, Any]]:
    """Return results with the fields for staff: player, full name, number of the entry, bounty won,
    `unconfirmed` (a tie the floor has still to confirm), and of the bust `at`
    in ms, table, seat, hand, stack at the start of the hand, together, removed, penalty, and knocked_out_by as
    {entry, name}. `noted` is whether there is a bust; of those without a place `state` is "unranked" or
    "superseded".

    Args:
        chosen: entries.
    """
    listing, won = listing_of(event), bounties_won(event)
    entries = Entry.objects.filter(tournament=event).select_related("player", "partner__player")
    busts = Bust.objects.filter(entry__tournament=event).select_related("tournament_table__table").order_by()
    knockouts = Knockout.objects.filter(bust__entry__tournament=event).order_by("pk")
    if len(chosen) <= _BY_KEY:
        entries, busts = entries.filter(pk__in=chosen), busts.filter(entry__in=chosen)
        knockouts = knockouts.filter(bust__entry__in=chosen)
    people = {row.pk: row for row in entries}
    noted = {row.entry_id: row for row in busts}
    knocked_out_by: dict[int, list[dict[str, Any]]] = defaultdict(list)
    winners = knockouts.select_related("bust", "winner__player", "winner__partner__player")
    for one in winners:
        knocked_out_by[one.bust.entry_id].append({"entry": one.winner_id, "name": entry_name(one.winner)})
    return [
        {
            **_row(listing, entry),
            "player": people[entry].player_id,
            "name": entry_name(people[entry]),
            "number": people[entry].number,
            "bounty": won.get(entry, 0),
            "unconfirmed": entry in listing.unconfirmed,
            **_bust(noted.get(entry)),
            "knocked_out_by": knocked_out_by.get(entry, []),
        }
        for entry in chosen
        if entry in people
    ]


def _bust(row: Bust | None) -> dict[str, Any]:
    tournament_table = None if row is None else row.tournament_table
    return {
        "noted": row is not None,
        "at": None if row is None else to_ms(row.at),
        "table": None if tournament_table is None else tournament_table.table.number,
        "seat": None if row is None else row.seat,
        "hand": None if row is None else row.hand,
        "stack": None if row is None else row.stack,
        "together": None if row is None else row.together,
        "removed": row is not None and row.removed,
        "penalty": "" if row is None else row.penalty,
    }

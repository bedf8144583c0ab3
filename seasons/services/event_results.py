"""What seasons need of an event's results, by player. Reads only."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Sum

from desk.models import Item, Registration
from prizes.services.money import buy_in_of, payout_of, pool_of
from prizes.services.results import Results, Won, is_decided, results_of
from tourney.models import Entry, JournalEntry, Tournament
from tourney.services.event_cache import EventCache

# Commands of the room that change results without the event's journal.
_IN_ROOM = ("player.merge", "book.save", "book.remove", "room.undo")


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's result in an event. Amounts in minor units.

    Attributes:
        place: the best place held, once it is certain; None without one.
        prize: money won, a share of a deal included.
        bought: number of entries.
        fee: fees paid.
        minutes: from the entry, at the earliest from the start, to the last bust; 0 while in play.
        left: whether the player is in play, or was when the event was closed.
    """

    place: int | None
    prize: int
    bought: int
    fee: int
    minutes: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class EventResult:
    """The result of an event.

    Attributes:
        field: players ranked, those in play included.
        entries: re-entries included.
        buy_in, prize_pool: in minor units of `currency`.
        players: everybody with an entry.
        over: whether nobody is playing for a place any more.
        closed: whether the event is closed, so that time changes nothing.
    """

    field: int
    entries: int
    buy_in: int
    prize_pool: int
    currency: str
    players: Mapping[int, PlayerResult]
    over: bool = False
    closed: bool = False


def final_results_of(event: Tournament) -> Results:
    """Return the places that count for seasons."""
    return results_of(event)


def event_result_of(event: Tournament) -> EventResult:
    """Return the result of an event by player."""
    found = final_results_of(event)
    payout = payout_of(event)
    entries: dict[int, list[tuple[int, datetime, datetime | None]]] = defaultdict(list)
    rows = Entry.objects.filter(tournament=event, voided_at__isnull=True).order_by("pk")
    for pk, player, since, out_at in rows.values_list("pk", "player", "created_at", "out_at"):
        entries[player].append((pk, since, out_at))
    fees = dict(
        Item.objects.filter(tournament=event, entry__isnull=False)
        .order_by()
        .values_list("entry")
        .annotate(paid=Sum("fee"))
    )
    started = Registration.objects.filter(tournament=event).values_list("started_at", flat=True).first()
    places = {
        entry: one.best
        for entry, one in found.places.items()
        if one.paid and one.state != "open" and not one.unconfirmed
    }
    players = {}
    for player, own in entries.items():
        held = [places[entry] for entry, _since, _out in own if entry in places]
        won = [found.won.get(entry, Won()) for entry, _since, _out in own]
        players[player] = PlayerResult(
            place=min(held, default=None),
            prize=sum(found.prize(entry) for entry, _since, _out in own) + sum(one.deal for one in won),
            bought=len(own),
            fee=sum(fees.get(entry) or 0 for entry, _since, _out in own),
            minutes=_minutes(own, started, event.closed_at),
            left=any(out is None for _entry, _since, out in own),
        )
    return EventResult(
        field=found.ranking.field,
        entries=sum(map(len, entries.values())),
        buy_in=buy_in_of(event),
        prize_pool=pool_of(event).prizes,
        currency="" if payout is None else payout.currency,
        players=players,
        over=event.closed_at is not None
        or (is_decided(event) and found.ranking.left <= 1 and bool(found.places)),
        closed=event.closed_at is not None,
    )


def _minutes(
    own: list[tuple[int, datetime, datetime | None]], started: datetime | None, closed: datetime | None
) -> int:
    sums = 0.0
    for _entry, since, out_at in own:
        until = out_at or closed
        if until is not None:
            sums += max(0.0, (until - max(since, started or since)).total_seconds())
    return int(sums // 60)


def _changes_in_room() -> object:
    rows = JournalEntry.objects.filter(tournament__isnull=True, kind__in=_IN_ROOM)
    return rows.aggregate(last=Max("seq"))["last"]


# Each costs a ranking of the field. In open events time alone may end the right to return.
_results = EventCache(event_result_of, may_keep=lambda one: one.closed, room=_changes_in_room, most=400)


def results_in(events: Iterable[Tournament]) -> dict[int, EventResult]:
    """Return the results of events, by event; those of closed events are cached until their journal grows."""
    return _results.get_many(events)

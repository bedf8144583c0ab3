"""What seasons need of an event's results, by player, over all its stages. Reads only."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Max, Q, QuerySet, Sum

from desk.models import Item, Registration
from prizes.services.money import buy_in_of, payout_of, pool_of
from prizes.services.results import Won, is_decided, results_of
from stages.models import StageEvent
from stages.services.overall_results import overall_results_of
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
        bought: number of entries sold.
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
    """The result of an event, over all its stages.

    Attributes:
        field: players ranked, those in play included.
        entries: sold, re-entries included.
        buy_in, prize_pool: in minor units of `currency`.
        players: everybody with an entry.
        over: whether nobody is playing for a place any more.
        lasting: whether the result changes only with the event's own journal.
    """

    field: int
    entries: int
    buy_in: int
    prize_pool: int
    currency: str
    players: Mapping[int, PlayerResult]
    over: bool
    lasting: bool


@dataclass(frozen=True, slots=True)
class _Played:
    """An entry of one of an event's stages; `sold` is false for one that came from an earlier stage."""

    pk: int
    since: datetime
    out_at: datetime | None
    event: int
    sold: bool


def counted_elsewhere() -> QuerySet[StageEvent, Any]:
    """Return the events that are stages of another one, in whose last event they count."""
    later = Q(stage__multi_stage_event__stages__number__gt=F("stage__number"))
    # Of several events of the last stage, the first one stands for all.
    beside = Q(stage__events__pk__lt=F("pk"))
    return StageEvent.objects.filter(later | beside).order_by().values("tournament")


def stages_with(event: Tournament) -> list[Tournament]:
    """Return all events of the stages of an event, the event itself last; only itself for most events."""
    row = StageEvent.objects.filter(tournament=event).select_related("stage").first()
    if row is None:
        return [event]
    whole = StageEvent.objects.filter(stage__multi_stage_event=row.stage.multi_stage_event_id)
    rows = whole.exclude(tournament=event).select_related("tournament").order_by("stage__number", "pk")
    return [*(one.tournament for one in rows), event]


def event_result_of(event: Tournament) -> EventResult:
    """Return the result of an event by player.

    Args:
        event: the event of the last stage.
    """
    parts = stages_with(event)
    entries = _entries_in(parts)
    fees = dict(
        Item.objects.filter(tournament__in=parts, entry__isnull=False)
        .order_by()
        .values_list("entry")
        .annotate(paid=Sum("fee"))
    )
    started = dict(
        Registration.objects.filter(tournament__in=parts).values_list("tournament_id", "started_at")
    )
    closed = {one.pk: one.closed_at for one in parts}
    results = {one.pk: results_of(one) for one in parts}
    field, places, over = _places(event, parts)
    players = {}
    for player, own in entries.items():
        players[player] = PlayerResult(
            place=places.get(player),
            prize=sum(
                results[one.event].prize(one.pk) + results[one.event].won.get(one.pk, Won()).deal
                for one in own
            ),
            bought=sum(one.sold for one in own),
            fee=sum(fees.get(one.pk) or 0 for one in own),
            minutes=sum(_minutes(one, started.get(one.event), closed[one.event]) for one in own),
            left=any(one.out_at is None and one.event == event.pk for one in own),
        )
    payout = payout_of(event)
    return EventResult(
        field=field,
        entries=sum(one.sold for own in entries.values() for one in own),
        buy_in=buy_in_of(parts[0]),
        prize_pool=pool_of(event).prizes,
        currency="" if payout is None else payout.currency,
        players=players,
        over=over,
        lasting=len(parts) == 1 and event.closed_at is not None,
    )


def _entries_in(parts: Sequence[Tournament]) -> dict[int, list[_Played]]:
    found: dict[int, list[_Played]] = defaultdict(list)
    rows = Entry.objects.filter(tournament__in=parts, voided_at__isnull=True).order_by("pk")
    columns = ("player", "pk", "created_at", "out_at", "tournament", "advance")
    for player, pk, since, out_at, event, advance in rows.values_list(*columns):
        found[player].append(_Played(pk, since, out_at, event, advance is None))
    return found


def _places(event: Tournament, parts: Sequence[Tournament]) -> tuple[int, dict[int, int], bool]:
    """Return the size of the field, the certain places by player, and whether nobody plays for one any more."""
    ranking = results_of(event).ranking
    best: dict[int, int] = {}
    uncertain: set[int] = set()
    for one in ranking.places:
        if one.paid and one.state != "open" and not one.unconfirmed:
            best[one.player] = min(one.best, best.get(one.player, one.best))
        else:
            uncertain.add(one.player)
    field = ranking.field
    if len(parts) > 1:
        overall = overall_results_of(event)
        field = overall.field
        best = {one.player: one.best for one in overall.places if one.player not in uncertain}
    decided = is_decided(event) and ranking.left <= 1 and bool(best)
    return field, best, decided or event.closed_at is not None


def _minutes(one: _Played, started: datetime | None, closed: datetime | None) -> int:
    until = one.out_at or closed
    if until is None:
        return 0
    return int(max(0.0, (until - max(one.since, started or one.since)).total_seconds()) // 60)


def _changes_in_room() -> object:
    rows = JournalEntry.objects.filter(tournament__isnull=True, kind__in=_IN_ROOM)
    return rows.aggregate(last=Max("seq"))["last"]


# Each costs a ranking of the field. In open events time alone may end the right to return.
_results = EventCache(event_result_of, may_keep=lambda one: one.lasting, room=_changes_in_room, most=400)


def results_in(events: Iterable[Tournament]) -> dict[int, EventResult]:
    """Return the results of events, by event; those of closed events are cached until their journal grows."""
    return _results.get_many(events)

"""What seasons need of an event's results, by player, over all its stages. Reads only."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import F, Max, Q, QuerySet, Sum

from desk.models import Item
from players.models import Partner
from prizes.services.money import buy_in_of, payout_of, pool_of, registrations_of
from prizes.services.places import is_decided
from prizes.services.results import Won, read_results_ahead, results_of
from prizes.services.team_shares import parts_of, teams_in
from stages.models import StageEvent
from stages.services.overall_results import overall_results_of
from stages.services.rules import stage_event_of, stage_events_of
from tourney.models import Entry, JournalEntry, Tournament
from tourney.services.event_cache import EventCache
from tourney.snapshot import cached_in_snapshot_each, consistent_read

# Commands of the room that change results without the event's journal, as their undo does.
_IN_ROOM = ("player.merge", "book.save", "book.remove")
# Results of closed events that a process keeps: those of many years.
_MOST = 1_500


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
        players: everybody with an entry, and who shares one.
        partners: those of them who share an entry that another player registered.
        over: whether all places are decided.
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
    partners: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _StageEntry:
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
    row = stage_event_of(event)
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
    entries, fees = _entries_in(parts), _fees_of(parts)
    started = {pk: row.started_at for pk, row in registrations_of(parts).items() if row is not None}
    closed = {one.pk: one.closed_at for one in parts}
    results = {one.pk: results_of(one) for one in parts}
    field, places, over = _places(event, parts)
    teams = {row.entry_id: row for rows in teams_in(parts).values() for row in rows}
    payout = payout_of(event)

    def prize(entry: int, pays: int, player: int) -> int:
        won = {"prize": results[pays].prize(entry), "deal": results[pays].won.get(entry, Won()).deal}
        team = teams.get(entry)
        if team is None:
            return sum(won.values())
        return sum(parts_of(team, kind, amount, payout).get(player, 0) for kind, amount in won.items())

    shared = _shared_in(entries, teams)
    players = {}
    for player, own in (entries | shared).items():
        registered = player if player in entries else teams[own[-1].pk].entry.player_id
        players[player] = PlayerResult(
            place=places.get(registered),
            # The last stage also pays players who did not come into it.
            prize=sum(prize(one.pk, pays, player) for one in own for pays in {one.event, event.pk}),
            bought=sum(one.sold for one in own),
            fee=sum(fees[one.event].get(one.pk, 0) for one in own),
            minutes=sum(_minutes(one, started.get(one.event), closed[one.event]) for one in own),
            left=any(one.out_at is None and one.event == event.pk for one in own),
        )
    return EventResult(
        field=field,
        entries=sum(one.sold for own in entries.values() for one in own),
        buy_in=buy_in_of(parts[0]),
        prize_pool=pool_of(event).prizes,
        currency="" if payout is None else payout.currency,
        players=players,
        over=over,
        lasting=len(parts) == 1 and event.closed_at is not None,
        partners=frozenset(shared),
    )


def _shared_in(
    entries: Mapping[int, list[_StageEntry]], teams: Mapping[int, Partner]
) -> dict[int, list[_StageEntry]]:
    """Return the entries that players share who registered none themselves, by player."""
    found: dict[int, list[_StageEntry]] = defaultdict(list)
    for own in entries.values():
        for one in own:
            team = teams.get(one.pk)
            if team is not None and team.player_id not in entries:
                found[team.player_id].append(one)
    return dict(found)


def _read_ahead(events: Sequence[Tournament]) -> None:
    """Read what the results of several events need."""
    stage_events_of(events)
    parts = [part for event in events for part in stages_with(event)]
    read_results_ahead(parts)
    _entries_of(parts)
    _fees_of(parts)
    teams_in(parts)


def _entries_in(parts: Sequence[Tournament]) -> dict[int, list[_StageEntry]]:
    """Return the entries in the stages of an event, by player."""
    found: dict[int, list[_StageEntry]] = defaultdict(list)
    for player, one in sorted(chain.from_iterable(_entries_of(parts).values()), key=lambda one: one[1].pk):
        found[player].append(one)
    return found


@cached_in_snapshot_each
def _entries_of(events: Sequence[Tournament]) -> dict[int, list[tuple[int, _StageEntry]]]:
    """Return the players and entries of each event by its id."""
    found: dict[int, list[tuple[int, _StageEntry]]] = {event.pk: [] for event in events}
    rows = Entry.objects.filter(tournament__in=events, voided_at__isnull=True)
    columns = ("player", "pk", "created_at", "out_at", "tournament", "advance")
    for player, pk, since, out_at, event, advance in rows.values_list(*columns):
        found[event].append((player, _StageEntry(pk, since, out_at, event, advance is None)))
    return found


@cached_in_snapshot_each
def _fees_of(events: Sequence[Tournament]) -> dict[int, dict[int, int]]:
    """Return the fees paid for the entries of each event by its id."""
    found: dict[int, dict[int, int]] = {event.pk: {} for event in events}
    rows = Item.objects.filter(tournament__in=events, entry__isnull=False).order_by()
    for event, entry, paid in rows.values_list("tournament", "entry").annotate(paid=Sum("fee")):
        found[event][entry] = paid or 0
    return found


def _places(event: Tournament, parts: Sequence[Tournament]) -> tuple[int, dict[int, int], bool]:
    """Return the size of the field, the certain places by player, and whether all are decided."""
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


def _minutes(one: _StageEntry, started: datetime | None, closed: datetime | None) -> int:
    until = one.out_at or closed
    if until is None:
        return 0
    return int(max(0.0, (until - max(one.since, started or one.since)).total_seconds()) // 60)


def _changes_in_room() -> object:
    changes = Q(kind__in=_IN_ROOM) | Q(kind="room.undo", undoes__kind__in=(*_IN_ROOM, "room.undo"))
    rows = JournalEntry.objects.filter(changes, tournament__isnull=True)
    return rows.aggregate(last=Max("seq"))["last"]


# Each costs a ranking of the field. In open events time alone may end the right to return.
_results = EventCache(
    event_result_of, may_keep=lambda one: one.lasting, room=_changes_in_room, most=_MOST, ahead=_read_ahead
)


def results_in(events: Iterable[Tournament]) -> dict[int, EventResult]:
    """Return the results of events, by event; those of closed events are cached until their journal grows."""
    with consistent_read():
        return _results.get_many(events)

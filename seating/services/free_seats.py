"""The free seats of an event, cached between reads (`journal_cache`)."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from seating.models import Seat, TournamentTable
from seating.rules.tables import Table
from seating.services.seats import count_unseated, seats_at_a_table, takes_ghosts_over
from seating.services.touched_tables import touched_in_room, touched_tables, use_of_tables
from tourney.models import Tournament
from tourney.services.journal_cache import JournalCache
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot

# Kinds of seats that are not free; a ghost's is for late entries if the book lets them take over ghosts.
_TAKEN = frozenset({"player", "unclaimed", "closed", "held"})


@dataclass(frozen=True, slots=True)
class _Free:
    """What is free at a table.

    Attributes:
        order: place in the floor's order.
        table: as draws see it; None while it is paused.
        free: free seats, ghosts' included.
        ghosts: ghosts' seats among the first seats of the table, as many as the event uses.
    """

    order: tuple[int, int]
    table: Table | None
    free: int
    ghosts: int


# The tables with room, by key of the tournament table.
_Reading = Mapping[int, _Free]


def _seats(event: int) -> QuerySet[Seat, tuple[int, int, str]]:
    rows = Seat.objects.filter(tournament_table__tournament=event, tournament_table__released_at__isnull=True)
    return rows.order_by().values_list("tournament_table_id", "number", "kind")


def _tables(event: int) -> QuerySet[TournamentTable, tuple[int, int, str, int, int, bool]]:
    rows = TournamentTable.objects.filter(tournament=event, released_at__isnull=True).order_by()
    return rows.values_list("pk", "order", "state", "table__number", "table__seats", "table__accessible")


_ALL_SEATS, _ALL_TABLES = PreparedQuery(_seats), PreparedQuery(_tables)
_SOME_SEATS = PreparedQuery(lambda event, only: _seats(event).filter(tournament_table__in=only))
_SOME_TABLES = PreparedQuery(lambda event, only: _tables(event).filter(pk__in=only))


def _read(event: Tournament, only: Collection[int] | None = None) -> dict[int, _Free]:
    """Read tables with room; `only`: of these tournament tables, None for all."""
    some = None if only is None else sorted(only)
    most = seats_at_a_table(event)
    kinds: dict[int, dict[int, str]] = defaultdict(dict)
    for key, number, kind in _ALL_SEATS.all(event.pk) if some is None else _SOME_SEATS.all(event.pk, some):
        kinds[key][number] = kind
    rows = _ALL_TABLES.all(event.pk) if some is None else _SOME_TABLES.all(event.pk, some)
    found = {
        key: _free((order, key), state, Table(number, (), accessible=accessible), seats, most, kinds[key])
        for key, order, state, number, seats, accessible in rows
    }
    return {key: one for key, one in found.items() if _has_room(one)}


def _has_room(one: _Free) -> bool:
    return bool(one.free or one.ghosts or (one.table is not None and (one.table.free or one.table.ghosts)))


def _free(
    order: tuple[int, int], state: str, table: Table, seats: int, most: int, taken: Mapping[int, str]
) -> _Free:
    chairs = min(seats, most)
    if state == "paused":
        return _Free(order, None, 0, 0)
    players = sum(1 for kind in taken.values() if kind == "player")
    seen = Table(
        number=table.number,
        free=tuple(number for number in range(1, chairs + 1) if number not in taken),
        taken=players,
        open=state == "open" or players > 0,
        accessible=table.accessible,
        ghosts=tuple(sorted(number for number, kind in taken.items() if kind == "ghost")),
    )
    used = [kind for number, kind in taken.items() if number <= most]
    gone = sum(1 for kind in used if kind in _TAKEN)
    return _Free(order, seen, max(0, chairs - gone), used.count("ghost"))


def _update(event: Tournament, reading: _Reading, touched: set[int]) -> _Reading:
    found = dict(reading)
    for key in touched:
        found.pop(key, None)
    return found | _read(event, touched)


_READINGS: JournalCache[_Reading] = JournalCache(
    _read, touched_tables, _update, use_of_tables, touched_in_room
)


def free_tables(event: Tournament) -> list[Table]:
    """Return the event's tables with a free seat or a ghost's, in the floor's order; paused ones are left out."""
    found = [
        one
        for one in _READINGS.of(event).values()
        if one.table is not None and (one.table.free or one.table.ghosts)
    ]
    return [one.table for one in sorted(found, key=lambda one: one.order) if one.table is not None]


@cached_in_snapshot
def count_free_seats(event: Tournament) -> int:
    """Return how many more entries the event has seats for, including reserve tables: free and ghosts' seats,
    less paid players without a seat. Never below 0.
    """
    reading = _READINGS.of(event).values()
    room = sum(one.free for one in reading)
    if not takes_ghosts_over(event):
        room -= sum(one.ghosts for one in reading)
    return max(0, room - count_unseated(event))

"""An event's tables in play, cached between reads (`journal_cache`)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from seating.models import Bust, Move, Seat, TournamentTable
from seating.rules.played import PlayedTable
from seating.rules.positions import Positions
from seating.rules.table_halt import missing_by_elimination
from seating.services.seats import seats_at_a_table
from seating.services.table_positions import DEALT
from seating.services.touched_tables import touched_in_room, touched_tables, use_of_tables
from tourney.models import Tournament
from tourney.services.journal_cache import JournalCache
from tourney.services.prepared_query import PreparedQuery

# Tables without a breaking order come last, the most recently opened first.
_AFTER_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class _Reading:
    """An event's tables.

    Attributes:
        tables: by tournament table key, in the floor's order; None: not in play.
        order: place in the floor's order, by tournament table key.
    """

    tables: Mapping[int, PlayedTable | None]
    order: Mapping[int, tuple[int, int]]


def played_tables(event: Tournament) -> dict[int, PlayedTable]:
    """Return an event's tables in play, by tournament table key, in the floor's order.

    `under_way`, `sent` and `opened` are not filled in.

    Args:
        event: with its current `seq`.
    """
    return {key: table for key, table in _READINGS.of(event).tables.items() if table is not None}


def _read_all(event: Tournament) -> _Reading:
    tables, order = _read(event, seats_at_a_table(event), None)
    return _Reading(_in_order(tables, order), order)


def _update(event: Tournament, reading: _Reading, touched: set[int]) -> _Reading:
    tables, order = _read(event, seats_at_a_table(event), touched)
    if {key: reading.order[key] for key in touched if key in reading.order} == order:
        # The same tables in the same order.
        return _Reading({**reading.tables, **tables}, reading.order)
    old = {key: table for key, table in reading.tables.items() if key not in touched}
    orders = {key: at for key, at in reading.order.items() if key not in touched} | order
    return _Reading(_in_order({**old, **tables}, orders), orders)


def _in_order(
    tables: Mapping[int, PlayedTable | None], order: Mapping[int, tuple[int, int]]
) -> dict[int, PlayedTable | None]:
    return {key: tables[key] for key in sorted(tables, key=order.__getitem__)}


class _AtTables:
    """A query for all tables of an event or for some of them.

    Args:
        build: the query for all.
        table: the column of the tournament table.
    """

    def __init__(self, build: Callable[[int], QuerySet[Any, Any]], table: str) -> None:
        self._of_all = PreparedQuery(build)
        self._of_some = PreparedQuery(lambda event, only: build(event).filter(**{f"{table}__in": only}))

    def rows(self, event: Tournament, only: Collection[int] | None) -> list[Any]:
        """Return the rows; `only`: tournament table keys, None for all."""
        return self._of_all.all(event.pk) if only is None else self._of_some.all(event.pk, list(only))


def _here(event: int) -> dict[str, Any]:
    return {"tournament_table__tournament": event, "tournament_table__released_at__isnull": True}


_SEATS = _AtTables(
    lambda event: (
        Seat.objects.filter(**_here(event))
        .order_by("number")
        .values_list("tournament_table_id", "number", "kind", "entry_id", "taken_at", "entry__created_at")
    ),
    "tournament_table",
)
_BUSTS = _AtTables(
    lambda event: (
        Bust.objects.filter(**_here(event))
        .order_by()
        .values_list("tournament_table", "entry", "at", "entry__created_at")
    ),
    "tournament_table",
)
_TABLES = _AtTables(
    lambda event: TournamentTable.objects.filter(tournament=event, released_at__isnull=True).values(
        "pk", "order", "state", "breaks_at", "button", "small_blind", "big_blind", "halted",
        "table__number", "table__seats",
    ),
    "pk",
)  # fmt: skip
_MOVES = PreparedQuery(
    lambda event, to_tables, from_tables: (
        Move.objects.filter(Q(to_table__in=to_tables) | Q(from_table__in=from_tables), tournament=event)
        .order_by("pk")
        .values_list("to_table", "from_table", "entry", "made_at", "entry__created_at")
    )
)


def _read(
    event: Tournament, most: int, only: Collection[int] | None
) -> tuple[dict[int, PlayedTable | None], dict[int, tuple[int, int]]]:
    """Load tables from their rows in four queries.

    Args:
        most: maximum number of players at a table.
        only: tournament table keys; None: all.
    """
    seats: dict[int, list[tuple[int, str, int | None]]] = defaultdict(list)
    seated: dict[int, list[tuple[int, datetime, datetime]]] = defaultdict(list)
    for key, number, kind, entry, since, entered in _SEATS.rows(event, only):
        seats[key].append((number, kind, entry))
        if entry is not None:
            seated[key].append((entry, since, entered))
    busted = _missing(event, only, seated)
    tables: dict[int, PlayedTable | None] = {}
    order: dict[int, tuple[int, int]] = {}
    for row in _TABLES.rows(event, only):
        key = row["pk"]
        order[key] = (row["order"], key)
        tables[key] = None if row["state"] == "paused" else _table(row, seats[key], most, busted.get(key, 0))
    return tables, order


def _missing(
    event: Tournament,
    only: Collection[int] | None,
    seated: Mapping[int, Sequence[tuple[int, datetime, datetime]]],
) -> dict[int, int]:
    """Return by how many players each table is short through busts, by tournament table key.

    Args:
        only: tournament table keys; None: all.
        seated: players at each table, since when in that seat, and when they entered.
    """
    busts: dict[int, list[datetime]] = defaultdict(list)
    # By table, when each player took a first seat there, without a move.
    first: dict[int, dict[int, datetime]] = defaultdict(dict)
    for key, entry, at, entered in _BUSTS.rows(event, only):
        busts[key].append(at)
        first[key][entry] = entered
    arrivals: dict[int, list[datetime]] = defaultdict(list)
    for key in busts:
        for entry, since, _entered in seated.get(key, ()):
            first[key][entry] = since
    moved: set[tuple[int, int]] = set()
    keys = list(busts)
    for to_table, from_table, entry, at, entered in _MOVES.all(event.pk, keys, keys):
        # A player who moves away, or changes seats, was there before: since entering, as far as the rows show.
        # A place left by a move is not empty by elimination.
        if from_table in busts and (from_table, entry) not in moved:
            first[from_table][entry] = entered
            moved.add((from_table, entry))
        if to_table in busts and to_table != from_table:
            arrivals[to_table].append(at)
            if (to_table, entry) not in moved:
                first[to_table].pop(entry, None)
                moved.add((to_table, entry))
    return {
        key: missing_by_elimination(at, [*arrivals[key], *first[key].values()]) for key, at in busts.items()
    }


def _table(
    row: Mapping[str, Any], taken: list[tuple[int, str, int | None]], most: int, busted: int
) -> PlayedTable | None:
    players = tuple((number, entry) for number, kind, entry in taken if kind in DEALT)
    if not players:
        return None
    gone = {number for number, _kind, _entry in taken}
    chairs = min(row["table__seats"], most)
    known = None not in (row["button"], row["small_blind"], row["big_blind"])
    return PlayedTable(
        number=row["table__number"],
        seats=max(chairs, max(gone, default=0)),
        players=players,
        free=tuple(number for number in range(1, chairs + 1) if number not in gone),
        positions=Positions(row["button"], row["small_blind"], row["big_blind"]) if known else None,
        breaks=_AFTER_ALL - row["order"] if row["breaks_at"] is None else row["breaks_at"],
        halted=row["halted"],
        busted=busted,
        physical_seats=row["table__seats"],
    )


_READINGS = JournalCache(_read_all, touched_tables, _update, use_of_tables, touched_in_room)

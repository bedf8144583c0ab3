"""An event's tables in play, cached between reads.

A field of ten thousand has eleven hundred tables, and a bust changes one. Each process therefore caches the
tables with the journal entry up to which they are valid, and reloads only tables that later journal entries
have touched. This is safe because the journal contains every change.
"""

import uuid
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, F, QuerySet, Sum

from seating.models import Bust, Move, Seat, TournamentTable
from seating.rules.played import PlayedTable
from seating.rules.positions import Positions
from seating.rules.table_halt import missing_by_elimination
from seating.services.seats import seats_at_a_table
from seating.services.table_positions import DEALT
from tourney.models import JournalEntry, Tournament
from tourney.services.prepared_query import PreparedQuery

# Number of cached events, least recently used dropped first.
_KEPT = 8
# With more journal entries or more touched tables than this, everything is reloaded.
_MOST_LINES, _MOST_TABLES = 50, 150
# Tables without a breaking order come last, the most recently opened first.
_AFTER_ALL = 1_000_000
_OF_A_TABLE = frozenset({"seating.seat", "seating.bust"})


@dataclass(frozen=True, slots=True)
class _Reading:
    """An event's tables up to a journal entry.

    Attributes:
        seq, command: the last included journal entry, and its command: a number is reused after a rollback, a
            command is not.
        seats: three checksums of the tables' physical seats.
        tables: by tournament table key, in the floor's order; None: not in play.
        order: place in the floor's order, by tournament table key.
    """

    seq: int
    command: uuid.UUID
    seats: tuple[Any, ...]
    tables: Mapping[int, PlayedTable | None]
    order: Mapping[int, tuple[int, int]]


_readings: OrderedDict[int, _Reading] = OrderedDict()


def played_tables(event: Tournament) -> dict[int, PlayedTable]:
    """Return an event's tables in play, by tournament table key, in the floor's order.

    `under_way`, `sent` and `opened` are not filled in. Changes of the current command are not included until
    its journal entry is written.

    Args:
        event: with its current `seq`.
    """
    most = seats_at_a_table(event)
    seats = _seat_sums(event, most)
    reading = _readings.get(event.pk)
    newer = _brought_up_to_date(event, reading, most, seats) if reading is not None else None
    if newer is None:
        newer = _read_all(event, most, seats)
    if newer is not None:
        _readings[event.pk] = newer
        _readings.move_to_end(event.pk)
        while len(_readings) > _KEPT:
            _readings.popitem(last=False)
        return {key: table for key, table in newer.tables.items() if table is not None}
    tables, order = _read(event, most, None)
    return {key: table for key in sorted(tables, key=order.__getitem__) if (table := tables[key]) is not None}


def _tournament_tables(event: Tournament) -> QuerySet[TournamentTable]:
    return TournamentTable.objects.filter(tournament=event, released_at__isnull=True)


_SEAT_SUMS = PreparedQuery(
    lambda event: (
        TournamentTable.objects.filter(tournament=event, released_at__isnull=True)
        .order_by()
        .values("tournament")
        .annotate(
            n=Count("pk"), chairs=Sum("table__seats"), where=Sum(F("table__seats") * F("table__number"))
        )
        .values_list("n", "chairs", "where")
    )
)
_LINES = PreparedQuery(
    lambda event, first, last: (
        JournalEntry.journal(event)
        .filter(seq__gte=first, seq__lte=last)
        .order_by("seq")
        .values_list("seq", "command", "changes")
    )
)


def _seat_sums(event: Tournament, most: int) -> tuple[Any, ...]:
    """Return checksums of the physical tables, whose changes are in the venue's journal, not the event's."""
    return (most, *(_SEAT_SUMS.first(event.pk) or (0, None, None)))


def _brought_up_to_date(
    event: Tournament, reading: _Reading, most: int, seats: tuple[Any, ...]
) -> _Reading | None:
    """Return a reading updated with all later journal entries; None if it has to be rebuilt."""
    if reading.seq > event.seq or event.seq - reading.seq > _MOST_LINES or reading.seats != seats:
        return None
    lines = _LINES.all(event.pk, reading.seq, event.seq)
    if [seq for seq, _command, _changes in lines] != list(range(reading.seq, event.seq + 1)):
        return None
    if lines[0][1] != reading.command:
        return None
    touched = _touched([change for _seq, _command, changes in lines[1:] for change in changes])
    if len(touched) > _MOST_TABLES:
        return None
    command = lines[-1][1]
    if not touched:
        return replace(reading, seq=event.seq, command=command)
    tables, order = _read(event, most, touched)
    old = {key: table for key, table in reading.tables.items() if key not in touched}
    orders = {key: at for key, at in reading.order.items() if key not in touched} | order
    return _Reading(event.seq, command, seats, _in_order({**old, **tables}, orders), orders)


def _touched(changes: Collection[dict[str, Any]]) -> set[int]:
    """Return keys of the tournament tables touched by these changes."""
    tournament_tables: set[int] = set()
    seats: set[int] = set()
    for change in changes:
        if change["model"] == "seating.tournamenttable":
            tournament_tables.add(change["pk"])
        elif change["model"] in _OF_A_TABLE:
            images = [image for image in (change["before"], change["after"]) if image]
            found = {
                image["tournament_table_id"]
                for image in images
                if image.get("tournament_table_id") is not None
            }
            tournament_tables |= found
            # A change of other columns alone does not identify the table.
            if not found and change["model"] == "seating.seat":
                seats.add(change["pk"])
    if seats:
        tournament_tables |= set(Seat.objects.filter(pk__in=seats).values_list("tournament_table", flat=True))
    return tournament_tables


def _read_all(event: Tournament, most: int, seats: tuple[Any, ...]) -> _Reading | None:
    """Load all tables; None before the first journal entry, when there is nothing to key a reading by."""
    last = JournalEntry.journal(event.pk).filter(seq=event.seq).values_list("command", flat=True).first()
    if last is None:
        return None
    tables, order = _read(event, most, None)
    return _Reading(event.seq, last, seats, _in_order(tables, order), order)


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
    lambda event, tables: (
        Move.objects.filter(tournament=event, to_table__in=tables)
        .order_by("pk")
        .values_list("to_table", "from_table", "entry", "made_at")
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
    outs: dict[int, list[tuple[int, datetime, datetime]]] = defaultdict(list)
    began = {entry: entered for people in seated.values() for entry, _since, entered in people}
    for key, entry, at, entered in _BUSTS.rows(event, only):
        outs[key].append((entry, at, entered))
        began[entry] = entered
    came: dict[tuple[int, int], datetime] = {}
    if outs:
        for tournament_table, left, entry, at in _MOVES.all(event.pk, list(outs)):
            # A player who changed seats at the table was there before: since entering, as far as the rows
            # show.
            if left != tournament_table:
                came[tournament_table, entry] = at
            else:
                came.setdefault((tournament_table, entry), began.get(entry, at))
    return {
        key: missing_by_elimination(
            [at for _entry, at, _entered in gone],
            [
                *(came.get((key, entry), since) for entry, since, _entered in seated.get(key, ())),
                *(came.get((key, entry), entered) for entry, _at, entered in gone),
            ],
        )
        for key, gone in outs.items()
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

"""Public boards of the floor: seat changes, busts, remaining players and free seats.

Each board is bounded in size, because it is sent to every display and phone of the event.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, QuerySet
from msgspec import Struct

from players.services.namesakes import Named
from players.services.public_names import public_names
from seating.models import Bust, Move, Seat
from seating.services.known_stacks import UNKNOWN, known_stacks
from seating.services.seats import event_tables_of
from seating.signals import registration_status
from tourney.live.boards import Audience, board
from tourney.models import Entry, Tournament
from tourney.now import to_ms
from tourney.services.field_counts import field_of
from tourney.services.prepared_query import PreparedQuery
from tourney.signals import for_teams

# At most this many players under way are named. A batch that exceeds the limit is not named at all: a partial
# list would send missing players to the desk, and the seating list shows everybody anyway.
MOST_NAMED = 200
# Limit on batches, and on source tables per batch.
MOST_BATCHES = 100
MOST_TABLES = 40
MOST_OUT = 20
# Players are named once this many or fewer are left.
FINAL = 18
MOST_FREE = 200
_PERSON = Named._fields


class Batch(Struct, frozen=True):
    """Players who were moved together and have not all arrived.

    Attributes:
        batch: the journal entry that moved them.
        kind: see `Move.KINDS`.
        at: when they were moved.
        count: how many are under way.
        tables: source tables and the number of players from each, largest first; `more` tables are omitted.
        rows: move, name, from table, its seat (null: none), table, seat; empty if there are too many to name.
    """

    batch: int
    kind: str
    at: int | None
    count: int
    tables: list[tuple[int, int]]
    more: int
    rows: list[tuple[int, str, int | None, int | None, int, int]]


class MovesBoard(Struct, frozen=True):
    """Players who were moved and have not been confirmed at their new seat.

    Attributes:
        total: how many are under way; at most 200 of them are named.
        batches: newest first.
    """

    total: int
    batches: list[Batch]


class EliminationsBoard(Struct, frozen=True):
    """The latest busts and, near the end, the remaining players.

    Attributes:
        left: players still in; in an event for teams of two (`teams`), the teams.
        busts: name, table, time and entry of the last twenty, newest first; without players removed with
            chips.
        last: name, table, seat and chips (null: unknown) of all remaining players, once entry is closed,
            a player has busted and at most 18 are left.
    """

    left: int
    busts: list[tuple[str, int | None, int | None, int]]
    last: list[tuple[str, int | None, int | None, int | None]]
    teams: bool = False


class FreeBoard(Struct, frozen=True):
    """Tables in play with free seats. A ghost's seat is free for a late entry.

    Attributes:
        total: number of such tables.
        seats: number of free seats at all of them.
        tables: number, free seats and players, by number; at most 200, those with the most free seats.
    """

    total: int
    seats: int
    tables: list[tuple[int, int, int]]


_EVENTS = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk))


def _event(tournament_id: int) -> Tournament | None:
    return _EVENTS.first(tournament_id)


def _people(rows: Iterable[tuple[Any, ...]]) -> list[Named]:
    """Return the people of rows that begin with the columns of `_PERSON`."""
    return [Named(*row[: len(_PERSON)]) for row in rows]


def _person(path: str) -> tuple[str, ...]:
    return tuple(f"{path}__{column}" for column in _PERSON)


def _under_way(event: int) -> QuerySet[Move]:
    return Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)


_FROM = ("batch", "kind", "from_table__table__number")
_FROM_TO = ("batch", "pk", "from_table__table__number", "from_seat", "to_table__table__number", "to_seat")
_COUNTED = PreparedQuery(
    lambda event: (
        _under_way(event)
        .order_by()
        .values(*_FROM)
        .annotate(n=Count("pk"), sent=Min("made_at"))
        .values_list(*_FROM, "n", "sent")
    )
)


def _named_rows(rows: QuerySet[Move]) -> QuerySet[Move, tuple[Any, ...]]:
    return rows.order_by("pk").values_list(*_person("entry__player"), *_FROM_TO)


_NAMED = PreparedQuery(lambda event, batches: _named_rows(_under_way(event).filter(batch__in=batches)))
# Built once, however many batches there are.
_NAMED_SINCE = PreparedQuery(lambda event, first: _named_rows(_under_way(event).filter(batch__gte=first)))


@board("moves", topic="t", audience=Audience.PUBLIC, rows=("seating.move",), names=True)
def moves(tournament_id: int, _name: str = "") -> MovesBoard | None:
    """Return players who have yet to arrive at a new seat, in batches, newest first; `total` counts all."""
    event = _event(tournament_id)
    if event is None:
        return None
    batches = [] if event.closed_at is not None else _batches(event)
    total = sum(one.count for one in batches)
    batches = batches[:MOST_BATCHES]
    _name_people(event, batches)
    return MovesBoard(total=total, batches=batches)


def _batches(event: Tournament) -> list[Batch]:
    known: dict[int, tuple[str, datetime]] = {}
    tables: dict[int, Counter[int | None]] = defaultdict(Counter)
    for batch, kind, number, count, sent in _COUNTED.all(event.pk):
        known.setdefault(batch, (kind, sent))
        tables[batch][number] += count
    found = []
    for batch, (kind, sent) in sorted(known.items(), reverse=True):
        left = [(number, count) for number, count in tables[batch].items() if number is not None]
        left.sort(key=lambda one: (-one[1], one[0]))
        found.append(
            Batch(
                batch=batch,
                kind=kind,
                at=to_ms(sent),
                count=tables[batch].total(),
                tables=left[:MOST_TABLES],
                more=len(left[MOST_TABLES:]),
                rows=[],
            )
        )
    return found


def _name_people(event: Tournament, batches: list[Batch]) -> None:
    """Name the players of the newest batches that fit within the limit as a whole."""
    room = MOST_NAMED
    named: dict[int, Batch] = {}
    for one in batches:
        if one.count <= room:
            room -= one.count
            named[one.batch] = one
    if not named:
        return
    first = min(named)
    if all(one.batch in named for one in batches if one.batch >= first):
        rows = _NAMED_SINCE.all(event.pk, first)
    else:
        # A batch of too many players, such as a redraw, is among them.
        rows = _NAMED.all(event.pk, sorted(named))
    names = public_names(event, _people(rows))
    for player, _full, _nickname, _privacy, batch, move, *places in rows:
        named[batch].rows.append((move, names[player], *places))


@board(
    "eliminations",
    topic="t",
    audience=Audience.PUBLIC,
    rows=("seating.bust", "seating.knockout", "tourney.entry", "seating.seat"),
    late=True,
    names=True,
)
def eliminations(tournament_id: int, _name: str = "") -> EliminationsBoard | None:
    """Return the latest busts, newest first, and, near the end, the remaining players."""
    event = _event(tournament_id)
    if event is None:
        return None
    gone = Bust.objects.filter(
        entry__tournament=event, entry__voided_at__isnull=True, entry__out_at__isnull=False, removed=False
    ).order_by("-at", "-id")
    busts = list(
        gone.values_list(*_person("entry__player"), "tournament_table__table__number", "at", "entry")[
            :MOST_OUT
        ]
    )
    left = _last_players(event) if busts and not registration_status.ask(event).open else []
    names = public_names(event, _people([*busts, *left]))
    return EliminationsBoard(
        left=field_of(event).left,
        busts=[(names[row[0]], row[4], to_ms(row[5]), row[6]) for row in busts],
        last=[(names[row[0]], *row[4:]) for row in left],
        teams=for_teams.ask(event),
    )


def _last_players(event: Tournament) -> list[tuple[Any, ...]]:
    """Return all remaining players by table and seat, or none if there are too many."""
    rows = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    columns = ("seat__tournament_table__table__number", "seat__number", "pk")
    found = list(rows.order_by(*columns).values_list(*_person("player"), *columns)[: FINAL + 1])
    if len(found) > FINAL:
        return []
    stacks = known_stacks(Seat.objects.filter(entry__in=[row[-1] for row in found]))
    return [(*row[:-1], stacks.get(row[-1], UNKNOWN).chips) for row in found]


@board(
    "free",
    topic="t",
    audience=Audience.PUBLIC,
    rows=("seating.seat", "seating.tournamenttable", "seating.plan"),
    late=True,
)
def free(tournament_id: int, _name: str = "") -> FreeBoard | None:
    """Return tables in play with free seats."""
    event = _event(tournament_id)
    if event is None:
        return None
    found = [
        (table.number, len(table.free) + len(table.ghosts), table.taken)
        for table in event_tables_of(event).tables
        if table.open and (table.free or table.ghosts)
    ]
    shown = sorted(found, key=lambda one: (-one[1], one[0]))[:MOST_FREE]
    return FreeBoard(
        total=len(found),
        seats=sum(seats for _number, seats, _players in found),
        tables=sorted(shown),
    )

"""Nouns of the floor that everybody may read: who is sent where, who went out and who is left, where chairs are free.

Each is bounded, however large the field is: it travels to every display and phone of the event.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, QuerySet
from msgspec import Struct

from seating.models import Bust, Move
from seating.services.seats import chairs_of
from seating.signals import registration_status
from tourney.live.boards import Audience, board
from tourney.models import Entry, Player, Tournament
from tourney.now import to_ms
from tourney.services.field_counts import field_of
from tourney.services.public_names import names_in_public

# So many people under way are named; of a batch that would be more, nobody is: a part of a list sends those who miss
# themselves to the desk, and all of it is what the list of seats is for.
MOST_NAMED = 200
# So many batches, and tables that people of one come from, are told of.
MOST_BATCHES = 100
MOST_TABLES = 40
MOST_OUT = 20
# From so many players on everybody is named.
FINAL = 18
MOST_FREE = 200
_PERSON = ("pk", "name", "nickname", "privacy")


class Batch(Struct, frozen=True):
    """People who were sent off together and have not all arrived.

    Attributes:
        batch: the line of the journal that sent them.
        kind: see `Move.KINDS`.
        at: when they were sent.
        count: how many are under way.
        tables: where they come from and how many from each, most first; `more` tables are left out.
        rows: move, name, from table, its seat (null: none), table, seat; empty where they are too many to be named.
    """

    batch: int
    kind: str
    at: int | None
    count: int
    tables: list[tuple[int, int]]
    more: int
    rows: list[tuple[int, str, int | None, int | None, int, int]]


class MovesBoard(Struct, frozen=True):
    """Who was sent to another chair and has not been ticked off there.

    Attributes:
        total: how many are under way; at most 200 of them are named.
        batches: the newest first.
    """

    total: int
    batches: list[Batch]


class OutsBoard(Struct, frozen=True):
    """Who went out last, and near the end who is left.

    Attributes:
        left: players in.
        busts: name, table, moment and entry of the last twenty, the newest first; without those taken out with chips.
        last: name, table, seat and chips (null: nobody has counted them) of all who are left, once nobody comes in any
            more, somebody went out and at most 18 are left.
    """

    left: int
    busts: list[tuple[str, int | None, int | None, int]]
    last: list[tuple[str, int | None, int | None, int | None]]


class FreeBoard(Struct, frozen=True):
    """Tables that are played at and have free chairs. A ghost's chair is free for a player who comes late.

    Attributes:
        total: how many there are.
        chairs: how many are free at all of them.
        tables: number, free chairs and players, by number: at most 200, those with the most free chairs.
    """

    total: int
    chairs: int
    tables: list[tuple[int, int, int]]


def _event(tournament_id: int) -> Tournament | None:
    return Tournament.objects.filter(pk=tournament_id).first()


def _people(rows: Iterable[tuple[Any, ...]]) -> list[Player]:
    """Players from rows that begin with the columns of `_PERSON`."""
    return [Player(**dict(zip(_PERSON, row, strict=False))) for row in rows]


def _person(path: str) -> tuple[str, ...]:
    return tuple(f"{path}__{column}" for column in _PERSON)


@board("moves", topic="t", audience=Audience.PUBLIC, rows=("seating.move",))
def moves(tournament_id: int, _name: str = "") -> MovesBoard | None:
    """Who was sent to another chair and has not been ticked off there: batches, newest first; `total` says how many."""
    event = _event(tournament_id)
    if event is None:
        return None
    under_way = Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)
    batches = [] if event.closed_at is not None else _batches(under_way)
    total = sum(one.count for one in batches)
    batches = batches[:MOST_BATCHES]
    _name_people(event, under_way, batches)
    return MovesBoard(total=total, batches=batches)


def _batches(under_way: QuerySet[Move]) -> list[Batch]:
    known: dict[int, tuple[str, datetime]] = {}
    tables: dict[int, Counter[int | None]] = defaultdict(Counter)
    columns = ("batch", "kind", "from_table__table__number")
    counted = under_way.order_by().values(*columns).annotate(n=Count("pk"), sent=Min("made_at"))
    for batch, kind, number, count, sent in counted.values_list(*columns, "n", "sent"):
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


def _name_people(event: Tournament, under_way: QuerySet[Move], batches: list[Batch]) -> None:
    """Name those of the newest batches that can be named in whole."""
    room = MOST_NAMED
    named: dict[int, Batch] = {}
    for one in batches:
        if one.count <= room:
            room -= one.count
            named[one.batch] = one
    if not named:
        return
    columns = ("batch", "pk", "from_table__table__number", "from_seat", "to_table__table__number", "to_seat")
    rows = list(
        under_way.filter(batch__in=named).order_by("pk").values_list(*_person("entry__player"), *columns)
    )
    names = names_in_public(event, _people(rows))
    for player, _full, _nickname, _privacy, batch, move, *places in rows:
        named[batch].rows.append((move, names[player], *places))


@board(
    "outs",
    topic="t",
    audience=Audience.PUBLIC,
    rows=("seating.bust", "tourney.entry", "seating.seat"),
    late=True,
)
def outs(tournament_id: int, _name: str = "") -> OutsBoard | None:
    """Who went out last, newest first, and, near the end, who is left."""
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
    names = names_in_public(event, _people([*busts, *left]))
    return OutsBoard(
        left=field_of(event).left,
        busts=[(names[row[0]], row[4], to_ms(row[5]), row[6]) for row in busts],
        last=[(names[row[0]], *row[4:]) for row in left],
    )


def _last_players(event: Tournament) -> list[tuple[Any, ...]]:
    """Everybody who is in, by table and seat; nobody where they are too many."""
    rows = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    columns = ("seat__tournament_table__table__number", "seat__number", "seat__stack")
    found = list(rows.order_by(*columns[:2], "pk").values_list(*_person("player"), *columns)[: FINAL + 1])
    return found if len(found) <= FINAL else []


@board(
    "free",
    topic="t",
    audience=Audience.PUBLIC,
    rows=("seating.seat", "seating.tournamenttable", "seating.plan"),
    late=True,
)
def free(tournament_id: int, _name: str = "") -> FreeBoard | None:
    """Tables that are played at and have free chairs."""
    event = _event(tournament_id)
    if event is None:
        return None
    found = [
        (table.number, len(table.chairs) + len(table.ghosts), table.taken)
        for table in chairs_of(event).tables
        if table.open and (table.chairs or table.ghosts)
    ]
    shown = sorted(found, key=lambda one: (-one[1], one[0]))[:MOST_FREE]
    return FreeBoard(
        total=len(found),
        chairs=sum(chairs for _number, chairs, _players in found),
        tables=sorted(shown),
    )

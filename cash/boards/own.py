"""A player's own place in the cash room: lists, call, seat and dinner break. Read for many players at once."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from msgspec import Struct

from cash.models import CashGame, CashSeat, DinnerBreak, ListEntry
from cash.models.lists import OPEN
from cash.rules.lists import in_order
from cash.services.lists import waiter_of
from cash.services.names import game_name
from tourney.live.boards import own_board
from tourney.models import Notice
from tourney.now import room_now, to_ms
from tourney.services.prepared_query import PreparedQuery

# More players than this are not listed in a query.
_LISTED = 500
_NOTICES = 5
_NOTICES_FROM = timedelta(hours=12)


class OwnPlace(Struct, frozen=True):
    """A player's place on a list. Times are milliseconds since 1970 UTC.

    Attributes:
        kind: `seat`, or `change` for another table of the game.
        name: of the game, in the room's language.
        position: counted from 1; 0 while called.
        called: number of players called for the game just now.
        table: number of the table that the player is called to; null while waiting.
        until: time until which that seat is kept.
        again: whether the call is a repeated one.
        coming: whether the player answered that they are coming.
        expires: time until which the place of a player who is not in the room is kept; null if it does not expire.
    """

    entry: int
    game: int
    kind: str
    name: str
    position: int
    called: int
    table: int | None
    until: int | None
    again: bool
    coming: bool
    expires: int | None


class OwnCashSeat(Struct, frozen=True):
    """A player's seat at a cash table.

    Attributes:
        name: of the game, in the room's language.
        state: `playing`, `away` or `dinner`.
        since: when they took a seat in this game.
        dinner_until: end of the dinner break; null without one.
    """

    table: int
    seat: int
    seats: int
    game: int
    name: str
    state: str
    since: int | None
    dinner_until: int | None


class OwnCashNotice(Struct, frozen=True):
    """A notification about the cash room: its kind and the values of its text."""

    id: int
    kind: str
    values: dict[str, Any]
    at: int | None


class OwnCash(Struct, frozen=True):
    """A player's places on lists, seat and dinner break in the cash room.

    Attributes:
        places: a called one first, then in the order in which they joined.
        notices: the last five within twelve hours, newest first.
    """

    places: list[OwnPlace]
    seat: OwnCashSeat | None
    notices: list[OwnCashNotice]


def _seated() -> QuerySet[CashSeat]:
    rows = CashSeat.objects.filter(left_at__isnull=True)
    return rows.select_related("visit", "cash_table__table", "cash_table__game")


def _called() -> QuerySet[Any, Any]:
    return ListEntry.objects.filter(state="called").values_list("pk", flat=True)


def _recent(since: datetime) -> QuerySet[Any, Any]:
    rows = Notice.objects.filter(tournament__isnull=True, kind__startswith="cash_", at__gte=since)
    return rows.order_by("-pk").values_list("pk", "player", "kind", "values", "at")


# Read after each command in a room with cash games, so they are composed once.
_SOME_GAME = PreparedQuery(lambda: CashGame.objects.values_list("pk", flat=True)[:1])
_OPEN_ENTRIES = PreparedQuery(
    lambda: ListEntry.objects.filter(state__in=OPEN).select_related("called_to__table")
)
_SEATS = PreparedQuery(_seated)
_SEATS_OF = PreparedQuery(lambda players: _seated().filter(visit__player__in=players))
_CALLED = PreparedQuery(_called)
_CALLED_OF = PreparedQuery(lambda players: _called().filter(player__in=players))
_RECENT = PreparedQuery(_recent)
_RECENT_OF = PreparedQuery(lambda since, players: _recent(since).filter(player__in=players))


@own_board(
    "cash",
    topic="room",
    rows=("cash.listentry", "cash.cashseat", "cash.dinnerbreak", "cash.cashtable", "cash.cashgame"),
    late=True,
)
def cash_of(_scope: int, players: Iterable[int]) -> dict[int, OwnCash]:
    """Return the room's board `cash` for each of many players, in a few queries."""
    wanted = set(players)
    if not _SOME_GAME.all():
        return {player: OwnCash(places=[], seat=None, notices=[]) for player in wanted}
    places, seats, notices = _places(wanted), _seats(wanted), _notices(wanted)
    return {
        player: OwnCash(places=places[player], seat=seats.get(player), notices=notices[player])
        for player in wanted
    }


def _of(players: set[int], some: PreparedQuery[Any], every: PreparedQuery[Any], *given: Any) -> list[Any]:
    """Return the rows of players, or all rows where too many would be listed."""
    return some.all(*given, sorted(players)) if len(players) <= _LISTED else every.all(*given)


def _places(players: set[int]) -> dict[int, list[OwnPlace]]:
    """Return the places of players; all entries are read, because each position depends on the others."""
    rows = _OPEN_ENTRIES.all()
    if all(row.player_id not in players for row in rows):
        return defaultdict(list)
    lists: dict[tuple[int, str], list[ListEntry]] = defaultdict(list)
    for row in rows:
        lists[row.game_id, row.kind].append(row)
    names = {
        game.pk: game_name(game) for game in CashGame.objects.filter(pk__in={row.game_id for row in rows})
    }
    positions: dict[int, int] = {}
    for entries in lists.values():
        line = in_order([waiter_of(row) for row in entries])
        positions |= {one.entry: place for place, one in enumerate(line, start=1)}
    found: dict[int, list[OwnPlace]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.state != "called", row.added_at, row.pk)):
        if row.player_id in players:
            same = lists[row.game_id, row.kind]
            found[row.player_id].append(
                OwnPlace(
                    entry=row.pk,
                    game=row.game_id,
                    kind=row.kind,
                    name=names[row.game_id],
                    position=positions.get(row.pk, 0),
                    called=sum(one.state == "called" for one in same),
                    table=None if row.called_to is None else row.called_to.table.number,
                    until=to_ms(row.answer_until),
                    again=row.state == "called" and row.calls > 1,
                    coming=row.coming,
                    expires=to_ms(row.expires_at),
                )
            )
    return found


def _seats(players: set[int]) -> dict[int, OwnCashSeat]:
    seats = _of(players, _SEATS_OF, _SEATS)
    breaks = DinnerBreak.objects.filter(seat__in=seats, ended_at__isnull=True) if seats else ()
    until = {row.seat_id: row.until for row in breaks}
    return {
        row.visit.player_id: OwnCashSeat(
            table=row.cash_table.table.number,
            seat=row.number,
            seats=row.cash_table.seats,
            game=row.cash_table.game_id,
            name=game_name(row.cash_table.game),
            state=row.state,
            since=to_ms(row.in_game_since),
            dinner_until=to_ms(until.get(row.pk)),
        )
        for row in seats
        if row.visit.player_id in players
    }


def _notices(players: set[int]) -> dict[int, list[OwnCashNotice]]:
    """Return the last notifications of players; a call is shown only while its seat is kept."""
    called = set(_of(players, _CALLED_OF, _CALLED))
    found: dict[int, list[OwnCashNotice]] = defaultdict(list)
    for pk, player, kind, values, at in _of(players, _RECENT_OF, _RECENT, room_now() - _NOTICES_FROM):
        if kind == "cash_called" and values.get("entry") not in called:
            continue
        if len(found[player]) < _NOTICES:
            found[player].append(OwnCashNotice(id=pk, kind=kind, values=values, at=to_ms(at)))
    return found

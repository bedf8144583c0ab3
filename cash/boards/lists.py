"""The list board of the cash room as everybody sees it."""

from collections import defaultdict

from msgspec import Struct

from cash.models import CashGame, CashSeat, CashTable, ListEntry
from cash.models.lists import OPEN
from cash.services.names import game_name, limit_name, names_in_public, variant_name
from cash.services.settings import cash_settings
from tourney.live.boards import Audience, board
from tourney.live.resources import resource
from tourney.now import to_ms

ROWS = ("cash.cashgame", "cash.cashtable", "cash.listentry", "cash.cashseat", "cash.cashsettings")
MOST = 60
"""Players listed per game."""


class ListedPlayer(Struct, frozen=True):
    """A player on a list, by the name shown in public.

    Attributes:
        position: counted from 1; 0 while called.
        table: number of the table that the player is called to; null while waiting.
        until: time until which the seat is kept, in milliseconds since 1970 UTC; null while waiting.
    """

    entry: int
    name: str
    position: int
    table: int | None
    until: int | None


class CashTableLine(Struct, frozen=True):
    """A table of a game.

    Attributes:
        open: seats that are neither taken nor kept for a called player.
        must_move: number of the main table that its players move to; null for none.
    """

    number: int
    seats: int
    taken: int
    open: int
    buy_in_min: int
    buy_in_max: int | None
    must_move: int | None


class CashGameLine(Struct, frozen=True):
    """A game with its tables and its list. Money is in minor units.

    Attributes:
        name: "No-Limit Hold’em 5/10", the same in every language.
        limit: "5/10".
        collection: how the house is paid: `none`, `rake` or `time`; by time each player pays `time_charge` every
            `time_minutes`.
        waiting: at most 60 players, the first in line first; `total` counts all.
    """

    game: int
    name: str
    variant: str
    limit: str
    currency: str
    buy_in_min: int
    buy_in_max: int | None
    note: str
    straddle: str
    run_it_twice: bool
    collection: str
    time_charge: int
    time_minutes: int
    tables: list[CashTableLine]
    called: list[ListedPlayer]
    waiting: list[ListedPlayer]
    total: int


class CashLists(Struct, frozen=True):
    """The games of the cash room with their tables and lists.

    Attributes:
        answer_seconds: how long a called player has to come.
        by_phone: whether players may put themselves on a list.
    """

    games: list[CashGameLine]
    answer_seconds: int
    by_phone: bool


@resource("/cash/lists", "read_cash_lists", with_seq=True)
@board("cash_lists", topic="room", audience=Audience.PUBLIC, rows=ROWS, names=True)
def cash_lists(_scope: int = 0, _name: str = "") -> CashLists | None:
    """Return the games, open seats and lists of the cash room, names as shown in public; nothing without games."""
    offered = list(CashGame.objects.filter(retired=False))
    if not offered:
        return None
    tables: dict[int, list[CashTable]] = defaultdict(list)
    rows = CashTable.objects.filter(closed_at__isnull=True).select_related("table", "feeds__table")
    for table in rows.order_by("table__number"):
        tables[table.game_id].append(table)
    taken: dict[int, int] = defaultdict(int)
    for key in CashSeat.objects.filter(left_at__isnull=True).values_list("cash_table_id", flat=True):
        taken[key] += 1
    entries = list(
        ListEntry.objects.filter(state__in=OPEN, kind="seat").select_related("player", "called_to__table")
    )
    kept: dict[int, int] = defaultdict(int)
    for key in ListEntry.objects.filter(state="called").values_list("called_to_id", flat=True):
        kept[key] += 1
    setting = cash_settings()
    names = names_in_public((one.player for one in entries), initials=setting.shown_as == "initials")
    lists: dict[int, list[ListEntry]] = defaultdict(list)
    for entry in entries:
        lists[entry.game_id].append(entry)
    games = []
    for game in offered:
        waiting = [one for one in lists[game.pk] if one.state == "waiting"]
        called = [one for one in lists[game.pk] if one.state == "called"]
        games.append(
            CashGameLine(
                game=game.pk,
                name=game_name(game),
                variant=variant_name(game.variant),
                limit=limit_name(game),
                currency=game.currency,
                buy_in_min=game.buy_in_min,
                buy_in_max=game.buy_in_max,
                note=game.note,
                straddle=game.straddle,
                run_it_twice=game.run_it_twice,
                collection=game.collection,
                time_charge=game.time_charge,
                time_minutes=game.time_minutes,
                tables=[_line(one, taken[one.pk], kept[one.pk]) for one in tables[game.pk]],
                called=[_player(one, names, 0) for one in called],
                waiting=[_player(one, names, place) for place, one in enumerate(waiting[:MOST], start=1)],
                total=len(waiting),
            )
        )
    return CashLists(games=games, answer_seconds=setting.answer_seconds, by_phone=setting.self_service)


def _line(table: CashTable, taken: int, kept: int) -> CashTableLine:
    return CashTableLine(
        number=table.table.number,
        seats=table.seats,
        taken=taken,
        open=max(0, table.seats - taken - kept),
        buy_in_min=table.buy_in_min,
        buy_in_max=table.buy_in_max,
        must_move=None if table.feeds is None else table.feeds.table.number,
    )


def _player(row: ListEntry, names: dict[int, str], position: int) -> ListedPlayer:
    return ListedPlayer(
        entry=row.pk,
        name=names[row.player_id],
        position=position,
        table=None if row.called_to is None else row.called_to.table.number,
        until=to_ms(row.answer_until),
    )

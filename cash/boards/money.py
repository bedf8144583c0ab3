"""Money of the open cash tables."""

from collections import defaultdict

from django.db.models import Max
from msgspec import Struct

from cash.models import CashGame, CashTable, TableMoney
from cash.rules.money import period_begins
from cash.services.money import table_totals
from cash.services.names import game_name
from cash.services.stakes import present_stakes
from cash.services.tables import seats_at
from tourney.access import reads
from tourney.live.boards import board
from tourney.live.resources import resource
from tourney.now import to_ms

ROWS = ("cash.cashtable", "cash.stakemove", "cash.tablemoney", "cash.cashseat")


class MoneyOnWay(Struct, frozen=True):
    """A fill or credit that is not confirmed yet; `kind` is `fill` or `credit`.

    Attributes:
        asked: who asked for it; another person must confirm it.
    """

    money: int
    kind: str
    amount: int
    since: int | None
    asked: str


class CashTableMoney(Struct, frozen=True):
    """Money of an open cash table since it was opened, in minor units of `currency`.

    Attributes:
        tray: what must be in the tray: float + fills − credits − sold.
        on_table: what the players must have: brought − taken − time − rake − jackpot.
        sold: chips sold at the table, for cash or by card.
        next_time: from when on time is collected next, in milliseconds since 1970 UTC; null if the game is not paid by
            time.
        opened, time_minutes: periods of time collection are counted from the opening (milliseconds since 1970 UTC).
        on_way: fills and credits that are not confirmed.
    """

    number: int
    name: str
    currency: str
    float_chips: int
    fills: int
    credits: int
    sold: int
    tray: int
    brought: int
    taken: int
    time: int
    rake: int
    jackpot: int
    on_table: int
    next_time: int | None
    opened: int | None
    time_minutes: int
    on_way: list[MoneyOnWay]


class CashMoney(Struct, frozen=True):
    """Money of the open cash tables."""

    tables: list[CashTableMoney]


@resource("/cash/money", "read_cash_money", permission=reads.CASH_MONEY, with_seq=True)
@board("cash_money", topic="room", permission=reads.CASH_MONEY, rows=ROWS)
def cash_money(_scope: int = 0, _name: str = "") -> CashMoney | None:
    """Return what must be in trays and on tables, and what the house took; nothing without games."""
    tables = list(
        CashTable.objects.filter(closed_at__isnull=True)
        .select_related("table", "game")
        .order_by("table__number")
    )
    if not CashGame.objects.filter(retired=False).exists():
        return None
    totals = table_totals(tables)
    on_way: dict[int, list[MoneyOnWay]] = defaultdict(list)
    for row in TableMoney.objects.filter(
        cash_table__in=tables, confirmed_at__isnull=True, cancelled_at__isnull=True
    ):
        on_way[row.cash_table_id].append(on_way_of(row))
    collected = dict(
        TableMoney.objects.filter(cash_table__in=tables, kind="time")
        .values_list("cash_table_id")
        .annotate(Max("period"))
        .order_by()
    )
    found = []
    for table in tables:
        one, game = totals[table.pk], table.game
        found.append(
            CashTableMoney(
                number=table.table.number,
                name=game_name(game),
                currency=game.currency,
                float_chips=one.float_,
                fills=one.fills,
                credits=one.credits,
                sold=one.sold,
                tray=one.tray,
                brought=one.brought,
                taken=one.taken,
                time=one.time,
                rake=one.rake,
                jackpot=one.jackpot,
                on_table=one.on_table,
                next_time=next_time(table, collected.get(table.pk)),
                opened=to_ms(table.opened_at),
                time_minutes=game.time_minutes,
                on_way=on_way[table.pk],
            )
        )
    return CashMoney(tables=found)


class DealersMoney(Struct, frozen=True):
    """What a dealer counts at their own table, in minor units of its currency. Not a board: it is read for one table.

    Attributes:
        tray: what must be in the tray.
        on_table: what the players must have.
        stakes: stakes last counted and what came and went since, by seat; null if never counted.
        on_way: fills and credits that are not confirmed.
    """

    tray: int
    on_table: int
    stakes: dict[int, int | None]
    on_way: list[MoneyOnWay]


def dealers_money(table: CashTable) -> DealersMoney:
    """Return the money of an open cash table for its dealer."""
    totals, seats = table_totals([table])[table.pk], seats_at(table)
    stakes = present_stakes(seats.values())
    rows = TableMoney.objects.filter(cash_table=table, confirmed_at__isnull=True, cancelled_at__isnull=True)
    return DealersMoney(
        tray=totals.tray,
        on_table=totals.on_table,
        stakes={number: stakes[seat.pk] for number, seat in seats.items()},
        on_way=[on_way_of(row) for row in rows],
    )


def on_way_of(row: TableMoney) -> MoneyOnWay:
    """Return a fill or credit as boards show it."""
    return MoneyOnWay(row.pk, row.kind, row.amount, to_ms(row.at), row.asked_name)


def next_time(table: CashTable, collected: int | None) -> int | None:
    """Return from when on time is collected next; None if the game is not paid by time."""
    if table.game.collection != "time":
        return None
    period = 0 if collected is None else collected + 1
    return period_begins(to_ms(table.opened_at) or 0, period, table.game.time_minutes)

"""What the house took at cash tables on a playing day, and the chips and cash that moved."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q, Sum
from msgspec import Struct

from cash.models import CashTable, CashVisit, CompMove, StakeMove, TableMoney
from cash.services.days import bounds_of, playing_day
from cash.services.names import game_name
from tourney.access import reads
from tourney.live.resources import Day, resource
from tourney.now import room_now, to_ms


class CashSums(Struct, frozen=True):
    """Sums of a playing day in minor units of one currency.

    Attributes:
        rake, jackpot, time: counted or collected that day.
        house: rake, jackpot and time together.
        fills, credits: confirmed that day.
        sold: chips sold out of the tray, for cash or by card.
        drawer_in, drawer_out: cash that went into clerks' drawers, and out of them.
        brought, taken: chips that players brought to their seats and took away, from any source.
    """

    rake: int = 0
    jackpot: int = 0
    time: int = 0
    house: int = 0
    fills: int = 0
    credits: int = 0
    sold: int = 0
    drawer_in: int = 0
    drawer_out: int = 0
    brought: int = 0
    taken: int = 0


class TableTakings(Struct, frozen=True):
    """A cash table of a day; opened twice, a table of the room is there twice."""

    number: int
    name: str
    currency: str
    opened: int | None
    closed: int | None
    sums: CashSums


class CurrencyTakings(Struct, frozen=True):
    """A day in one currency.

    Attributes:
        visits: that began or went on that day.
        comps_used: comps handed out that day.
    """

    currency: str
    sums: CashSums
    visits: int
    comps_used: int


class CashTakings(Struct, frozen=True):
    """A playing day of the cash room: its tables, and its sums by currency, which are never added up."""

    day: str
    begins: int | None
    ends: int | None
    tables: list[TableTakings]
    currencies: list[CurrencyTakings]


@resource("/cash/takings", "read_cash_takings", permission=reads.CASH_VISITS)
def cash_takings(day: Day = None) -> CashTakings:
    """Return what each cash table took on a playing day, and the sums of the day by currency.

    Args:
        day: the playing day; left out: the present one.
    """
    wanted = day or playing_day(room_now())
    begins, ends = bounds_of(wanted)
    sums = _sums(begins, ends)
    was_open = Q(opened_at__lt=ends) & (Q(closed_at__isnull=True) | Q(closed_at__gt=begins))
    rows = CashTable.objects.filter(was_open | Q(pk__in=sums)).select_related("table", "game")
    tables, whole = [], defaultdict[str, Counter[str]](Counter)
    for row in rows.order_by("table__number", "opened_at"):
        currency = row.game.currency
        whole[currency].update(sums[row.pk])
        tables.append(
            TableTakings(
                number=row.table.number,
                name=game_name(row.game),
                currency=currency,
                opened=to_ms(row.opened_at),
                closed=to_ms(row.closed_at),
                sums=_struct(sums[row.pk]),
            )
        )
    visits, comps = _visits(begins, ends), _comps_used(begins, ends)
    return CashTakings(
        day=wanted.isoformat(),
        begins=to_ms(begins),
        ends=to_ms(ends),
        tables=tables,
        currencies=[
            CurrencyTakings(one, _struct(whole[one]), visits.get(one, 0), comps.get(one, 0))
            for one in sorted({*whole, *visits, *comps})
        ],
    )


def _struct(found: Mapping[str, int]) -> CashSums:
    house = found.get("rake", 0) + found.get("jackpot", 0) + found.get("time", 0)
    return CashSums(**{**found, "house": house})


def _sums(begins: datetime, ends: datetime) -> dict[int, Counter[str]]:
    """Return the sums of a day by cash table; a fill or credit counts on the day it was confirmed."""
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    money = TableMoney.objects.filter(
        confirmed_at__gte=begins, confirmed_at__lt=ends, cancelled_at__isnull=True
    ).exclude(kind="float")
    names = {"fill": "fills", "credit": "credits"}
    for key, kind, total in money.values_list("cash_table_id", "kind").annotate(Sum("amount")).order_by():
        sums[key][names.get(kind, kind)] += int(total)
    moves = StakeMove.objects.filter(at__gte=begins, at__lt=ends, kind__in=("buy_in", "top_up", "cash_out"))
    values = moves.values_list("seat__cash_table_id", "kind", "source").annotate(Sum("amount"))
    for key, kind, source, total in values.order_by():
        if kind == "cash_out":
            sums[key]["taken"] -= int(total)
            sums[key]["drawer_out"] -= int(total) if source == "drawer" else 0
            continue
        sums[key]["brought"] += int(total)
        if source in ("cash", "card"):
            sums[key]["sold"] += int(total)
        elif source == "drawer":
            sums[key]["drawer_in"] += int(total)
    return sums


def _visits(begins: datetime, ends: datetime) -> dict[str, int]:
    rows = CashVisit.objects.filter(Q(ended_at__isnull=True) | Q(ended_at__gt=begins), started_at__lt=ends)
    pairs = set(rows.values_list("seats__cash_table__game__currency", "pk"))
    return Counter(currency for currency, _visit in pairs if currency)


def _comps_used(begins: datetime, ends: datetime) -> dict[str, int]:
    rows = CompMove.objects.filter(at__gte=begins, at__lt=ends, amount__lt=0)
    values = rows.values_list("currency").annotate(Sum("amount")).order_by()
    return {currency: -int(total) for currency, total in values}

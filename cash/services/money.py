"""Sums of cash tables, and the time players have played."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Sum

from cash.models import CashSeat, CashTable, DinnerBreak, StakeMove, TableMoney
from cash.rules.money import TableTotals, totals_of
from tourney.now import to_ms


def table_totals(tables: Iterable[CashTable]) -> dict[int, TableTotals]:
    """Return the sums of cash tables, by their keys. Fills and credits count once they are confirmed."""
    keys = [table.pk for table in tables]
    stakes: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    moves = StakeMove.objects.filter(seat__cash_table__in=keys).values_list(
        "seat__cash_table_id", "kind", "source", "amount"
    )
    for key, kind, source, amount in moves:
        stakes[key].append((kind, source, amount))
    money: dict[int, dict[str, int]] = defaultdict(dict)
    rows = TableMoney.objects.filter(
        cash_table__in=keys, cancelled_at__isnull=True, confirmed_at__isnull=False
    )
    for key, kind, total in rows.values_list("cash_table_id", "kind").annotate(Sum("amount")).order_by():
        money[key][kind] = int(total)
    return {key: totals_of(stakes[key], money[key]) for key in keys}


def time_played(visits: Iterable[int], now: datetime) -> Mapping[int, int]:
    """Return the milliseconds that players spent at their seats, dinner breaks left out, by visit."""
    keys = list(visits)
    found: dict[int, int] = dict.fromkeys(keys, 0)
    end = to_ms(now) or 0
    for visit, taken, left in CashSeat.objects.filter(visit__in=keys).values_list(
        "visit_id", "taken_at", "left_at"
    ):
        found[visit] += (to_ms(left) or end) - (to_ms(taken) or 0)
    breaks = DinnerBreak.objects.filter(seat__visit__in=keys)
    for visit, began, ended in breaks.values_list("seat__visit_id", "began_at", "ended_at"):
        found[visit] -= (to_ms(ended) or end) - (to_ms(began) or 0)
    return found

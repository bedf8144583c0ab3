"""Nouns of dealers: who is where and goes where next, and who dealt where when."""

from typing import Any

from dealers.models import Dealer, Stint
from dealers.rules.pushing import ahead
from dealers.standing import on_shift, playing_tables, rota, rota_tables, standings
from tourney.now import room_now, to_ms

AHEAD = 4
"""Pushes that are planned ahead."""
MOST = 200
"""Stints in one answer."""
_MINUTE = 60_000


def rotation() -> dict[str, Any]:
    """Everybody on shift with the next pushes, who is off, and tables nobody deals at. `self_dealt` are tables where
    players deal themselves as long as no dealer is sent there.
    """
    now = on_shift()
    tables = rota_tables(now)
    playing = playing_tables()
    row = rota()
    at = to_ms(room_now()) or 0
    # A push that is overdue is the next thing to be done.
    last = to_ms(row.pushed_at)
    first = at if last is None else max(at, last + row.minutes * _MINUTE)
    times = [first + number * row.minutes * _MINUTE for number in range(AHEAD)]
    plans = ahead(standings(now), list(tables), AHEAD)
    dealing = {one.table.number for one in now if one.table is not None}
    return {
        "minutes": row.minutes,
        "pushed_at": last,
        "pushes": times,
        "on": [
            {
                "dealer": one.dealer_id,
                "name": one.dealer.name,
                "table": None if one.table is None else one.table.number,
                "event": tables[one.table.number].tournament.name
                if one.table is not None and one.table.number in tables
                else "",
                "since": to_ms(one.begun_at),
                "next": [plan[one.dealer_id] for plan in plans],
            }
            for one in now
        ],
        "off": [
            {"dealer": one.pk, "name": one.name}
            for one in Dealer.objects.filter(active=True).exclude(
                stints__ended_at__isnull=True, stints__isnull=False
            )
        ],
        "without": sorted(set(tables) - dealing),
        "tables": sorted(playing),
        "self_dealt": sorted(set(playing) - set(tables)),
        "events": sorted({loan.tournament_id for loan in playing.values()}),
    }


def history(
    *, dealer: int | None = None, table: int | None = None, before: int | None = None
) -> dict[str, Any]:
    """Who dealt where when, the latest first; rests only of one dealer.

    Args:
        dealer: of this one.
        table: at the table of this number.
        before: only those older than this one, for the next page.
    """
    rows = Stint.objects.select_related("dealer", "table").order_by("-pk")
    rows = rows.filter(table__isnull=False) if dealer is None else rows.filter(dealer=dealer)
    if table is not None:
        rows = rows.filter(table__number=table)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: MOST + 1])
    return {
        "stints": [
            {
                "stint": one.pk,
                "dealer": one.dealer_id,
                "name": one.dealer.name,
                "table": None if one.table is None else one.table.number,
                "begun": to_ms(one.begun_at),
                "ended": to_ms(one.ended_at),
            }
            for one in found[:MOST]
        ],
        "before": found[MOST - 1].pk if len(found) > MOST else None,
    }

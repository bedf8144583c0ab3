"""Boards of dealers: rotation and history."""

from msgspec import Struct

from dealers.models import Dealer, Stint
from dealers.rules.pushes import ahead
from dealers.services.rotation_state import dealer_states, on_shift, playing_tables, rota, rota_tables
from tourney.access import reads
from tourney.live.resources import Number, resource
from tourney.now import room_now, to_ms

AHEAD = 4
"""Pushes that are planned ahead."""
MOST = 200
"""Stints in one answer."""
_MINUTE = 60_000


class DealerOnShift(Struct, frozen=True):
    """A dealer on shift.

    Attributes:
        table: number of the table; null: on break.
        event: the event or cash game at that table.
        since: in milliseconds since 1970 UTC.
        next: table at each of the next pushes; null: on break.
    """

    dealer: int
    name: str
    table: int | None
    event: str
    since: int | None
    next: list[int | None]


class DealerOffShift(Struct, frozen=True):
    """A dealer who is not on shift."""

    dealer: int
    name: str


class Rotation(Struct, frozen=True):
    """Current and next tables of the dealers. Times are milliseconds since 1970 UTC.

    Attributes:
        minutes: from push to push.
        pushed_at: the last push.
        pushes: when the next ones are due.
        without: tables in play without a dealer.
        tables: tables in play.
        self_dealt: tables where the players deal, as long as no dealer is sent there.
        events: events that play at them.
    """

    minutes: int
    pushed_at: int | None
    pushes: list[int]
    on: list[DealerOnShift]
    off: list[DealerOffShift]
    without: list[int]
    tables: list[int]
    self_dealt: list[int]
    events: list[int]


class StintRow(Struct, frozen=True):
    """A dealer's time at a table, or on break.

    Attributes:
        table: null: on break.
        ended: null: still there.
    """

    stint: int
    dealer: int
    name: str
    table: int | None
    begun: int | None
    ended: int | None


class DealerHistory(Struct, frozen=True):
    """History of dealers, latest first.

    Attributes:
        before: ask for those `before` this one; null on the last page.
    """

    stints: list[StintRow]
    before: int | None


@resource("/dealers", "read_dealers", permission=reads.DEALERS)
def rotation() -> Rotation:
    """Return the dealers' current tables, and those after the next pushes.

    The plan holds as long as neither dealers nor tables change.
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
    plans = ahead(dealer_states(now), list(tables), AHEAD)
    dealing = {one.table.number for one in now if one.table is not None}
    return Rotation(
        minutes=row.minutes,
        pushed_at=last,
        pushes=times,
        on=[
            DealerOnShift(
                dealer=one.dealer_id,
                name=one.dealer.name,
                table=None if one.table is None else one.table.number,
                event=tables[one.table.number].name
                if one.table is not None and one.table.number in tables
                else "",
                since=to_ms(one.begun_at),
                next=[plan[one.dealer_id] for plan in plans],
            )
            for one in now
        ],
        off=[
            DealerOffShift(dealer=one.pk, name=one.name)
            for one in Dealer.objects.filter(active=True).exclude(
                stints__ended_at__isnull=True, stints__isnull=False
            )
        ],
        without=sorted(set(tables) - dealing),
        tables=sorted(playing),
        self_dealt=sorted(set(playing) - set(tables)),
        events=sorted({one.event for one in playing.values() if one.event is not None}),
    )


@resource("/dealers/history", "read_dealers_history", permission=reads.DEALERS)
def history(*, dealer: Number = None, table: Number = None, before: Number = None) -> DealerHistory:
    """Return the history of dealers, latest first; breaks only for a single dealer.

    Args:
        dealer: only this dealer.
        table: only the table with this number.
        before: only those older than this one, for the next page.
    """
    rows = Stint.objects.select_related("dealer", "table").order_by("-pk")
    rows = rows.filter(table__isnull=False) if dealer is None else rows.filter(dealer=dealer)
    if table is not None:
        rows = rows.filter(table__number=table)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: MOST + 1])
    return DealerHistory(
        stints=[
            StintRow(
                stint=one.pk,
                dealer=one.dealer_id,
                name=one.dealer.name,
                table=None if one.table is None else one.table.number,
                begun=to_ms(one.begun_at),
                ended=to_ms(one.ended_at),
            )
            for one in found[:MOST]
        ],
        before=found[MOST - 1].pk if len(found) > MOST else None,
    )

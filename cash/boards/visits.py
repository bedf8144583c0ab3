"""Players' visits to the cash room."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Q, Sum
from msgspec import Struct

from cash.models import CashSeat, CashVisit, StakeMove
from cash.services.comps import Comps, comps_of
from cash.services.days import bounds_of
from cash.services.money import time_played
from tourney.access import reads
from tourney.live.resources import Day, Limit, Number, resource
from tourney.models import Room
from tourney.now import room_now, to_ms


class VisitSeat(Struct, frozen=True):
    """A seat of a visit, with times in milliseconds; `until` is null while the player sits there."""

    table: int
    seat: int
    since: int | None
    until: int | None


class CashVisitRow(Struct, frozen=True):
    """A player's visit. Times are milliseconds, money is in minor units of `currency`.

    Attributes:
        ended: null while the player is in the room.
        seats: where the player sat, in order.
        brought, taken: chips bought and cashed out; their difference is only a result once the visit ended.
        played: time at the seat, dinner breaks left out.
        comps_earned, comps_used, comps: of the player, over all visits: earned by hours, used, and left, in the
            room's currency.
    """

    visit: int
    player: int
    name: str
    started: int | None
    ended: int | None
    seats: list[VisitSeat]
    currency: str
    brought: int
    taken: int
    played: int
    comps_earned: int
    comps_used: int
    comps: int


class CashVisits(Struct, frozen=True):
    """Visits, latest first.

    Attributes:
        before: ask for those `before` this one; null on the last page.
    """

    visits: list[CashVisitRow]
    before: int | None


@resource("/cash/visits", "read_cash_visits", permission=reads.CASH_VISITS)
def cash_visits(
    player: Number = None, before: Number = None, limit: Limit = 100, day: Day = None
) -> CashVisits:
    """Return visits to the cash room, with chips in, chips out and time played.

    Args:
        player: of this player only.
        before: those before this visit.
        limit: at most that many.
        day: those that touch this playing day.
    """
    rows = CashVisit.objects.select_related("player").order_by("-pk")
    if player is not None:
        rows = rows.filter(player=player)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if day is not None:
        begins, ends = bounds_of(day)
        rows = rows.filter(Q(ended_at__isnull=True) | Q(ended_at__gt=begins), started_at__lt=ends)
    page = list(rows[: limit + 1])
    more, page = len(page) > limit, page[:limit]
    return CashVisits(visits=_rows(page), before=page[-1].pk if more else None)


def _rows(page: Sequence[CashVisit]) -> list[CashVisitRow]:
    now, keys = room_now(), [one.pk for one in page]
    played = time_played(keys, now)
    sums: dict[tuple[int, str], int] = defaultdict(int)
    currency: dict[int, str] = {}
    moves = StakeMove.objects.filter(seat__visit__in=keys).exclude(kind__in=("moved_in", "moved_out"))
    values = moves.values_list("seat__visit_id", "kind", "seat__cash_table__game__currency")
    for visit, kind, unit, total in values.annotate(Sum("amount")).order_by():
        sums[visit, kind] += int(total)
        currency[visit] = unit
    seats = _seats(keys)
    room = Room.objects.first() or Room()
    comps = comps_of({one.player_id for one in page}, now, room.currency)
    return [
        CashVisitRow(
            visit=one.pk,
            player=one.player_id,
            name=one.player.name,
            started=to_ms(one.started_at),
            ended=to_ms(one.ended_at),
            seats=seats.get(one.pk, []),
            currency=currency.get(one.pk, ""),
            brought=sums[one.pk, "buy_in"] + sums[one.pk, "top_up"],
            taken=-sums[one.pk, "cash_out"],
            played=played[one.pk],
            comps_earned=comps.get(one.player_id, Comps()).earned,
            comps_used=comps.get(one.player_id, Comps()).used,
            comps=comps.get(one.player_id, Comps()).left,
        )
        for one in page
    ]


def _seats(visits: Sequence[int]) -> dict[int, list[VisitSeat]]:
    """Return where players sat, by visit: each seat of a table on its own."""
    found: dict[int, list[VisitSeat]] = defaultdict(list)
    rows = CashSeat.objects.filter(visit__in=visits).select_related("cash_table__table")
    for row in rows.prefetch_related("changes").order_by("taken_at", "pk"):
        since, table = to_ms(row.taken_at), row.cash_table.table.number
        for change in row.changes.all():
            found[row.visit_id].append(VisitSeat(table, change.number, since, to_ms(change.until)))
            since = to_ms(change.until)
        found[row.visit_id].append(VisitSeat(table, row.number, since, to_ms(row.left_at)))
    return found

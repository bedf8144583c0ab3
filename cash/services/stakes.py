"""Stakes at cash tables: what was counted, and what came and went since. Nothing of it is stored a second time."""

from collections.abc import Collection

from django.db.models import F, Sum

from cash.models import CashSeat, DinnerBreak, StakeMove


def present_stakes(seats: Collection[CashSeat]) -> dict[int, int | None]:
    """Return the chips last counted with what was added and less the time paid since, by key of the seat.

    None where they were never counted.
    """
    since = StakeMove.objects.filter(
        seat__in=[one.pk for one in seats], kind__in=("top_up", "time"), at__gte=F("seat__counted_at")
    )
    moved = dict(since.values_list("seat").annotate(Sum("amount")).order_by())
    return {
        one.pk: None if one.stake is None else max(0, one.stake + int(moved.get(one.pk, 0))) for one in seats
    }


def present_stake(seat: CashSeat) -> int | None:
    """Return the present stake of a seat; None if it was never counted."""
    return present_stakes([seat])[seat.pk]


def put_aside(dinner: DinnerBreak) -> int:
    """Return the stake that was counted for a dinner break, less the time that was paid out of it."""
    paid = StakeMove.objects.filter(seat=dinner.seat_id, kind="time", at__gte=dinner.began_at)
    return max(0, dinner.stake + (paid.aggregate(sum=Sum("amount"))["sum"] or 0))

"""Drawers and reports: sales, payments and expected cash. Amounts are in minor units."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils.timezone import make_aware

from desk.boards.person_types import OpenDrawer, RefundByOther
from desk.boards.receipts import PARTS
from desk.models import Drawer, DrawerCount, DrawerMove, Item, Payment, Receipt
from desk.rules.amounts import places_of
from desk.services.till import PRIZE, cash_in
from tourney.access.roles import Actor
from tourney.models import Tournament
from tourney.now import to_ms

METHODS = Payment.METHODS
_PAGE = 100
_MOST_REFUNDS = 20


def pool_total(event: Tournament) -> int:
    """Return the prize pool as sold: the pool parts of all items, less refunds."""
    return int(Item.objects.filter(tournament=event).aggregate(sum=Sum("pool"))["sum"] or 0)


def pool_totals(events: Iterable[Tournament]) -> dict[int, int]:
    """Return the prize pools of several events by id, in one query."""
    keys = [event.pk for event in events]
    found = (
        Item.objects.filter(tournament__in=keys)
        .values_list("tournament")
        .order_by("tournament")
        .annotate(Sum("pool"))
    )
    return {**dict.fromkeys(keys, 0), **{key: int(total) for key, total in found}}


def own_drawer(user_id: int) -> dict[str, Any] | None:
    """Return a clerk's open drawer without the expected cash, as the count is blind."""
    drawer = Drawer.objects.filter(clerk_id=user_id, closed_at__isnull=True).select_related("clerk").first()
    return None if drawer is None else _drawer(drawer, cash=None)


def refunds_by_others(user_id: int) -> list[RefundByOther]:
    """Return refunds that others paid from a clerk's open drawer, newest first."""
    rows = (
        Receipt.objects.filter(
            drawer__clerk_id=user_id, drawer__closed_at__isnull=True, corrects__isnull=False
        )
        .exclude(written_by=None)
        .exclude(written_by_id=user_id)
        .select_related("drawer__clerk", "written_by", "player")
        .prefetch_related("payments")
        .order_by("-pk")
    )
    return [
        {
            "receipt": row.pk,
            "number": str(row),
            "name": row.player.name,
            "by": row.by_other,
            "at": to_ms(row.at),
            "amount": -sum(payment.amount for payment in row.payments.all()),
            "cash": -sum(payment.amount for payment in row.payments.all() if payment.method == "cash"),
            "currency": row.drawer.currency,
            "places": places_of(row.drawer.currency),
        }
        for row in rows[:_MOST_REFUNDS]
    ]


def open_drawers(by: Actor) -> list[OpenDrawer]:
    """Return all open drawers with clerk and currency but without their cash, the reader's own first."""
    rows = Drawer.objects.filter(closed_at__isnull=True).select_related("clerk").order_by("clerk__username")
    found: list[OpenDrawer] = [
        {
            "drawer": row.pk,
            "clerk": row.clerk.username,
            "currency": row.currency,
            "own": by.key == f"user:{row.clerk_id}",
        }
        for row in rows
    ]
    return sorted(found, key=lambda one: not one["own"])


def drawers(
    *, only_open: bool = False, before: int | None = None, most: int = _PAGE, reader: int | None = None
) -> list[dict[str, Any]]:
    """Return every clerk's drawers, newest first, with the expected cash in each.

    Args:
        only_open: leave out what was closed.
        before: only drawers with a smaller id, for paging.
        most: maximum number.
        reader: key of the clerk who reads it; the expected cash of their own open drawer is left out.
    """
    rows = Drawer.objects.select_related("clerk").order_by("-id")
    if only_open:
        rows = rows.filter(closed_at__isnull=True)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[:most])
    moved = _sums(DrawerMove.objects.filter(drawer__in=found), "drawer")
    paid = _sums(Payment.objects.filter(receipt__drawer__in=found, method="cash"), "receipt__drawer")
    drawers_shown = [
        _drawer(row, cash=row.opening_float + moved.get(row.pk, 0) + paid.get(row.pk, 0)) for row in found
    ]
    for one, row in zip(drawers_shown, found, strict=True):
        if row.clerk_id == reader and row.closed_at is None:
            one["expected"] = None
    return drawers_shown


def drawer_report(drawer_id: int, *, blind: bool) -> dict[str, Any] | None:
    """Return the sales and payments of one shift of a clerk; None if there is no such drawer.

    Args:
        blind: leave out every figure that reveals the cash in an open drawer.
    """
    drawer = Drawer.objects.filter(pk=drawer_id).select_related("clerk").first()
    if drawer is None:
        return None
    hidden = blind and drawer.closed_at is None
    moves = [
        {"amount": move.amount, "reason": move.reason, "at": to_ms(move.at)} for move in drawer.moves.all()
    ]
    return {
        **_drawer(drawer, cash=None if hidden else cash_in(drawer)),
        "moves": moves,
        "sold": None if hidden else _sold(Item.objects.filter(receipt__drawer=drawer)),
        "methods": None if hidden else _methods(Payment.objects.filter(receipt__drawer=drawer)),
        "counts": [_count(row) for row in drawer.counts.all()],
    }


def day_report(day: date, *, reader: int | None = None) -> dict[str, Any]:
    """Return the shifts that began on a day in the room's time zone, in order, and totals by currency.

    Demo events are left out. The totals cover closed drawers only.

    Args:
        day: on which the shifts began.
        reader: key of the login that reads it; the expected cash of its own open drawer is left out.
    """
    start = make_aware(datetime.combine(day, time.min))
    rows = Drawer.objects.filter(
        opened_at__gte=start, opened_at__lt=make_aware(datetime.combine(day + timedelta(1), time.min))
    ).order_by("pk")
    reports = [drawer_report(row.pk, blind=row.clerk_id == reader) for row in rows]
    found = [one for one in reports if one is not None]
    sums: dict[str, dict[str, Any]] = {}
    for one in found:
        if one["closed_at"] is None:
            continue
        total = sums.setdefault(
            one["currency"],
            {
                "currency": one["currency"],
                "expected": 0,
                "counted": 0,
                "difference": 0,
                "takings": 0,
                "won": 0,
            },
        )
        for key in ("expected", "counted", "difference"):
            total[key] += one[key]
        total["takings"] += one["sold"]["takings"]
        total["won"] += one["sold"]["parts"]["won"]
    return {
        "day": day.isoformat(),
        "drawers": found,
        "open": sum(one["closed_at"] is None for one in found),
        "sums": list(sums.values()),
    }


def _count(row: DrawerCount) -> dict[str, int]:
    return {"value": row.value, "quantity": row.quantity, "amount": row.value * row.quantity}


def event_report(event: Tournament) -> dict[str, Any]:
    """Return the income and payments of an event by clerk, by method and by part.

    A receipt belongs to one event, memberships sold with an entry included.
    """
    sums = events_report([event.pk])
    currency = sums["currency"]
    return {
        "seq": event.seq,
        "tournament": event.pk,
        "name": event.name,
        "currency": currency,
        "places": places_of(currency),
        "sold": sums["sold"],
        "methods": sums["methods"],
        "clerks": _clerks(Item.objects.filter(tournament=event)),
    }


def events_report(events: Sequence[int]) -> dict[str, Any]:
    """Return the total income by part, payments by method, and currency of several events."""
    items = Item.objects.filter(tournament__in=events)
    payments = Payment.objects.filter(receipt__in=items.values("receipt"))
    receipts = Receipt.objects.filter(items__tournament__in=events)
    currency = receipts.values_list("drawer__currency", flat=True).first()
    return {"currency": currency or "", "sold": _sold(items), "methods": _methods(payments)}


def _sums(rows: QuerySet[Any], by: str) -> dict[int, int]:
    return {key: int(total) for key, total in rows.values_list(by).order_by(by).annotate(Sum("amount"))}


def _drawer(row: Drawer, *, cash: int | None) -> dict[str, Any]:
    return {
        "drawer": row.pk,
        "clerk": row.clerk.username,
        "currency": row.currency,
        "places": places_of(row.currency),
        "opened_at": to_ms(row.opened_at),
        "closed_at": to_ms(row.closed_at),
        "opening_float": row.opening_float,
        "receipts": row.last_number,
        "expected": cash,
        "counted": row.counted,
        "difference": None if row.counted is None or cash is None else row.counted - cash,
    }


def _sold(items: QuerySet[Item]) -> dict[str, Any]:
    """Return items by kind with the totals of their parts, in one query.

    `amount` is what went through the drawers; `takings` excludes prizes paid out.
    """
    kinds: list[dict[str, Any]] = []
    parts = dict.fromkeys(PARTS, 0)
    rows = (
        items.values("kind")
        .order_by("kind")
        .annotate(
            sold=Count("pk", filter=Q(corrects__isnull=True)),
            refunded=Count("pk", filter=Q(corrects__isnull=False)),
            **{f"{part}_total": Sum(part) for part in PARTS},
        )
    )
    for row in rows:
        own = {part: int(row[f"{part}_total"]) for part in PARTS}
        kinds.append(
            {
                "kind": row["kind"],
                "sold": row["sold"],
                "refunded": row["refunded"],
                "amount": sum(own.values()),
                "parts": own,
            }
        )
        for part, amount in own.items():
            parts[part] += amount
    amount = sum(parts.values())
    return {"kinds": kinds, "parts": parts, "takings": amount - parts["won"], "amount": amount}


def _methods(payments: QuerySet[Payment]) -> dict[str, int]:
    """Return what was paid by each method less refunds, in one query."""
    found = payments.values_list("method").order_by("method").annotate(Sum("amount"))
    return {**dict.fromkeys(METHODS, 0), **{method: int(total) for method, total in found}}


def _clerks(items: QuerySet[Item]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    whole = sum((F(part) for part in PARTS[1:]), F(PARTS[0]))
    rows = (
        items.values("receipt__drawer__clerk__username")
        .order_by("receipt__drawer__clerk__username")
        .annotate(
            money=Sum(whole),
            prizes=Sum("won"),
            receipts=Count("receipt", distinct=True),
            sold=Count("pk", filter=Q(corrects__isnull=True) & ~Q(kind=PRIZE)),
            refunded=Count("pk", filter=Q(corrects__isnull=False) & ~Q(kind=PRIZE)),
        )
    )
    for row in rows:
        name = row.pop("receipt__drawer__clerk__username")
        amount, won = int(row.pop("money")), int(row.pop("prizes"))
        found.append({"clerk": name, **row, "takings": amount - won, "won": won, "amount": amount})
    return found

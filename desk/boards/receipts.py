"""Receipts: items and payments as printed, and who may read them. Amounts are in minor units."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.timezone import make_aware

from desk.models import Item, Payment, Receipt
from desk.rules.amounts import places_of
from players.models import Partner, Player
from players.services.partners import JOINED
from tourney.access import reads
from tourney.access.roles import Actor, Permission
from tourney.now import to_ms
from tourney.rules.numbers import whole_number

# Parts of a receipt's amount. "won" is not takings: it is prizes paid out, negative.
PARTS = ("pool", "fee", "staff", "bounty", "dues", "won")
_PAGE = 100


def receipts(
    *,
    event: int | None = None,
    drawer: int | None = None,
    player: int | None = None,
    clerk: int | None = None,
    day: date | None = None,
    number: str = "",
    before: int | None = None,
    most: int = _PAGE,
) -> list[dict[str, Any]]:
    """Return receipts, newest first; those of demos only if requested.

    Args:
        event, drawer, player: only those of this one.
        clerk: only those from drawers of this login.
        day: only those written on this day of the room's time zone.
        number: only those with this number, as printed ("12-0007") or within any drawer ("7").
        before: only receipts with a smaller id, for paging.
        most: maximum number.
    """
    rows = Receipt.objects.all()
    if event is None and drawer is None:
        rows = rows.exclude(player__demo=True)
    if event is not None:
        rows = rows.filter(pk__in=Item.objects.filter(tournament=event).values("receipt"))
    if drawer is not None:
        rows = rows.filter(drawer=drawer)
    if player is not None:
        rows = rows.filter(player=player)
    if clerk is not None:
        rows = rows.filter(drawer__clerk=clerk)
    if day is not None:
        start = make_aware(datetime.combine(day, time.min))
        rows = rows.filter(at__gte=start, at__lt=make_aware(datetime.combine(day + timedelta(1), time.min)))
    if number:
        rows = rows.filter(_numbered(number))
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return [_receipt(row) for row in _whole(rows).order_by("-id")[:most]]


def _numbered(text: str) -> Q:
    """Match a receipt number as printed, or the part after the drawer; an invalid number matches nothing."""
    drawer, dash, number = text.strip().rpartition("-")
    within, of = whole_number(number), whole_number(drawer)
    if within is None or (dash and of is None):
        return Q(pk__in=[])
    return Q(number=within, drawer=of) if dash else Q(number=within)


def may_read_receipt(reader: Actor | None, row: Receipt) -> bool:
    """Return whether a viewer may read a receipt: its clerk, or staff with the permission."""
    if reader is None or not reader.may(reads.RECEIPTS):
        return False
    own = reader.key == f"user:{row.drawer.clerk_id}"
    return own or reader.may(Permission.REFUND) or reader.may(reads.DRAWERS)


def receipt(receipt_id: int) -> dict[str, Any] | None:
    """Return one receipt with its items and payments, as printed; None if there is none."""
    row = _whole(Receipt.objects.filter(pk=receipt_id)).first()
    return None if row is None else _receipt(row)


def _whole(rows: QuerySet[Receipt]) -> QuerySet[Receipt]:
    return rows.select_related("drawer__clerk", "written_by", "player", "corrects").prefetch_related(
        "items__corrected_by",
        "items__tournament",
        "items__entry__player",
        "items__entry__partner__player",
        "payments__voucher",
        "payments__ticket",
    )


def names_on(player: Player, items: Sequence[Item]) -> str:
    """Return the names on a receipt: for a shared entry, both players, the one who paid first.

    A prize is paid to each player of a team separately.
    """
    for item in items:
        if item.entry is None or item.won:
            continue
        pair: Partner | None = getattr(item.entry, "partner", None)
        team = () if pair is None else (item.entry.player, pair.player)
        if player in team:
            return JOINED.join((player.name, *(one.name for one in team if one != player)))
    return player.name


def _receipt(row: Receipt) -> dict[str, Any]:
    items = list(row.items.all())
    event = next((item.tournament for item in items if item.tournament is not None), None)
    return {
        "receipt": row.pk,
        "number": str(row),
        "at": to_ms(row.at),
        "clerk": row.drawer.clerk.username,
        "by_other": row.by_other,
        "drawer": row.drawer_id,
        "currency": row.drawer.currency,
        "places": places_of(row.drawer.currency),
        "player": row.player_id,
        "name": names_on(row.player, items),
        "tournament": event.pk if event else None,
        "event": event.name if event else "",
        "corrects": str(row.corrects) if row.corrects else None,
        "reason": row.reason,
        "amount": sum(item.amount for item in items),
        "items": [_item(item) for item in items],
        "payments": [_payment(payment) for payment in row.payments.all()],
    }


def _item(item: Item) -> dict[str, Any]:
    return {
        "item": item.pk,
        "kind": item.kind,
        "entry": item.entry_id,
        "entry_number": item.entry.number if item.entry else None,
        "amount": item.amount,
        "parts": {part: getattr(item, part) for part in PARTS},
        "chips": item.chips,
        "refunded": hasattr(item, "corrected_by"),
    }


def _payment(payment: Payment) -> dict[str, Any]:
    voucher = payment.voucher or payment.ticket
    return {
        "method": payment.method,
        "amount": payment.amount,
        "tendered": payment.tendered,
        "change": None if payment.tendered is None else payment.tendered - payment.amount,
        "number": voucher.number if voucher else None,
    }

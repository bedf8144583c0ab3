"""Vouchers and tickets with where each was spent. Amounts are in minor units."""

from typing import Any

from django.utils.timezone import localdate

from desk.models import Ticket, Voucher
from desk.rules.amounts import places_of
from tourney.now import room_now, to_ms

_PAGE = 100


def vouchers(*, before: int | None = None, most: int = _PAGE) -> list[dict[str, Any]]:
    """Return vouchers, newest first, with where each was spent."""
    rows = Voucher.objects.select_related("spent_on__receipt").order_by("-id")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    today = localdate(room_now())
    return [
        {
            **_voucher(row),
            "note": row.note,
            "valid_until": row.valid_until.isoformat() if row.valid_until else None,
            "expired": row.valid_until is not None and row.valid_until < today,
        }
        for row in rows[:most]
    ]


def tickets(event: int, *, before: int | None = None, most: int = _PAGE) -> list[dict[str, Any]]:
    """Return tickets of an event, newest first, with where each was spent."""
    rows = (
        Ticket.objects.filter(tournament=event)
        .select_related("spent_on__receipt", "player", "won_in")
        .order_by("-id")
    )
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return [
        {
            **_voucher(row),
            "player": row.player_id,
            "name": row.player.name if row.player else "",
            "won_in": row.won_in.name if row.won_in else "",
        }
        for row in rows[:most]
    ]


def _voucher(row: Voucher | Ticket) -> dict[str, Any]:
    spent = row.spent_on.receipt if hasattr(row, "spent_on") else None
    return {
        "number": row.number,
        "value": row.value,
        "currency": row.currency,
        "places": places_of(row.currency),
        "issued_at": to_ms(row.issued_at),
        "voided_at": to_ms(row.voided_at),
        "spent_on": str(spent) if spent else None,
        "spent_at": to_ms(spent.at) if spent else None,
        "receipt": spent.pk if spent else None,
    }

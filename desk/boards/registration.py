"""How an event takes people, as everybody sees it."""

from typing import Any

from django.db.models import Sum

from desk.models import Booking, Extra, Item, Registration
from desk.rules.late_registration import closing_row, rule_of
from desk.services.capacity import free_places, kept_in, rebuy_seats
from desk.services.late_registration import late_of, track_of
from tourney.live.boards import Audience, board
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.shelf import book_of


@board(
    "registration",
    topic="t",
    audience=Audience.PUBLIC,
    rows=("desk.registration", "desk.extra", "desk.booking", "desk.item", "tourney.entry"),
)
def registration(tournament_id: int, _name: str = "") -> dict[str, Any] | None:
    """Prices, places left, when entry closes, what players may do themselves. None where nothing is sold yet."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    row = Registration.objects.filter(tournament=tournament_id).first()
    if event is None or row is None:
        return None
    free, kept = free_places(event, row), kept_in(event)
    sold = Item.objects.filter(tournament=event).aggregate(pool=Sum("pool"))
    return {
        "open": row.closed_at is None and event.closed_at is None,
        "started": row.started_at is not None,
        "closed_at": to_ms(row.closed_at),
        "late": _late(event, row),
        "price": row.price,
        "parts": {"pool": row.pool, "fee": row.fee, "staff": row.staff, "bounty": row.bounty},
        "currency": row.currency,
        "capacity": row.capacity,
        "places_left": None if free is None else max(0, free),
        # Kept for reservations, for who is called, and for who may rebuy after a bust: besides those left.
        "kept": kept.held + kept.promised + rebuy_seats(event),
        "waiting": Booking.objects.filter(tournament=event, state="waiting").count(),
        "pool_total": sold["pool"] or 0,
        "re_entries_most": row.re_entries_most,
        "self": {"reserve": row.self_reserve, "wait": row.self_wait, "re_enter": row.self_re_enter},
        "extras": [_extra(extra) for extra in Extra.objects.filter(registration=row).order_by("kind")],
    }


def _late(event: Tournament, row: Registration) -> dict[str, Any]:
    """When entry closes. `closes_row` is the row with whose beginning it is closed: 0 is the start."""
    book, late = book_of(event.book), late_of(row)
    return {
        "ends": late.ends,
        "row": late.row,
        "at": late.at,
        "closes_row": None if late.ends == "time" else closing_row(late, book, track_of(event).breaks),
        "rule": rule_of(late, book),
    }


def _extra(extra: Extra) -> dict[str, Any]:
    return {
        "kind": extra.kind,
        "price": extra.price,
        "parts": {"pool": extra.pool, "fee": extra.fee, "staff": extra.staff},
        "chips": extra.chips,
        "from_row": extra.from_row,
        "until_row": extra.until_row,
        "most": extra.most,
        "stack_most": extra.stack_most,
        "double": extra.double,
        "without_rebuy_times": extra.without_rebuy_times,
    }

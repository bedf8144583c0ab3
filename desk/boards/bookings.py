"""Bookings of an event as staff see them."""

from typing import Any

from desk.models import Booking
from desk.models.booking import OPEN
from desk.rules.waiting_list import WANTS, rule_of
from desk.services.waiting_list import is_here, kept_until, line_of
from tourney.models import Tournament
from tourney.now import to_ms


def bookings(event: Tournament) -> dict[str, Any]:
    """All open bookings of an event: who is called, then the waiting list in its order, then who has a place kept;
    with who is ahead of each on the list, by what those want.
    """
    line = line_of(event)
    places: dict[int, dict[str, Any]] = {}
    ahead = dict.fromkeys(WANTS, 0)
    for position, one in enumerate(line.waiting, start=1):
        counted = {wants: count for wants, count in ahead.items() if count}
        places[one.booking] = {"position": position, "ahead": counted}
        ahead[one.wants] += 1
    listed = [line.bookings[one.booking] for one in (*line.called, *line.waiting)]
    rows = Booking.objects.filter(tournament=event, state__in=OPEN).exclude(pk__in=[row.pk for row in listed])
    kept = rows.select_related("player").order_by("created_at", "pk")
    return {
        "seq": event.seq,
        "opened": line.opened,
        "rule": rule_of(line.book),
        "bookings": [_booking(row, places.get(row.pk)) for row in (*listed, *kept)],
    }


def _booking(row: Booking, place: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "booking": row.pk,
        "player": row.player_id,
        "name": row.player.name,
        "state": row.state,
        "wants": row.wants,
        "origin": row.origin,
        "member": row.member,
        "created_at": to_ms(row.created_at),
        "checked_in_at": to_ms(row.checked_in_at),
        "id_seen_by": row.id_seen_by,
        "waiting_since": to_ms(row.waiting_since),
        "at_once": row.at_once,
        "guaranteed": row.guaranteed,
        "calls": row.calls,
        "here": is_here(row),
        "until": kept_until(row),
        "position": place["position"] if place else None,
        "ahead": place["ahead"] if place else {},
    }

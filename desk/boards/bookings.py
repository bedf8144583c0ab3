"""Bookings of an event as staff see them."""

from typing import Any, Literal

from msgspec import Struct

from desk.models import Booking
from desk.models.booking import OPEN
from desk.rules.waiting_list import WANTS, rule_of
from desk.services.booked_players import booking_name
from desk.services.waiting_list import is_here, kept_until, line_of
from tourney.access import reads
from tourney.live.resources import resource
from tourney.models import Tournament
from tourney.now import to_ms


class BookingRow(Struct, frozen=True):
    """A player's or team's booking for an event, before there is an entry.

    Attributes:
        player: of a team, the one who registers.
        name: of the player; of a team, both names.
        partner: the second player of a team.
        member: whether they were a member when they reserved.
        at_once: whether it was requested right after busting.
        guaranteed: whether it was on the list when registration closed, so it stays valid.
        here: whether the player was called and has checked in; the seat is kept until the desk decides.
        until: while called and not checked in yet, the time until which the seat is kept.
        position: on the waiting list, counted from 1.
        ahead: number of players ahead, by the kind of entry they want.
    """

    booking: int
    player: int
    partner: int | None
    name: str
    state: Literal["reserved", "checked_in", "waiting", "called"]
    wants: Literal["entry", "re_entry", "surrender"]
    origin: Literal["desk", "self"]
    member: bool
    created_at: int | None
    checked_in_at: int | None
    id_seen_by: str
    waiting_since: int | None
    at_once: bool
    guaranteed: bool
    calls: int
    here: bool
    until: int | None
    position: int | None
    ahead: dict[str, int]


class Bookings(Struct, frozen=True):
    """All open bookings of an event: called, waiting in order, then those with a reserved place.

    Attributes:
        opened: whether the waiting list is being processed.
        rule: the rule that sets its order.
    """

    seq: int
    opened: bool
    rule: str
    bookings: list[BookingRow]


@resource("/tournaments/{int:tournament}/bookings", "read_bookings", permission=reads.BOOKINGS)
def bookings(event: Tournament) -> Bookings:
    """List all open bookings of a tournament, the waiting list in its order."""
    line = line_of(event)
    places: dict[int, dict[str, Any]] = {}
    ahead = dict.fromkeys(WANTS, 0)
    for position, one in enumerate(line.waiting, start=1):
        counted = {wants: count for wants, count in ahead.items() if count}
        places[one.booking] = {"position": position, "ahead": counted}
        ahead[one.wants] += 1
    listed = [line.bookings[one.booking] for one in (*line.called, *line.waiting)]
    rows = Booking.objects.filter(tournament=event, state__in=OPEN).exclude(pk__in=[row.pk for row in listed])
    kept = rows.select_related("player", "partner").order_by("created_at", "pk")
    return Bookings(
        seq=event.seq,
        opened=line.opened,
        rule=rule_of(line.book),
        bookings=[_booking(row, places.get(row.pk)) for row in (*listed, *kept)],
    )


def _booking(row: Booking, place: dict[str, Any] | None) -> BookingRow:
    return BookingRow(
        booking=row.pk,
        player=row.player_id,
        partner=row.partner_id,
        name=booking_name(row),
        state=row.state,  # type: ignore[arg-type]
        wants=row.wants,  # type: ignore[arg-type]
        origin=row.origin,  # type: ignore[arg-type]
        member=row.member,
        created_at=to_ms(row.created_at),
        checked_in_at=to_ms(row.checked_in_at),
        id_seen_by=row.id_seen_by,
        waiting_since=to_ms(row.waiting_since),
        at_once=row.at_once,
        guaranteed=row.guaranteed,
        calls=row.calls,
        here=is_here(row),
        until=kept_until(row),
        position=place["position"] if place else None,
        ahead=place["ahead"] if place else {},
    )

"""The players of a booking: one, or the two of a team, who wait, are called and leave the list together."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from desk.models import Booking
from desk.models.booking import OPEN
from players.models import Player
from players.services.partners import JOINED
from tourney.journal.tx import Tx
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_until_changed


def booked_by(players: Iterable[Player | int]) -> Q:
    """Return the condition that a booking is for one of these players, alone or in a team."""
    found = list(players)
    return Q(player__in=found) | Q(partner__in=found)


def players_of(booking: Booking) -> tuple[int, ...]:
    """Return the players of a booking, the one who registers first."""
    return (booking.player_id,) if booking.partner_id is None else (booking.player_id, booking.partner_id)


def booking_name(booking: Booking) -> str:
    """Return the name of a booking as staff see it, with that of the partner: "Anna Meyer / Bert Rossi".

    Lists read "partner" with the bookings.
    """
    partner = booking.partner
    return booking.player.name if partner is None else f"{booking.player.name}{JOINED}{partner.name}"


_TEAMS = PreparedQuery(
    lambda event: (
        Booking.objects.filter(tournament=event, partner__isnull=False, state__in=OPEN)
        .order_by()
        .values_list("pk", flat=True)[:1]
    )
)


@cached_until_changed("desk.booking")
def has_booked_teams(tournament: int) -> bool:
    """Return whether any open booking of an event is for a team. Most events have none, and read no partners."""
    return bool(_TEAMS.all(tournament))


def notify(tx: Tx, booking: Booking, kind: str, **values: Any) -> None:
    """Send a notification about a booking to all its players."""
    for player in players_of(booking):
        tx.notify(player, kind, booking=booking.pk, **values)


def touch(tx: Tx, booking: Booking) -> None:
    """Name the players of a booking whose own boards a command changes."""
    tx.touch_players(*players_of(booking))

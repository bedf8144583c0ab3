"""An event that takes reservations, and players on its waiting list."""

from typing import Any

from clock.commands import clock as buttons
from desk.commands.bookings import reserve, wait
from desk.commands.registration import set_registration
from desk.models import Booking
from players.models import Player
from tests.desk.tills import player
from tests.fixtures.room import press
from tourney import now as truth
from tourney.access.roles import Actor, Role
from tourney.models import Entry, Token

HOUR = 3_600_000
DAY = 24 * HOUR


def opened(event: int, by: Actor, **more: Any) -> None:
    """Set up the registration: two places, late registration until the end of the second level."""
    given: dict[str, Any] = {
        "pool": 8_000,
        "capacity": 2,
        "late_ends": "row",
        "late_row": 1,
        "re_entries_most": None,
        "surrender_allowed": True,
        **more,
    }
    if given["late_ends"] != "row":
        given.pop("late_row")
    press(set_registration, event, by=by, **given)


def plays(event: int, name: str) -> Entry:
    """Add an entry without a sale at the desk."""
    return Entry.objects.create(
        tournament_id=event, player=Player.objects.get(pk=player(name)), created_at=truth.database_now()
    )


def leaves(entry: Entry, at: Any = None) -> Player:
    """Bust an entry without a command, so that its seat is free before any check."""
    Entry.objects.filter(pk=entry.pk).update(out_at=at or truth.database_now())
    return entry.player


def waits(event: int, by: Actor, who: int | str, wants: str = "entry") -> Booking:
    """Put a player on the waiting list."""
    number = player(who) if isinstance(who, str) else who
    done = press(wait, event, by=by, player=number, wants=wants)
    assert done.answer is not None
    return Booking.objects.get(pk=done.answer["booking"])


def reserves(event: int, by: Actor, who: int | str) -> Booking:
    """Reserve a place for a player."""
    number = player(who) if isinstance(who, str) else who
    done = press(reserve, event, by=by, player=number)
    assert done.answer is not None
    return Booking.objects.get(pk=done.answer["booking"])


def phone(who: int) -> Actor:
    """Return the actor of a player's phone."""
    token = Token.objects.create(
        label="Phone", role="player", digest=f"{who:064}", player_id=who, created_at=truth.database_now()
    )
    return Actor(f"token:{token.pk}", "Phone", Role.PLAYER)


def state(booking: Booking) -> str:
    """Return the current state of a booking."""
    booking.refresh_from_db()
    return booking.state


def starts(event: int, by: Actor) -> None:
    """Start the clock manually."""
    press(buttons.start, event, by=by)

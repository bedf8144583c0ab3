"""Players with links, entries and seats, created as rows in tests that are not about commands."""

from datetime import UTC, datetime, timedelta
from typing import Any

from desk.models import Booking, DeskSettings, Registration
from notifications.commands import player_links
from players.models import Player
from seating.models import Seat, Table, TournamentTable
from tourney.models import Entry
from tourney.now import room_now

START = datetime(2026, 1, 2, 18, 0, tzinfo=UTC)


def a_player(name: str = "Anna Berg", **more: Any) -> Player:
    """Create a player."""
    return Player.objects.create(name=name, created_at=room_now(), **more)


def path_of(player: Player) -> str:
    """Return the path of the player's page."""
    return player_links.path_of(player.pk)


def secret_in(path: str) -> str:
    """Return the secret in a player's link."""
    return path.strip("/").split("/")[-1]


def a_table(
    event: int, number: int, *, seats: int = 9, across: int | None = None, down: int | None = None
) -> TournamentTable:
    """Assign a table to an event."""
    table = Table.objects.create(number=number, seats=seats, across=across, down=down)
    return TournamentTable.objects.create(
        table=table, tournament_id=event, assigned_at=room_now(), order=number
    )


def an_entry(event: int, player: Player, **more: Any) -> Entry:
    """Create a paid entry."""
    return Entry.objects.create(tournament_id=event, player=player, created_at=room_now(), **more)


def a_seat(entry: Entry, tournament_table: TournamentTable, number: int) -> Seat:
    """Seat an entry."""
    return Seat.objects.create(
        tournament_table=tournament_table, number=number, entry=entry, taken_at=room_now()
    )


def a_booking(event: int, player: Player, state: str, **more: Any) -> Booking:
    """Create a booking."""
    now = room_now()
    more.setdefault("waiting_since", now if state in {"waiting", "called"} else None)
    if state == "called":
        more.setdefault("called_at", now)
        more.setdefault("offer_until", now + timedelta(minutes=3))
    return Booking.objects.create(tournament_id=event, player=player, state=state, created_at=now, **more)


def a_registration(event: int, **more: Any) -> Registration:
    """Create an event's registration as the desk sets it up."""
    return Registration.objects.create(tournament_id=event, currency="CHF", **more)


def lookup_allowed() -> None:
    """Let players find their page by name."""
    DeskSettings.objects.update_or_create(pk=1, defaults={"lookup_by_name": True})

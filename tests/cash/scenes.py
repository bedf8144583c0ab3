"""A cash room with games, tables and players, for tests."""

from typing import Any

from cash.commands.away import go_away, miss_blind
from cash.commands.games import add_game
from cash.commands.seats import take_seat
from cash.commands.tables import open_cash_table
from cash.models import CashSeat
from players.commands.players import add_player
from seating.commands import add_tables
from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Actor

HOUSE = FIRST_START
FIVE_TEN = {"variant": "holdem", "betting": "no_limit", "small_blind": 500, "big_blind": 1_000}
BUY_IN = 100_000


def person(name: str) -> int:
    """Add a player and return the id."""
    answer = press(add_player, by=HOUSE, name=name).answer
    assert answer is not None
    return int(answer["player"])


def people(*names: str) -> list[int]:
    """Add players and return their ids."""
    return [person(name) for name in names]


def offer(**more: Any) -> int:
    """Offer no-limit hold'em 5/10, or another game, and return its id."""
    values = {**FIVE_TEN, "buy_in_min": 50_000, "buy_in_max": 200_000, **more}
    answer = press(add_game, by=HOUSE, **values).answer
    assert answer is not None
    return int(answer["game"])


def tables(first: int, last: int, seats: int = 9) -> None:
    """Add tables to the room."""
    press(add_tables, by=HOUSE, first=first, last=last, seats=seats)


def open_game(number: int = 7, game: int | None = None, **more: Any) -> int:
    """Add a table, open it for a game, and return the game."""
    tables(number, number)
    found = offer() if game is None else game
    press(open_cash_table, by=HOUSE, number=number, game=found, **more)
    return found


def sit(table: int, seats: dict[int, str], buy_in: int = BUY_IN) -> dict[int, int]:
    """Seat new players at a table, by seat; return the players by seat."""
    found = {}
    for seat, name in seats.items():
        found[seat] = person(name)
        press(take_seat, by=HOUSE, player=found[seat], table=table, seat=seat, buy_in=buy_in)
    return found


def seat_row(player: int) -> CashSeat:
    """Return the row of a player's present seat."""
    return CashSeat.objects.get(visit__player=player, left_at__isnull=True)


def take_away(by: Actor, seat: int, *, missed: tuple[str, ...] = (), table: int = 7) -> None:
    """Let a player leave the seat for a while and miss blinds."""
    press(go_away, by=by, table=table, seat=seat)
    for blind in missed:
        press(miss_blind, by=by, table=table, seat=seat, blind=blind)

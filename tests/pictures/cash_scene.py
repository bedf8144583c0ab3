"""A busy cash room for screenshots, in the room of DATA_DIR: twelve tables, five games, long lists.

The last line of output is one JSON object: a game, and a table with empty seats.
"""

import json
import os
import sys
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from cash.commands.away import go_away, miss_blind  # noqa: E402
from cash.commands.changes import ask_for_change  # noqa: E402
from cash.commands.dinners import start_dinner  # noqa: E402
from cash.commands.games import add_game  # noqa: E402
from cash.commands.hands import put_button  # noqa: E402
from cash.commands.lists import call_player, join_list  # noqa: E402
from cash.commands.seats import take_seat  # noqa: E402
from cash.commands.tables import open_cash_table  # noqa: E402
from cash.models import CashGame, CashTable  # noqa: E402
from players.commands.players import add_player  # noqa: E402
from seating.commands import add_tables  # noqa: E402
from seating.models import Table  # noqa: E402
from simulation.driver.staff import DIRECTOR, FLOOR, press  # noqa: E402
from tests.pictures.cash_absent import absent_players  # noqa: E402
from tourney.journal.commands import Command  # noqa: E402

TABLES = 12
# Variant, betting, blinds and buy-ins in whole units, open tables, empty seats at each, players on the list.
GAMES: tuple[tuple[Any, ...], ...] = (
    ("holdem", "no_limit", 2, 5, 200, 1_000, 4, (0, 0, 1, 0), 14, {"straddle": "live"}),
    ("holdem", "no_limit", 5, 10, 500, 2_000, 3, (0, 2, 0), 6, {"straddle": "button", "run_it_twice": True}),
    ("omaha", "pot_limit", 5, 10, 500, None, 3, (0, 0, 3), 5, {"note": "Phones off the table while in a hand, please"}),
    ("omaha_five", "pot_limit", 10, 20, 2_000, None, 1, (1,), 0, {"collection": "time", "time_charge": 1_000}),
    ("seven_stud", "fixed_limit", 20, 40, 400, None, 1, (5,), 2, {"seats": 8}),
    ("mixed", "fixed_limit", 100, 200, 4_000, None, 0, (), 4, {}),
    ("razz", "fixed_limit", 20, 40, 400, None, 0, (), 0, {"seats": 8}),
)  # fmt: skip
FIRST = "Anna Ben Carla Dominik Elisabeth Franz-Josef Giulia Hans-Ueli Iris Jean-Pierre".split()  # noqa: SIM905
LAST = (
    "Ammann", "von Allmen", "Zurbriggen", "Schwarzenegger-Huber", "Bo", "de la Fontaine", "Kowalski", "Li", "Nyström",
)  # fmt: skip


def answer(verb: Command, **arguments: Any) -> dict[str, Any]:
    """Run a command and return its answer."""
    return press(verb, by=DIRECTOR, **arguments).answer or {}


class People:
    """New players with names of all lengths."""

    def __init__(self) -> None:
        self._names = [f"{first} {last}" for last in LAST for first in FIRST]
        self._dice = Random(5)
        self._dice.shuffle(self._names)
        self._made = 0
        self.first = 0

    def add(self) -> int:
        """Add a player and return the id."""
        name = self._names[self._made % len(self._names)]
        name += "" if self._made < len(self._names) else f" {'I' * (1 + self._made // len(self._names))}"
        self._made += 1
        player = int(answer(add_player, name=name)["player"])
        self.first = self.first or player
        return player


def busy_cash_room() -> dict[str, int]:
    """Fill a cash room, once; return a game, and the number of a table with empty seats."""
    known = CashGame.objects.order_by("pk").first()
    if known is not None:
        numbers = CashTable.objects.order_by("table__number").values_list("table__number", flat=True)
        return {"game_id": known.pk, "cash_table": numbers[5]}
    first = max(Table.objects.values_list("number", flat=True), default=0) + 1
    press(add_tables, by=DIRECTOR, first=first, last=first + TABLES + 1, seats=9)
    people, number, games = People(), first, []
    for variant, betting, small, big, least, most, tables, empty, waiting, more in GAMES:
        game = int(
            answer(
                add_game, variant=variant, betting=betting, small_blind=small * 100, big_blind=big * 100,
                buy_in_min=least * 100, buy_in_max=None if most is None else most * 100, **more,
            )["game"]
        )  # fmt: skip
        games.append(game)
        main = number
        for at in range(tables):
            feeds = main if at == 1 and betting == "pot_limit" else None
            press(open_cash_table, by=FLOOR, number=number, game=game, feeds=feeds)
            for seat in range(1, int(more.get("seats", 9)) + 1 - empty[at]):
                press(
                    take_seat, by=FLOOR, player=people.add(), table=number, seat=seat, buy_in=least * 100 + 5_000 * seat
                )  # fmt: skip
            number += 1
        entries = [
            answer(join_list, player=people.add(), game=game, call_in=one % 5 == 3)["entry"]
            for one in range(waiting)
        ]
        if entries and any(empty):
            to = main + next(at for at, free in enumerate(empty) if free)
            press(call_player, by=FLOOR, entry=entries[0], table=to)
    absent(first, people)
    absent_players(first + 5)
    return {"game_id": games[0], "cash_table": first + 5}


def absent(first: int, people: People) -> None:
    """Put buttons at two tables; let players go away, miss blinds and go to dinner, and one ask for another table."""
    for number, button in ((first, 4), (first + 4, 1)):
        press(put_button, by=FLOOR, table=number, button=button)
    for seat in (2, 5):
        press(go_away, by=FLOOR, table=first, seat=seat)
    press(miss_blind, by=FLOOR, table=first, seat=2, blind="big")
    for number, seat in ((first, 7), (first + 4, 3), (first + 4, 4), (first + 8, 1)):
        press(start_dinner, by=FLOOR, table=number, seat=seat, stake=123_450)
    press(ask_for_change, by=FLOOR, player=people.first, to=None)


def main() -> int:
    """Fill the cash room."""
    print(json.dumps(busy_cash_room()))
    return 0


if __name__ == "__main__":
    sys.exit(main())

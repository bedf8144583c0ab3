"""The room of `bench.paid`: a drawn event with free seats, a clerk with a drawer, players with phones.

Prints one line of JSON: the event, the clerk's session, the price of an entry, and the players' link secrets.
"""

import json
import sys
import uuid
from typing import Any

from bench.draw_room import do
from bench.staff import login
from clock.commands.events import create_event
from clock.commands.structures import LevelInput, save_structure
from desk.commands.drawers import open_drawer
from desk.commands.registration import set_registration
from desk.commands.sales import PaymentInput, register_player
from notifications.commands.player_links import paths_of
from players.commands.players import add_player
from seating.commands import add_tables, assign_table, draw_seats, set_plan
from seating.models import Table
from tourney.access.roles import Actor, Role
from tourney.models import User

PRICE = 10_000


def make_event(count: int) -> dict[str, Any]:
    """Create an event with a seat for each player and one seated player."""
    level = LevelInput(kind="level", duration=1_200_000, small_blind=50, big_blind=100)
    structure = do(save_structure, name="Bench", levels=[level])["structure"]
    event = int(
        do(create_event, name="Bench", structure=structure, starting_stack=10_000, book="tda")["tournament"]
    )
    do(set_registration, event, pool=PRICE - 1_000, fee=1_000, late_ends="row", late_row=0)
    first = 1 + (Table.objects.order_by("-number").values_list("number", flat=True).first() or 0)
    last = first + count // 9
    do(add_tables, first=first, last=last)
    for number in range(first, last + 1):
        do(assign_table, event, number=number)
    do(set_plan, event, seats_per_table=9)
    user = User.objects.get(username="director")
    clerk = Actor(f"user:{user.pk}", user.username, Role.DIRECTOR)
    people = [
        int(do(add_player, name=f"Guest {number:03}", birth_date="1990-05-30")["player"])
        for number in range(count + 1)
    ]
    _as(clerk, open_drawer, opening_float=0)
    _as(
        clerk, register_player, event, player=people[-1], payments=[PaymentInput(method="card", amount=PRICE)]
    )
    do(draw_seats, event)
    paths = paths_of(people[:-1])
    secrets = {player: path.strip("/").rpartition("/")[2] for player, path in paths.items()}
    return {"event": event, "cookie": login()["cookie"], "price": PRICE, "players": secrets}


def _as(clerk: Actor, made: Any, event: int | None = None, **arguments: Any) -> None:
    made(actor=clerk, command_id=uuid.uuid4(), tournament_id=event, **arguments)


if __name__ == "__main__":
    print(json.dumps(make_event(int(sys.argv[1]))))

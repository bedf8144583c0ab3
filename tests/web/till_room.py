"""An event on sale and clerks with open drawers, for the tests of the pages around the desk."""

import uuid
from typing import Any

import pytest
from django.test import Client

from desk.commands.drawers import open_drawer
from desk.commands.registration import set_registration
from desk.commands.sales import register_player
from players.commands.players import add_player
from seating.commands import add_tables, assign_table, draw_seats, set_plan
from tests.web.visitors import client_of, done
from tourney.access.roles import Actor

TILL = "/staff/till/"


@pytest.fixture
def sale(event: int) -> int:
    """Make an event on sale whose rulebook has no conditions of entry."""
    return on_sale(event)


@pytest.fixture
def event(make_event: Any) -> int:
    """Make an event whose rulebook requires no membership."""
    made: int = make_event(book="munot")
    return made


@pytest.fixture
def clerk(desk: Actor) -> Client:
    """Return the browser of a clerk."""
    return client_of(desk)


def on_sale(event: int, **more: Any) -> int:
    """Set up registration: 80 for the pool, 20 for the house, and two tables with a plan."""
    given = {"pool": 8000, "fee": 2000, "late_ends": "row", "late_row": 3, "re_entries_most": None, **more}
    done(set_registration, event, **given)
    done(add_tables, first=1, last=2)
    for number in (1, 2):
        done(assign_table, event, number=number)
    done(set_plan, event, seats_per_table=9)
    return event


def drawer_of(clerk: Actor, opening_float: int = 20_000) -> int:
    """Open a clerk's drawer and return it."""
    answer = open_drawer(actor=clerk, command_id=uuid.uuid4(), opening_float=opening_float).answer
    assert answer is not None
    return int(answer["drawer"])


def sold_to(clerk: Actor, event: int, name: str, *, tendered: int = 10_000, **player: Any) -> dict[str, Any]:
    """Register a new player for cash and return the command's result."""
    who = done(add_player, **{"name": name, "birth_date": "1990-04-01", **player})["player"]
    payment = {"method": "cash", "amount": 10_000, "tendered": tendered}
    answer = register_player(
        actor=clerk,
        command_id=uuid.uuid4(),
        tournament_id=event,
        player=who,
        payments=[payment],
        id_seen=True,
    ).answer
    assert answer is not None
    return {**answer, "player": who}


def drawn(event: int) -> None:
    """Draw seats for all entries."""
    done(draw_seats, event)

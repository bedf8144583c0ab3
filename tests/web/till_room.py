"""An event that sells entries, and clerks with open drawers, for the tests of the pages around the desk."""

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
    """An event on sale, by a book that asks for nothing special."""
    return on_sale(event)


@pytest.fixture
def event(make_event: Any) -> int:
    """An event by a book that asks for no membership."""
    made: int = make_event(book="munot")
    return made


@pytest.fixture
def clerk(desk: Actor) -> Client:
    """The browser of somebody at the desk."""
    return client_of(desk)


def on_sale(event: int, **more: Any) -> int:
    """Set up an event's registration: 80 for the pool, 20 for the house, and two tables with a plan."""
    given = {"pool": 8000, "fee": 2000, "late_ends": "row", "late_row": 3, "re_entries_most": None, **more}
    done(set_registration, event, **given)
    done(add_tables, first=1, last=2)
    for number in (1, 2):
        done(assign_table, event, number=number)
    done(set_plan, event, seats_per_table=9)
    return event


def drawer_of(clerk: Actor, opening_float: int = 20_000) -> int:
    """A clerk's drawer, opened."""
    answer = open_drawer(actor=clerk, command_id=uuid.uuid4(), opening_float=opening_float).answer
    assert answer is not None
    return int(answer["drawer"])


def sold_to(clerk: Actor, event: int, name: str, *, tendered: int = 10_000, **player: Any) -> dict[str, Any]:
    """Register somebody new for cash; the command's answer."""
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
    """Seats for everybody."""
    done(draw_seats, event)

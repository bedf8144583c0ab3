"""An event with ten players, and an overlay that shows it."""

from typing import Any

import pytest
from django.test import Client

from clock.commands.clock import start
from displays.commands.overlays import add_overlay
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.access.viewers import digest_of_secret
from tourney.models import Tournament
from web.overlay import page

SECRET = "a-secret-address-of-an-overlay-0123456789"
SEATED = {5: (1, 2, 3, 4, 5, 6), 7: (1, 3, 5, 9)}


@pytest.fixture
def places(make_event: MakesEvents, director: Actor, wall: Wall) -> dict[tuple[int, int], int]:
    """Create a running event with ten players at tables 5 and 7; entries by (table, seat)."""
    event = make_event(name="Main Event")
    found = seated(event, SEATED)
    press(start, event, by=director)
    return found


@pytest.fixture
def event(places: dict[tuple[int, int], int]) -> int:
    """Return the event of the ten players."""
    return Tournament.objects.get().pk


def overlay(event: int, by: Actor, delay: int = 0, secret: str = SECRET) -> int:
    """Add an overlay and return its id."""
    digest = digest_of_secret(secret)
    done = press(add_overlay, by=by, name="Stream", tournament=event, digest=digest, delay=delay)
    assert done.answer is not None
    return int(done.answer["overlay"])


def shown(secret: str = SECRET) -> dict[str, Any]:
    """Return what an overlay's feed shows a second later."""
    page.forget_all()
    return dict(Client().get(f"/overlay/{secret}.json").json())

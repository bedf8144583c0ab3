"""A client that has an event's structure gets the other boards without it."""

import asyncio
import json
from typing import Any

import pytest

from clock.commands.clock import start
from clock.commands.structures import change_structure
from tests.fixtures.room import club_night, level, press
from tourney.access.roles import Actor
from tourney.commands import add_chip_set, change_event
from tourney.commands.room import ChipInput
from tourney.live.boards import Audience
from tourney.live.hub import Hub
from tourney.live.listener import Listener
from tourney.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


class Screen:
    """A screen that comes back: follows, and keeps the last message."""

    def __init__(self, event: int) -> None:
        self.hub = Hub()
        self.topic = f"t{event}"
        self.heard: list[dict[str, Any]] = []
        self.listener = Listener(self._take, Audience.PUBLIC, "")
        self.hub.join(self.listener)

    async def _take(self, message: dict[str, Any]) -> None:
        self.heard.append(json.loads(message["text"]))

    async def follow(self, seq: int | None, structure: str = "") -> dict[str, Any]:
        """Return the answer."""
        await self.hub.follow(self.listener, self.topic, seq, structure)
        return self.heard[-1]


async def test_structure_that_has_not_changed_is_left_out(event: int, director: Actor) -> None:
    screen = Screen(event)
    first = await screen.follow(None)
    version = first["boards"]["structure"]["version"]
    await asyncio.to_thread(press, start, event, by=director)
    back = await screen.follow(first["seq"], version)
    assert (back["is"], back["seq"]) == ("snapshot", first["seq"] + 1)
    assert back["unchanged"] == {"structure": version}
    assert set(first["boards"]) - set(back["boards"]) == {"structure"}
    assert back["boards"]["clock"]["clock"]["running"] is True


async def test_client_without_it_or_with_another_one_gets_the_structure(event: int, director: Actor) -> None:
    screen = Screen(event)
    first = await screen.follow(None)
    version = first["boards"]["structure"]["version"]
    await asyncio.to_thread(press, change_structure, event, by=director, levels=[*club_night(), level(500)])
    # The last one has everything up to now, but another structure.
    for seq, has in ((0, ""), (0, version), (0, "0" * 16), (1, version)):
        back = await screen.follow(first["seq"] + seq, has)
        assert "unchanged" not in back
        assert back["boards"]["structure"]["version"] != version


async def test_client_that_has_everything_is_told_so(event: int) -> None:
    screen = Screen(event)
    first = await screen.follow(None)
    for has in ("", first["boards"]["structure"]["version"]):
        assert (await screen.follow(first["seq"], has))["is"] == "current"
    screen.topic = "room"
    assert (await screen.follow(None, "0" * 16))["is"] == "snapshot"


async def test_chips_of_another_colour_are_another_version(event: int, director: Actor) -> None:
    screen = Screen(event)
    first = await screen.follow(None)
    version = first["boards"]["structure"]["version"]

    def change() -> None:
        chips = [ChipInput(value=25, face="#2e7d32", edge="#ffffff")]
        made = press(add_chip_set, by=director, name="Case", chips=chips)
        row = Tournament.objects.get(pk=event)
        body = {"name": row.name, "book": row.book, "starting_stack": row.starting_stack}
        press(change_event, event, by=director, **body, chip_set=(made.answer or {})["chip_set"])

    await asyncio.to_thread(change)
    back = await screen.follow(first["seq"], version)
    structure = back["boards"]["structure"]
    # The levels are the same, so the clock's digest does not tell.
    assert structure["digest"] == first["boards"]["structure"]["digest"]
    assert structure["version"] != version
    assert structure["chips"]

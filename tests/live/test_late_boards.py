"""Boards that grow with the field are not read by the press; no screen advances without them."""

import asyncio
import json
import threading
from typing import Any

import pytest

from clock.commands.clock import start
from seating.commands import bust, draw_seats, give_seat, set_plan
from tests.fixtures.room import press
from tests.fixtures.services import Ear
from tests.seating.people import register_entries, tables_for
from tourney.access.roles import Actor
from tourney.live import board_readings
from tourney.live.boards import KINDS, Audience
from tourney.live.hub import Hub
from tourney.live.listener import Listener
from tourney.live.publish import Envelope, decode_envelope
from tourney.models import Entry

pytestmark = pytest.mark.django_db(transaction=True)
LATE = {
    "attention",
    "attention_room",
    "entries",
    "bounties",
    "floor",
    "free",
    "map",
    "eliminations",
    "payables",
    "penalties",
    "prizes",
    "waiting_list",
    "race",
    "results",
    "hand_for_hand",
    "bags",
    "stack_count",
    "chip_leaders",
    "feature_table",
    "season_ranking",
    "seating",
    "people",
    "journal",
    "table",
    "table_count",
    "table_race",
    "table_shot",
    "table_bags",
    "cash_table",
}


@pytest.fixture
def seated(event: int, floor: Actor) -> list[int]:
    """Seat three players at table 1 of a started event and return their entries."""
    tables_for(event, range(1, 2))
    entries = register_entries(event, 3)
    for seat, entry in enumerate(entries, start=1):
        press(give_seat, event, by=floor, entry=entry, table=1, seat=seat)
    return entries


class Heard:
    """The messages of a socket, and its hub."""

    def __init__(self, audience: Audience, player: int | None = None) -> None:
        self.hub = Hub()
        self.messages: list[dict[str, Any]] = []
        self.listener = Listener(self._take, audience, "", player=player)
        self.hub.join(self.listener)

    async def _take(self, message: dict[str, Any]) -> None:
        self.messages.append(json.loads(message["text"]))

    @property
    def changes(self) -> list[dict[str, Any]]:
        """Changes in the order of arrival."""
        return [one for one in self.messages if one["is"] == "change"]

    async def follow(self, event: int) -> None:
        """Follow an event."""
        await self.hub.follow(self.listener, f"t{event}", None)
        self.hub.topics[f"t{event}"].ready.set()

    async def pressed(self, ear: Ear, event: int, act: Any, by: Actor, **more: Any) -> None:
        """Run a command and deliver its published message to the hub."""

        def work() -> Envelope:
            return envelope_of(ear, event, press(act, event, by=by, **more).seq)

        self.hub.deliver(await asyncio.to_thread(work))

    async def until(self, count: int) -> None:
        """Wait until this many changes have arrived."""
        for _attempt in range(500):
            if len(self.changes) >= count:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{len(self.changes)} of {count} changes came")


def envelope_of(ear: Ear, event: int, seq: int) -> Envelope:
    """Return the published envelope of a journal entry."""
    while (envelope := decode_envelope(ear.next_of(f"t{event}"))).last < seq:
        pass
    return envelope


def test_these_boards_grow_with_the_field() -> None:
    assert {kind.name for kind in KINDS.values() if kind.late} == LATE


def test_press_names_late_boards_and_reads_the_others(
    seated: list[int], event: int, floor: Actor, ear: Ear
) -> None:
    sent = envelope_of(ear, event, press(bust, event, by=floor, entry=seated[0]).seq)
    read = {name for boards in sent.boards for name in boards}
    assert "clock" in read
    assert not read & LATE
    assert set(sent.late) <= LATE
    assert {"map", "eliminations", "seating"} <= set(sent.late)


@pytest.mark.parametrize(
    ("audience", "seen"),
    [
        (Audience.PUBLIC, {"eliminations"}),
        (Audience.DISPLAY, {"eliminations", "map"}),
        (Audience.FLOOR, {"eliminations", "map", "floor"}),
    ],
)
async def test_late_boards_are_sent_only_to_permitted_viewers(
    seated: list[int], event: int, floor: Actor, ear: Ear, audience: Audience, seen: set[str]
) -> None:
    heard = Heard(audience)
    await heard.follow(event)
    await heard.pressed(ear, event, bust, floor, entry=seated[0])
    await heard.until(1)
    (change,) = heard.changes
    assert change["boards"]["eliminations"]["seq"] == change["seq"]
    assert change["boards"].keys() & {"eliminations", "map", "floor"} == seen


async def test_an_entry_waits_for_late_boards_and_others_overtake_it(
    seated: list[int], event: int, floor: Actor, director: Actor, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = Heard(Audience.FLOOR)
    await heard.follow(event)
    before = heard.messages[0]["seq"]
    go_on = threading.Event()
    readings_begun: list[set[str]] = []
    real = board_readings.read_late

    def slow(topic: str, names: set[str], *others: Any) -> Any:
        readings_begun.append(names)
        assert go_on.wait(60)
        return real(topic, names, *others)

    monkeypatch.setattr(board_readings, "read_late", slow)
    await heard.pressed(ear, event, bust, director, entry=seated[0])
    await heard.pressed(ear, event, start, director)
    await heard.until(1)
    await heard.pressed(ear, event, bust, director, entry=seated[1])
    # The clock's entry overtakes the first bust, whose boards are still being read.
    assert [(one["from"], one["seq"]) for one in heard.changes] == [(before + 2, before + 2)]
    go_on.set()
    await heard.until(3)
    assert [(one["from"], one["seq"]) for one in heard.changes[1:]] == [(before + 1,) * 2, (before + 3,) * 2]
    # Entries published during the first read are read together after it.
    assert len(readings_begun) == 2
    assert heard.changes[2]["boards"]["eliminations"]["seq"] == before + 3


@pytest.fixture
def waiting(event: int, floor: Actor) -> list[int]:
    """Register six players who wait for the draw and return their entries."""
    tables_for(event, range(1, 2))
    press(set_plan, event, by=floor, seats_per_table=9)
    return register_entries(event, 6)


async def test_own_boards_are_read_only_for_connected_players(
    waiting: list[int], event: int, floor: Actor, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A draw changes every player's own board; most phones are not connected."""
    monkeypatch.setattr("tourney.live.publish._MANY", 4)
    player = await asyncio.to_thread(lambda: Entry.objects.get(pk=waiting[0]).player_id)
    heard = Heard(Audience.PUBLIC, player)
    await heard.follow(event)

    def drawn() -> Envelope:
        return envelope_of(ear, event, press(draw_seats, event, by=floor).seq)

    envelope = await asyncio.to_thread(drawn)
    assert not envelope.own
    assert len(envelope.players) == len(waiting)
    heard.hub.deliver(envelope)
    await heard.until(1)
    mine = heard.changes[0]["boards"]["mine"]
    assert mine["seq"] == envelope.last
    assert mine["table"] == 1


async def test_sockets_get_a_snapshot_if_late_boards_cannot_be_read(
    seated: list[int], event: int, floor: Actor, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = Heard(Audience.FLOOR)
    await heard.follow(event)
    before = heard.messages[0]["seq"]

    def fails(*_arguments: object) -> Any:
        raise RuntimeError("the database is away for a moment")

    monkeypatch.setattr(board_readings, "read_late", fails)
    await heard.pressed(ear, event, bust, floor, entry=seated[0])
    for _attempt in range(500):
        if len(heard.messages) > 1:
            break
        await asyncio.sleep(0.02)
    assert [(one["is"], one["seq"]) for one in heard.messages[1:]] == [("snapshot", before + 1)]

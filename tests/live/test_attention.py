"""What waits for a person: counted by event, for those who may see it, and published when it changes."""

import json
import time
from datetime import timedelta
from typing import Any

import pytest

from clock.commands.events import close_event
from notifications.boards.attention import attention, attention_room
from notifications.periodic import publish_lost_connections
from prizes.commands.payments import pay_prize
from prizes.services import unfinished
from seating.commands import answer_call, bust, call_floor, draw_seats, set_plan
from seating.commands.floor_review import review_now
from seating.models import Bust, DealerTable, Seat
from seating.rules.one_hand import NOTED_HANDS
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.services import Ear
from tests.prizes.evenings import amounts, closed, evening, out
from tests.seating.people import enter, tables_for
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.live import presence
from tourney.live.boards import KINDS, Audience
from tourney.live.publish import client
from tourney.models import Token, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db(transaction=True)


def waiting(event: int | None = None) -> dict[str, int]:
    """Return what the boards count: of one event, or in the room."""
    if event is None:
        return {one.kind: one.count for one in attention_room(0).room}
    lines = [*attention(0).events, *attention_room(0).events]
    return {one.kind: one.count for one in lines if one.tournament == event}


def away(*credentials: str) -> None:
    """Make these credentials look as if their connection was lost a minute ago."""
    client().zadd(presence._key(), dict.fromkeys(credentials, time.time() - 60))


def token(role: Role, digit: str) -> Token:
    """Create a device's token."""
    return Token.objects.create(role=role.value, label="Device", digest=digit * 64, created_at=room_now())


@pytest.fixture(autouse=True)
def _no_visitor() -> None:
    client().delete(presence._key())


@pytest.fixture
def played(make_event: MakesEvents) -> int:
    """Make an event with twelve players at two tables."""
    event = make_event(book="tda")
    tables_for(event, range(1, 3))
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(enter, event, by=FIRST_START, names=[f"Player {n}" for n in range(12)], needs=[])
    press(draw_seats, event, by=FIRST_START)
    return event


def entries_at(event: int, table: int) -> list[int]:
    """Return the entries at a table."""
    rows = Seat.objects.filter(tournament_table__tournament=event, tournament_table__table__number=table)
    return [int(entry) for entry in rows.exclude(entry=None).values_list("entry", flat=True)]


def test_calls_and_proposals_are_counted_by_event(played: int, make_event: MakesEvents, floor: Actor) -> None:
    other = make_event(name="Other")
    assert waiting(played) == {}
    made = press(call_floor, played, by=floor, number=1, kind="floor").answer
    press(call_floor, played, by=floor, number=2, kind="count")
    for entry in entries_at(played, 2)[:4]:
        press(bust, played, by=floor, entry=entry)
    review_now(played)
    found = waiting(played)
    assert found["calls"] == 2
    assert found["proposals"] >= 1
    assert waiting(other) == {}
    assert made is not None
    press(answer_call, played, by=floor, call=made["call"])
    assert waiting(played)["calls"] == 1


def test_a_hand_with_two_busts_waits_until_it_is_confirmed(played: int, dealer: Actor) -> None:
    one, other = entries_at(played, 1)[:2]
    press(bust, played, by=dealer, entry=one)
    press(bust, played, by=dealer, entry=other, same_hand=one)
    found = waiting(played)
    assert found["ties"] == 1
    assert found["stacks"] == 2


def test_prizes_wait_until_they_are_paid_and_bounties_until_they_have_a_winner(
    make_event: MakesEvents, desk: Actor
) -> None:
    event = make_event(book="tda")
    entries = evening(event, desk, 9, bounty=1_000, prizes={"bounties": "fixed"})
    assert "prizes" not in waiting(event)
    closed(event)
    out(event, *entries[:-1])
    found = waiting(event)
    assert found["prizes"] >= 1
    assert found["bounties"] == 8


def test_calls_of_closed_events_are_left_out(played: int, floor: Actor) -> None:
    press(call_floor, played, by=floor, number=1, kind="floor")
    Tournament.objects.filter(pk=played).update(closed_at=room_now())
    assert waiting(played) == {}


def test_prizes_and_ties_of_a_closed_event_wait_for_another_week(
    make_event: MakesEvents, desk: Actor, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(book="tda")
    entries = evening(event, desk, 9)
    closed(event)
    out(event, *entries[:-1])
    Bust.objects.filter(entry__in=entries[:2]).update(together=NOTED_HANDS, confirmed=False)
    press(close_event, event, by=director, although_unfinished=True)
    found = waiting(event)
    assert found["ties"] == 1
    assert found["prizes"] == 3
    assert all(one.closed for one in attention(0).events)
    # It is ranked again only once its journal has grown: the board is read after many presses in the room.
    with monkeypatch.context() as patched:
        patched.setattr(unfinished, "unfinished_in", pytest.fail)
        assert waiting(event) == found
    press(pay_prize, event, by=desk, entry=entries[-1], amount=amounts(event)[0])
    assert waiting(event)["prizes"] == 2
    Tournament.objects.filter(pk=event).update(closed_at=room_now() - timedelta(days=8))
    assert waiting(event) == {}


def test_open_drawers_are_counted(desk: Actor) -> None:
    assert waiting() == {}
    drawer(desk, 10_000)
    assert waiting() == {"drawers": 1}


def test_a_display_or_tablet_is_missed_once_it_was_there(played: int) -> None:
    screen = token(Role.DISPLAY, "0")
    tablet = token(Role.DEALER, "1")
    DealerTable.objects.create(number=1, token=tablet)
    keys = f"token:{screen.pk}", f"token:{tablet.pk}"
    assert (waiting(), waiting(played)) == ({}, {})
    presence.note(keys)
    assert (waiting(), waiting(played)) == ({}, {})
    away(*keys)
    assert waiting() == {"displays": 1}
    assert waiting(played) == {"tablets": 1}
    presence.note(keys)
    assert (waiting(), waiting(played)) == ({}, {})


def test_a_second_tablet_at_a_table_stands_in(played: int) -> None:
    for digest, number in (("1", 1), ("2", 1)):
        tablet = token(Role.DEALER, digest)
        DealerTable.objects.create(number=number, token=tablet)
        last = f"token:{tablet.pk}"
    away(last)
    assert waiting(played) == {}


def boards_sent(ear: Ear) -> list[dict[str, Any]]:
    """Return the messages to the room."""
    return [json.loads(text) for name, text in ear.heard() if name == "room"]


def test_an_events_entry_publishes_the_board_of_the_room(played: int, floor: Actor, ear: Ear) -> None:
    ear.heard()
    press(call_floor, played, by=floor, number=1, kind="floor")
    (message,) = boards_sent(ear)
    # Web processes with a follower read it; the command does not wait for that.
    assert message["late"] == ["attention"]
    assert message["boards"] == [{} for _audience in Audience]


def test_lost_connections_are_published_once(ear: Ear) -> None:
    publish_lost_connections()
    ear.heard()
    screen = token(Role.DISPLAY, "0")
    away(f"token:{screen.pk}")
    publish_lost_connections()
    publish_lost_connections()
    (message,) = boards_sent(ear)
    (board,) = [boards["attention_room"] for boards in message["boards"] if boards]
    assert board["room"] == [{"kind": "displays", "count": 1}]


def test_each_board_is_for_those_who_may_handle_its_lines() -> None:
    assert KINDS["attention"].audience is Audience.DESK
    assert KINDS["attention_room"].audience is Audience.FLOOR

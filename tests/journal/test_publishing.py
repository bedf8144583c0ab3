"""Committed changes are published once and in order; refused ones are not."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import transaction

from clock.commands.clock import start
from players.commands.players import add_player
from seating.commands import bust
from seating.models import Table
from tests.desk.tills import sold
from tests.fixtures.room import press, refusal
from tests.fixtures.services import Ear, RedisServer
from tests.seating.seating_scenes import seated
from tests.waiting import until
from tourney.access.roles import Actor, Role
from tourney.commands import count_field
from tourney.live import boards, publish
from tourney.live.boards import Audience
from tourney.live.topics import PARTS
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db(transaction=True)


def channels(event: int) -> list[str]:
    """Return the channels on which an event's entry is published: its own, and one for each kind of its parts."""
    return [f"t{event}", *sorted(f"t{event}/{name}" for name in PARTS)]


def test_each_entry_is_published_with_the_boards_it_changed(event: int, director: Actor, ear: Ear) -> None:
    ear.heard()
    press(start, event, by=director)
    press(count_field, event, by=director, entries_by=3)
    press(add_player, by=director, name="Ada")
    heard = [(name, json.loads(text)) for name, text in ear.heard()]
    in_room = JournalEntry.journal(None).count()
    counted, *parts_of_counted = channels(event)
    assert [(name, message["first"], message["last"]) for name, message in heard] == [
        *((name, 1, 1) for name in channels(event)),
        (counted, 2, 2),
        # What needs attention may change with the entries, under the number of the room's last entry.
        ("room", in_room - 1, in_room - 1),
        *((name, 2, 2) for name in parts_of_counted),
        ("room", in_room, in_room),
    ]
    parts = [message["boards"] for name, message in heard if "/" in name]
    assert parts == [[{} for _audience in Audience]] * 2 * len(PARTS)
    heard = [(name, message) for name, message in heard if "/" not in name]
    public, *between = heard[0][1]["boards"]
    assert set(public) == {"clock"}
    # Staff data goes to one audience only; players and displays receive none of it.
    assert [set(boards) for boards in between if boards] == [{"clock_staff"}]
    assert public["clock"]["seq"] == 1
    assert heard[1][1]["boards"][0]["clock"]["field"]["entries"] == 3
    # A player's name is private: only the number of entries is published.
    assert heard[2][1]["late"] == ["attention"]
    assert heard[3][1]["boards"] == [{} for _audience in Audience]


def test_a_bust_publishes_that_a_seat_is_available(event: int, director: Actor, ear: Ear) -> None:
    sold(event)
    places = seated(event, {1: (1, 2, 3)})
    ear.heard()
    press(bust, event, by=director, entry=places[1, 2])
    message = next(json.loads(text) for name, text in ear.heard() if name == f"t{event}")
    board = message["boards"][0]["registration"]
    assert board["places_left"] == Table.objects.get().seats - 2


def test_refused_or_repeated_commands_publish_nothing(event: int, director: Actor, ear: Ear) -> None:
    import uuid

    command = uuid.uuid4()
    press(start, event, by=director, command=command)
    ear.heard()
    press(start, event, by=director, command=command)
    refusal(start, event, by=director)
    refusal(start, event, by=Actor("user:9", "Nobody", Role.DEALER))
    refusal(count_field, event, by=director, entries_by=-1)
    assert ear.heard() == []


def test_publishing_waits_for_the_commit(event: int, director: Actor, ear: Ear) -> None:
    ear.heard()
    with transaction.atomic():
        press(start, event, by=director)
        assert ear.heard() == []
    assert [name for name, _text in ear.heard()] == channels(event)


def test_rolled_back_commands_are_not_published(event: int, director: Actor, ear: Ear) -> None:
    ear.heard()

    def press_and_fail() -> None:
        with transaction.atomic():
            press(start, event, by=director)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        press_and_fail()
    assert ear.heard() == []
    assert JournalEntry.journal(event).count() == 0


def test_unreadable_board_does_not_roll_back_the_command(
    event: int, director: Actor, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal entry is committed: the sender gets its result, and screens fetch it by its number."""

    def broken(*_: object) -> None:
        raise RuntimeError("a board fell over")

    monkeypatch.setattr(publish, "read_boards", broken)
    assert press(start, event, by=director).seq == 1
    assert JournalEntry.journal(event).count() == 1
    assert ear.heard() == []


@pytest.mark.parametrize(("followed", "read"), [("", []), ("t{event}", ["t{event}"]), ("room", [])])
def test_only_boards_of_followed_topics_are_read(
    followed: str,
    read: list[str],
    event: int,
    director: Actor,
    redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    topics: list[str] = []
    real = boards.read_boards

    def recorded(topic: str, names: Sequence[str]) -> Any:
        topics.append(topic)
        return real(topic, names)

    monkeypatch.setattr(publish, "read_boards", recorded)
    with redis.Redis.from_url(settings.REDIS_URL).pubsub() as listener:
        if followed:
            listener.subscribe(publish.channel(followed.format(event=event)))
            until(lambda: listener.get_message(timeout=1.0), message="the subscription is not confirmed")
        press(start, event, by=director)
        assert topics == [topic.format(event=event) for topic in read]


def test_all_boards_are_published_where_redis_does_not_say_who_listens(
    event: int, director: Actor, ear: Ear
) -> None:
    ear.heard()
    with redis.Redis.from_url(settings.REDIS_URL) as server:
        server.acl_setuser("default", enabled=True, nopass=True, commands=["-pubsub"])
        try:
            press(start, event, by=director)
        finally:
            server.acl_setuser("default", enabled=True, nopass=True, commands=["+pubsub"])
    assert [name for name, _text in ear.heard()] == channels(event)


def test_no_board_is_read_while_redis_is_away(
    event: int, director: Actor, own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_redis.kill()
    monkeypatch.setattr(publish, "read_boards", lambda *_: pytest.fail("a board was read"))
    assert press(start, event, by=director).seq == 1

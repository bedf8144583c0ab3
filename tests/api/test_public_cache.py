"""Anonymous reads of the API are computed once per journal entry, and never cross a permission."""

from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.public_cache import public_answer
from players.commands.players import change_player
from players.models import Player
from tests.api.caller import Program
from tests.fixtures.room import press
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor

PUBLIC = [
    "room/boards",
    "lobby",
    "tournaments/{event}/boards",
    "tournaments/{event}/results",
    "tournaments/{event}/prizes",
    "tournaments/{event}/bounties",
    "tournaments/{event}/seats",
]
# Queries for the journals' seqs, after those for the session and the topic.
_QUERIES_OF_A_HIT = 3


@pytest.mark.parametrize("path", PUBLIC)
def test_two_anonymous_readers_cost_one_computation(stranger: Program, event: int, path: str) -> None:
    path = path.format(event=event)
    with CaptureQueriesContext(connection) as first:
        answered = stranger.get(path)
    with CaptureQueriesContext(connection) as second:
        again = Program().get(path)
    assert answered.status_code == again.status_code == 200
    assert answered.json() == again.json()
    assert again["Cache-Control"] == "no-store"
    assert len(first) > _QUERIES_OF_A_HIT >= len(second)


# Seating a field changes these.
@pytest.mark.parametrize("path", [path for path in PUBLIC if not path.endswith(("/prizes", "/bounties"))])
def test_a_changed_board_is_seen_at_once(stranger: Program, event: int, path: str) -> None:
    path = path.format(event=event)
    before = stranger.get(path).json()
    seated(event, {1: [1, 2], 2: [1, 2]})
    after = stranger.get(path).json()
    assert after != before


def test_a_name_changed_in_the_rooms_journal_is_seen_in_an_events_seats(
    stranger: Program, event: int, floor: Actor
) -> None:
    seated(event, {1: [1, 2], 2: [1, 2]})
    before = stranger.get(f"tournaments/{event}/seats").json()
    player = Player.objects.first()
    assert player is not None
    press(change_player, by=floor, player=player.pk, name="Zora Quill")
    assert before != stranger.get(f"tournaments/{event}/seats").json()


@pytest.mark.parametrize("path", ["room/boards", "tournaments/{event}/boards"])
def test_boards_kept_for_staff_are_not_shown_to_the_public(
    program: Program, stranger: Program, event: int, path: str
) -> None:
    path = path.format(event=event)
    public = set(stranger.get(path).json()["boards"])
    staff = set(program.get(path).json()["boards"])
    assert set(stranger.get(path).json()["boards"]) == public
    assert public <= staff
    assert "floor" not in public
    assert "room" in path.split("/")[0] or "floor" in staff


def test_refusals_are_not_cached(stranger: Program, event: int) -> None:
    assert stranger.get("tournaments/999999/results").status_code == 404
    assert stranger.get(f"tournaments/{'9' * 30}/results").status_code == 404
    assert stranger.get(f"tournaments/{event}/results", limit=0).status_code == 422
    assert stranger.get(f"tournaments/{event}/results", offset=1).json() != {}


@pytest.mark.django_db(transaction=True)
def test_readers_at_the_same_time_share_one_computation(event: int) -> None:
    started, read, found = Barrier(2), [], []

    def compute() -> dict[str, Any]:
        read.append(1)
        return {"n": len(read)}

    def ask() -> None:
        started.wait(30)
        found.append(public_answer(f"t{event}", "counted", compute).content)
        connection.close()

    threads = [Thread(target=ask) for _number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == [b'{"n":1}'] * 2

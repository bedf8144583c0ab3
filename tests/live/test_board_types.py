"""Boards match their declared types: schema, reference and declarations are generated from these."""

import types
import typing
from typing import Any

import msgspec
import pytest

from players.models import Player
from tests.fixtures.room import MakesEvents
from tests.prizes.evenings import evening
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.live.boards import KINDS, OWN, Board, names_in, read_boards, read_own
from tourney.live.publish import encoded


def promised(read: Any) -> list[type[msgspec.Struct]]:
    """Return the structs that a read may return."""
    hint = typing.get_type_hints(read)["return"]
    if typing.get_origin(hint) is dict:
        hint = typing.get_args(hint)[1]
    union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    parts = typing.get_args(hint) if union else (hint,)
    return [part for part in parts if part is not type(None)]


def fits(board: Board, read: Any) -> None:
    """Assert that a board matches its declared struct, and the sent message the board."""
    assert type(board) in promised(read)
    plain = msgspec.json.decode(encoded(7, board))
    assert plain.pop("seq") == 7
    assert msgspec.to_builtins(msgspec.convert(plain, type(board))) == msgspec.to_builtins(board)


@pytest.mark.parametrize(
    "kind", [*KINDS.values(), *OWN.values()], ids=lambda kind: f"{kind.topic}-{kind.name}"
)
def test_every_board_is_a_struct(kind: Any) -> None:
    assert all(issubclass(part, msgspec.Struct) for part in promised(kind.read))


def test_boards_of_a_prepared_event_fit_their_types(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    evening(event, floor, 9, bounty=500, prizes={"bounties": "fixed"})
    for topic in ("room", f"t{event}"):
        _seq, found = read_boards(topic, names_in(topic))
        boards = {name: board for some in found.values() for name, board in some.items()}
        assert boards
        for name, board in boards.items():
            fits(board, KINDS[name.partition(":")[0]].read)
        players = list(Player.objects.values_list("pk", flat=True))
        _seq, own = read_own(topic, players)
        for mine in own.values():
            for name, board in mine.items():
                fits(board, OWN["room" if topic == "room" else "t", name].read)


def test_a_board_begins_with_the_number_it_belongs_to(make_event: MakesEvents) -> None:
    event = make_event(book="munot")
    seated(event, {1: (1, 2)})
    _seq, found = read_boards(f"t{event}", ["map"])
    [board] = [some["map"] for some in found.values() if some]
    assert bytes(encoded(12, board)).startswith(b'{"seq":12,"tables":[[1,')

"""A name that is now private, or another one, leaves the public boards of all events at once."""

from typing import Any

import pytest

from clock.commands.clock import start
from players.commands.players import change_player
from seating.boards.seating import seating
from seating.commands import bust
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.services import Ear
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo_in_room
from tourney.live.boards import KINDS, Audience
from tourney.live.publish import decode_envelope
from tourney.models import Entry, JournalEntry

# Commits are what publishes.
pytestmark = pytest.mark.django_db(transaction=True)
NAMES = {
    "bounties",
    "cash_lists",
    "chip_leaders",
    "clock",
    "eliminations",
    "feature_table",
    "moves",
    "results",
    "seating",
    "waiting_list",
}


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event by a book that shows full names."""
    return make_event(book="munot")


@pytest.fixture
def places(event: int, director: Actor) -> Places:
    """Seat players; two are out."""
    found = seated(event, {5: (1, 2, 3), 7: (1, 3)})
    press(start, event, by=director)
    for place in ((5, 3), (7, 3)):
        press(bust, event, by=director, entry=found[place])
    return found


def sent(ear: Ear, topic: str) -> dict[str, bytes]:
    """Return the boards published to a topic, by name, as far as the public sees them."""
    found: dict[str, Any] = {}
    for name, text in ear.heard():
        if name == topic:
            found |= decode_envelope(text).boards[Audience.PUBLIC]
    return {name: bytes(board) for name, board in found.items()}


def test_a_name_that_is_now_private_is_published_at_once_on_all_boards_that_show_it(
    event: int, places: Places, director: Actor, ear: Ear
) -> None:
    out = Entry.objects.get(pk=places[7, 3]).player
    names: dict[str, Any] = {"player": out.pk, "name": "Xaviera Quendolin"}
    press(change_player, by=director, **names)
    seen = sent(ear, f"t{event}")
    assert b"Xaviera Quendolin" in seen["eliminations"]
    press(change_player, by=director, **names, privacy="short")
    seen = sent(ear, f"t{event}")
    assert [name for name, board in seen.items() if b"Quendolin" in board] == []
    assert b"Xaviera Q." in seen["eliminations"]
    assert seen.keys() >= {"clock", "moves", "eliminations", "seating", "results"}
    press(undo_in_room, by=director, seq=JournalEntry.journal(None).latest("seq").seq)
    assert b"Xaviera Quendolin" in sent(ear, f"t{event}")["eliminations"]
    # What the public does not see is not published again.
    press(change_player, by=director, **names, staff_notes="Plays slowly")
    assert sent(ear, f"t{event}") == {}


def test_displays_ask_for_the_seat_list_again_once_a_name_in_it_is_private(
    event: int, places: Places, director: Actor
) -> None:
    def number() -> int:
        board = seating(event)
        assert board is not None
        return board.list_seq

    player = Entry.objects.get(pk=places[5, 1]).player
    before = number()
    press(change_player, by=director, player=player.pk, name=player.name, privacy="short")
    private = number()
    assert private != before
    press(change_player, by=director, player=player.pk, name="Ada Lovelace-Byron", privacy="short")
    assert number() not in (before, private)
    press(change_player, by=director, player=player.pk, name="Ada Lovelace-Byron", staff_notes="tall")
    assert number() != before


def test_every_board_that_shows_names_in_public_says_so() -> None:
    assert {kind.name for kind in KINDS.values() if kind.names} == NAMES
    shown = {kind.name for kind in KINDS.values() if "public_names" in kind.read.__globals__}
    assert shown - {"free", "lobby", "structure", "clock_staff", "stack_count"} <= NAMES

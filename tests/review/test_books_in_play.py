"""The room's own rulebooks while events are played by them."""

import pytest

from clock.boards import clock as clock_boards
from clock.commands.clock import start
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.commands import remove_book, save_book
from tourney.models import BookCopy
from tourney.rulebooks.books.loader import shipped_text
from tourney.rulebooks.shelf import book_of

clock = as_sent(clock_boards.clock)
lobby = as_sent(clock_boards.lobby)

ANNOUNCED = shipped_text("munot")
BY_ITSELF = ANNOUNCED.replace('starts = "announced"', 'starts = "by_itself"')


def test_rulebook_edition_changing_level_changes_of_a_running_event_is_refused(
    make_event: MakesEvents, director: Actor
) -> None:
    event = make_event(book="munot")
    press(start, event, by=director)
    assert BY_ITSELF != ANNOUNCED
    assert refusal(save_book, by=director, key="munot", text=BY_ITSELF).code == "book_in_play"
    press(save_book, by=director, key="munot", text=ANNOUNCED + "\n# our own edition\n")
    press(remove_book, by=director, key="munot")


def test_an_edition_that_can_no_longer_be_read_stops_neither_lobby_nor_clock(
    make_event: MakesEvents, director: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    event = make_event(book="munot")
    press(start, event, by=director)
    # As an update with a stricter schema would find it.
    BookCopy.objects.create(key="munot", text="key = 'munot'\nwhat = 1\n")
    assert book_of("munot").title.startswith("Munot")
    assert (clock(event) or {})["advance"] == "announced"
    assert [one["tournament"] for one in lobby()["events"]] == [event]
    assert "munot" in caplog.text

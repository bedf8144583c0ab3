"""A button set by hand expires where no hands are reported (Issue 15, D 4)."""

import pytest

from clock.commands.clock import start
from seating import periodic
from seating.boards import table
from seating.commands import accept, finish_hand, put_button
from seating.models import Proposal
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.models import Tournament

table_board = as_sent(table.table)

pytestmark = pytest.mark.django_db
FULL, SHORT = tuple(range(1, 10)), (1, 2, 3, 5)


@pytest.fixture
def event(wall: Wall, make_event: MakesEvents) -> int:
    """Create an event that balances by the big blind."""
    return make_event(book="munot")


@pytest.fixture
def at(event: int, floor: Actor) -> Places:
    """Set up two uneven tables whose buttons were set by hand a moment ago."""
    found = seated(event, {1: FULL, 2: SHORT})
    press(start, event, by=floor)
    for number in (1, 2):
        press(put_button, event, by=floor, number=number, button=1)
    return found


def proposed(event: int) -> Proposal:
    periodic.review_floors()
    found = Proposal.objects.filter(tournament=event, kind="balance", state="open").order_by("pk").first()
    assert found is not None
    return found


def known(event: int, wall: Wall) -> bool:
    """Return whether the panel of table 1 shows the next big blind."""
    board = table_board(Tournament.objects.get(pk=event), 1)
    assert board is not None
    assert board["next_big_blind"] is not None
    return bool(board["button_until"] >= wall.ms)


def test_recently_set_button_decides_who_moves(event: int, at: Places, wall: Wall) -> None:
    assert proposed(event).detail["entry"] == at[1, 4]
    assert known(event, wall)


def test_after_a_quarter_of_an_hour_the_button_is_asked_for_again(
    event: int, at: Places, floor: Actor, wall: Wall
) -> None:
    before = proposed(event)
    wall.passes(minutes=15)
    assert not known(event, wall)
    assert refusal(accept, event, by=floor, proposal=before.pk).code == "changed"
    press(put_button, event, by=floor, number=2, button=3)
    now = proposed(event)
    assert (now.detail["entry"], now.detail["needs"]) == (None, [1])
    press(put_button, event, by=floor, number=1, button=5)
    assert proposed(event).detail["entry"] == at[1, 8]
    assert known(event, wall)
    journal_tells_the_rows()


def test_button_stays_known_where_a_tablet_records_hands(
    event: int, at: Places, dealer: Actor, wall: Wall
) -> None:
    for hand in range(1, 6):
        wall.passes(minutes=4)
        press(finish_hand, event, by=dealer, number=1, hand=hand)
        assert known(event, wall)
    wall.passes(minutes=9)
    assert known(event, wall)


def test_a_tap_of_the_floor_makes_a_doubtful_button_no_surer(
    event: int, at: Places, floor: Actor, wall: Wall
) -> None:
    wall.passes(minutes=15)
    press(finish_hand, event, by=floor, number=1, hand=1)
    assert not known(event, wall)

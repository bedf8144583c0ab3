"""The clock during hand-for-hand: the minutes of each hand, and when it stops and runs."""

import pytest

from clock.commands.clock import resume, skip_break, start
from clock.services.event_clock import event_clock_of
from procedures.commands.hand_for_hand import announce, deal, end
from procedures.models import HandForHand
from tests.fixtures.room import MINUTE, MakesEvents, level, press, refusal
from tests.fixtures.room import pause as level_pause
from tests.fixtures.wall import Wall
from tests.procedures.hand_for_hand_scenes import at, ends_hand, event
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.models import Tournament

__all__ = ["at", "event"]
pytestmark = pytest.mark.django_db


def left_of(event: int, wall: Wall) -> tuple[str, int, float]:
    """Return state, row and minutes left of the clock."""
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    return read.state, read.position, read.remaining / MINUTE


@pytest.mark.parametrize(
    ("book", "after"),
    [("tda", [20, 18]), ("wsop", [18, 16]), ("pokerstars_live", [20, 18])],
    ids=["TDA RP-8B: each hand two minutes", "WSOP 126: the running one as well", "no rule: two minutes"],
)
def test_each_hand_takes_fixed_minutes_off_the_clock(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall, book: str, after: list[int]
) -> None:
    event = make_event([level(100), level(200)], book=book)
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor)
    assert left_of(event, wall)[0] == "running"
    ends_hand(event, dealer, 1)
    assert left_of(event, wall)[0] == "paused"
    wall.passes(minutes=7)
    ends_hand(event, dealer, 2)
    for hand, left in enumerate(after):
        press(deal, event, by=floor, hand=hand)
        assert left_of(event, wall) == ("paused", 0, left)
        wall.passes(minutes=5)
        ends_hand(event, dealer, 1, 2)
    press(end, event, by=floor, hand=2)
    assert left_of(event, wall) == ("running", 0, after[-1] - 2)


def test_a_level_ends_with_a_hand_that_takes_more_than_is_left(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    event = make_event([level(100, minutes=5), level(200)], book="tda")
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor, minutes=3)
    for hand in range(2):
        ends_hand(event, dealer, 1, 2)
        press(deal, event, by=floor, hand=hand)
    assert left_of(event, wall) == ("paused", 0, 2)
    ends_hand(event, dealer, 1, 2)
    press(deal, event, by=floor, hand=2)
    assert left_of(event, wall) == ("paused", 1, 19)
    refused = refusal(announce, event, by=floor, minutes=3)
    assert refused.code == "already_announced"


def test_no_book_takes_more_minutes_than_it_names(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    refused = refusal(announce, event, by=floor, minutes=4)
    assert (refused.code, refused.rule) == ("too_many_minutes", "TDA RP-8B–D")


@pytest.mark.parametrize(("way", "state"), [("stopped", "paused"), ("running", "running")])
def test_event_can_stop_the_clock_or_let_it_run(
    event: int, floor: Actor, dealer: Actor, at: Places, wall: Wall, way: str, state: str
) -> None:
    press(start, event, by=floor)
    press(announce, event, by=floor, way=way)
    assert left_of(event, wall)[0] == state
    ends_hand(event, dealer, 1, 2, 3)
    press(deal, event, by=floor, hand=0)
    assert left_of(event, wall)[0] == state
    assert HandForHand.objects.get().minutes_per_hand is None
    press(end, event, by=floor, hand=1)
    assert left_of(event, wall)[0] == "running"


def test_clock_started_after_a_break_stops_at_the_next_hand_but_break_runs_on(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    event = make_event([level(100, minutes=5), level_pause(), level(200)], book="tda")
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor)
    wall.passes(minutes=6)
    assert left_of(event, wall)[:2] == ("running", 1)
    ends_hand(event, dealer, 1)
    assert left_of(event, wall)[:2] == ("running", 1)
    ends_hand(event, dealer, 2)
    press(deal, event, by=floor, hand=0)
    press(skip_break, event, by=floor)
    assert left_of(event, wall)[:2] == ("running", 2)
    for hand in (1, 2):
        ends_hand(event, dealer, 1)
        assert left_of(event, wall)[:2] == ("paused", 2)
        ends_hand(event, dealer, 2)
        press(deal, event, by=floor, hand=hand)
        # Staff start it manually.
        press(resume, event, by=floor)
    assert HandForHand.objects.get().stopped_clock


def test_last_hands_of_a_day_take_no_minutes_off_the_next_day(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    event = make_event([level(100, minutes=3, ends_day=True), level(200)], book="tda")
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor)
    for hand in range(4):
        ends_hand(event, dealer, 1, 2)
        press(deal, event, by=floor, hand=hand)
    assert left_of(event, wall) == ("paused", 0, 1 / 60)

"""The page of an event's chips: stacks by value, what is missing, and when chips leave."""

import pytest
from django.test import Client
from django.urls import reverse

from clock.commands.structures import save_structure
from clock.services.event_clock import event_clock_of
from procedures.boards.chip_plan import chip_plan
from procedures.models import StackMakeUp
from tests.fixtures.room import MakesEvents, level, pause, press
from tests.procedures.chip_race_scenes import with_chips
from tests.web.visitors import send, text_of
from tourney.access.roles import Actor
from tourney.commands import add_chip_set
from tourney.models import Chip, ChipMove, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db
ROWS = [
    level(50),
    level(100),
    level(150),
    pause(10),
    level(200),
    pause(10, colour_up=[25]),
    level(400),
    level(600),
]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event whose structure keeps the 25 chips a break too long."""
    made = make_event(levels=ROWS)
    with_chips(made, 25, 100, 500, 1_000, 5_000)
    return made


def test_stacks_are_shown_by_value_and_missing_chips_are_named(page: Client, event: int) -> None:
    address = f"/staff/t/{event}/chips/"
    assert "Enter how many chips the cases hold" in text_of(page.get(address))
    board = chip_plan(event, players=40, late=0)
    assert board is not None
    assert board.enough_for is None
    needed = {one.value: one.needed for one in board.supply}
    for chip in Chip.objects.all():
        Chip.objects.filter(pk=chip.pk).update(owned=needed[chip.value])
    assert "are enough for 40 starting stacks" in text_of(page.get(f"{address}?players=40&late=0"))
    Chip.objects.filter(value=25).update(owned=needed[25] - 7)
    short = text_of(page.get(f"{address}?players=40&late=0"))
    assert "The room does not have enough chips:" in short
    assert "7 × 25" in short
    assert "are enough for 39 starting stacks" in short


def test_chips_leave_as_proposed_at_one_press(page: Client, event: int) -> None:
    address = f"/staff/t/{event}/chips/"
    assert "It could be removed after: Break after level 3" in text_of(page.get(address))
    assert send(page, address, what="propose").status_code == 302
    levels = event_clock_of(Tournament.objects.get(pk=event)).levels
    assert [one.colour_up for one in levels] == [(), (), (), (25,), (), (), (), ()]
    assert "It could be removed" not in text_of(page.get(address))


def test_the_list_for_the_chip_runner_has_stacks_and_colour_ups(page: Client, event: int) -> None:
    sheet = text_of(page.get(f"/staff/t/{event}/chips/print/?players=40"))
    assert "Stacks to make up" in sheet
    assert "Colour-up: Break after level 4" in sheet
    assert "40 players expected" in sheet


def test_an_event_without_a_chip_set_says_so(page: Client, make_event: MakesEvents) -> None:
    event = make_event()
    assert "No chip set has been chosen" in text_of(page.get(f"/staff/t/{event}/chips/"))
    assert page.get(f"/staff/t/{event}/chips/print/").status_code == 200


def test_the_stacks_that_the_page_shows_are_recorded(page: Client, event: int) -> None:
    address = f"/staff/t/{event}/chips/?players=40&late=10"
    answer = send(page, address, what="make_up")
    assert (answer.status_code, answer.headers["Location"]) == (302, address)
    shown = chip_plan(event, players=40, late=10)
    assert shown is not None
    made = [
        {piece.value: piece.count for piece in one.pieces} for one in shown.stacks if one.pieces is not None
    ]
    kept = [{value: count for value, count in one.pieces} for one in StackMakeUp.objects.order_by("pk")]
    assert kept == made


def test_chips_that_came_back_are_counted_by_value_on_the_page(page: Client, event: int) -> None:
    address = f"/staff/t/{event}/chips/"
    assert "Chips that came back" not in text_of(page.get(address))
    move = ChipMove.objects.create(tournament_id=event, kind="ghost", chips=-1_100, at=room_now())
    assert "values assumed" in text_of(page.get(address))
    answer = send(page, address, what="returned", move=str(move.pk))
    assert (answer.status_code, "Enter how many chips of each value" in text_of(answer)) == (422, True)
    answer = send(page, address, what="returned", move=str(move.pk), count_1000="1", count_100="1")
    assert answer.status_code == 302
    shown = text_of(page.get(address))
    assert '<span class="nowrap">1 × 1,000,</span>' in shown
    assert "values assumed" not in shown


def test_a_stack_made_up_differently_replaces_that_of_its_use(page: Client, event: int) -> None:
    address = f"/staff/t/{event}/chips/"
    send(page, address, what="make_up")

    def kept() -> list[dict[int, int]]:
        rows = StackMakeUp.objects.filter(use="entry").order_by("pk")
        return [{value: count for value, count in row.pieces} for row in rows]

    before = kept()
    own = {"count_25": "8", "count_100": "8", "count_500": "4", "count_1000": "7", "count_5000": ""}
    assert send(page, address, what="own", use="entry", **own).status_code == 302
    assert kept() == [*before[1:], {25: 8, 100: 8, 500: 4, 1000: 7}]
    wrong = send(page, address, what="own", use="entry", **{**own, "count_1000": "6"})
    assert wrong.status_code == 422
    assert "The chips of this stack are worth 9,000, not 10,000." in text_of(wrong)
    assert 'name="count_1000" inputmode="numeric" maxlength="6" value="6"' in text_of(wrong)
    assert send(page, address, what="own", use="entry").status_code == 422
    assert send(page, address, what="own", use="gift", **own).status_code == 422
    assert kept() == [*before[1:], {25: 8, 100: 8, 500: 4, 1000: 7}]


def test_chip_set_is_planned_without_an_event(page: Client, director: Actor) -> None:
    chips = [
        {"value": value, "face": "#1f6f3f", "edge": "#ffffff", "owned": 400}
        for value in (25, 100, 500, 1_000)
    ]
    made = press(add_chip_set, by=director, name="Case", chips=chips).answer
    library = press(save_structure, by=director, name="Club night", levels=ROWS).answer
    assert made is not None
    assert library is not None
    address = reverse("chip_set", args=[made["chip_set"]])
    assert "Stacks by value" not in text_of(page.get(address))
    asked = {"structure": library["structure"], "stack": "10000", "players": "20"}
    shown = text_of(page.get(address, asked))
    assert "The chips are enough for" in shown
    assert "Entered late, from Level 5" in shown
    assert "Break after level 4" in shown
    impossible = text_of(page.get(address, {**asked, "stack": "777"}))
    assert "The chips in play cannot make this stack." in impossible
    assert "Have ready" not in impossible
    short = text_of(page.get(address, {**asked, "players": "60"}))
    assert "The room does not have enough chips:" in short
    assert "They are enough for" in short
    for wrong in (
        {"stack": "0"},
        {"stack": "x"},
        {"players": "99999999"},
        {"structure": "999"},
        {"structure": "x"},
    ):
        answer = page.get(address, {**asked, **wrong})
        assert (answer.status_code, "Stacks by value" in text_of(answer)) == (200, False)

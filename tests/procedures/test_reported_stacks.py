"""Players enter their own stacks during a count, and staff confirm them."""

import pytest
from django.urls import reverse

from procedures.boards.own_stacks import stack_of
from procedures.boards.stack_counts import chip_leaders, stack_count
from procedures.boards.table_counts import table_in_count
from procedures.commands.reported_stacks import report_stack
from procedures.commands.stack_counts import close_count, count_table, open_count
from seating.commands import bust
from tests.desk.lists import phone
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.chip_race_scenes import with_chips
from tests.seating.seating_scenes import seated
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.live.boards import shown_by_rows
from tourney.models import Entry, Tournament
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db

# Four players of 10,000 chips each.
SEATED = {5: (1, 2), 7: (1, 3)}


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event."""
    return make_event()


@pytest.fixture
def players(event: int, director: Actor) -> dict[tuple[int, int], int]:
    """Seat four players; return their keys by table and seat."""
    press(set_field, event, by=director, entries=4, left=4)
    return {at: Entry.objects.get(pk=entry).player_id for at, entry in seated(event, SEATED).items()}


def stacks(**chips: int) -> list[dict[str, int]]:
    """Return stacks by seat: `stacks(s1=9_000)` is seat 1."""
    return [{"seat": int(seat[1:]), "chips": count} for seat, count in chips.items()]


def test_a_reported_stack_counts_once_staff_have_confirmed_it(
    event: int, players: dict[tuple[int, int], int], floor: Actor
) -> None:
    anna = players[5, 1]
    press(open_count, event, by=floor)
    assert stack_of(event, [anna])[anna].counting
    own_phone = phone(anna)
    press(report_stack, event, by=own_phone, chips=12_000)
    press(report_stack, event, by=own_phone, chips=12_500)
    board = stack_count(event)
    assert board is not None
    assert [(one.number, one.counted, one.reported) for one in board.tables] == [(5, 0, 1), (7, 0, 0)]
    own = stack_of(event, [anna, players[7, 1]])
    assert (own[anna].counting, own[anna].reported) == (True, 12_500)
    assert own[players[7, 1]].reported is None
    form = client_of(floor).get(reverse("stack_counts", args=[event]), {"table": "5"})
    assert 'value="12500"' in form.content.decode()
    assert "Entered by the player. Check it before you save." in text_of(form)
    press(count_table, event, by=floor, number=5, stacks=stacks(s1=12_500, s2=7_500))
    board = stack_count(event)
    assert board is not None
    assert [(one.counted, one.reported) for one in board.tables] == [(2, 0), (0, 0)]
    assert stack_of(event, [anna])[anna].counting is False


def test_phones_and_floor_are_told_by_the_rows(
    event: int, players: dict[tuple[int, int], int], floor: Actor
) -> None:
    assert "stack_count" in shown_by_rows(f"t{event}", {"procedures.reportedstack"})


def test_a_player_sees_rank_and_average_of_each_closed_count(
    event: int, players: dict[tuple[int, int], int], floor: Actor
) -> None:
    for first, second in ((12_500, 7_500), (19_000, 1_000)):
        press(open_count, event, by=floor)
        press(count_table, event, by=floor, number=5, stacks=stacks(s1=first, s2=second))
        press(count_table, event, by=floor, number=7, stacks=stacks(s1=12_500, s3=7_500))
        press(close_count, event, by=floor)
    own = stack_of(event, players.values())
    assert [(one.chips, one.rank, one.players, one.average) for one in own[players[5, 1]].counts] == [
        (12_500, 1, 4, 10_000),
        (19_000, 1, 4, 10_000),
    ]
    assert [(one.rank, one.worst) for one in own[players[7, 3]].counts] == [(3, 4), (3, 3)]
    assert [one.rank for one in own[players[5, 2]].counts] == [3, 4]


def test_phone_and_wall_agree_on_the_average_with_an_accepted_difference(
    event: int, players: dict[tuple[int, int], int], floor: Actor
) -> None:
    press(open_count, event, by=floor)
    press(count_table, event, by=floor, number=5, stacks=stacks(s1=12_500, s2=7_500))
    press(count_table, event, by=floor, number=7, stacks=stacks(s1=12_500, s3=6_500))
    press(close_count, event, by=floor, difference=-1_000)
    (own,) = stack_of(event, [players[5, 1]])[players[5, 1]].counts
    leaders = chip_leaders(event)
    assert leaders is not None
    assert own.average == leaders.average == 9_750
    assert field_of(Tournament.objects.get(pk=event)).chips == 39_000


def test_stacks_that_cannot_be_are_refused(
    event: int, players: dict[tuple[int, int], int], floor: Actor
) -> None:
    anna = phone(players[5, 1])
    assert refusal(report_stack, event, by=anna, chips=5_000).code == "no_count"
    press(open_count, event, by=floor)
    assert refusal(report_stack, event, by=anna, chips=40_001).code == "too_many_chips"
    assert refusal(report_stack, event, by=anna, chips=0).code == "bad_argument"
    assert refusal(report_stack, event, by=floor, chips=5_000).code == "not_allowed"
    with_chips(event, 100, 500)
    assert refusal(report_stack, event, by=anna, chips=5_050).code == "odd_stack"
    press(count_table, event, by=floor, number=5, stacks=stacks(s1=12_500, s2=7_500))
    refused = refusal(report_stack, event, by=anna, chips=12_000)
    assert refused.code == "counted_already"
    assert "12,500" in refused.message


def test_a_stack_is_not_entered_twice_nor_without_end(
    event: int, players: dict[tuple[int, int], int], floor: Actor
) -> None:
    press(open_count, event, by=floor)
    anna = phone(players[5, 1])
    press(report_stack, event, by=anna, chips=1_000)
    assert refusal(report_stack, event, by=anna, chips=1_000).code == "entered_already"
    for chips in range(2_000, 11_000, 1_000):
        press(report_stack, event, by=anna, chips=chips)
    assert refusal(report_stack, event, by=anna, chips=11_000).code == "too_often"


def test_a_player_without_a_seat_cannot_report(
    event: int, players: dict[tuple[int, int], int], floor: Actor
) -> None:
    gone = players[7, 3]
    press(open_count, event, by=floor)
    press(bust, event, by=floor, entry=Entry.objects.get(player=gone).pk)
    assert refusal(report_stack, event, by=phone(gone), chips=5_000).code == "no_seat"


def test_the_dealers_tablet_has_the_stacks_of_its_table(
    event: int, players: dict[tuple[int, int], int], floor: Actor
) -> None:
    row = Tournament.objects.get(pk=event)
    assert table_in_count(row, 5) is None
    press(open_count, event, by=floor)
    press(report_stack, event, by=phone(players[5, 1]), chips=12_500)
    board = table_in_count(row, 5)
    assert board is not None
    assert board.seen is None
    assert [(one.seat, one.chips, one.reported) for one in board.stacks] == [
        (1, None, 12_500),
        (2, None, None),
    ]
    press(count_table, event, by=floor, number=5, stacks=stacks(s1=12_500))
    board = table_in_count(row, 5)
    assert board is not None
    assert [(one.chips, one.reported) for one in board.stacks] == [(12_500, None), (None, None)]
    press(count_table, event, by=floor, number=5, stacks=stacks(s2=7_500), seen=board.seen)
    assert table_in_count(row, 6) is None

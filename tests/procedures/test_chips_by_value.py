"""Chips in play by value: from the make-up of stacks, through exchanges and colour-ups, to the count."""

import pytest

from procedures.boards.stack_counts import stack_count
from procedures.commands.chips_by_value import exchange, make_up
from procedures.commands.old_chips import colour_up
from procedures.commands.stack_counts import count_table, open_count
from procedures.services.chips_by_value import chips_by_value
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.chip_race_scenes import with_chips
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.models import ChipMove, Entry, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db
PIECES = {5_000: 1, 1_000: 3, 500: 1, 100: 12, 25: 12}


def pieces(**counts: int) -> list[dict[str, int]]:
    """Return chips by value: `pieces(v25=4)`."""
    return [{"value": int(value[1:]), "count": count} for value, count in counts.items()]


STACK = [{"value": value, "count": count} for value, count in PIECES.items()]


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Create an event of three players whose stacks are made up."""
    made = make_event()
    seated(made, {2: (1, 4, 9)})
    with_chips(made, 25, 100, 500, 1_000, 5_000)
    row = Tournament.objects.get(pk=made)
    ChipMove.objects.filter(tournament=row).delete()
    for entry in Entry.objects.filter(tournament=row):
        ChipMove.objects.create(
            tournament=row, entry=entry, kind="starting_stack", chips=10_000, at=room_now()
        )
    return made


def by_value(event: int) -> dict[int, int]:
    """Return the chips in play by value."""
    return dict(chips_by_value(Tournament.objects.get(pk=event)))


def test_chips_in_play_are_known_by_value_through_exchanges(event: int, floor: Actor) -> None:
    assert by_value(event) == {}
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    assert by_value(event) == {value: 3 * count for value, count in PIECES.items()}
    press(exchange, event, by=floor, given=pieces(v500=2), taken=pieces(v1000=1))
    entry = Entry.objects.filter(tournament=event).first()
    assert entry is not None
    press(colour_up, event, by=floor, entry=entry.pk, small=25, count=9)
    assert by_value(event) == {5_000: 3, 1_000: 8, 500: 5, 100: 38, 25: 28}


def test_a_count_by_value_is_compared_with_the_chips_in_play(event: int, floor: Actor) -> None:
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    press(open_count, event, by=floor)
    stacks = [{"seat": seat, "chips": 10_000, "pieces": STACK} for seat in (1, 4, 9)]
    press(count_table, event, by=floor, number=2, stacks=stacks)
    board = stack_count(event)
    assert board is not None
    assert board.pieces == board.expected
    assert board.tables[0].by == floor.name


def test_chips_that_left_uncounted_leave_only_the_total(event: int, floor: Actor) -> None:
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    row = Tournament.objects.get(pk=event)
    ChipMove.objects.create(tournament=row, kind="surrender", chips=-2_000, at=room_now())
    assert by_value(event) == {}


def test_unequal_exchanges_and_stacks_are_refused(event: int, floor: Actor) -> None:
    code = refusal(exchange, event, by=floor, given=pieces(v500=1), taken=pieces(v1000=1)).code
    assert code == "pieces_differ"
    wrong = [{"use": "entry", "chips": 9_000, "pieces": STACK}]
    assert refusal(make_up, event, by=floor, stacks=wrong).code == "pieces_differ"
    assert refusal(exchange, event, by=floor, given=pieces(v7=1), taken=pieces(v7=1)).code == "no_such_chip"

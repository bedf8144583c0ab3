"""All stacks of an event are counted table by table, and compared with the chips in play."""

import uuid

import pytest
from django.utils.translation import override

from clock.commands.clock import go_to, start
from clock.services.progress import progress_of
from procedures.boards.stack_counts import chip_leaders, stack_count
from procedures.commands.stack_counts import close_count, count_table, open_count
from procedures.models import CountedStack, StackByValue, StackCount
from seating.commands import bust, count_stack, leave_seat
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.procedures.chip_race_scenes import with_chips
from tests.seating.seating_scenes import seated
from tests.web.visitors import client_of
from tests.web.visitors import text_of as page_text
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.live.boards import shown_by_rows
from tourney.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db

# Ten players of 10,000 chips each.
SEATED = {5: (1, 2, 3, 4, 5, 6), 7: (1, 3, 5, 9)}


@pytest.fixture
def places(make_event: MakesEvents, director: Actor) -> dict[tuple[int, int], int]:
    """Create an event with ten players at tables 5 and 7; entries by (table, seat)."""
    event = make_event()
    press(set_field, event, by=director, entries=10, left=10)
    return seated(event, SEATED)


@pytest.fixture
def event(places: dict[tuple[int, int], int]) -> int:
    """Return the event of the ten players."""
    return Tournament.objects.get().pk


def stacks(**chips: int) -> list[dict[str, int]]:
    """Return stacks by seat: `stacks(s1=9_000)` is seat 1."""
    return [{"seat": int(seat[1:]), "chips": count} for seat, count in chips.items()]


TABLE_5 = stacks(s1=25_000, s2=5_000, s3=10_000, s4=10_000, s5=8_000, s6=2_000)
TABLE_7 = stacks(s1=31_000, s3=3_000, s5=4_000, s9=2_000)


def counted(event: int, by: Actor) -> None:
    """Count both tables; the stacks add up."""
    press(open_count, event, by=by)
    press(count_table, event, by=by, number=5, stacks=TABLE_5)
    press(count_table, event, by=by, number=7, stacks=TABLE_7)


def test_tables_are_counted_one_after_the_other_until_the_stacks_add_up(
    event: int, director: Actor, floor: Actor
) -> None:
    press(open_count, event, by=floor, occasion="day_end")
    before = stack_count(event)
    assert before is not None
    assert [(one.number, one.stacks, one.counted) for one in before.tables] == [(5, 6, 0), (7, 4, 0)]
    assert (before.in_play, before.difference) == (100_000, None)
    press(count_table, event, by=floor, number=5, stacks=TABLE_5)
    half = stack_count(event)
    assert half is not None
    assert (half.counted, half.chips, half.difference) == (6, 60_000, None)
    assert [one.by for one in half.tables] == [floor.name, ""]
    press(count_table, event, by=director, number=7, stacks=TABLE_7)
    whole = stack_count(event)
    assert whole is not None
    assert (whole.counted, whole.chips, whole.difference) == (10, 100_000, 0)
    press(close_count, event, by=floor)
    closed = stack_count(event)
    assert closed is not None
    assert closed.count is None
    assert closed.last is not None
    assert (closed.last.chips, closed.last.in_play, closed.last.occasion) == (100_000, 100_000, "day_end")
    assert CountedStack.objects.count() == 10
    journal_tells_the_rows()


def test_earlier_stack_counts_are_ignored(
    event: int, places: dict[tuple[int, int], int], director: Actor, wall: Wall
) -> None:
    press(count_stack, event, by=director, entry=places[7, 3], chips=3_000)
    wall.passes(minutes=1)
    press(open_count, event, by=director)
    wall.passes(minutes=1)
    press(count_stack, event, by=director, entry=places[7, 9], chips=2_000)
    board = stack_count(event)
    assert board is not None
    assert (board.counted, board.chips) == (1, 2_000)


def test_chips_that_are_missing_or_too_many_are_named_before_it_is_closed(
    event: int, director: Actor
) -> None:
    press(open_count, event, by=director)
    press(count_table, event, by=director, number=5, stacks=TABLE_5)
    refused = refusal(close_count, event, by=director)
    assert refused.code == "not_counted"
    assert "7" in refused.message
    press(count_table, event, by=director, number=7, stacks=stacks(s1=30_500, s3=3_000, s5=4_000, s9=2_000))
    before = all_rows()
    refused = refusal(close_count, event, by=director)
    assert (refused.code, refused.message) == (
        "does_not_add_up",
        "99,500 chips are counted, 500 fewer than the 100,000 in play. Count again, or accept the difference.",
    )
    assert all_rows() == before
    with override("de-ch"):
        assert "99'500" in refusal(close_count, event, by=director).message, "grouped as on pages"
    done = press(close_count, event, by=director, difference=-500)
    assert (
        text_of(JournalEntry.journal(event).get(seq=done.seq))
        == "Closed the count: 99,500 chips, 500 missing"
    )
    assert StackCount.objects.get().chips == 99_500


def test_second_person_is_told_that_a_table_is_counted_already(
    event: int, director: Actor, floor: Actor
) -> None:
    press(open_count, event, by=director)
    press(count_table, event, by=floor, number=5, stacks=TABLE_5)
    other = [{**one, "chips": 1_000} for one in TABLE_5]
    refused = refusal(count_table, event, by=director, number=5, stacks=other)
    assert refused.code == "counted_already"
    assert refused.message == f"Table 5 has been counted: 60,000 chips, by {floor.name}. Count it again?"
    board = stack_count(event)
    assert board is not None
    press(count_table, event, by=director, number=5, stacks=other, seen=board.tables[0].at)
    board = stack_count(event)
    assert board is not None
    assert [(one.chips, one.by) for one in board.tables] == [(6_000, director.name), (0, "")]


def test_stacks_counted_on_the_tablet_are_not_replaced_by_mistake(
    event: int, places: dict[tuple[int, int], int], director: Actor
) -> None:
    press(open_count, event, by=director)
    press(count_stack, event, by=director, entry=places[7, 9], chips=2_000)
    refused = refusal(count_table, event, by=director, number=7, stacks=TABLE_7)
    assert (refused.code, refused.message) == (
        "counted_already",
        "Table 7 has been counted: 2,000 chips. Count it again?",
    )


def test_a_stack_changed_after_its_table_was_counted_is_marked(
    event: int, places: dict[tuple[int, int], int], director: Actor, wall: Wall
) -> None:
    press(open_count, event, by=director)
    press(count_table, event, by=director, number=7, stacks=TABLE_7)
    wall.passes(minutes=1)
    press(count_stack, event, by=director, entry=places[7, 9], chips=2_500)
    board = stack_count(event)
    assert board is not None
    assert [one.changed for one in board.tables] == [False, True]


def test_only_the_floor_accepts_a_difference_and_only_the_one_that_was_seen(
    event: int, director: Actor, floor: Actor, desk: Actor
) -> None:
    press(open_count, event, by=director)
    press(count_table, event, by=director, number=5, stacks=TABLE_5)
    press(count_table, event, by=director, number=7, stacks=stacks(s1=30_500, s3=3_000, s5=4_000, s9=2_000))
    refused = refusal(close_count, event, by=desk, difference=-500)
    assert refused.code == "does_not_add_up"
    assert refused.message.endswith("Call the floor: they can accept the difference.")
    assert refusal(close_count, event, by=director, difference=-400).code == "does_not_add_up"
    press(close_count, event, by=floor, difference=-500)


def test_the_desk_closes_a_count_that_adds_up(event: int, director: Actor, desk: Actor) -> None:
    counted(event, director)
    refused = refusal(close_count, event, by=director, difference=-500)
    assert (refused.code, "no difference to accept" in refused.message) == ("does_not_add_up", True)
    press(close_count, event, by=desk)


def test_players_without_a_seat_are_named_and_keep_the_count_open(
    event: int, places: dict[tuple[int, int], int], director: Actor
) -> None:
    press(leave_seat, event, by=director, entry=places[7, 9])
    press(open_count, event, by=director)
    press(count_table, event, by=director, number=5, stacks=TABLE_5)
    press(count_table, event, by=director, number=7, stacks=TABLE_7[:3])
    board = stack_count(event)
    assert board is not None
    assert board.unseated == 1
    assert refusal(close_count, event, by=director).code == "not_seated"


def test_a_stack_that_was_left_out_is_added_without_a_question(event: int, director: Actor) -> None:
    press(open_count, event, by=director)
    press(count_table, event, by=director, number=5, stacks=TABLE_5[:4])
    press(count_table, event, by=director, number=5, stacks=TABLE_5[4:])
    board = stack_count(event)
    assert board is not None
    assert (board.counted, board.chips) == (6, 60_000)


@pytest.mark.parametrize(
    ("listed", "code"),
    [
        (stacks(s1=1_000) + stacks(s1=2_000), "counted_twice"),
        (stacks(s8=1_000), "seat_empty"),
        (stacks(s1=0), "no_chips"),
        (stacks(s1=60_000, s2=41_000), "too_many_chips"),
    ],
)
def test_impossible_stacks_are_refused(
    event: int, director: Actor, listed: list[dict[str, int]], code: str
) -> None:
    press(open_count, event, by=director)
    before = all_rows()
    assert refusal(count_table, event, by=director, number=5, stacks=listed).code == code
    assert all_rows() == before


def test_a_stack_is_a_multiple_of_the_smallest_chip_in_play(event: int, director: Actor) -> None:
    with_chips(event, 100, 500, 1_000)
    press(open_count, event, by=director)
    refused = refusal(count_table, event, by=director, number=5, stacks=stacks(s1=1_050))
    assert (refused.code, refused.message) == (
        "odd_stack",
        "Table 5, seat 1: 1,050 chips are not possible, because stacks are multiples of 100.",
    )
    press(count_table, event, by=director, number=5, stacks=stacks(s1=1_100))


def test_one_count_at_a_time_and_none_without_players(
    event: int, make_event: MakesEvents, director: Actor
) -> None:
    assert refusal(close_count, event, by=director).code == "no_count"
    assert refusal(count_table, event, by=director, number=5, stacks=TABLE_5).code == "no_count"
    press(open_count, event, by=director)
    assert refusal(open_count, event, by=director).code == "count_open"
    empty = make_event(name="Empty")
    assert refusal(open_count, empty, by=director).code == "no_players_seated"


def test_chip_leaders_share_a_rank_and_those_who_bust_leave_the_list(
    event: int, places: dict[tuple[int, int], int], director: Actor
) -> None:
    counted(event, director)
    early = chip_leaders(event)
    assert early is not None
    assert (early.at, early.rows) == (None, [])
    press(close_count, event, by=director)
    board = chip_leaders(event)
    assert board is not None
    assert board.average == 10_000
    assert [(one.rank, one.worst, one.table, one.seat, one.chips) for one in board.rows[:5]] == [
        (1, 1, 7, 1, 31_000),
        (2, 2, 5, 1, 25_000),
        (3, 4, 5, 3, 10_000),
        (3, 4, 5, 4, 10_000),
        (5, 5, 5, 5, 8_000),
    ]
    shortest = board.shortest
    assert shortest is not None
    assert (shortest.rank, shortest.worst, shortest.table, shortest.chips) == (9, 10, 5, 2_000)
    # A bust changes an entry, and screens hear of it.
    assert "chip_leaders" in shown_by_rows(f"t{event}", {"tourney.entry"})
    press(bust, event, by=director, entry=places[7, 1])
    later = chip_leaders(event)
    assert later is not None
    assert [(one.rank, one.chips) for one in later.rows[:2]] == [(1, 25_000), (2, 10_000)]


def test_closing_is_undone_and_the_stacks_are_gone(event: int, director: Actor) -> None:
    counted(event, director)
    before = stack_count(event)
    done = press(close_count, event, by=director)
    press(undo, event, by=director, seq=done.seq)
    assert stack_count(event) == before
    assert not CountedStack.objects.exists()


def by_value(seat: int, **counts: int) -> dict[str, object]:
    """Return a stack counted by value: `by_value(3, v1000=9, v500=2)`."""
    pieces = [{"value": int(name[1:]), "count": count} for name, count in counts.items()]
    chips = sum(int(name[1:]) * count for name, count in counts.items())
    return {"seat": seat, "chips": chips, "pieces": pieces}


def test_stacks_counted_by_value_add_up_by_value_until_one_is_typed_as_a_sum(
    event: int, floor: Actor
) -> None:
    with_chips(event, 100, 500, 1_000, 5_000)
    press(open_count, event, by=floor)
    seven = [by_value(1, v5000=6, v1000=1), by_value(3, v1000=3), by_value(5, v500=8), by_value(9, v100=20)]
    press(count_table, event, by=floor, number=7, stacks=seven)
    board = stack_count(event)
    assert board is not None
    pieces = [(one.number, [(piece.value, piece.count) for piece in one.pieces]) for one in board.tables]
    assert pieces == [(5, []), (7, [(5_000, 6), (1_000, 4), (500, 8), (100, 20)])]
    assert board.pieces == []
    five = [by_value(seat, v5000=2) for seat in range(1, 7)]
    press(count_table, event, by=floor, number=5, stacks=five)
    whole = stack_count(event)
    assert whole is not None
    assert (whole.pieces[0].value, whole.pieces[0].count, whole.chips) == (5_000, 18, 100_000)
    # A stack that is typed as a sum has no chips by value any more.
    press(count_table, event, by=floor, number=7, stacks=stacks(s3=3_000), seen=10**15)
    again = stack_count(event)
    assert again is not None
    assert [bool(one.pieces) for one in again.tables] == [True, False]
    assert again.pieces == []
    press(close_count, event, by=floor)
    assert StackByValue.objects.filter(table=7).count() == 3
    journal_tells_the_rows()


def test_chips_that_left_play_or_are_not_the_stack_are_refused(event: int, floor: Actor) -> None:
    with_chips(event, 500, 1_000)
    press(open_count, event, by=floor)
    foreign = refusal(count_table, event, by=floor, number=7, stacks=[by_value(3, v1000=2, v100=10)])
    assert foreign.code == "chip_not_in_play"
    wrong = {**by_value(3, v1000=2), "chips": 3_000}
    assert refusal(count_table, event, by=floor, number=7, stacks=[wrong]).code == "pieces_differ"


def test_count_is_closed_while_the_clock_runs_only_after_a_question(
    event: int, director: Actor, floor: Actor
) -> None:
    press(start, event, by=director)
    counted(event, floor)
    refused = refusal(close_count, event, by=floor)
    assert refused.code == "clock_running"
    assert "stacks may have changed" in refused.message
    # The page asks, and the second press closes the count.
    client, address = client_of(floor), f"/staff/t/{event}/counts/"
    given = {"what": "close", "command_id": str(uuid.uuid4())}
    page = page_text(client.post(address, given))
    assert "Close the count anyway" in page
    assert 'name="running" value="1"' in page
    given |= {"running": "1", "command_id": str(uuid.uuid4())}
    assert client.post(address, given).status_code == 302
    assert StackCount.objects.get().closed_at is not None


def test_count_in_a_break_is_closed_without_a_question(event: int, director: Actor, floor: Actor) -> None:
    press(start, event, by=director)
    press(go_to, event, by=director, to=progress_of(Tournament.objects.get(pk=event)).breaks.index(True))
    assert progress_of(Tournament.objects.get(pk=event)).is_break
    counted(event, floor)
    press(close_count, event, by=floor)

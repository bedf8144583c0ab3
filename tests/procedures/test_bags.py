"""At the end of a day stacks are counted, sealed in bags and handed in; then the day is closed."""

from itertools import pairwise
from random import Random

import pytest

from clock.boards.clock import clock
from clock.commands.clock import resume as resume_clock
from clock.commands.clock import start
from displays.services.overlay_facts import facts_of
from procedures.boards.bags import bags, table_bags, tables_of_bags
from procedures.boards.stack_counts import chip_leaders
from procedures.commands.bags import hand_in, seal_table, unseal
from procedures.commands.event_days import close_day, draw_next_day, resume_day
from procedures.commands.stack_counts import close_count, count_table, open_count
from procedures.models import Bag, CountedStack, EventDay, ReportedStack, StackCount
from procedures.services.bags import closed_day_of
from seating.commands import bust, count_stack, finish_hand, give_seat, leave_seat, put_button
from seating.commands.withdrawals import take_back
from seating.models import Seat
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.test_stack_counts import TABLE_5, TABLE_7, stacks
from tests.seating.seating_scenes import name, seated
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.journal.undo import undo
from tourney.live.boards import shown_by_rows
from tourney.models import Tournament
from tourney.now import from_ms, room_now

pytestmark = pytest.mark.django_db

Places = dict[tuple[int, int], int]
SATURDAY = 1_800_000_000_000


@pytest.fixture
def places(make_event: MakesEvents, director: Actor) -> Places:
    """Create an event by PokerStars Live with ten players at tables 5 and 7; entries by (table, seat)."""
    event = make_event(book="pokerstars_live")
    press(set_field, event, by=director, entries=10, left=10)
    return seated(event, {5: (1, 2, 3, 4, 5, 6), 7: (1, 3, 5, 9)})


@pytest.fixture
def event(places: Places) -> int:
    """Return the event of the ten players."""
    return Tournament.objects.get().pk


def counted(event: int, by: Actor) -> None:
    """Count both tables for the end of the day; the stacks add up."""
    press(open_count, event, by=by, occasion="day_end")
    press(count_table, event, by=by, number=5, stacks=TABLE_5)
    press(count_table, event, by=by, number=7, stacks=TABLE_7)


def bagged(event: int, by: Actor) -> None:
    """Count, seal and hand in all stacks."""
    counted(event, by)
    for number in (5, 7):
        press(seal_table, event, by=by, number=number)
        press(hand_in, event, by=by, number=number)


def test_a_day_ends_with_all_stacks_in_bags_and_chips_are_exact(
    event: int, places: Places, director: Actor, floor: Actor, dealer: Actor
) -> None:
    press(start, event, by=director)
    counted(event, floor)
    done = press(seal_table, event, by=dealer, number=5)
    assert done.answer == {"bags": [501, 502, 503, 504, 505, 506]}
    press(seal_table, event, by=dealer, number=7, seats=[1, 3])
    press(seal_table, event, by=dealer, number=7)
    press(hand_in, event, by=floor, number=5, seats=[4])
    press(hand_in, event, by=floor, number=5)
    press(hand_in, event, by=director, number=7)
    bags = Bag.objects.select_related("entry")
    assert {(bag.table, bag.seat): bag.entry_id for bag in bags} == places
    assert sum(bag.chips for bag in bags) == 100_000
    assert {bag.sealed_by for bag in bags} == {dealer.name}
    assert bags.get(number=504).handed_in_by == floor.name
    done = press(close_day, event, running=True, by=floor, next_start=SATURDAY)
    assert done.answer == {"day": 1, "bags": 10, "chips": 100_000, "stopped": True}
    day = closed_day_of(Tournament.objects.get())
    assert day is not None
    assert (day.number, day.next_start, day.seats) == (1, from_ms(SATURDAY), "redraw")
    count = StackCount.objects.get()
    assert (count.chips, count.in_play, count.occasion) == (100_000, 100_000, "day_end")
    kept = CountedStack.objects.values_list("entry", "chips")
    assert dict(kept) == {bag.entry_id: bag.chips for bag in bags}
    board = clock(event)
    assert board is not None
    assert board.day_over is not None
    assert (board.day_over.number, board.day_over.next_start) == (1, SATURDAY)
    assert not board.clock.running
    journal_tells_the_rows()


def test_the_day_is_closed_only_once_all_bags_are_handed_in(event: int, director: Actor) -> None:
    assert refusal(close_day, event, by=director).code == "no_day_count"
    press(open_count, event, by=director, occasion="day_end")
    press(count_table, event, by=director, number=5, stacks=TABLE_5)
    press(seal_table, event, by=director, number=5, seats=[1, 2, 3])
    press(hand_in, event, by=director, number=5, seats=[1])
    press(count_table, event, by=director, number=7, stacks=TABLE_7[:3])
    before = all_rows()
    refused = refusal(close_day, event, by=director)
    assert (refused.code, refused.rule) == ("bags_missing", "PokerStars Live 3.12")
    assert refused.message == "Bags are missing: table 5, seats 2\u20136; table 7, seats 1, 3, 5, 9."
    assert all_rows() == before
    # The count itself is not closed past the bags.
    assert refusal(close_count, event, by=director).code == "bags_sealed"


def test_a_bag_is_sealed_once_and_handed_in_once(
    event: int, places: Places, director: Actor, floor: Actor
) -> None:
    counted(event, director)
    refused = refusal(hand_in, event, by=floor, number=7, seats=[3])
    player = name(places[7, 3])
    assert (refused.code, refused.message) == (
        "not_sealed",
        f"Table 7, seat 3 ({player}): the bag is not sealed yet.",
    )
    press(seal_table, event, by=floor, number=7)
    refused = refusal(seal_table, event, by=director, number=7, seats=[3])
    assert refused.code == "sealed_already"
    assert f"Table 7, seat 3 ({player}): bag 703 was sealed by {floor.name} at " in refused.message
    assert refusal(seal_table, event, by=director, number=7).code == "sealed_already"
    press(hand_in, event, by=floor, number=7, seats=[3])
    refused = refusal(hand_in, event, by=director, number=7, seats=[3])
    assert (refused.code, refused.rule) == ("handed_in_already", "PokerStars Live 3.12")
    assert f"bag 703 was handed in to {floor.name} at " in refused.message
    press(hand_in, event, by=director, number=7)
    assert refusal(hand_in, event, by=director, number=7).code == "handed_in_already"


def test_a_stack_is_not_sealed_before_it_is_counted(event: int, director: Actor) -> None:
    assert refusal(seal_table, event, by=director, number=5).code == "no_day_count"
    breaks = press(open_count, event, by=director, occasion="break")
    assert refusal(seal_table, event, by=director, number=5).code == "no_day_count"
    press(undo, event, by=director, seq=breaks.seq)
    press(open_count, event, by=director, occasion="day_end")
    press(count_table, event, by=director, number=5, stacks=TABLE_5[:2])
    refused = refusal(seal_table, event, by=director, number=5)
    assert (refused.code, refused.rule) == ("not_counted", "PokerStars Live 3.12")
    assert refused.message.startswith("Table 5, seat 3 (")
    press(seal_table, event, by=director, number=5, seats=[1, 2])


def test_a_sealed_stack_and_its_seat_do_not_change(event: int, places: Places, director: Actor) -> None:
    counted(event, director)
    press(seal_table, event, by=director, number=7)
    before = all_rows()
    entry = places[7, 3]
    for refused in (
        refusal(count_table, event, by=director, number=7, stacks=stacks(s3=3_100), seen=SATURDAY),
        refusal(count_stack, event, by=director, entry=entry, chips=3_100),
        refusal(bust, event, by=director, entry=entry),
        refusal(leave_seat, event, by=director, entry=entry),
        refusal(give_seat, event, by=director, entry=entry, table=5, seat=9),
    ):
        assert (refused.code, refused.rule) == ("stack_sealed", "PokerStars Live 3.12")
        assert name(entry) in refused.message
        assert "703" in refused.message
    assert all_rows() == before
    # The other table still plays or counts.
    press(count_stack, event, by=director, entry=places[5, 1], chips=25_000)
    press(unseal, event, by=director, number=7, seats=[3])
    assert refusal(unseal, event, by=director, number=7, seats=[3]).code == "not_sealed"
    press(count_table, event, by=director, number=7, stacks=stacks(s3=3_000), seen=SATURDAY)


def test_the_last_bags_wait_until_the_stacks_add_up(event: int, director: Actor, dealer: Actor) -> None:
    press(open_count, event, by=director, occasion="day_end")
    press(count_table, event, by=director, number=5, stacks=TABLE_5)
    # Table 5 goes home while table 7 still counts.
    press(seal_table, event, by=director, number=5)
    press(count_table, event, by=director, number=7, stacks=stacks(s1=13_000, s3=3_000, s5=4_000, s9=2_000))
    refused = refusal(seal_table, event, by=director, number=7)
    assert refused.code == "does_not_add_up"
    assert refused.message.startswith("82,000 chips are counted, 18,000 fewer than the 100,000 in play.")
    assert "Table 7, seat 1: 13,000, or 31,000 with two digits swapped?" in refused.message
    refused = refusal(seal_table, event, by=dealer, number=7, difference=-18_000)
    assert (refused.code, "Call the floor" in refused.message) == ("does_not_add_up", True)
    press(seal_table, event, by=director, number=7, difference=-18_000)
    for number in (5, 7):
        press(hand_in, event, by=director, number=number)
    press(close_day, event, running=True, by=director)
    kept = bags(event)
    assert kept is not None
    assert kept.accepted is not None
    assert (kept.phase, kept.difference, kept.accepted.by) == ("over", -18_000, director.name)


def test_a_difference_is_accepted_once_for_all_tables_until_it_changes(
    event: int, director: Actor, dealer: Actor
) -> None:
    press(open_count, event, by=director, occasion="day_end")
    press(count_table, event, by=director, number=5, stacks=TABLE_5)
    press(count_table, event, by=director, number=7, stacks=stacks(s1=31_000, s3=3_000, s5=4_000, s9=1_500))
    board = bags(event)
    assert board is not None
    assert (board.difference, board.accepted) == (-500, None)
    accepted = press(seal_table, event, by=director, number=5, seats=[1], difference=-500)
    board = bags(event)
    assert board is not None
    assert board.accepted is not None
    assert (board.difference, board.accepted.by) == (-500, director.name)
    # The dealers of all tables seal now.
    press(seal_table, event, by=dealer, number=5)
    # Another difference is not accepted.
    again = stacks(s9=1_400)
    press(count_table, event, by=director, number=7, stacks=again, seen=SATURDAY)
    board = bags(event)
    assert board is not None
    assert (board.difference, board.accepted) == (-600, None)
    assert refusal(seal_table, event, by=dealer, number=7).code == "does_not_add_up"
    # With the bag, the acceptance is undone.
    press(undo, event, by=director, seq=accepted.seq)
    assert StackCount.objects.get().accepted is None


def test_chip_leaders_are_shown_once_all_bags_are_sealed(event: int, director: Actor) -> None:
    counted(event, director)
    press(seal_table, event, by=director, number=5)
    some = chip_leaders(event)
    assert some is not None
    assert (some.at, some.rows) == (None, [])
    assert facts_of(event)[1].leaders == []
    assert "chip_leaders" in shown_by_rows(f"t{event}", {"procedures.bag"})
    press(seal_table, event, by=director, number=7)
    shown = chip_leaders(event)
    assert shown is not None
    assert shown.at is not None
    assert [(one.rank, one.table, one.seat, one.chips) for one in shown.rows[:2]] == [
        (1, 7, 1, 31_000),
        (2, 5, 1, 25_000),
    ]
    assert [chips for _entry, chips in facts_of(event)[1].leaders[:2]] == [31_000, 25_000]
    # The closed day has the same stacks.
    for number in (5, 7):
        press(hand_in, event, by=director, number=number)
    press(close_day, event, running=True, by=director)
    closed = chip_leaders(event)
    assert closed is not None
    assert (closed.rows, closed.average, closed.shortest) == (shown.rows, shown.average, shown.shortest)


def test_a_table_counted_again_is_named_when_the_stacks_do_not_add_up(event: int, director: Actor) -> None:
    counted(event, director)
    again = [{**one, "chips": one["chips"] + 700 * (one["seat"] == 2)} for one in TABLE_5]
    press(count_table, event, by=director, number=5, stacks=again, seen=SATURDAY)
    refused = refusal(seal_table, event, by=director, number=7)
    assert "Table 5 was counted twice: first 60,000, then 60,700." in refused.message


def test_a_table_completed_later_was_not_counted_twice(event: int, director: Actor) -> None:
    press(open_count, event, by=director, occasion="day_end")
    press(count_table, event, by=director, number=7, stacks=TABLE_7)
    press(count_table, event, by=director, number=5, stacks=TABLE_5[:-1])
    # The form has the stacks that are counted, and the one that was left out.
    whole = [{**one, "chips": one["chips"] - 500 * (one["seat"] == 1)} for one in TABLE_5]
    press(count_table, event, by=director, number=5, stacks=whole, seen=SATURDAY)
    refused = refusal(seal_table, event, by=director, number=5)
    assert refused.code == "does_not_add_up"
    assert "counted twice" not in refused.message


def test_nothing_happens_between_two_days(event: int, places: Places, director: Actor) -> None:
    press(start, event, by=director)
    press(put_button, event, by=director, number=5, button=1)
    bagged(event, director)
    press(close_day, event, running=True, by=director, seats="kept")
    before = all_rows()
    for refused in (
        refusal(resume_clock, event, by=director),
        refusal(finish_hand, event, by=director, number=5, hand=1),
        refusal(bust, event, by=director, entry=places[5, 1]),
        refusal(count_stack, event, by=director, entry=places[5, 1], chips=25_000),
        refusal(give_seat, event, by=director, entry=places[5, 1], table=7, seat=2),
        refusal(open_count, event, by=director, occasion="day_end"),
        refusal(open_count, event, by=director, occasion="check"),
    ):
        assert (refused.code, refused.rule) == ("day_over", "PokerStars Live 3.12")
        assert "Day 1 is over." in refused.message
    assert all_rows() == before


def test_closing_a_day_is_undone(event: int, director: Actor) -> None:
    bagged(event, director)
    done = press(close_day, event, running=True, by=director)
    press(undo, event, by=director, seq=done.seq)
    assert StackCount.objects.get().closed_at is None
    assert not EventDay.objects.exists()
    assert press(close_day, event, running=True, by=director).answer is not None
    assert Seat.objects.filter(stack__isnull=False).count() == 10


def test_an_undo_changes_no_sealed_stack_and_no_bag_between_two_days(
    event: int, places: Places, director: Actor
) -> None:
    out = press(bust, event, by=director, entry=places[5, 6])
    press(open_count, event, by=director, occasion="day_end")
    # The stack of the player who busted went to seat 5.
    done = press(count_table, event, by=director, number=5, stacks=[*TABLE_5[:4], *stacks(s5=10_000)])
    press(count_table, event, by=director, number=7, stacks=TABLE_7)
    press(seal_table, event, by=director, number=5)
    refused = refusal(undo, event, by=director, seq=done.seq)
    assert (refused.code, refused.rule) == ("stack_sealed", "PokerStars Live 3.12")
    assert refused.message == "Bag 501 is sealed with 25,000 chips and would no longer match."
    press(seal_table, event, by=director, number=7)
    press(hand_in, event, by=director, number=5)
    last = press(hand_in, event, by=director, number=7)
    press(close_day, event, running=True, by=director)
    assert refusal(undo, event, by=director, seq=last.seq).code == "stack_sealed"
    # A bust that is undone would bring a stack into play that is in no bag.
    assert refusal(undo, event, by=director, seq=out.seq).code == "day_over"


def test_chips_are_exact_at_every_bagging(make_event: MakesEvents, director: Actor, floor: Actor) -> None:
    event = make_event(book="pokerstars_live")
    places = seated(event, {1: (1, 2, 3, 4, 5), 2: (1, 2, 4, 6), 3: (2, 3, 7)})
    press(set_field, event, by=director, entries=12, left=12)
    chance = Random(3)
    for day in (1, 2, 3):
        # Chips change hands during the day; somebody busts.
        alive = list(Seat.objects.filter(entry__in=places.values()).order_by("pk"))
        if day > 1:
            press(bust, event, by=director, entry=alive.pop(chance.randrange(len(alive))).entry_id)
        cuts = sorted(chance.sample(range(1, 1_200), len(alive) - 1))
        shares = [100 * (b - a) for a, b in pairwise([0, *cuts, 1_200])]
        press(open_count, event, by=floor, occasion="day_end")
        by_table: dict[int, list[dict[str, int]]] = {}
        for seat, chips in zip(alive, shares, strict=True):
            number = seat.tournament_table.table.number
            by_table.setdefault(number, []).append({"seat": seat.number, "chips": chips})
        for number, counted_stacks in by_table.items():
            press(count_table, event, by=floor, number=number, stacks=counted_stacks)
        for number in by_table:
            press(seal_table, event, by=floor, number=number)
            press(hand_in, event, by=director, number=number)
        press(close_day, event, running=True, by=director)
        count = StackCount.objects.last()
        assert count is not None
        assert (count.chips, count.in_play) == (120_000, 120_000)
        assert sum(bag.chips for bag in count.bags.all()) == 120_000
        press(draw_next_day, event, by=director)
        stacks_now = Seat.objects.filter(kind="player").values_list("entry", "stack")
        assert dict(stacks_now) == dict(count.bags.values_list("entry", "chips"))
        press(resume_day, event, by=director)
    assert [one.number for one in EventDay.objects.all()] == [1, 2, 3]
    journal_tells_the_rows()


def test_a_dealer_sees_and_undoes_the_bags_of_the_own_table_only(
    event: int, places: Places, dealer: Actor, director: Actor
) -> None:
    row = Tournament.objects.get()
    assert table_bags(row, 7) is None
    press(open_count, event, by=director, occasion="day_end")
    ReportedStack.objects.create(
        stack_count=StackCount.objects.get(), entry_id=places[7, 3], chips=3_000, reported_at=room_now()
    )
    early = table_bags(row, 7)
    assert early is not None
    assert [bag.reported for bag in early.table.bags] == [None, 3_000, None, None]
    press(count_table, event, by=dealer, number=7, stacks=TABLE_7)
    done = press(seal_table, event, by=dealer, number=7, seats=[3])
    board = table_bags(row, 7)
    assert board is not None
    assert (board.phase, board.day, board.ready) == ("bagging", 1, True)
    assert [(bag.seat, bag.state) for bag in board.table.bags] == [
        (1, "counted"), (3, "sealed"), (5, "counted"), (9, "counted"),
    ]  # fmt: skip
    press(take_back, event, by=dealer, number=7, seq=done.seq)
    assert not Bag.objects.exists()
    # Nobody else's change concerns this table.
    changes = [
        {"model": "procedures.bag", "pk": 1, "before": None, "after": {"table": 5, "entry_id": places[5, 1]}}
    ]
    assert tables_of_bags(event, changes) == {5}

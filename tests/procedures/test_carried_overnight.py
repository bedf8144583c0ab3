"""What goes on from one day to the next: stacks, penalties, warnings and time banks."""

import pytest

from clock.commands.clock import resume as resume_clock
from notifications.boards.own import mine_of
from penalties.models import Penalty
from procedures.commands.bag_openings import open_table
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import close_day, draw_next_day, resume_day
from procedures.commands.shot_clock import set_shot_clock, use_bank
from procedures.commands.stack_counts import count_table, open_count
from seating.models import Seat
from tests.fixtures.room import MakesEvents, press
from tests.penalties.penalty_scenes import given, hands, left
from tests.procedures.test_bags import bagged
from tests.procedures.test_next_day import played, stacks_of
from tests.seating.people import drawn_event
from tourney.access.roles import Actor
from tourney.models import ChipMove, Entry, Tournament
from tourney.now import room_now
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db


def test_chips_of_ghosts_leave_play_as_they_were_counted(make_event: MakesEvents, director: Actor) -> None:
    event = make_event()
    entries = drawn_event(event, 6, [5, 7], seats_per_table=4, ghosts=True)
    # As if the desk had sold these entries.
    now = room_now()
    for entry in entries:
        ChipMove.objects.create(
            tournament_id=event, entry_id=entry, kind="starting_stack", chips=10_000, at=now
        )
    Tournament.objects.update(counted_by_hand=False)
    row = Tournament.objects.get()
    ghosts = Seat.objects.filter(kind="ghost").order_by("pk")
    assert ghosts.exists()
    in_play = field_of(row).chips
    press(open_count, event, by=director, occasion="day_end")
    numbers = set(Seat.objects.values_list("tournament_table__table__number", flat=True))
    seats = list(Seat.objects.order_by("tournament_table", "number"))
    # Ghosts have paid blinds: the first player has their chips.
    stacks = {seat.pk: 9_000 if seat.kind == "ghost" else 10_000 for seat in seats}
    first = next(seat for seat in seats if seat.kind == "player")
    stacks[first.pk] += in_play - sum(stacks.values())
    for number in numbers:
        listed = [
            {"seat": seat.number, "chips": stacks[seat.pk]}
            for seat in seats
            if seat.tournament_table.table.number == number
        ]
        press(count_table, event, by=director, number=number, stacks=listed)
        press(seal_table, event, by=director, number=number)
        press(hand_in, event, by=director, number=number)
    press(close_day, event, running=True, by=director)
    press(draw_next_day, event, by=director)
    assert not ghosts.exists()
    assert (
        field_of(Tournament.objects.get()).chips
        == sum(stacks_of(event).values())
        == in_play - 9_000 * (len(seats) - 6)
    )


def test_pokerstars_live_6_9_4_hands_of_a_penalty_time_banks_and_warnings_go_on_next_day(
    make_event: MakesEvents, director: Actor
) -> None:
    event, places = played(make_event, director)
    press(set_shot_clock, event, by=director, seconds=30, bank_seconds=30, banks=4)
    press(use_bank, event, by=director, number=7, seat=3)
    entry = places[7, 3]
    row = given(event, director, entry, "hands", count=6)
    warning = given(event, director, places[5, 1], "warning")
    # The hand in progress does not count, and two more are played today.
    hands(event, 7, 3)
    assert left(row) == 4
    warned = Penalty.objects.filter(pk=warning.pk).values().get()
    bagged(event, director)
    press(close_day, event, running=True, by=director)
    press(draw_next_day, event, by=director, tables=2)
    for number in (5, 7):
        press(open_table, event, by=director, number=number)
    press(resume_day, event, by=director)
    press(resume_clock, event, by=director)
    assert left(row) == 4
    player = Entry.objects.get(pk=entry).player_id
    penalty = mine_of(event, [player])[player].penalty
    assert penalty is not None
    assert penalty.hands == 4
    table = Seat.objects.get(entry=entry).tournament_table.table.number
    # Served to the last hand: the first hand of the day counts, wherever the player sits.
    hands(event, table, 3)
    assert left(row) == 1
    hands(event, table)
    assert left(row) is None
    assert Penalty.objects.filter(pk=warning.pk).values().get() == warned
    assert [move.count for move in Entry.objects.get(pk=entry).bank_moves.all()] == [-1]

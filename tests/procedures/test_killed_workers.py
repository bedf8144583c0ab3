"""Races, hands and places are processed once, even if the worker is killed at any step and restarted."""

import uuid
from collections.abc import Callable

import pytest
from django.db import connection

from clock.commands.clock import start
from clock.commands.due import take_due_of
from prizes.services.places import ranking_of
from procedures.commands.chip_races import finish, plan
from procedures.commands.hand_for_hand import announce
from procedures.commands.hand_for_hand import deal as deal_hand
from procedures.commands.race_counts import enter
from procedures.commands.race_tables import deal, table_done
from procedures.models import Race, RaceTable
from procedures.periodic import start_planned_races
from procedures.tasks import start_races
from seating.commands import bust, finish_hand
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.killed import killed_at_each_step
from tests.fixtures.room import MakesEvents, level, press
from tests.fixtures.wall import Wall
from tests.procedures.chip_race_scenes import EVENING, ROOM, chips, counts, started, with_chips
from tests.procedures.chip_race_scenes import table as race_table
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.commands import Command
from tourney.models import Entry, JournalEntry, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
# Minimum number of steps at which a process is killed; with fewer the kills did not take effect.
SOME = 5


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a Munot event with chips from 25 to 5,000."""
    made = make_event(EVENING, book="munot")
    with_chips(made, 25, 100, 500, 1_000, 5_000)
    return made


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at three tables."""
    return seated(event, ROOM)


def lines(event: int, kind: str) -> int:
    """Count the event's journal entries of a kind."""
    return JournalEntry.journal(event).filter(kind=kind).count()


def again_and_again(made: Command, event: int, by: Actor, **arguments: object) -> Callable[[], object]:
    """Return a call that repeats one request with the same command id."""
    command = uuid.uuid4()
    return lambda: press(made, event, by=by, command=command, **arguments)


# --- the job that starts a race ------------------------------------------------------------------------------------
def test_killed_job_leaves_no_partial_race_and_the_next_job_starts_it_once(
    make_event: MakesEvents, floor: Actor, wall: Wall
) -> None:
    event = make_event(EVENING, book="tda")
    with_chips(event, 25, 100, 500, 1_000, 5_000)
    seated(event, ROOM)
    press(plan, event, by=floor, small=25)
    press(start, event, by=floor)
    wall.passes(minutes=21)
    take_due_of(event)

    def check() -> tuple[str, int, int]:
        return Race.objects.get().state, RaceTable.objects.count(), lines(event, "race.start")

    seen = killed_at_each_step(lambda: start_races.apply(args=[event], throw=True), check)
    assert set(seen) <= {("planned", 0, 0), ("running", 3, 1)}
    assert seen[-1] == ("running", 3, 1)
    assert len(seen) > SOME
    # Delivered again, as after the loss of a worker, and found again by the periodic task.
    start_races.apply(args=[event], throw=True)
    start_planned_races()
    assert check() == ("running", 3, 1)
    journal_tells_the_rows()


# --- a table in a race ---------------------------------------------------------------------------------------------
def test_a_table_is_raced_once_though_the_process_is_killed_at_any_step(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    before = chips(event)
    race = started(event, floor)
    given = {"race": race, "number": 1}
    counted = again_and_again(enter, event, dealer, **given, seats=counts(s1=3, s3=3))
    killed_at_each_step(counted, lambda: None)
    seen = killed_at_each_step(
        again_and_again(deal, event, dealer, **given),
        lambda: (chips(event) - before, race_table(event, 1)["state"]),
    )
    assert set(seen) == {(0, "counted"), (50, "dealt")}
    assert len(seen) > SOME
    killed_at_each_step(again_and_again(table_done, event, dealer, **given), lambda: None)
    assert (chips(event) - before, lines(event, "race.deal"), lines(event, "race.table_done")) == (50, 1, 1)
    for number in (2, 3):
        press(table_done, event, by=dealer, race=race, number=number, none=True)
    seen_of_end = killed_at_each_step(
        again_and_again(finish, event, floor, race=race), lambda: Race.objects.get().state
    )
    assert set(seen_of_end) == {"running", "done"}
    assert lines(event, "race.finish") == 1
    journal_tells_the_rows()


# --- hand-for-hand -------------------------------------------------------------------------------------------------
def test_hand_is_counted_dealt_and_ranked_once_despite_killed_processes(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    event = make_event([level(100)], book="tda")
    at = seated(event, {number: (1, 2, 3) for number in (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor)
    outs = []
    for number in (1, 2):
        goes = again_and_again(bust, event, dealer, entry=at[number, 3])
        outs += killed_at_each_step(goes, lambda: Entry.objects.filter(out_at__isnull=False).count())
    assert sorted(set(outs)) == [0, 1, 2]
    assert outs == sorted(outs)
    for number in (1, 2, 3):
        killed_at_each_step(again_and_again(finish_hand, event, dealer, number=number, hand=1), lambda: None)
    assert lines(event, "hand.finish") == 3
    seen = killed_at_each_step(
        again_and_again(deal_hand, event, floor, hand=0), lambda: lines(event, "hand_for_hand.deal")
    )
    assert set(seen) == {0, 1}
    assert len(seen) > SOME
    # Two busts in one hand at different tables share a place (TDA RP-8A).
    places = {one.entry: (one.best, one.worst) for one in ranking_of(Tournament.objects.get(pk=event)).places}
    assert places == {at[1, 3]: (8, 9), at[2, 3]: (8, 9)}
    journal_tells_the_rows()


def test_control_detects_half_written_rows_outside_a_command(event: int) -> None:
    """The control: processes are killed between statements, and half-written rows remain."""

    def piecemeal() -> None:
        for _letter in range(5):
            with connection.cursor() as cursor:
                cursor.execute("UPDATE tourney_tournament SET name = name || 'x'")

    before = len(Tournament.objects.get(pk=event).name)
    seen = killed_at_each_step(piecemeal, lambda: len(Tournament.objects.get(pk=event).name) - before)
    # Each process lives one step longer, and each wrote what it could.
    assert seen == sorted(set(seen))
    assert 0 < seen[1] < seen[2] < seen[-1]

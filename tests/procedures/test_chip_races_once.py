"""No player is raced twice, despite repeated requests, killed workers and moves."""

import uuid

import pytest
from django.db import IntegrityError, connection

from clock.commands.clock import next_level
from clock.commands.clock import start as start_clock
from clock.commands.due import take_due_of
from procedures.commands import chip_races as races
from procedures.commands.chip_races import cancel, finish, plan, start, start_planned
from procedures.commands.race_counts import enter
from procedures.commands.race_tables import deal, table_done
from procedures.models import Race, RaceSeat
from procedures.periodic import start_planned_races
from procedures.tasks import start_races
from seating.commands import break_table, bust, give_seat
from seating.models import TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.together import at_once
from tests.fixtures.wall import Wall
from tests.procedures.chip_race_scenes import EVENING, ROOM, chips, counts, shown, started, table, with_chips
from tests.seating.people import register_entries
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import ChipMove, JournalEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a Munot event with chips from 25 to 5,000; 25s leave in the first break, 100s in the second."""
    made = make_event(EVENING, book="munot")
    with_chips(made, 25, 100, 500, 1_000, 5_000)
    return made


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at three tables."""
    return seated(event, ROOM)


@pytest.fixture
def timed(wall: Wall, make_event: MakesEvents) -> int:
    """Create a TDA event with three tables whose levels advance automatically."""
    made = make_event(EVENING, book="tda")
    with_chips(made, 25, 100, 500, 1_000, 5_000)
    seated(made, ROOM)
    return made


# --- never twice ---------------------------------------------------------------------------------------------------
def test_race_planned_for_a_break_starts_once_despite_repeated_requests(
    timed: int, floor: Actor, wall: Wall
) -> None:
    press(plan, timed, by=floor, small=25)
    assert shown(timed)["due"][0]["by_itself"]
    press(start_clock, timed, by=floor)
    start_planned_races()
    assert not shown(timed)["on"]
    wall.passes(minutes=21)
    take_due_of(timed)
    for _again in range(2):
        start_races(timed)
        start_planned_races()
    assert not start_planned(timed)
    assert shown(timed)["tables"] == [(1, "open"), (2, "open"), (3, "open")]
    assert JournalEntry.journal(timed).filter(kind="race.start").count() == 1
    journal_tells_the_rows()


def test_worker_killed_at_race_start_leaves_nothing_and_periodic_task_starts_it(
    timed: int, floor: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(plan, timed, by=floor, small=25)
    press(start_clock, timed, by=floor)
    wall.passes(minutes=21)

    class Killed(BaseException):
        pass

    def dies(*_given: object, **_more: object) -> None:
        raise Killed

    def the_break_begins() -> None:
        take_due_of(timed)
        # Without a worker that runs jobs automatically.
        start_races(timed)

    with monkeypatch.context() as broken:
        broken.setattr(races, "RaceTable", dies)
        with pytest.raises(Killed):
            the_break_begins()
    assert Race.objects.get().state == "planned"
    assert not JournalEntry.journal(timed).filter(kind="race.start").exists()
    start_planned_races()
    assert Race.objects.get().state == "running"
    journal_tells_the_rows()


def test_undone_race_does_not_start_again_automatically(timed: int, floor: Actor, wall: Wall) -> None:
    press(plan, timed, by=floor, small=25)
    press(start_clock, timed, by=floor)
    wall.passes(minutes=21)
    take_due_of(timed)
    start_planned(timed)
    press(undo, timed, by=floor, seq=JournalEntry.journal(timed).get(kind="race.start").seq)
    assert not start_planned(timed)
    assert Race.objects.get().state == "planned"
    started(timed, floor)
    assert shown(timed)["on"]


def test_the_same_command_twice_happens_once_and_a_table_is_raced_once(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    race = started(event, floor)
    press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=3))
    command = uuid.uuid4()
    first = press(deal, event, by=dealer, command=command, race=race, number=1)
    second = press(deal, event, by=dealer, command=command, race=race, number=1)
    assert (second.repeated, second.answer) == (True, first.answer)
    assert refusal(deal, event, by=floor, race=race, number=1).code == "dealt_already"
    assert refusal(enter, event, by=dealer, race=race, number=1, seats=[]).code == "dealt_already"
    press(table_done, event, by=dealer, race=race, number=1)
    assert refusal(table_done, event, by=floor, race=race, number=1).code == "table_done"
    assert refusal(enter, event, by=floor, race=race, number=1, seats=[]).code == "table_done"
    assert ChipMove.objects.filter(kind="race").count() <= 1


@pytest.mark.django_db(transaction=True)
def test_two_people_at_one_table_at_once_deal_it_once(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    race = started(event, floor)
    before = chips(event)
    press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=3, s3=3))
    outcomes = at_once(
        *[lambda by=by: press(deal, event, by=by, race=race, number=1) for by in (floor, dealer)]
    )
    refused = [one for one in outcomes if isinstance(one, Refused)]
    assert [one.code for one in refused] == ["dealt_already"]
    assert chips(event) == before + 50
    done = at_once(
        *[lambda by=by: press(table_done, event, by=by, race=race, number=1) for by in (floor, dealer)]
    )
    assert [one.code for one in done if isinstance(one, Refused)] == ["table_done"]
    journal_tells_the_rows()


@pytest.mark.django_db(transaction=True)
def test_a_task_that_is_delivered_twice_at_once_starts_the_race_once(
    event: int, floor: Actor, at: Places
) -> None:
    press(plan, event, by=floor, small=25)
    press(start_clock, event, by=floor)
    press(next_level, event, by=floor)
    at_once(*[lambda: start_races(event) for _twice in range(2)])
    assert JournalEntry.journal(event).filter(kind="race.start").count() == 1
    assert Race.objects.get().tables.count() == 3
    journal_tells_the_rows()


def test_database_prevents_racing_a_player_twice(event: int, floor: Actor, dealer: Actor, at: Places) -> None:
    race = Race.objects.get(pk=started(event, floor))
    press(table_done, event, by=dealer, race=race.pk, number=1, none=True)
    other = race.tables.get(tournament_table__table__number=2)
    with pytest.raises(IntegrityError), connection.cursor():
        RaceSeat.objects.create(race=race, table=other, number=12, entry_id=at[1, 1])


# --- arrivals, busts and moves during the race ---------------------------------------------------------------------
def test_player_from_a_broken_table_is_raced_once_at_the_new_table(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    race = started(event, floor)
    press(table_done, event, by=dealer, race=race, number=1, none=True)
    press(table_done, event, by=dealer, race=race, number=2, none=True)
    press(break_table, event, by=floor, number=3)
    tables = dict(shown(event)["tables"])
    assert set(tables) == {1, 2}
    assert "open" in tables.values()
    for number, state in tables.items():
        if state == "open":
            here = table(event, number)["people"]
            assert len(here) < TournamentTable.objects.get(table__number=number).seats.count()
            press(enter, event, by=dealer, race=race, number=number, seats=[{"seat": here[0], "small": 2}])
            press(deal, event, by=dealer, race=race, number=number)
            press(table_done, event, by=dealer, race=race, number=number)
    assert shown(event)["over"]
    press(finish, event, by=floor, race=race)
    journal_tells_the_rows()


def test_moved_player_is_recounted_and_new_entries_have_no_raced_chips(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    race = started(event, floor)
    press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=3))
    press(give_seat, event, by=floor, entry=at[1, 1], table=2, seat=9)
    assert dict(shown(event)["tables"])[1] == "open"
    press(enter, event, by=dealer, race=race, number=2, seats=counts(s9=3))
    assert refusal(enter, event, by=dealer, race=race, number=1, seats=counts(s1=3)).code == "seat_empty"
    press(table_done, event, by=dealer, race=race, number=1, none=True)
    (late,) = register_entries(event, 1)
    press(give_seat, event, by=floor, entry=late, table=1, seat=9)
    assert dict(shown(event)["tables"]) == {1: "done", 2: "counted", 3: "open"}
    press(bust, event, by=dealer, entry=at[2, 2])
    assert dict(shown(event)["tables"])[2] == "open"


def test_table_broken_after_its_race_deal_is_complete_and_its_chips_count(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    before = chips(event)
    race = started(event, floor)
    press(enter, event, by=dealer, race=race, number=3, seats=counts(s1=3))
    press(deal, event, by=dealer, race=race, number=3)
    press(break_table, event, by=floor, number=3)
    for number in (1, 2):
        press(table_done, event, by=dealer, race=race, number=number, none=True)
    done = press(finish, event, by=floor, race=race)
    assert done.answer == {"small": 25, "change": 25}
    assert chips(event) == before + 25


def test_a_race_is_undone_press_by_press(event: int, floor: Actor, dealer: Actor, at: Places) -> None:
    before = chips(event)
    race = started(event, floor)
    lines = [
        press(enter, event, by=dealer, race=race, number=1, seats=counts(s1=3, s3=3)).seq,
        press(deal, event, by=dealer, race=race, number=1).seq,
        press(table_done, event, by=dealer, race=race, number=1).seq,
    ]
    assert chips(event) == before + 50
    states = ["dealt", "counted", "open"]
    for seq, state in zip(reversed(lines), states, strict=True):
        press(undo, event, by=floor, seq=seq)
        assert dict(shown(event)["tables"])[1] == state
    assert chips(event) == before
    press(undo, event, by=floor, seq=JournalEntry.journal(event).get(kind="race.start").seq)
    assert not Race.objects.exists()
    journal_tells_the_rows()


def test_one_chip_is_raced_at_a_time_and_a_cancelled_race_is_not_reproposed(
    event: int, floor: Actor, at: Places
) -> None:
    race = started(event, floor)
    assert refusal(start, event, by=floor, small=100).code == "another_race"
    press(cancel, event, by=floor, small=25)
    assert refusal(finish, event, by=floor, race=race).code == "not_running"
    assert refusal(cancel, event, by=floor, small=25).code == "cancelled_already"
    assert [one["small"] for one in shown(event)["due"]] == [100]
    # The floor may race it after all.
    started(event, floor)
    assert shown(event)["on"]


def test_latest_race_plan_applies(event: int, floor: Actor, at: Places) -> None:
    press(plan, event, by=floor, small=25, big=500, policy="up")
    press(plan, event, by=floor, small=25, policy="full_then_half", by_itself=False)
    row = Race.objects.get()
    assert (row.big, row.policy, row.by_itself) == (100, "full_then_half", False)
    started(event, floor)
    row.refresh_from_db()
    assert (row.state, row.policy) == ("running", "full_then_half")


def test_no_chip_race_without_players(event: int, floor: Actor) -> None:
    assert refusal(start, event, by=floor, small=25).code == "no_table_in_play"
    assert not Race.objects.exists()

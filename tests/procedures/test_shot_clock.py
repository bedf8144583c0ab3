"""The shot clock: the time for a decision, and time banks that follow their player."""

import pytest
from django.db import IntegrityError, transaction

from procedures.boards.shot_clock import table_shots
from procedures.commands.shot_clock import give_banks, put_shot_clock_away, set_shot_clock, use_bank
from procedures.models import BankMove, ShotClock
from seating.commands import bust, give_seat
from seating.commands.withdrawals import take_back
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.together import at_once
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a WSOP event."""
    return make_event(book="wsop")


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at two tables."""
    return seated(event, {1: (1, 3, 5), 2: (2, 4)})


@pytest.fixture
def shots(event: int, at: Places, director: Actor) -> None:
    """Set thirty seconds and two time banks of twenty."""
    press(set_shot_clock, event, by=director, seconds=30, bank_seconds=20, banks=2)


def left(event: int, number: int) -> dict[int, int]:
    """Return the remaining time banks by seat."""
    found = table_shots(Tournament.objects.get(pk=event), number)
    assert found is not None
    return found.left


def test_without_a_shot_clock_decisions_are_not_timed(event: int, at: Places, dealer: Actor) -> None:
    assert table_shots(Tournament.objects.get(pk=event), 1) is None
    assert refusal(use_bank, event, by=dealer, number=1, seat=3).code == "no_shot_clock"


def test_all_players_have_equal_time_banks_and_use_them_up(event: int, shots: None, dealer: Actor) -> None:
    assert left(event, 1) == {1: 2, 3: 2, 5: 2}
    done = press(use_bank, event, by=dealer, number=1, seat=3)
    assert done.answer is not None
    assert (done.answer["left"], done.answer["seconds"]) == (1, 20)
    press(use_bank, event, by=dealer, number=1, seat=3)
    assert left(event, 1) == {1: 2, 3: 0, 5: 2}
    assert refusal(use_bank, event, by=dealer, number=1, seat=3).code == "no_bank_left"
    assert refusal(use_bank, event, by=dealer, number=1, seat=2).code == "seat_empty"
    journal_tells_the_rows()


def test_time_banks_go_with_their_player_to_another_table(
    event: int, shots: None, at: Places, floor: Actor, dealer: Actor
) -> None:
    press(use_bank, event, by=dealer, number=1, seat=3)
    press(give_seat, event, by=floor, entry=at[1, 3], table=2, seat=9)
    assert left(event, 2) == {2: 2, 4: 2, 9: 1}
    assert left(event, 1) == {1: 2, 5: 2}


def test_time_banks_are_given_to_all_players_or_to_one(
    event: int, shots: None, at: Places, director: Actor, dealer: Actor
) -> None:
    press(use_bank, event, by=dealer, number=1, seat=3)
    press(give_banks, event, by=director, count=1)
    assert left(event, 1) == {1: 3, 3: 2, 5: 3}
    press(give_banks, event, by=director, count=2, entry=at[1, 3])
    assert left(event, 1) == {1: 3, 3: 4, 5: 3}
    assert refusal(give_banks, event, by=director, count=48).code == "too_many"
    press(bust, event, by=dealer, entry=at[1, 3])
    assert refusal(give_banks, event, by=director, count=1, entry=at[1, 3]).code == "already_out"
    journal_tells_the_rows()


def test_reduced_allowance_leaves_at_least_zero(
    event: int, shots: None, at: Places, director: Actor, dealer: Actor
) -> None:
    for _used in range(2):
        press(use_bank, event, by=dealer, number=1, seat=3)
    press(set_shot_clock, event, by=director, seconds=20, bank_seconds=20, banks=1)
    assert left(event, 1) == {1: 1, 3: 0, 5: 1}
    # A time bank that was added can be used.
    press(give_banks, event, by=director, count=1, entry=at[1, 3])
    assert left(event, 1)[3] == 1
    press(use_bank, event, by=dealer, number=1, seat=3)
    assert left(event, 1)[3] == 0


def test_seconds_are_changed_and_time_banks_given_meanwhile_stay(
    event: int, director: Actor, floor: Actor
) -> None:
    assert refusal(set_shot_clock, event, by=director, seconds=30, bank_seconds=20).code == "bad_argument"
    press(set_shot_clock, event, by=director, seconds=30, bank_seconds=20, banks=2)
    press(give_banks, event, by=floor, count=3)
    done = press(set_shot_clock, event, by=director, seconds=25, bank_seconds=20)
    clock = ShotClock.objects.get()
    assert (clock.seconds, clock.banks) == (25, 5)
    assert (
        text_of(JournalEntry.journal(event).get(seq=done.seq))
        == "Shot clock: 25 seconds; time banks: 5 of 20 seconds"
    )


def test_restarted_shot_clock_keeps_used_time_banks(
    event: int, shots: None, director: Actor, dealer: Actor
) -> None:
    press(use_bank, event, by=dealer, number=1, seat=3)
    press(put_shot_clock_away, event, by=director)
    assert table_shots(Tournament.objects.get(pk=event), 1) is None
    assert refusal(put_shot_clock_away, event, by=director).code == "no_shot_clock"
    press(set_shot_clock, event, by=director, seconds=30, bank_seconds=20, banks=2)
    assert left(event, 1)[3] == 1
    journal_tells_the_rows()


def test_mistaken_time_bank_is_undone_at_the_table_or_by_the_floor(
    event: int, shots: None, floor: Actor, dealer: Actor
) -> None:
    done = press(use_bank, event, by=dealer, number=1, seat=3)
    press(take_back, event, by=dealer, number=1, seq=done.seq)
    assert left(event, 1)[3] == 2
    done = press(use_bank, event, by=dealer, number=1, seat=5)
    press(undo, event, by=floor, seq=done.seq)
    assert left(event, 1)[5] == 2
    journal_tells_the_rows()


@pytest.mark.django_db(transaction=True)
def test_the_last_time_bank_is_used_once_though_two_press_at_once(
    event: int, shots: None, floor: Actor, dealer: Actor
) -> None:
    press(use_bank, event, by=dealer, number=1, seat=3)
    found = at_once(
        *[lambda by=by: press(use_bank, event, by=by, number=1, seat=3) for by in (floor, dealer)]
    )
    assert [one.code for one in found if isinstance(one, Refused)] == ["no_bank_left"]
    assert BankMove.objects.count() == 2


def test_the_database_keeps_seconds_that_make_sense(event: int, shots: None) -> None:
    for wrong in ({"seconds": 4}, {"bank_seconds": 301}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ShotClock.objects.update(**wrong)
    with pytest.raises(IntegrityError), transaction.atomic():
        BankMove.objects.create(entry_id=1, count=0, at=Tournament.objects.get(pk=event).created_at)

"""Proposals that are applied automatically."""

import pytest

from seating import periodic
from seating.commands import (
    accept,
    set_floor,
)
from seating.commands.proposals import accept_by_itself
from seating.models import Move, Proposal
from seating.tasks import review_floor
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import places_of
from tests.seating.proposal_scenes import FIVE, FOUR, SEVEN, at, event, lines, only
from tests.seating.seating_scenes import (
    Places,
    button,
    place_of,
    proposed,
    seated,
)
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry

__all__ = ["at", "event"]


def test_automatic_proposal_is_accepted_at_once_and_journalled(event: int, floor: Actor, at: Places) -> None:
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)
    review_floor(event)
    assert place_of(at[1, 4]) == (2, 6)
    line = JournalEntry.journal(event).get(kind="proposal.accept")
    assert (line.actor, line.who) == ("system:floor", "Automatic")
    before = lines(event)
    review_floor(event)
    assert lines(event) == before
    journal_tells_the_rows()


def test_automatic_move_is_done_after_the_worker_dies_in_between(
    event: int, floor: Actor, at: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)

    class Killed(BaseException):
        """Simulate a killed process: no code runs after it."""

    def dies(_event: int) -> int:
        raise Killed

    with monkeypatch.context() as until_then:
        until_then.setattr("seating.commands.proposals.accept_by_itself", dies)
        with pytest.raises(Killed):
            review_floor(event)
    assert Proposal.objects.get().state == "open"
    periodic.review_floors()
    assert place_of(at[1, 4]) == (2, 6)


def test_undone_automatic_proposal_is_not_repeated(event: int, floor: Actor, at: Places) -> None:
    press(set_floor, event, by=floor, auto_balance=True, auto_break=True, late_stage=False)
    review_floor(event)
    assert place_of(at[1, 4]) == (2, 6)
    press(undo, event, by=floor, seq=JournalEntry.journal(event).get(kind="proposal.accept").seq)
    for _attempt in range(2):
        review_floor(event)
        periodic.review_floors()
    assert place_of(at[1, 4]) == (1, 4)
    # It stays proposed until staff accept it.
    press(accept, event, by=floor, proposal=only(event).pk)
    assert place_of(at[1, 4]) == (2, 6)
    journal_tells_the_rows()


def test_each_kind_is_switched_on_its_own(event: int, floor: Actor) -> None:
    seated(event, {1: FOUR, 2: FOUR, 3: FOUR})
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)
    review_floor(event)
    assert only(event, "break").state == "open"
    press(set_floor, event, by=floor, auto_balance=False, auto_break=True, late_stage=False)
    review_floor(event)
    assert {table for table, _seat in places_of(event).values()} == {1, 2}


def test_no_automatic_move_while_a_button_is_unknown(event: int, floor: Actor) -> None:
    seated(event, {1: SEVEN, 2: FIVE})
    press(set_floor, event, by=floor, auto_balance=True, auto_break=True, late_stage=False)
    review_floor(event)
    assert only(event).detail["needs"] == [1, 2]
    assert accept_by_itself(event) == 0
    assert not Move.objects.filter(kind="balance").exists()


def test_unbalanced_field_is_balanced_automatically(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    seated(event, {1: range(1, 10), 2: range(1, 6), 3: range(1, 6), 4: range(1, 10)})
    button(event, t1=1, t2=1, t3=1, t4=1)
    press(set_floor, event, by=floor, auto_balance=True, auto_break=False, late_stage=False)
    for _attempt in range(6):
        periodic.review_floors()
    held = [table for table, _seat in places_of(event).values()]
    assert sorted(held.count(number) for number in (1, 2, 3, 4)) == [7, 7, 7, 7]
    assert proposed(event) == []
    journal_tells_the_rows()

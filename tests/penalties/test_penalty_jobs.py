"""Penalties are served by a job when the clock advances; the periodic task finds missed ones."""

import pytest

from clock.commands.clock import start
from clock.commands.due import take_due_of
from penalties.commands.penalties import impose
from penalties.models import Penalty
from penalties.tasks import serve_penalties
from procedures.commands.hand_for_hand import announce, end
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.models import Entry, JournalEntry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: MakesEvents, wall: Wall, director: Actor) -> int:
    """Create a TDA event in play."""
    made = make_event(book="tda")
    seated(made, {1: (1, 3, 5, 7), 2: (2, 4, 6)})
    press(start, made, by=director)
    return made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return the requested jobs."""
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(
        "penalties.services.timed_penalties.enqueue", lambda task, event: found.append((task, event))
    )
    return found


def penalise(event: int, by: Actor) -> Penalty:
    player = Entry.objects.filter(tournament=event).order_by("pk").first()
    assert player is not None
    done = press(impose, event, by=by, entry=player.pk, kind="hands", count=30, reason="Phone")
    assert done.answer is not None
    return Penalty.objects.get(pk=done.answer["penalty"])


def test_a_level_that_begins_by_itself_asks_for_the_penalties(
    event: int, floor: Actor, wall: Wall, asked: list[tuple[str, int]]
) -> None:
    row = penalise(event, floor)
    wall.passes(minutes=21)
    take_due_of(event)
    assert asked == [("penalties.tasks.serve_penalties", event)]
    # However often the job runs, it counts once.
    for _count in range(2):
        serve_penalties(event)
        row.refresh_from_db()
        assert row.served == row.estimated == 7
    assert JournalEntry.journal(event).filter(kind="penalty.reckon").count() == 1


def test_the_end_of_hand_for_hand_asks_for_the_penalties(
    event: int, floor: Actor, asked: list[tuple[str, int]]
) -> None:
    penalise(event, floor)
    press(announce, event, by=floor)
    press(end, event, by=floor, hand=0)
    assert asked == [("penalties.tasks.serve_penalties", event)]


def test_without_penalties_no_job_is_asked_for(event: int, wall: Wall, asked: list[tuple[str, int]]) -> None:
    wall.passes(minutes=21)
    take_due_of(event)
    assert asked == []

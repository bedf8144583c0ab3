"""Two people press the same button: the second is refused, and a level changes once."""

import threading
from typing import Any

import pytest
from django.db import connection

from clock.commands import clock as buttons
from clock.models import Clock
from clock.rules.reading import Reading
from clock.services.event_clock import event_clock_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MINUTE, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import Tournament


def read(event: int, wall: Wall) -> Reading:
    """Return the clock's current reading."""
    return event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)


def test_second_press_of_next_names_the_first_login(
    event: int, director: Actor, other_director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    press(buttons.next_level, event, by=director, seen=1, position=0)
    refused = refusal(buttons.next_level, event, by=other_director, seen=1, position=0)
    assert refused.code == "meanwhile"
    assert "dora was faster: “Moved on to Level 2”" in refused.message
    assert read(event, wall).position == 1
    # A second command based on the current state is intended.
    wall.passes(seconds=3)
    press(buttons.next_level, event, by=other_director, seen=2, position=1)
    assert read(event, wall).position == 2


@pytest.mark.parametrize(("button", "stands"), [(buttons.next_level, 2), (buttons.previous_level, 0)])
def test_same_press_by_two_people_in_quick_succession_counts_once(
    event: int, director: Actor, other_director: Actor, wall: Wall, button: Any, stands: int
) -> None:
    """The second person's page shows the first change just before they press."""
    press(buttons.start, event, by=director)
    press(buttons.next_level, event, by=director)
    wall.passes(minutes=1)
    seen = press(button, event, by=director, seen=2, position=1).seq
    wall.passes(ms=900)
    refused = refusal(button, event, by=other_director, seen=seen, position=stands)
    assert refused.code == "meanwhile"
    assert "dora was faster" in refused.message
    assert read(event, wall).position == stands


def test_ones_own_presses_one_after_the_other_and_after_an_undo_all_count(
    event: int, director: Actor, other_director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    first = press(buttons.next_level, event, by=director, seen=1, position=0).seq
    second = press(buttons.next_level, event, by=director, seen=first, position=1).seq
    press(undo, event, by=director, seq=second)
    back = press(undo, event, by=director, seq=first).seq
    press(buttons.next_level, event, by=other_director, seen=back, position=0)
    assert read(event, wall).position == 1


def test_own_and_unrelated_commands_cause_no_conflict(
    event: int, director: Actor, other_director: Actor, wall: Wall
) -> None:
    from tourney.commands import count_field

    press(buttons.start, event, by=director)
    press(count_field, event, by=other_director, entries_by=1)
    press(buttons.add, event, by=director, ms=MINUTE, seen=1)
    press(buttons.add, event, by=director, ms=MINUTE, seen=1)
    assert read(event, wall).remaining == 22 * MINUTE


def test_press_of_next_just_after_an_automatic_change_skips_no_level(
    event: int, director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=20, ms=40)
    refused = refusal(buttons.next_level, event, by=director, seen=1, position=0)
    assert refused.code == "moved_on"
    assert read(event, wall).position == 1


@pytest.mark.django_db(transaction=True)
def test_two_directors_press_next_at_the_same_time_and_the_level_moves_once(
    event: int, director: Actor, other_director: Actor
) -> None:
    press(buttons.start, event, by=director)
    for round_ in range(4):
        seen = Tournament.objects.get(pk=event).seq
        position = Clock.objects.get(tournament=event).position
        gate = threading.Barrier(2)
        outcomes: list[object] = []

        def go(actor: Actor) -> None:
            try:
                gate.wait(10)  # noqa: B023
                outcomes.append(  # noqa: B023
                    press(buttons.next_level, event, by=actor, seen=seen, position=position)  # noqa: B023
                )
            except Refused as refused:
                outcomes.append(refused)  # noqa: B023
            finally:
                connection.close()

        threads = [threading.Thread(target=go, args=(actor,)) for actor in (director, other_director)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        [refused] = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
        assert refused.code == "meanwhile"
        assert len(outcomes) == 2
        assert Clock.objects.get(tournament=event).position == round_ + 1
    journal_tells_the_rows()

"""After an outage the director is asked only if time was lost."""

from datetime import timedelta

import pytest

from clock.commands import clock as buttons
from clock.commands.outage import note_outages, resume_from_stop
from clock.models import Clock
from clock.periodic import process_due_times
from clock.services.event_clock import EventClock, event_clock_of
from tests.fixtures.room import MINUTE, MakesEvents, press
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor
from tourney.commands import count_field
from tourney.models import Tournament


def asked(event: int) -> bool:
    return Clock.objects.get(tournament=event).outage_from is not None


def test_a_press_in_the_last_second_before_the_crash_does_not_hide_the_outage(
    event: int, director: Actor, wall: Wall
) -> None:
    """The server records a heartbeat every two or three seconds, so the last one is from before the press."""
    press(buttons.start, event, by=director)
    wall.passes(minutes=5)
    seen = wall.now
    wall.passes(seconds=1)
    press(buttons.add, event, by=director, ms=MINUTE)
    wall.passes(minutes=10)
    note_outages(seen, wall.now)
    assert asked(event)
    press(resume_from_stop, event, by=director)
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert (read.position, read.remaining) == (0, 16 * MINUTE - 1000), "the added minute is not lost"


def test_a_press_after_the_outage_began_is_a_decision(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    seen = wall.now
    wall.passes(minutes=10)
    press(buttons.add, event, by=director, ms=MINUTE)
    note_outages(seen, wall.now)
    assert not asked(event)


def test_one_event_that_cannot_be_read_hides_no_other_events_outage(
    make_event: MakesEvents, director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clock.commands import outage

    broken, sound = make_event(), make_event()
    for event in (broken, sound):
        press(buttons.start, event, by=director)
    seen = wall.now
    wall.passes(minutes=10)
    real = outage.event_clock_of

    def clock_of_sound_event(event: Tournament) -> EventClock:
        if event.pk == broken:
            raise RuntimeError("unreadable")
        return real(event)

    monkeypatch.setattr(outage, "event_clock_of", clock_of_sound_event)
    note_outages(seen, wall.now)
    assert asked(sound)


def test_clock_stopped_at_its_end_asks_no_question(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    over, held = make_event(), make_event(book="munot")
    for event in (over, held):
        press(buttons.start, event, by=director)
    wall.passes(minutes=200)
    process_due_times()
    press(count_field, over, by=director, entries_by=1)
    seen = wall.now
    wall.passes(minutes=600)
    note_outages(seen, wall.now + timedelta(seconds=1))
    assert not asked(over)
    assert not asked(held)

"""Time limits for ghosts and absent players, by the room's clock."""

from clock.commands.clock import start
from seating.commands import mark_absent, mark_back
from seating.models import Bust, Seat
from seating.services.ghosts import send_ghosts_away_from, take_absent_out_of
from tests.fixtures.room import MakesEvents, level, pause, press
from tests.fixtures.wall import Wall
from tests.seating.people import drawn_event
from tourney.access.roles import Actor
from tourney.models import ChipMove, JournalEntry


def ghosts() -> int:
    """Count the ghosts in the room."""
    return Seat.objects.filter(kind="ghost").count()


def test_five_spades_9_5_ghosts_leave_when_the_first_break_begins(
    wall: Wall, event: int, director: Actor
) -> None:
    drawn_event(event, 7, [1, 2], seats_per_table=6, ghosts=True)
    assert not send_ghosts_away_from(event), "play has not begun"
    press(start, event, by=director)
    wall.passes(minutes=39)
    assert not send_ghosts_away_from(event)
    assert ghosts() == 5
    wall.passes(minutes=2)
    assert send_ghosts_away_from(event)
    assert ghosts() == 0
    line = JournalEntry.journal(event).latest("seq")
    assert (line.kind, line.who, line.rule) == ("ghosts.leave", "Automatic", "Five Spades 9.5, 9.6")
    assert not send_ghosts_away_from(event), "two reviews remove a ghost only once"


def test_five_spades_9_5_ghosts_leave_after_two_hours_without_a_break(
    wall: Wall, make_event: MakesEvents, director: Actor
) -> None:
    event = make_event([level(100, minutes=100), level(200, minutes=100)])
    drawn_event(event, 4, [1], seats_per_table=6, ghosts=True)
    press(start, event, by=director)
    wall.passes(minutes=119)
    assert not send_ghosts_away_from(event)
    wall.passes(minutes=2)
    assert send_ghosts_away_from(event)


def test_five_spades_9_5_player_absent_for_two_hours_is_removed(
    wall: Wall, make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    event = make_event([level(100, minutes=100), pause(30), level(200, minutes=100)])
    away, back, _there = drawn_event(event, 3, [1])
    press(start, event, by=director)
    wall.passes(minutes=10)
    for entry in (away, back):
        press(mark_absent, event, by=floor, entry=entry)
    wall.passes(minutes=100)
    press(mark_back, event, by=floor, entry=back)
    # So far 90 minutes of play and 10 minutes of break have passed.
    wall.passes(minutes=49)
    assert take_absent_out_of(event) == 0
    wall.passes(minutes=2)
    assert take_absent_out_of(event) == 1
    assert Bust.objects.get().entry_id == away
    assert Bust.objects.get().removed
    assert JournalEntry.journal(event).latest("seq").kind == "entry.remove"
    assert take_absent_out_of(event) == 0


def test_book_without_the_rule_removes_no_player(
    wall: Wall, make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    event = make_event([level(100, minutes=300)], book="munot")
    away, _there = drawn_event(event, 2, [1])
    press(start, event, by=director)
    press(mark_absent, event, by=floor, entry=away)
    wall.passes(minutes=200)
    assert take_absent_out_of(event) == 0
    assert not ChipMove.objects.filter(tournament=event, kind="removed").exists()

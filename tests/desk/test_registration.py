"""Registration of an event: set up, opened, closed automatically when due, reopened."""

from typing import Any

import msgspec
import pytest

from clock.commands import clock as buttons
from desk.commands.bookings import check_in
from desk.commands.registration import close_registration, open_again, set_registration
from desk.commands.registration_due import take_due_of
from desk.commands.waiting_list import call_out_of_turn
from desk.models import Booking, Extra, Registration
from desk.periodic import close_registrations
from notifications.services.texts import notice_text
from tests.desk.lists import HOUR, opened, plays, reserves, starts, state, waits
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, level, pause, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor
from tourney.journal.boards import journal_entry_board
from tourney.journal.undo import undo
from tourney.live.boards import read_boards
from tourney.models import JournalEntry, Notice, Tournament
from tourney.services.field_counts import field_of


def row_of(event: int) -> Registration:
    return Registration.objects.get(tournament=event)


def minutes_after_start(event: int, journal_entry: JournalEntry) -> float:
    start = JournalEntry.journal(event).get(kind="clock.start").at
    assert journal_entry.due_at is not None
    return (journal_entry.due_at - start).total_seconds() / 60


def test_first_use_creates_the_row_in_the_rooms_currency_from_entries(event: int, director: Actor) -> None:
    opened(event, director)
    row = row_of(event)
    assert (row.currency, row.price, row.late_row) == ("EUR", 8_000, 1)
    plays(event, "Ada")
    found = Tournament.objects.get(pk=event)
    assert not found.counted_by_hand
    assert field_of(found).entries == 1


def test_rebuy_and_add_on_follow_the_settings(event: int, director: Actor) -> None:
    rebuy = {"kind": "rebuy", "pool": 5_000, "chips": 5_000, "until_row": 3}
    add_on = {"kind": "add_on", "pool": 6_000, "chips": 8_000, "from_row": 2, "until_row": 2}
    opened(event, director, extras=[rebuy, add_on])
    opened(event, director, extras=[{**rebuy, "pool": 7_000}])
    assert list(Extra.objects.values_list("kind", "pool")) == [("rebuy", 7_000)]
    journal_tells_the_rows()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"late_ends": "row", "late_row": 5}, "bad_row"),
        ({"late_ends": "row"}, "bad_argument"),
        ({"late_ends": "time", "late_row": 1}, "bad_argument"),
        ({"late_ends": "none", "late_row": 1}, "bad_argument"),
        ({"extras": [{"kind": "rebuy", "chips": 1, "from_row": 3, "until_row": 2}]}, "bad_row"),
        ({"extras": [{"kind": "rebuy", "chips": 1, "until_row": 5}]}, "bad_row"),
        ({"extras": [{"kind": "rebuy", "chips": 1, "until_row": 2}] * 2}, "bad_argument"),
        ({"capacity": 0}, "bad_argument"),
    ],
)
def test_contradictory_settings_are_refused(
    event: int, director: Actor, wrong: dict[str, Any], code: str
) -> None:
    assert refusal(set_registration, event, by=director, **wrong).code == code
    assert not Registration.objects.exists()


def test_registration_setup_can_be_undone_until_the_first_booking(event: int, director: Actor) -> None:
    opened(event, director)
    line = JournalEntry.journal(event).get(kind="registration.set")
    press(undo, event, by=director, seq=line.seq)
    assert not Registration.objects.exists()
    assert Tournament.objects.get(pk=event).counted_by_hand
    opened(event, director)
    reserves(event, director, "Ada")
    line = JournalEntry.journal(event).filter(kind="registration.set").latest("seq")
    assert refusal(undo, event, by=director, seq=line.seq).code == "in_use"
    journal_tells_the_rows()


def test_munot_73_reservations_lapse_at_the_start_unless_checked_in(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="munot", planned_start=wall.ms + HOUR)
    opened(event, director, capacity=5)
    here, away = reserves(event, director, "Ada"), reserves(event, director, "Bob")
    press(check_in, event, by=director, booking=here.pk, id_seen=True)
    wall.passes(minutes=60, seconds=9)
    close_registrations()
    assert (state(here), state(away)) == ("checked_in", "lapsed")
    line = JournalEntry.journal(event).get(kind="registration.due")
    assert line.rule == "Munot 73"
    assert journal_entry_board(line)["text"] == "Reservations expired at the start"
    assert line.due_at is not None
    assert (line.at - line.due_at).total_seconds() == 9
    assert row_of(event).started_at == line.due_at
    assert Notice.objects.filter(player=away.player, kind="cancelled").count() == 1
    close_registrations()
    assert JournalEntry.journal(event).filter(kind="registration.due").count() == 1


def test_where_the_book_is_silent_a_reservation_holds_until_entry_closes(
    event: int, director: Actor, wall: Wall
) -> None:
    opened(event, director)
    ada = reserves(event, director, "Ada")
    starts(event, director)
    wall.passes(minutes=30)
    close_registrations()
    assert state(ada) == "reserved"
    wall.passes(minutes=10)
    close_registrations()
    assert state(ada) == "lapsed"
    started, closed = JournalEntry.journal(event).filter(kind="registration.due").order_by("seq")
    assert journal_entry_board(started)["text"] == "Tournament started; no reservations expired"
    assert journal_entry_board(closed)["text"] == "Registration closed"


def test_registration_closes_when_its_row_is_over_even_after_an_outage(
    event: int, director: Actor, wall: Wall
) -> None:
    opened(event, director)
    starts(event, director)
    wall.passes(minutes=75)
    close_registrations()
    started, closed = JournalEntry.journal(event).filter(kind="registration.due").order_by("seq")
    assert (started.arguments["what"], minutes_after_start(event, started)) == ("started", 0)
    assert (closed.arguments["what"], minutes_after_start(event, closed)) == ("closed", 40)
    assert row_of(event).closed_at == closed.due_at
    take_due_of(event)
    assert JournalEntry.journal(event).filter(kind="registration.due").count() == 2


def test_wsop_12_it_closes_with_the_break_that_follows(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="wsop")
    opened(event, director)
    starts(event, director)
    wall.passes(minutes=45)
    close_registrations()
    assert row_of(event).closed_at is None
    wall.passes(minutes=10)
    close_registrations()
    line = JournalEntry.journal(event).filter(kind="registration.due").latest("seq")
    assert minutes_after_start(event, line) == 50


def test_registration_closes_at_a_time_or_at_the_start(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    timed, strict = make_event(), make_event()
    opened(timed, director, late_ends="time", late_at=wall.ms + HOUR // 4)
    opened(strict, director, late_ends="none")
    starts(timed, director)
    starts(strict, director)
    wall.passes(minutes=20)
    close_registrations()
    for event, minutes in ((timed, 15), (strict, 0)):
        line = JournalEntry.journal(event).filter(kind="registration.due").latest("seq")
        assert (line.arguments["what"], minutes_after_start(event, line)) == ("closed", minutes)


def test_munot_73_waiting_players_keep_their_chance_after_the_close(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    found = {}
    for book in ("munot", "wsop"):
        event = make_event(book=book)
        opened(event, director, capacity=1)
        plays(event, f"Seated {book}")
        starts(event, director)
        waiting = waits(event, director, f"Waits {book}")
        press(close_registration, event, by=director)
        found[book] = (state(waiting), waiting.guaranteed)
        assert refusal(close_registration, event, by=director).code == "registration_closed"
    assert found == {"munot": ("waiting", True), "wsop": ("lapsed", False)}


def test_opened_again_after_its_moment_it_is_open_until_the_running_row_ends(
    event: int, director: Actor, wall: Wall
) -> None:
    opened(event, director, capacity=1)
    plays(event, "Seated")
    waiting = waits(event, director, "Ada")
    starts(event, director)
    wall.passes(minutes=42)
    close_registrations()
    assert state(waiting) == "lapsed"
    done = press(open_again, event, by=director)
    assert done.answer == {"late_row": 2, "back": 1, "first": False}
    assert state(waiting) == "waiting"
    close_registrations()
    assert row_of(event).closed_at is None
    wall.passes(minutes=10)
    close_registrations()
    assert row_of(event).closed_at is not None
    assert refusal(set_registration, event, by=director, late_ends="row", late_row=9).code == "bad_row"


def test_munot_73_reservation_lapsed_at_the_start_stays_lapsed_on_reopening(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="munot")
    opened(event, director, late_ends="none")
    ada = reserves(event, director, "Ada")
    starts(event, director)
    close_registrations()
    assert row_of(event).closed_at is not None
    assert state(ada) == "lapsed"
    done = press(open_again, event, by=director)
    assert done.answer is not None
    assert done.answer["back"] == 0
    assert state(ada) == "lapsed"
    assert row_of(event).closed_at is None


def test_close_of_registration_notifies_each_waiting_player(make_event: MakesEvents, director: Actor) -> None:
    def notice_to(who: Booking) -> str:
        notice = Notice.objects.filter(player=who.player).latest("pk")
        return notice_text(notice.kind, notice.values)

    munot, tda = make_event(name="M", book="munot"), make_event(name="T", book="tda")
    for event in (munot, tda):
        opened(event, director, capacity=2)
        plays(event, f"Seated {event}")
    called, waiting = waits(munot, director, "Ada"), waits(munot, director, "Bob")
    starts(munot, director)
    press(call_out_of_turn, munot, by=director, booking=called.pk, reason="Came from far")
    here, away = reserves(tda, director, "Cid"), waits(tda, director, "Dan")
    press(check_in, tda, by=director, booking=here.pk, id_seen=True)
    for event in (munot, tda):
        press(close_registration, event, by=director)
    assert notice_to(called) == "Registration is closed, and a seat is held for you. Come to the desk."
    assert notice_to(waiting) == "Registration is closed. You may still get a seat: watch for your call."
    assert notice_to(here) == "Registration is closed, and your seat is held. Pay at the desk."
    assert notice_to(away) == "Registration is closed. No more players are seated from the waiting list."


def test_undone_start_restores_reservations(make_event: MakesEvents, director: Actor, wall: Wall) -> None:
    event = make_event(book="munot")
    opened(event, director)
    ada = reserves(event, director, "Ada")
    assert refusal(open_again, event, by=director).code == "not_closed"
    starts(event, director)
    close_registrations()
    assert state(ada) == "lapsed"
    line = JournalEntry.journal(event).get(kind="clock.start")
    press(undo, event, by=director, seq=line.seq)
    press(open_again, event, by=director)
    assert state(ada) == "reserved"
    starts(event, director)
    close_registrations()
    assert state(ada) == "lapsed"


def test_two_breaks_and_a_paused_clock_close_registration_now(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event([level(100), pause(), pause(), level(200)])
    opened(event, director, late_row=0)
    starts(event, director)
    wall.passes(minutes=25)
    press(buttons.pause, event, by=director)
    wall.passes(minutes=5)
    close_registrations()
    line = JournalEntry.journal(event).filter(kind="registration.due").latest("seq")
    assert line.due_at == line.at == row_of(event).closed_at


def test_the_board_says_price_places_and_when_entry_closes(event: int, director: Actor) -> None:
    _seq, boards = read_boards(f"t{event}", ["registration", "waiting_list"])
    assert all(not found for found in boards.values())
    opened(event, director, self_wait=True)
    plays(event, "Seated")
    reserves(event, director, "Ada")
    waits(event, director, "Bob")
    _seq, boards = read_boards(f"t{event}", ["registration"])
    board = msgspec.to_builtins(next(found for found in boards.values() if found)["registration"])
    assert board["open"]
    assert not board["started"]
    assert board["closed_at"] is None
    assert (board["price"], board["currency"], board["pool_total"]) == (8_000, "EUR", 0)
    assert (board["places_left"], board["kept"], board["waiting"]) == (0, 1, 1)
    assert board["late"] == {"ends": "row", "row": 1, "at": None, "closes_row": 2, "rule": ""}
    assert board["self"] == {"reserve": False, "wait": True, "re_enter": False}

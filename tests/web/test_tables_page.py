"""An event's page of tables and draw, before the draw."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from clock.commands.clock import start
from desk.commands.bookings import reserve, wait
from desk.commands.registration import close_registration
from players.commands.players import add_player
from seating.commands import add_tables, set_plan
from seating.models import Draw, Seat, Table, TournamentTable
from tests.seating.people import drawn_event, register_entries
from tests.web.till_room import drawer_of, drawn, on_sale, sold_to
from tests.web.visitors import client_of, done, send, text_of
from tourney.access.roles import Actor
from tourney.jobs.commands import run_job
from tourney.models import Job
from tourney.now import room_now, to_ms

pytestmark = pytest.mark.django_db
DRAW = '<button class="btn btn-primary btn-large" id="draw-now" name="what" value="draw">'
ASKS = "Draw now?"


def page_of(event: int) -> str:
    return f"/staff/t/{event}/tables/"


def known(name: str) -> int:
    return int(done(add_player, name=name, birth_date="1990-01-01")["player"])


@pytest.fixture
def event(make_event: Any) -> int:
    """Make an event of Munot, on sale until the end of its fourth row, which is level 3."""
    return on_sale(make_event(book="munot"))


# --- a draw while registration is open asks first -----------------------------------------------------------
def test_a_draw_asks_first_while_registration_is_open(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    for name in ("Ben", "Cid"):
        done(wait, event, player=known(name), wants="entry")
    done(reserve, event, player=known("Dan"))
    shown = text_of(page.get(page_of(event)))
    assert ASKS in shown
    assert DRAW not in shown
    assert "Registration is open until the end of “Level 3”." in shown
    assert "2 players are waiting." in shown
    assert "One player is still expected." in shown
    # A confirmed draw is held; the question is not repeated.
    assert send(page, page_of(event), what="draw").status_code == 302
    run_job(Job.objects.get().pk)
    assert "All players have a seat." in text_of(page.get(page_of(event)))


# --- a worker draws ----------------------------------------------------------------------------------------
def test_a_draw_is_followed_on_its_page_until_it_is_done(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    done(close_registration, event)
    where = send(page, page_of(event), what="draw").headers["Location"]
    shown = text_of(page.get(where))
    assert "Drawing a seat for 1 player: waiting to start…" in shown
    assert DRAW not in shown
    run_job(Job.objects.get().pk)
    answer = page.get(where)
    assert (answer.status_code, answer.headers["Location"]) == (302, page_of(event))
    shown = text_of(page.get(page_of(event)))
    assert "Drew seats for 1 player at 1 table" in shown
    assert f'name="seq" value="{Job.objects.get().seq}"' in shown


def test_a_draw_that_is_refused_says_why_with_its_rule(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    for state in ("reserve", "open"):
        TournamentTable.objects.filter(tournament=event).update(state=state)
    Table.objects.update(seats=2)
    Seat.objects.bulk_create(
        Seat(tournament_table=tournament_table, number=number, kind="closed", taken_at=room_now())
        for tournament_table in TournamentTable.objects.filter(tournament=event)
        for number in range(1, 11)
    )
    where = send(page, page_of(event), what="draw").headers["Location"]
    run_job(Job.objects.get().pk)
    page.get(where)
    shown = text_of(page.get(page_of(event)))
    assert "Assign more tables to this event. (Munot" in shown


def test_a_draw_before_the_seating_is_set_up_is_refused(page: Client, make_event: Any) -> None:
    event = make_event()
    where = send(page, page_of(event), what="draw").headers["Location"]
    run_job(Job.objects.get().pk)
    page.get(where)
    assert "Set up the seating first." in text_of(page.get(page_of(event)))


def test_a_draw_pressed_twice_is_one(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    command = str(uuid.uuid4())
    first, second = (send(page, page_of(event), command=command, what="draw") for _count in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    run_job(Job.objects.get().pk)
    assert send(page, page_of(event), command=command, what="draw").headers["Location"] == page_of(event)
    assert Draw.objects.count() == 1


def test_only_the_requester_waits_for_a_draw(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    where = send(page, page_of(event), what="draw").headers["Location"]
    other = text_of(client_of(desk).get(where))
    assert "data-job" not in other


@pytest.mark.parametrize(
    ("until", "message"),
    [
        ({"late_ends": "none", "late_row": None}, "Registration is open until the start."),
        ({"late_ends": "row", "late_row": 1}, "Registration is open until the end of “Level 2”."),
        ({"late_ends": "row", "late_row": 2}, "Registration is open until the end of “Break after level 2”."),
    ],
)
def test_page_shows_when_registration_closes(
    page: Client, make_event: Any, desk: Actor, until: dict[str, Any], message: str
) -> None:
    event = on_sale(make_event(book="munot"), **until)
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    assert message in text_of(page.get(page_of(event)))


def test_it_says_the_time_at_which_registration_closes(page: Client, make_event: Any, desk: Actor) -> None:
    at = room_now().replace(microsecond=0) + timedelta(days=1)
    event = on_sale(make_event(book="munot"), late_ends="time", late_row=None, late_at=to_ms(at))
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    assert "Registration is open until" in text_of(page.get(page_of(event)))


def test_draw_needs_no_confirmation_after_registration_closed(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    done(start, event)
    done(close_registration, event)
    shown = text_of(page.get(page_of(event)))
    assert DRAW in shown
    assert ASKS not in shown


def test_no_confirmation_is_needed_after_the_initial_draw(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    drawn(event)
    register_entries(event, 1)
    shown = text_of(page.get(page_of(event)))
    assert DRAW in shown
    assert ASKS not in shown


# --- no entries to draw -------------------------------------------------------------------------------------
def test_empty_event_does_not_claim_everyone_is_seated(page: Client, event: int) -> None:
    shown = text_of(page.get(page_of(event)))
    assert "There are no entries yet." in shown
    assert "All players have a seat." not in shown


def test_manually_counted_event_explains_that_no_seats_are_drawn(page: Client, make_event: Any) -> None:
    event = make_event()
    done(set_plan, event, seats_per_table=9)
    assert "counted by hand" in text_of(page.get(page_of(event)))


# --- refusals are shown at the top --------------------------------------------------------------------------
@pytest.mark.parametrize("wrong", [{"what": "assign", "numbers": "77"}, {"what": "release", "number": "99"}])
def test_refused_field_gets_the_focus(page: Client, event: int, wrong: dict[str, str]) -> None:
    done(add_tables, first=8, last=9)
    shown = text_of(send(page, page_of(event), **wrong))
    assert shown.count('role="alert" tabindex="-1" autofocus') == 1


# --- stacks of absent players -------------------------------------------------------------------------------
def test_it_says_which_stacks_of_absent_players_are_in_play(page: Client, make_event: Any) -> None:
    event = make_event(book="pokerstars_live")
    drawn_event(event, 2, [1, 2])
    shown = text_of(page.get(page_of(event)))
    assert "PokerStars Live 2.1.2" in shown
    assert "When the last one is taken, they all come into play" in shown
    assert "No seat number is taken at every open table yet" not in shown
    other = make_event(book="munot", name="Other")
    drawn_event(other, 2, [3, 4])
    assert "absent stacks" not in text_of(page.get(page_of(other)))


def test_seating_is_listed_after_the_draw(page: Client, event: int, desk: Actor) -> None:
    drawer_of(desk)
    for name in ("Ann", "Ben"):
        sold_to(desk, event, name)
    assert "Who sits where" not in text_of(page.get(page_of(event)))
    drawn(event)
    shown = text_of(page.get(page_of(event))).partition("Who sits where")[2]
    for seat in Seat.objects.filter(tournament_table__tournament=event, kind="player").select_related(
        "entry__player"
    ):
        assert seat.entry is not None
        assert f"{seat.number}</span> {seat.entry.player.name}</li>" in shown


# --- layout -------------------------------------------------------------------------------------------------
def test_settings_come_above_the_first_draw_and_the_drawn_seats_above_its_proof(
    page: Client, event: int, desk: Actor
) -> None:
    drawer_of(desk)
    sold_to(desk, event, "Ann")
    shown = text_of(page.get(page_of(event)))
    assert shown.index('id="plan-title"') < shown.index('id="tables-title"') < shown.index('id="draw-title"')
    assert "Draw proof, published before the draw:" in shown
    where = send(page, page_of(event), what="draw").headers["Location"]
    run_job(Job.objects.get().pk)
    page.get(where)
    shown = text_of(page.get(page_of(event)))
    parts = ("sitting-title", "draw-title", "draw-now", "digest", "draws-title", "plan-title")
    order = [shown.index(part) for part in parts if part in shown]
    assert order == sorted(order)
    assert shown.index("Print seat cards") < order[0]
    assert "Proof of the next draw, published before it." in shown

"""The closing steps of an event: on each of its pages, each step with what is still open."""

import pytest
from django.test import Client
from django.urls import reverse

from clock.commands.clock import start
from desk.commands.registration import close_registration
from desk.commands.sales import register_player
from prizes.commands.payouts import set_payout
from seating.commands import bust, draw_seats, set_plan
from tests.desk.tills import cash, drawer, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import tables_for
from tests.web.visitors import send, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def won(make_event: MakesEvents, director: Actor, desk: Actor, dealer: Actor) -> int:
    """Play an event of two players, sold at the desk; the prizes are set up and not locked."""
    event = make_event(book="tda")
    sold(event, re_entries_most=0, bounty=0)
    tables_for(event, [1])
    press(set_payout, event, by=FIRST_START, method="formula", percent=5_000, locks_itself=False)
    drawer(desk)
    for who in ("Ana Adler", "Ben Berg"):
        press(register_player, event, by=desk, player=player(who), payments=[cash(10_000)])
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)
    press(start, event, by=director)
    press(close_registration, event, by=FIRST_START)
    press(bust, event, by=dealer, entry=Entry.objects.get(player__name="Ben Berg").pk)
    return event


def test_pages_of_a_won_event_list_remaining_tasks(people: dict[Role, Client], won: int) -> None:
    director = people[Role.DIRECTOR]
    for page in ("floor", "prizes", "payouts", "event_results", "remote", "event_end"):
        text = text_of(director.get(reverse(page, args=[won])))
        assert "Ana Adler has won." in text, page
        assert "Lock the prizes" in text, page
        assert "Close event" in text, page


def test_the_offer_locks_pays_and_closes_step_by_step(
    people: dict[Role, Client], won: int, director: Actor
) -> None:
    browser = people[Role.DIRECTOR]
    part = reverse("event_end", args=[won])
    assert send(browser, reverse("prizes", args=[won]), what="lock").status_code == 302
    text = text_of(browser.get(part))
    assert "Prizes are locked" in text
    assert "1 player has an outstanding payout" in text
    # Closing asks first, and says what is open and where it is done.
    details = reverse("details", args=[won])
    asked = send(browser, details, what="close")
    assert asked.status_code == 422
    text = text_of(asked)
    assert "Still open: 1 prize to pay (€" in text
    assert "Close anyway" in text
    assert reverse("payouts", args=[won]) in text
    assert Tournament.objects.get(pk=won).closed_at is None
    closed = send(browser, details, what="close", although_unfinished="1")
    assert (closed.status_code, closed["Location"]) == (302, reverse("event_results", args=[won]))
    assert Tournament.objects.get(pk=won).closed_at is not None
    assert "has won" not in text_of(browser.get(part))


def test_no_closing_tasks_while_two_players_are_left(people: dict[Role, Client], event: int) -> None:
    text = text_of(people[Role.DIRECTOR].get(reverse("event_end", args=[event])))
    assert "hidden" in text
    assert "has won" not in text

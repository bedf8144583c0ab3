"""The public page of an event: information for players before they register, without a login."""

from typing import Any

import pytest
from django.test import Client

from clock.commands.clock import pause, start
from clock.commands.events import close_event
from desk.commands.bookings import reserve, wait
from desk.commands.registration import close_registration, set_registration
from prizes.commands.payouts import set_payout
from tests.desk.tills import cash, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor
from tourney.now import room_now, to_ms

pytestmark = pytest.mark.django_db


def shown(event: int, language: str = "en") -> str:
    """Return the public text of the page in one line."""
    answer = Client(headers={"accept-language": language}).get(f"/events/{event}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.fixture
def announced(make_event: MakesEvents, director: Actor) -> int:
    """Make an event with a price, a rebuy and late registration until level 3."""
    event = make_event(book="other_poker", planned_start=(to_ms(room_now()) or 0) + 86_400_000)
    rebuy: dict[str, Any] = {"kind": "rebuy", "pool": 2_000, "chips": 5_000, "from_row": 0, "until_row": 1}
    press(
        set_registration,
        event,
        by=director,
        pool=4_000,
        fee=500,
        late_ends="row",
        late_row=3,
        re_entries_most=2,
        extras=[rebuy],
    )
    return event


def test_price_structure_and_registration_are_public(announced: int) -> None:
    text = shown(announced)
    for part in ("45", "40", "Up to 2 re-entries", "until the end of level 3", "Rebuy", "10,000 chips"):
        assert part in text, part
    assert "300 / 600" not in text
    assert "150 / 300" in text


def test_price_is_shown_before_the_structure_without_empty_columns(announced: int) -> None:
    text = shown(announced)
    order = [text.index(part) for part in ('id="entry-title"', 'id="prizes-title"', 'id="structure-title"')]
    assert order == sorted(order)
    assert ">Game</th>" not in text
    assert ">Note</th>" not in text
    assert ">Ante</th>" in text


def test_a_break_as_the_last_row_of_registration_is_named(make_event: MakesEvents, director: Actor) -> None:
    event = make_event()
    press(set_registration, event, by=director, pool=4_000, late_ends="row", late_row=2)
    assert "until the end of the break after level 2" in shown(event)


def test_prizes_are_shown_after_the_first_registration(announced: int, director: Actor) -> None:
    press(set_payout, announced, by=director, method="formula", percent=10_000, guarantee=100_000)
    assert "Prizes are shown once the first players are registered" in shown(announced)
    drawer(director)
    enter(announced, director, player("Anna Arnold"), [cash(4_500)])
    text = shown(announced)
    assert "guaranteed" in text
    assert "The prizes are not final until registration has closed." in text


def test_the_start_is_announced_then_past_then_over(announced: int, director: Actor) -> None:
    assert "<time datetime=" in shown(announced)
    assert f"/results/{announced}/" not in shown(announced), "there are no results yet"
    press(start, announced, by=director)
    assert ("Running" in shown(announced), "Live clock" in shown(announced)) == (True, True)
    press(pause, announced, by=director)
    assert ("Paused" in shown(announced), "Läuft" in shown(announced, "de")) == (True, False)
    assert f"/results/{announced}/" in shown(announced)
    press(close_event, announced, by=director)
    assert "This event is over." in shown(announced)
    assert "Live clock" not in shown(announced)


def test_an_event_without_a_registration_has_a_page_as_well(event: int) -> None:
    assert "The start will be announced." in shown(event)
    assert "Der Start wird bekannt gegeben." in shown(event, "de")


def test_a_missing_event_is_not_found() -> None:
    assert Client().get("/events/999999/").status_code == 404


def test_held_and_waiting_places_are_told_as_in_the_lobby(make_event: MakesEvents, director: Actor) -> None:
    event = make_event(book="tda")
    sold(event, capacity=4)
    assert "4 seats available</p>" in shown(event)
    for name in ("Anna", "Bert", "Cora"):
        press(reserve, event, by=director, player=player(name))
    assert "1 seat available, 3 more reserved</p>" in shown(event)
    press(reserve, event, by=director, player=player("Dora"))
    assert "Event full, 4 reserved</p>" in shown(event)
    assert "0 seats" not in shown(event)
    press(wait, event, by=director, player=player("Emil"))
    assert "Event full, 4 reserved · 1 waiting</p>" in shown(event)
    press(close_registration, event, by=director)
    assert "held" not in shown(event)

"""The lobby's first view: what the page says of an event before a script has run."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils.timezone import localtime

from clock.commands.clock import plan_start, start
from clock.commands.events import close_event
from desk.commands.registration import close_registration, set_registration
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tests.stages.stage_scenes import flights
from tests.web.visitors import client_of
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.now import room_now, to_ms
from tourney.services.dates import start_text

pytestmark = pytest.mark.django_db


def text_of(client: Client, path: str = "/") -> str:
    """Return the visible text of a page in one line."""
    html = client.get(path).content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def test_guests_read_price_stack_and_late_registration_before_a_script_has_run(
    client: Client, make_event: MakesEvents, director: Actor
) -> None:
    at = to_ms(room_now() + timedelta(hours=1))
    event = make_event(name="Friday Deep", planned_start=at)
    press(set_registration, event, by=director, pool=5_000, fee=1_000, late_ends="row", late_row=1)
    text = text_of(client)
    assert "Friday Deep Not started yet Starts at" in text
    assert "An entry is for" not in text
    assert "Buy-in 60 Starting stack 10,000 Late registration until Level" in text.replace("€", "").replace(
        "CHF ", ""
    )


def test_an_event_for_teams_says_so_on_its_card_and_when_partners_stay_as_they_are(
    client: Client, event: int, director: Actor
) -> None:
    press(
        set_registration, event, by=director, pool=5_000, late_ends="row", late_row=1, partner_until="close"
    )
    assert "An entry is for two players" in text_of(client)
    says = "Registration is closed, so partners stay as they are."
    staff = client_of(director)
    assert says not in text_of(staff, f"/staff/t/{event}/entries/")
    press(close_registration, event, by=director)
    assert says in text_of(staff, f"/staff/t/{event}/entries/")


def test_a_running_event_shows_its_players_left(client: Client, event: int, director: Actor) -> None:
    press(set_field, event, by=director, entries=27, left=19)
    assert "Friday Deep Not started yet Start time not set 27 entries" in text_of(client)
    press(start, event, by=director)
    assert "Friday Deep Running 19 of 27 left" in text_of(client)


def test_an_event_of_another_day_is_listed_under_its_day(client: Client, make_event: MakesEvents) -> None:
    at = room_now() + timedelta(days=3)
    make_event(name="Sunday Major", planned_start=to_ms(at))
    text = text_of(client)
    day = f"{localtime(at):%A}, {localtime(at).day} {localtime(at):%B}"
    assert f"Upcoming events {day} Sunday Major Not started yet Starts at · {day}" in text
    assert "No events today" in text


def test_flights_and_days_of_one_tournament_share_a_card(
    client: Client, make_event: MakesEvents, director: Actor
) -> None:
    soon, later = room_now() + timedelta(days=3), room_now() + timedelta(days=4)
    found = flights(make_event)
    press(plan_start, found["1B"], by=director, at=to_ms(soon))
    press(plan_start, found["2"], by=director, at=to_ms(later))
    text = text_of(client)
    assert text.count("Structure and prizes") == 1
    assert "Main Event 1B Not started yet" in text
    assert f"Day 2 {start_text(later)} 1A Start time not set" in text
    # The flight in play is the one with the clock.
    press(start, found["1A"], by=director)
    text = text_of(client)
    assert "Main Event 1A Running" in text
    assert f"1B {start_text(soon)} Day 2 {start_text(later)}" in text
    series = client.get("/").context["config"]["series"]
    assert sorted(name for _key, name in series.values()) == ["1A", "1B", "Day 2"]


def test_an_event_without_a_start_says_so(client: Client, event: int) -> None:
    assert "Friday Deep Not started yet Start time not set" in text_of(client)


def test_results_of_ended_events_stay_in_the_lobby_for_a_week(
    client: Client, event: int, director: Actor, wall: Wall
) -> None:
    press(start, event, by=director)
    press(close_event, event, by=director)
    text = text_of(client)
    assert "Recent results Friday Deep" in text
    wall.passes(minutes=8 * 24 * 60)
    assert "Friday Deep" not in text_of(client)

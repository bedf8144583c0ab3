"""Entry pages: the lobby, the login, languages, the staff's start page, a new event."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client, override_settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from clock.commands.clock import pause, start
from clock.commands.events import close_event
from desk.commands.registration import set_registration
from tests.browser.rooms import LAPTOP, PHONE, Visit, fits, no_barriers, no_barriers_in
from tests.examples import in_soak
from tests.fixtures.room import PASSWORD, MakesEvents, press
from tests.fixtures.servers import Server
from tests.prizes.evenings import closed, evening, out
from tests.stages.stage_scenes import flights
from tourney.access.roles import Actor
from tourney.commands import set_field, set_room
from tourney.models import User
from tourney.now import room_now
from tourney.services.addresses import qr_of

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def knows_password(actor: Actor) -> None:
    """Give a user a password hashed as in production (tests use a quicker hasher)."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"]):
        User.objects.filter(username=actor.name).update(password=make_password(PASSWORD))


def log_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


def test_flights_share_a_card_that_follows_the_one_in_play(
    visit: Visit, director: Actor, make_event: MakesEvents
) -> None:
    found = flights(make_event)
    page = visit("/")
    card = page.locator(".event")
    expect(card.locator("h3")).to_have_text("Main Event 1A")
    expect(page.locator("#events")).to_have_attribute("aria-busy", "false")
    press(start, found["1B"], by=director)
    expect(card.locator("h3")).to_have_text("Main Event 1B")
    expect(card.locator(".event-time")).to_have_text(re.compile(r"\d:\d\d$"))
    expect(card.locator(".event-more a")).to_have_text(["1A", "Day 2"])
    fits(page)


def test_visitor_follows_the_event_from_the_start_page(visit: Visit, director: Actor, event: int) -> None:
    press(set_field, event, by=director, entries=27, left=19)
    page = visit("/")
    card = page.locator(".event")
    expect(card).to_contain_text("Friday Deep")
    expect(card.locator(".badge")).to_have_text("Not started yet")
    expect(card.get_by_role("link", name="Results")).to_be_hidden()
    press(start, event, by=director)
    expect(card.locator(".badge")).to_have_text("Running")
    expect(card.get_by_role("link", name="Results")).to_be_visible()
    expect(card).to_contain_text("Level 1")
    expect(card).to_contain_text("50\xa0/ 100")
    expect(card).to_contain_text("19 of 27 left")
    expect(card.locator(".event-time")).to_have_text(re.compile(r"^19:5\d$"))
    press(pause, event, by=director)
    expect(card.locator(".badge")).to_have_text("Paused")
    press(close_event, event, by=director)
    expect(page.locator("#no-events")).to_be_visible()
    expect(card).to_be_hidden()


def test_the_card_of_a_won_event_names_the_winner_and_nobody_left(
    visit: Visit, desk: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="munot")
    entries = evening(event, desk, 3)
    closed(event)
    card = visit("/").locator(".event")
    expect(card).to_contain_text("3 of 3 left")
    out(event, *entries[:2])
    expect(card.locator(".badge")).to_have_text("Event over")
    expect(card).to_contain_text("Winner: Player 3")
    expect(card.locator(".event-field")).to_have_text("3 entries")


def test_before_the_start_a_card_says_when_and_another_days_event_is_not_todays(
    visit: Visit, director: Actor, make_event: MakesEvents
) -> None:
    now = timezone.localtime(room_now())
    tonight = now.replace(hour=23, minute=59, second=0, microsecond=0)
    for name, start_at in (("Tonight", tonight), ("Next week", tonight + timedelta(days=5, hours=-4))):
        make_event(name=name, planned_start=int(start_at.timestamp() * 1000))
    make_event(name="By hand")
    page = visit("/")
    today, later = page.locator("#events .event"), page.locator("#later .event")
    expect(today.locator("h3")).to_have_text(["Tonight", "By hand"])
    expect(later.locator("h3")).to_have_text(["Next week"])
    expect(today.first.locator(".event-time")).to_have_text("23:59")
    expect(later.locator(".event-time")).to_have_text("19:59")
    weekday = (tonight + timedelta(days=5)).strftime("%A")
    expect(later.locator(".event-counts")).to_contain_text(weekday)
    # The length of a level does not look like a time of day.
    expect(today.last.locator(".event-time")).to_have_text("Start time not set")


def test_a_card_says_what_an_event_costs_and_until_when_one_may_enter(
    visit: Visit, director: Actor, make_event: MakesEvents
) -> None:
    start_at = timezone.localtime(room_now()).replace(hour=20, minute=0) + timedelta(days=3)
    event = make_event(name="Saturday", planned_start=int(start_at.timestamp() * 1000))
    press(set_registration, event, by=director, pool=5_000, fee=1_000, late_ends="row", late_row=3)
    page = visit("/")
    card = page.locator("#later .event")
    expect(card.locator("dt")).to_have_text(["Buy-in", "Starting stack", "Late registration until"])
    expect(card.locator("dd").first).to_contain_text("60")
    expect(card.locator("dd").last).to_have_text(re.compile(r"^Level \d+ starts$"))
    expect(page.locator("#later .event-day")).to_contain_text(start_at.strftime("%A"))


def test_the_first_page_has_two_ways_in_for_guests_and_two_in_its_footer(
    visit: Visit, director: Actor
) -> None:
    page = visit("/")
    expect(page.locator(".way")).to_have_count(2)
    expect(page.locator("#no-events")).to_be_visible()
    page.get_by_role("link", name="Use this screen as a TV display").click()
    expect(page.locator(".pair-code")).to_have_text(re.compile(r"^[A-Z0-9]{4}$"))
    page.go_back()
    page.locator(".lobby-foot").get_by_role("link", name="Staff login").click()
    knows_password(director)
    log_in(page, "dora", PASSWORD)
    expect(page).to_have_url(re.compile(r"/staff/$"))
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".lobby-foot").get_by_role("link", name="Staff login")).to_be_visible()


@pytest.mark.soak
def test_wrong_passwords_are_refused_and_then_locked(visit: Visit, director: Actor) -> None:
    page = visit("/login/")
    for _ in range(5):
        log_in(page, "dora", "not this one")
        expect(page.get_by_role("alert").first).to_contain_text("Wrong name or password.")
    log_in(page, "dora", "not this one")
    expect(page.locator("main")).to_contain_text("Too many wrong passwords")
    expect(page.locator("main")).to_contain_text("15 minutes after the last attempt")
    expect(page.get_by_label("Password")).to_be_visible()


@pytest.mark.soak
def test_the_language_is_chosen_by_a_press_and_kept_for_the_person(visit: Visit, director: Actor) -> None:
    page = visit("/staff/", director)
    page.locator(".drop summary").click()
    page.get_by_role("button", name="Deutsch (Schweiz)").click()
    expect(page.locator("html")).to_have_attribute("lang", "de-ch")
    expect(page).to_have_url(re.compile(r"/staff/$"))
    assert User.objects.get(username="dora").language == "de-ch"
    # Another browser without a chosen language uses the user's.
    assert visit("/staff/", director).locator("html").get_attribute("lang") == "de-ch"


@pytest.mark.soak
def test_language_redirect_stays_on_this_site(visit: Visit, web_server: Server) -> None:
    page = visit("/")
    for back in ("https://example.com/", "//example.com/", "javascript:alert(1)"):
        page.evaluate("back => { document.querySelector('.drop [name=next]').value = back; }", back)
        page.locator(".drop summary").click()
        page.get_by_role("button", name="English").click()
        expect(page).to_have_url(web_server.url + "/")


def test_the_first_page_wears_the_rooms_colour(visit: Visit, director: Actor) -> None:
    press(set_room, by=director, name="Ace High", currency="CHF", language="en", book="tda", accent="#aa3300")
    page = visit("/")
    expect(page.locator("h1")).to_have_text("Ace High")
    colour = page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--room')")
    assert colour.strip() == "#aa3300"


def test_a_qr_code_carries_the_address_the_room_knows(settings: Any, client: Client, db: None) -> None:
    settings.ALLOWED_HOSTS = ["192.0.2.7", "localhost"]
    room = {"host": "192.0.2.7:8000"}
    answers = [client.get(path, headers=room) for path in ("/address.svg", "/tv/qr.svg?code=K7P3")]
    for answer, text in zip(
        answers, ("http://192.0.2.7:8000/", "http://192.0.2.7:8000/staff/screens/?code=K7P3"), strict=True
    ):
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert answer.content == qr_of(text).content
    # Other machines can't reach a loopback address, and this machine has no other that is served.
    assert client.get("/address.svg", headers={"host": "localhost:8000"}).status_code == 404
    for wrong in ("", "../../x", "A" * 400, "<script>"):
        assert client.get("/tv/qr.svg", {"code": wrong}, headers=room).status_code == 404


@pytest.mark.soak
def test_first_steps_are_for_directors_and_end_when_hidden(
    visit: Visit, director: Actor, floor: Actor, event: int
) -> None:
    page = visit("/staff/", director)
    steps = page.locator("#first-steps")
    expect(steps).to_contain_text("Pair a TV")
    steps.get_by_role("button", name="Hide").click()
    page.reload()
    expect(page.locator(".event")).to_be_visible()
    expect(steps).to_be_hidden()
    page = visit("/staff/", floor)
    expect(page.locator(".event")).to_be_visible()
    expect(page.locator("#first-steps")).to_have_count(0)
    expect(page.get_by_role("link", name="New event")).to_have_count(0)


def test_missing_service_is_reported_in_words(visit: Visit, director: Actor) -> None:
    page = visit("/staff/", director)
    expect(page.locator("#health")).to_contain_text("Worker down")


@pytest.mark.soak
def test_staff_pages_ask_visitors_to_log_in_and_refuse_dealers(
    visit: Visit, dealer: Actor, event: int
) -> None:
    for path in (
        "/staff/",
        "/staff/new/",
        "/staff/screens/",
        f"/staff/t/{event}/",
        f"/staff/t/{event}/journal/",
    ):
        assert "/login/" in visit(path).url
    for path in ("/staff/new/", "/staff/screens/", f"/staff/t/{event}/journal/"):
        expect(visit(path, dealer).locator("main")).to_contain_text("Your role does not allow this page.")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [in_soak(PHONE, "dark"), (LAPTOP, "light")],
    ids=["phone-dark", "laptop-light"],
)
def test_the_ways_in_have_no_barriers_and_fit(
    visit: Visit, director: Actor, make_event: MakesEvents, size: dict[str, int], scheme: str
) -> None:
    make_event(name="A very long name for an event that somebody once gave it in a hurry")
    for path, by in [("/", None), ("/login/", None), ("/staff/", director), ("/staff/new/", director)]:
        page = visit(path, by, size=size, color_scheme=scheme)
        if path in {"/", "/staff/"}:
            page.locator(".event .badge[data-state]").wait_for()
        no_barriers(page, looks_alone=scheme == "dark")
        fits(page)
        no_barriers_in(page, PHONE, "dark")


@pytest.mark.soak
@pytest.mark.parametrize("size", [in_soak(LAPTOP), PHONE], ids=["laptop", "phone"])
def test_a_card_keeps_its_size_when_its_event_starts(
    visit: Visit, director: Actor, event: int, size: dict[str, int]
) -> None:
    press(set_field, event, by=director, entries=27, left=27)
    page = visit("/", size=size)
    card = page.locator(".event")
    expect(card.locator(".badge")).to_have_text("Not started yet")
    height = "one => one.offsetHeight"
    parts = "one => [...one.querySelectorAll('h3, p, .card-footer')].map(part => [part.className, part.offsetHeight])"
    before, beside = card.evaluate(height), card.evaluate(parts)
    press(start, event, by=director)
    expect(card.locator(".badge")).to_have_text("Running")
    assert card.evaluate(height) == before, (beside, card.evaluate(parts))
    stakes = card.locator(".event-blinds")
    assert stakes.evaluate("one => one.offsetHeight < 2 * parseFloat(getComputedStyle(one).lineHeight)")

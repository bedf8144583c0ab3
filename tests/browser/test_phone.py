"""The player's page in a real browser at the size of a phone."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from clock.commands.clock import start
from clock.commands.events import close_event
from clock.commands.structures import LevelInput
from clock.rules.shipped import shipped_structures
from clock.rules.structure import to_wire
from desk.commands.bookings import cancel
from desk.commands.waiting_list import call_out_of_turn
from desk.periodic import process_waiting_lists
from notifications.commands.player_links import renew_link
from seating.commands import bust
from seating.commands.seats import give_seat
from tests.browser.phones import SMALL, a_room, figures, kept, live, seated
from tests.browser.rooms import PHONE, Visit, fits, no_barriers, no_barriers_in
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.servers import Server
from tests.phone.people import (
    a_booking,
    a_player,
    a_registration,
    a_seat,
    a_table,
    an_entry,
    path_of,
)
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Notice
from tourney.now import room_now

pytestmark = [pytest.mark.browser, pytest.mark.processes]
OLD = re.compile(r"^No connection\. Last updated \d+ sec ago\.$")


@pytest.mark.soak
def test_seat_is_the_first_text_for_screen_readers(visit: Visit, event: int, director: Actor) -> None:
    path, _entry = seated(event)
    press(start, event, by=director)
    page = live(visit(path, size=PHONE))
    expect(figures(page)).to_have_text(["12", "4"])
    box = page.locator("#answer-big").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < PHONE["height"] / 2
    assert (
        page.locator("#answer-big dd").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        > 100
    )
    expect(page.locator("#map .is-mine text")).to_have_text("12")
    expect(page.locator("#table-picture .is-mine text")).to_have_text("4")
    expect(page.locator("#clock-time")).to_have_text(re.compile(r"^(19:5\d|20:00)$"))
    expect(page.locator("#levels .row")).to_have_count(4)
    expect(page.locator("#state")).to_be_hidden()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("number", "seat"), [in_soak(7, 1), (12, 4), in_soak(112, 10), in_soak(1234, 12), (99999, 12)]
)
@pytest.mark.parametrize("size", [SMALL, in_soak(PHONE)], ids=["small", "phone"])
def test_every_table_and_seat_is_as_large_as_fits(
    visit: Visit, event: int, number: int, seat: int, size: dict[str, int]
) -> None:
    player = a_player()
    a_seat(an_entry(event, player), a_table(event, number, seats=12), seat)
    page = visit(path_of(player), size=size)
    expect(figures(page)).to_have_text([str(number), str(seat)])
    boxes = [one.bounding_box() for one in figures(page).all()]
    card = page.locator("#answer").bounding_box()
    assert card is not None
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["x"] >= card["x"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    assert boxes[1]["x"] + boxes[1]["width"] <= card["x"] + card["width"]
    fits(page)


def test_page_is_readable_before_any_script_runs(visit: Visit, event: int) -> None:
    path, _entry = seated(event)
    page = visit(path, size=PHONE, java_script_enabled=False)
    expect(figures(page)).to_have_text(["12", "4"])
    expect(page.locator("#answer-event")).to_have_text("Friday Deep")


def watch_vibration(page: Page) -> None:
    """Record when the phone would vibrate."""
    page.add_init_script("window.shakes = []; navigator.vibrate = (pattern) => window.shakes.push(pattern);")


def test_moved_player_gets_one_alert_immediately(visit: Visit, event: int, director: Actor) -> None:
    path, entry = seated(event)
    page = live(visit(path, size=PHONE, before=watch_vibration))
    assert page.evaluate("shakes.length") == 0
    press(give_seat, event, by=director, entry=entry, table=3, seat=9)
    expect(figures(page)).to_have_text(["3", "9"])
    banner = page.locator("#banner")
    expect(banner).to_contain_text("Table 3, seat 9")
    expect(banner).to_contain_text("before: table 12, seat 4")
    expect(page.locator("#map .is-mine text")).to_have_text("3")
    expect(page.locator("#news")).to_contain_text("You have been moved to table 3, seat 9")
    assert page.evaluate("shakes.length") == 1
    banner.get_by_role("button", name="Got it").click()
    expect(banner).to_be_hidden()
    page.reload()
    live(page)
    expect(figures(page)).to_have_text(["3", "9"])
    expect(banner).to_be_hidden()
    assert page.evaluate("shakes.length") == 0


def test_move_during_a_closed_page_is_shown_when_it_opens(visit: Visit, event: int, director: Actor) -> None:
    path, entry = seated(event)
    page = live(visit(path, size=PHONE))
    address = page.url
    page.goto("about:blank")
    press(give_seat, event, by=director, entry=entry, table=3, seat=9)
    page.goto(address)
    expect(page.locator("#banner")).to_contain_text("Table 3, seat 9")
    expect(figures(page)).to_have_text(["3", "9"])


def test_place_on_the_waiting_list_updates_automatically(visit: Visit, event: int, director: Actor) -> None:
    a_registration(event)
    press(start, event, by=director)
    others = [a_booking(event, a_player(name), "waiting") for name in ("Bruno", "Carla")]
    player = a_player()
    a_booking(event, player, "waiting", waiting_since=room_now() + timedelta(seconds=1))
    page = live(visit(path_of(player), size=PHONE))
    expect(figures(page)).to_have_text(["3"])
    expect(page.locator("#answer-note")).to_have_text("Ahead of you: 2 entries")
    press(cancel, event, by=director, booking=others[0].pk)
    expect(figures(page)).to_have_text(["2"])
    expect(page.locator("#answer-note")).to_have_text("Ahead of you: 1 entry")


@pytest.mark.soak
def test_called_player_sees_how_long_the_seat_is_held(visit: Visit, event: int, director: Actor) -> None:
    a_registration(event)
    player = a_player()
    booking = a_booking(event, player, "called", offer_until=room_now() + timedelta(seconds=150))
    page = live(visit(path_of(player), size=PHONE))
    expect(page.locator("#answer-title")).to_have_text("A seat is open for you")
    expect(figures(page)).to_have_text(re.compile(r"^2:[0-3]\d$"))
    booking.offer_until = room_now() - timedelta(seconds=1)
    booking.save()
    page.reload()
    expect(page.locator("#answer-note")).to_have_text("The time has run out. Ask at the desk.")
    expect(page.locator("#answer")).to_have_attribute("data-look", "late")


@pytest.mark.soak
def test_several_events_of_one_player_are_a_tap_apart(
    visit: Visit, event: int, make_event: MakesEvents, director: Actor
) -> None:
    player = a_player()
    path, _entry = seated(event, player)
    second, third = make_event(name="Late Turbo"), make_event(name="Sunday Special")
    a_registration(second, self_reserve=True)
    a_registration(third)
    # Nobody can register for this one.
    make_event(name="Day 2")
    a_booking(second, player, "reserved")
    page = live(visit(path, size=PHONE))
    expect(figures(page)).to_have_text(["12", "4"])
    tabs = page.locator("#events button")
    expect(tabs).to_have_text(["Friday Deep", "Late Turbo", "Sunday Special"])
    tabs.nth(1).click()
    expect(page.locator("#answer-title")).to_have_text("You have a reservation")
    expect(page.locator("#table-card")).to_be_hidden()
    tabs.nth(2).click()
    expect(page.locator("#answer-title")).to_have_text("You are not registered")
    tabs.nth(0).click()
    expect(figures(page)).to_have_text(["12", "4"])


@pytest.mark.soak
def test_all_tabs_of_events_fit_a_phone(visit: Visit, event: int, make_event: MakesEvents) -> None:
    path, _entry = seated(event, a_player())
    for name in ("Late Turbo", "Sunday Special", "Championship of the Northern Clubs, Day 1B"):
        a_registration(make_event(name=name))
    page = live(visit(path, size={"width": 360, "height": 780}))
    expect(page.locator("#events button")).to_have_count(4)
    outside = """() => [...document.querySelectorAll('#events button')].filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < 0 || right > innerWidth || one.scrollWidth > one.clientWidth;
    }).map((one) => one.textContent)"""
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 780})
        assert page.evaluate(outside) == []
        fits(page)


@pytest.mark.soak
def test_a_clock_without_a_planned_start_shows_words_instead_of_a_dash(visit: Visit, event: int) -> None:
    path, _entry = seated(event, a_player())
    page = live(visit(path, size=PHONE))
    expect(page.locator("#clock-word")).to_have_text("Not started yet · Start time not set")
    expect(page.locator("#clock-time")).to_be_hidden()


def test_a_player_reserves_and_gives_the_place_up_again(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    soon = round((room_now() + timedelta(days=2)).timestamp() * 1000)
    event = make_event(planned_start=soon)
    a_registration(event, self_reserve=True, capacity=20)
    page = visit(path_of(a_player()), size=PHONE)
    page.locator("#events button", has_text="Friday Deep").click()
    page.get_by_role("button", name="Reserve a seat").click()
    expect(page.locator("#answer-title")).to_have_text("You have a reservation")
    expect(page.locator("#message")).to_have_text("Your seat is reserved.")
    give_up = page.locator("#actions button")
    expect(give_up).to_have_text("Cancel my seat")
    give_up.click()
    expect(give_up).to_have_text("Press again to cancel")
    expect(page.locator("#answer-title")).to_have_text("You have a reservation")
    give_up.click()
    expect(page.locator("#message")).to_have_text("Reservation cancelled.")
    expect(page.get_by_role("button", name="Reserve a seat")).to_be_visible()


def test_the_page_stays_on_the_event_whose_waiting_list_was_left(
    visit: Visit, event: int, make_event: MakesEvents, director: Actor
) -> None:
    later = make_event(name="Late Turbo")
    for one in (event, later):
        a_registration(one, self_wait=True)
    player = a_player()
    a_booking(event, player, "waiting")
    a_booking(later, player, "reserved")
    page = live(visit(path_of(player), size=PHONE))
    leave = page.locator("#actions button")
    leave.click()
    expect(leave).to_have_text("Press again to leave the list")
    leave.click()
    expect(page.locator("#answer-title")).to_have_text("You are not registered")
    expect(page.locator("#answer-event")).to_have_text("Friday Deep")
    expect(page.locator("#message")).to_have_text("You are no longer on the waiting list.")
    expect(page.locator("#news .row-text")).to_have_text(["You are no longer on the waiting list."])


def test_a_call_that_is_over_gives_way_to_the_seat_in_another_event(
    visit: Visit, event: int, make_event: MakesEvents, director: Actor
) -> None:
    path, entry = seated(event)
    press(start, event, by=director)
    called = make_event(name="Late Turbo")
    a_registration(called)
    press(start, called, by=director)
    booking = a_booking(called, Entry.objects.get(pk=entry).player, "waiting")
    page = live(visit(path, size=PHONE))
    expect(page.locator("#answer-title")).to_have_text("Your seat")
    press(call_out_of_turn, called, by=director, booking=booking.pk, reason="Next")
    process_waiting_lists()
    expect(page.locator("#answer-event")).to_have_text("Late Turbo")
    press(cancel, called, by=director, booking=booking.pk)
    expect(page.locator("#answer-title")).to_have_text("Your seat")


@pytest.mark.soak
def test_refusal_is_shown_with_its_reason(visit: Visit, event: int, director: Actor) -> None:
    row = a_registration(event, self_reserve=True)
    page = visit(path_of(a_player()), size=PHONE)
    page.locator("#events button", has_text="Friday Deep").click()
    page.get_by_role("button", name="Reserve a seat").wait_for()
    row.self_reserve = False
    row.save()
    page.get_by_role("button", name="Reserve a seat").click()
    expect(page.locator("#message")).to_have_text("Please ask at the desk.")
    expect(page.locator("#message")).to_have_class("notice is-bad")


def test_re_entry_is_not_offered_in_an_event_without_re_entries(
    visit: Visit, event: int, director: Actor
) -> None:
    row = a_registration(event, self_re_enter=True, re_entries_most=1)
    press(start, event, by=director)
    path, entry = seated(event)
    press(bust, event, by=director, entry=entry)
    page = live(visit(path, size=PHONE))
    ask = page.get_by_role("button", name="Request a re-entry")
    ask.wait_for()
    row.re_entries_most = 0
    row.save()
    ask.click()
    expect(page.locator("#message")).to_have_text("This event has no re-entries.")
    press(
        undo, event, by=director, seq=JournalEntry.journal(event).filter(kind="entry.bust").latest("seq").seq
    )
    expect(page.locator("#answer-title")).to_have_text("Your seat")
    expect(page.locator("#message")).to_be_hidden()
    press(bust, event, by=director, entry=entry)
    expect(page.locator("#answer-title")).to_have_text("You have busted")
    expect(ask).to_be_hidden()


def test_without_a_network_the_page_opens_and_says_at_once_how_old_it_is(
    visit: Visit, event: int, director: Actor, start_server: Callable[..., Server]
) -> None:
    path, _entry = seated(event)
    press(start, event, by=director)
    server = start_server("daphne")
    page = live(visit(path, size=PHONE, server=server))
    expect(page.locator("#map .is-mine text")).to_have_text("12")
    kept(page)
    page.context.set_offline(True)
    server.kill()
    page.reload()
    # Long before a request could time out.
    expect(page.locator("#state")).to_have_text(OLD, timeout=5_000)
    expect(figures(page)).to_have_text(["12", "4"])
    expect(page.locator("#clock-time")).to_have_text(re.compile(r"^1\d:\d\d$"))
    expect(page.locator("#map .is-mine text")).to_have_text("12")
    expect(page.locator("#state")).to_have_text(OLD)
    fits(page)
    server.start()
    page.context.set_offline(False)
    expect(page.locator("#state")).to_be_hidden(timeout=25_000)


@pytest.mark.soak
def test_replaced_link_is_reported_and_forgotten(visit: Visit, event: int, desk: Actor) -> None:
    player = a_player()
    path, _entry = seated(event, player)
    page = live(visit(path, size=PHONE))
    press(renew_link, by=desk, player=player.pk)
    expect(page.locator("#state")).to_have_text("This link is no longer valid. Ask the desk for a new one.")
    expect(page.locator("#page")).to_be_hidden()
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => localStorage[key].includes('seat'))") == []
    )


@pytest.mark.soak
def test_the_lobby_says_how_many_places_are_left_and_for_how_long(
    visit: Visit, event: int, director: Actor
) -> None:
    a_registration(event, capacity=40, late_ends="row", late_row=1)
    press(start, event, by=director)
    page = visit("/", size=PHONE)
    card = page.locator(".event")
    expect(card.locator(".event-entry > span")).to_have_text(
        ["Registration closes in 40 min", "40 seats available"]
    )
    expect(card.locator(".event-level")).to_have_text("Level 1")
    fits(page)


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", in_soak("dark")])
@pytest.mark.parametrize(
    "state",
    ["seated", *(in_soak(state) for state in ("entered", "waiting", "reserved", "nothing")), "called", "out"],
)
def test_no_barriers_in_any_state(visit: Visit, event: int, director: Actor, state: str, scheme: str) -> None:
    a_registration(event, self_wait=True, self_re_enter=True)
    press(start, event, by=director)
    player = a_player("Annegret von und zu Oberniederhausen-Langenthal")
    if state in {"seated", "entered", "out"}:
        entry = an_entry(event, player, out_at=room_now() if state == "out" else None)
        if state == "seated":
            a_seat(entry, a_room(event), 4)
    elif state != "nothing":
        a_booking(event, player, state)
    for text in range(2):
        Notice.objects.create(
            player=player, tournament_id=event, kind="moved", values={"table": text}, at=room_now()
        )
    page = visit(path_of(player), size=SMALL, color_scheme=scheme)
    page.locator("#answer-title:not(:empty)").wait_for()
    if state != "nothing":
        live(page)
    no_barriers(page)
    fits(page)
    no_barriers_in(page, SMALL, "dark")


@pytest.mark.soak
def test_the_clock_of_a_phone_names_no_level_or_break_after_the_end(
    visit: Visit, event: int, director: Actor
) -> None:
    path, _entry = seated(event)
    press(start, event, by=director)
    page = live(visit(path, size=PHONE))
    for part in ("#clock-break", "#clock-level"):
        expect(page.locator(part)).to_be_visible()
    press(close_event, event, by=director)
    for part in ("#clock-break", "#clock-level"):
        expect(page.locator(part)).to_be_hidden()


@pytest.mark.soak
def test_a_structure_with_colour_ups_fits_a_phone(visit: Visit, make_event: MakesEvents) -> None:
    rows = to_wire(shipped_structures()["five_spades"].levels)
    levels = [LevelInput.model_validate({key: row[key] for key in row.keys() - {"number"}}) for row in rows]
    event = make_event(levels, book="five_spades")
    page = visit(f"/events/{event}/", size=PHONE)
    expect(page.locator(".levels")).to_contain_text("Colour-up 25")
    wide = page.locator(".table-wrap", has=page.locator(".levels"))
    assert wide.evaluate("one => one.scrollWidth - one.clientWidth") <= 0

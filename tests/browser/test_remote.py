"""The remote, pressed in a real browser against a real server."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from clock.commands.clock import go_to, pause, start
from clock.commands.events import close_event
from clock.commands.outage import note_outage
from clock.models import Clock
from tests.browser.floors import UPRIGHT
from tests.browser.rooms import (
    LAPTOP,
    PHONE,
    TABLET,
    Visit,
    at_rest,
    fits,
    kinds,
    no_barriers,
    no_barriers_in,
    ready,
    remote_of,
    toast,
)
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, level, press
from tests.prizes.evenings import closed, evening, out
from tests.waiting import until
from tourney.access.roles import CLOCKWORK, Actor
from tourney.models import JournalEntry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def running(event: int) -> bool:
    """Return whether the stored clock runs."""
    return Clock.objects.get(tournament=event).running


# --- one button after the other -----------------------------------------------------------------------
@pytest.mark.soak
def test_the_big_button_starts_pauses_and_resumes(visit: Visit, director: Actor, event: int) -> None:
    page = ready(visit(remote_of(event), director, size=PHONE))
    main = page.locator("#main-press")
    # The steps before the start take one line, and are gone with it.
    box = page.locator("#event-setup").bounding_box()
    assert box is not None
    assert box["height"] < 120
    for word, kind in [("Start", "clock.start"), ("Pause", "clock.pause"), ("Resume", "clock.resume")]:
        expect(main).to_contain_text(word)
        main.click()
        until(lambda kind=kind: kinds(event)[-1:] == [kind])
    expect(main).to_contain_text("Pause")
    expect(page.locator("#event-setup")).to_have_count(0)
    # The message leaves the time in view, also on an upright tablet.
    for size in (PHONE, UPRIGHT):
        page.set_viewport_size(size)
        time, message = page.locator(".face-time").bounding_box(), page.locator(".toast").last.bounding_box()
        assert time is not None
        assert message is not None
        assert message["y"] > time["y"] + time["height"]


@pytest.mark.soak
def test_a_press_is_undone_from_the_message_that_confirms_it(
    visit: Visit, director: Actor, event: int
) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    page.locator("#main-press").click()
    toast(page, "Paused at")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    toast(page, "Undid #")
    until(lambda: running(event))
    expect(page.locator("#main-press")).to_contain_text("Pause")


def test_an_older_press_is_undone_from_the_last_presses(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    press(pause, event, by=director)
    page = ready(visit(remote_of(event), director))
    page.locator(".line", has_text="Paused at").get_by_role("button").click()
    expect(page.locator(".line.is-undone")).to_contain_text("Paused at")
    assert running(event)


def test_every_button_of_a_running_clock_works(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director, size=TABLET))
    lines = len(kinds(event))

    def did(kind: str, **arguments: Any) -> None:
        nonlocal lines
        lines += 1
        until(lambda: len(kinds(event)) == lines, message=f"{kind} wrote no journal entry: {kinds(event)}")
        line = JournalEntry.journal(event).order_by("seq").last()
        assert line is not None
        assert line.kind == kind
        assert {key: line.arguments[key] for key in arguments} == arguments
        at_rest(page)

    def fold(name: str) -> None:
        page.locator("summary", has_text=name).click()

    page.get_by_role("button", name="Add 1 minute").click()
    did("clock.add", ms=60_000)
    page.get_by_role("button", name="Remove 1 minute").click()
    did("clock.add", ms=-60_000)
    expect(page.locator('[data-part="next-row"]')).to_have_text("Level 2 · 100\xa0/ 200")
    page.locator('[data-do="clock.next"]').click()
    did("clock.next", position=0)
    expect(page.locator('[data-part="previous-row"]')).to_have_text("Level 1 · 50\xa0/ 100")
    page.locator('[data-do="clock.previous"]').click()
    did("clock.previous", position=1)
    page.locator('[data-do="clock.last_hand"]').click()
    did("clock.last_hand", position=0)
    expect(page.locator('[data-do="clock.last_hand"]')).to_have_attribute("aria-pressed", "true")
    fold("Set the time left")
    page.get_by_label("Minutes", exact=True).fill("7")
    page.get_by_label("Seconds", exact=True).fill("30")
    page.locator('[data-form="clock.set_remaining"] button').click()
    did("clock.set_remaining", ms=450_000)
    fold("Go to a level")
    page.select_option("#rows", "2")
    page.locator('[data-form="clock.go_to"] button').click()
    did("clock.go_to", to=2)
    page.get_by_role("button", name="Extend break by 5 min").click()
    did("clock.extend_break", ms=300_000)
    # The bar of the event says it once.
    expect(page.locator("#event-strip [data-strip=blinds]")).to_have_text("Break")
    expect(page.locator("#event-strip [data-strip=level]")).to_have_text("")
    page.get_by_role("button", name="End the break now").click()
    did("clock.skip_break", position=2)
    page.locator("#say").fill("Dinner is served")
    page.locator("#say").press("Enter")
    did("clock.say", text="Dinner is served")
    expect(page.locator('[data-part="announcement"]')).to_have_text("Dinner is served")
    page.get_by_role("button", name="Remove", exact=True).click()
    did("clock.say", text="")
    page.get_by_role("button", name="One more entry").click()
    did("field.count", entries_by=1)
    page.get_by_role("button", name="One fewer player").click()
    did("field.count", left_by=-1)
    fold("Set counts")
    expect(page.locator("#f-entries")).to_have_value("1")
    page.locator("#f-entries").fill("30")
    page.locator("#f-left").fill("21")
    page.locator('[data-form="field.set"] button').click()
    did("field.set", entries=30, left=21, extra_chips=0)
    expect(page.locator('[data-part="left"]')).to_have_text("21")
    fold("Level changes")
    page.get_by_role("button", name="When announced").click()
    did("clock.advance", way="announced")
    page.locator('[data-do="clock.announce_level"]').wait_for()
    fold("More: restart, close the event")
    page.get_by_role("button", name="Restart from level 1").click()
    did("clock.restart")
    expect(page.get_by_role("button", name="Reset to before the start")).to_be_hidden()
    fold("More: restart, close the event")
    page.get_by_role("button", name="Reset to before the start").click()
    did("clock.reset")
    fold("Planned start")
    page.locator("#plan").fill("2099-01-01T20:00")  # in Zurich, as the browser formats it
    page.locator('[data-form="clock.plan_start"] [type=submit]').click()
    did("clock.plan_start", at=4_070_977_200_000)
    fold("Planned start")
    page.get_by_role("button", name="Start by hand instead").click()
    did("clock.plan_start", at=None)
    fold("More: restart, close the event")
    page.get_by_role("button", name="Close event").click()
    did("event.close")
    expect(page.locator("#main-press")).to_have_text("Reopen event␣")
    # Of a closed event, it is a small button without steps of the clock beside it.
    expect(page.locator("#main-press.btn-primary, #main-press kbd:visible")).to_have_count(0)
    expect(page.locator('[data-do="clock.add"]:visible, [data-do="clock.next"]:visible')).to_have_count(0)
    page.locator("#main-press").click()
    did("event.reopen")


def test_a_refusal_is_a_sentence_with_its_rule(
    visit: Visit, director: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="munot")
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    expect(page.locator('[data-part="announce-rule"]')).to_contain_text("Munot 23")
    page.locator('[data-do="clock.announce_level"]').click()
    page.locator(".toast.is-bad cite", has_text="Munot 23").wait_for()
    assert kinds(event) == ["clock.start"]


def test_an_announced_level_waits_for_the_big_button(
    visit: Visit, director: Actor, make_event: MakesEvents
) -> None:
    event = make_event([level(100, minutes=1 / 60), level(200)], book="munot")
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    expect(page.locator("#main-press")).to_contain_text("Announce level 2")
    expect(page.locator('[data-part="rule"]')).to_have_text("Munot 23")
    page.locator("#main-press").click()
    toast(page, "Announced Level 2")


@pytest.mark.soak
def test_the_day_ends_with_a_card(visit: Visit, director: Actor, make_event: MakesEvents) -> None:
    event = make_event([level(100, minutes=10, ends_day=True), level(200)], book="pokerstars_live")
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    page.locator("summary", has_text="End of the day").click()
    expect(page.locator("main")).to_contain_text("PokerStars Live 3.12")
    page.get_by_role("button", name="Stop the clock for the last hands").click()
    page.locator("#card").fill("5")
    page.get_by_role("button", name="Use this card").click()
    toast(page, "Drew 5 more hands")
    page.locator(".toast", has_text="Drew 5").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Draw a card").click()
    until(lambda: Clock.objects.get(tournament=event).last_hands in range(3, 8))
    played = page.get_by_role("button", name="All tables have played their last hands")
    played.click()
    toast(page, "All tables have played the day’s last hands")
    expect(played).to_be_hidden()
    assert Clock.objects.get(tournament=event).last_hands is None


@pytest.mark.soak
def test_a_won_event_is_closed_from_the_notice_above_its_clock(
    visit: Visit, director: Actor, floor: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 2)
    closed(event)
    out(event, entries[0])
    page = ready(visit(remote_of(event), director))
    page.locator("#event-end").get_by_role("button", name="Close event").click()
    # The prize is not paid.
    page.get_by_role("button", name="Close anyway").click()
    expect(page.locator("#event-end")).to_be_hidden()
    assert Tournament.objects.get(pk=event).closed_at is not None


@pytest.mark.soak
def test_the_notice_of_a_won_event_is_one_line_on_a_phone(
    visit: Visit, director: Actor, floor: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 2)
    closed(event)
    out(event, entries[0])
    page = ready(visit(remote_of(event), director, size=PHONE))
    notice = page.locator("#event-end")
    box = notice.bounding_box()
    assert box is not None
    assert box["height"] < 84
    steps = notice.get_by_role("button", name="Close event")
    expect(steps).to_be_hidden()
    notice.get_by_role("button", name="Next steps").click()
    expect(steps).to_be_visible()
    fits(page)
    no_barriers(page)
    page.keyboard.press("Escape")
    expect(steps).to_be_hidden()
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    expect(steps).to_be_visible()
    expect(notice.get_by_role("button", name="Next steps")).to_be_hidden()


def test_after_an_outage_the_director_decides(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    now = round(time.time() * 1000)
    page = ready(visit(remote_of(event), director))
    expect(page.locator("#outage")).to_be_hidden()
    press(note_outage, event, by=CLOCKWORK, since=now - 100, until=now)
    expect(page.locator("#outage")).to_contain_text("Level 1 was at")
    page.get_by_role("button", name="Outage counted as played").click()
    expect(page.locator("#outage")).to_be_hidden()
    assert kinds(event)[-1] == "clock.as_if_never_stopped"


# --- two users ----------------------------------------------------------------------------------------
def test_second_of_two_simultaneous_presses_shows_the_first_ones_result(
    visit: Visit, director: Actor, other_director: Actor, event: int
) -> None:
    press(start, event, by=director)
    frozen = False

    def hold_back(page: Page) -> None:
        def connect(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: None if frozen else socket.send(message))

        page.route_web_socket("**/ws/live/", connect)

    one = ready(visit(remote_of(event), director))
    two = ready(visit(remote_of(event), other_director, before=hold_back))
    frozen = True
    one.locator("#main-press").click()
    toast(one, "Paused at")
    two.locator("#main-press").click()
    toast(two, "dora was faster: “Paused at")
    assert kinds(event) == ["clock.start", "clock.pause"]


def test_one_remote_shows_what_the_other_pressed(
    visit: Visit, director: Actor, floor: Actor, event: int
) -> None:
    press(start, event, by=director)
    one, two = ready(visit(remote_of(event), director)), ready(visit(remote_of(event), floor, size=PHONE))
    one.locator("#main-press").click()
    expect(two.locator("#main-press")).to_contain_text("Resume")
    expect(two.locator(".line").first).to_contain_text("dora")


# --- keyboard, roles, sizes -------------------------------------------------------------------------------
@pytest.mark.soak
def test_shortcuts_are_off_while_typing(visit: Visit, director: Actor, event: int) -> None:
    page = ready(visit(remote_of(event), director))
    for key, kind in [(" ", "clock.start"), ("+", "clock.add"), ("n", "clock.next"), (" ", "clock.pause")]:
        page.keyboard.press(key)
        until(lambda kind=kind: kinds(event)[-1:] == [kind])
        at_rest(page)
    lines = len(kinds(event))
    page.keyboard.press("s")
    page.keyboard.type("n + p l")
    expect(page.locator("#say")).to_have_value("n + p l")
    page.locator("#say").blur()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    assert len(kinds(event)) == lines
    page.keyboard.press("p")
    until(lambda: kinds(event)[-1] == "clock.previous")


@pytest.mark.soak
def test_desk_counts_the_field_and_dealer_only_watches(
    visit: Visit, desk: Actor, dealer: Actor, director: Actor, event: int
) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), desk))
    assert page.locator("#main-press, [data-do]:visible").count() == 0
    page.get_by_role("button", name="One more entry").click()
    until(lambda: Tournament.objects.get(pk=event).counted_entries == 1)
    page = ready(visit(remote_of(event), dealer))
    assert page.locator("main button").count() == 0
    # 20:00 for the first second of the level.
    expect(page.locator('[data-part="time"]')).to_have_text(re.compile("^(19:|20:00)"))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"), [in_soak(PHONE, "dark"), (TABLET, "light")], ids=["phone-dark", "tablet-light"]
)
def test_the_remote_has_no_barriers_and_fits(
    visit: Visit, director: Actor, event: int, size: dict[str, int], scheme: str
) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director, size=size, color_scheme=scheme))
    page.locator(".line").first.wait_for()
    no_barriers(page)
    fits(page)
    no_barriers_in(page, PHONE, "dark")


@pytest.mark.soak
def test_no_next_level_is_shown_after_the_end(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director, size=PHONE))
    expect(page.locator(".face-facts [data-fact=next]")).to_be_visible()
    until_break = page.locator(".face-facts [data-fact=break]")
    expect(until_break).to_be_visible()
    # The ante of the next level is beside its blinds, also while a break comes first.
    press(go_to, event, by=director, to=1)
    expect(page.locator("[data-part=next]")).to_have_text(re.compile(r"^150\s/ 300 · .*300$"))
    # No break is left.
    press(go_to, event, by=director, to=3)
    expect(page.locator("[data-part=next]")).to_have_text(re.compile(r"^200\s/ 400$"))
    expect(until_break).to_be_hidden()
    press(close_event, event, by=director)
    expect(page.locator("[data-part=badge]")).to_have_text("Event over")
    for fact in ("next", "break"):
        expect(page.locator(f".face-facts [data-fact={fact}]")).to_be_hidden()
    expect(page.locator("[data-part=level]")).to_be_empty()

"""Messages of the remote: starts, refusals and missing services, shown only while they hold."""

import re

import pytest
from playwright.sync_api import expect

from clock.commands.clock import plan_start, start
from tests.browser.rooms import PHONE, Visit, kinds, ready, remote_of, toast
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import evening
from tourney.access.roles import Actor
from tourney.now import room_now, to_ms

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.mark.soak
def test_planned_start_is_a_sentence_and_labels_its_figure(visit: Visit, director: Actor, event: int) -> None:
    press(plan_start, event, by=director, at=(to_ms(room_now()) or 0) + 5_700_000)
    page = ready(visit(remote_of(event), director, size=PHONE))
    expect(page.locator(".face-band")).to_contain_text(re.compile(r"^\s*Starts at (\w+,? )?\d\d:\d\d\s*$"))
    expect(page.locator('[data-part="counts"]')).to_have_text("Starts in")
    expect(page.locator('[data-part="time"]')).to_have_text(re.compile(r"^1:3\d:\d\d$"))
    assert page.evaluate(
        "(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('.face'))"
    )
    card = visit("/", size=PHONE).locator(".event")
    # The list of the room's events shows when each starts, not how long a level is.
    expect(card.locator(".event-counts")).to_have_text(re.compile(r"^Starts at( · [\w, ]+)?$"))
    expect(card.locator(".event-time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(card.locator(".event-level")).to_have_text(re.compile(r"^Starts in 1:3\d:\d\d$"))
    press(start, event, by=director)
    expect(card.locator(".event-counts")).to_have_text("Time left")


def test_refusal_clears_on_success_and_covers_no_controls(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director, size=PHONE))
    page.route("**/do/**/clock.add/", lambda route: route.fulfill(
        status=409, json={"ok": False, "code": "refused", "message": "Not now.", "rule": "", "fields": {}}
    ), times=1)  # fmt: skip
    more = page.get_by_role("button", name="Add 1 minute")
    more.click()
    toast(page, "Not now.")
    below = page.evaluate(
        """() => { const box = document.querySelector('.toast-text').getBoundingClientRect();
            return Boolean(document.elementFromPoint(box.x + 4, box.y + 4).closest('.toast, .toasts')); }"""
    )
    assert below is False
    more.click()
    toast(page, "+1:00")
    expect(page.locator(".toast.is-bad")).to_have_count(0)


@pytest.mark.soak
def test_closing_an_unfinished_event_names_what_is_open_and_asks(
    visit: Visit, director: Actor, desk: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="tda")
    evening(event, desk, 3)
    page = ready(visit(remote_of(event), director))
    page.locator("summary", has_text="close the event").click()
    page.get_by_role("button", name="Close event").click()
    toast(page, "Still open: prizes not locked (€300 in the pool).")
    assert "event.close" not in kinds(event)
    page.get_by_role("button", name="Close anyway").click()
    expect(page.locator("#main-press")).to_contain_text("Reopen event")
    assert kinds(event)[-1] == "event.close"


@pytest.mark.soak
def test_warning_about_a_missing_service_ends_when_it_is_back(
    visit: Visit, director: Actor, event: int
) -> None:
    away = {"ok": False, "parts": {"redis": {"ok": False}, "database": {"ok": True}}}
    well = {"ok": True, "parts": {"redis": {"ok": True}, "database": {"ok": True}}}
    now = {"answer": away}
    page = ready(
        visit(
            remote_of(event),
            director,
            before=lambda page: page.route("**/health/", lambda route: route.fulfill(json=now["answer"])),
        )
    )
    expect(page.locator("#health")).to_contain_text("Redis is down")
    now["answer"] = well
    expect(page.locator("#health")).to_be_hidden(timeout=6_000)

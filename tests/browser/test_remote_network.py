"""The remote on an unreliable network: a press is queued, carried out once, or never."""

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Route, expect

from clock.commands.clock import start
from tests.browser.rooms import (
    Visit,
    at_rest,
    kinds,
    ready,
    remote_of,
    session_of,
    toast,
)
from tests.fixtures.room import press
from tests.fixtures.servers import Server
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def commands_of(route: Route, sent: list[str]) -> None:
    sent.append(json.loads(route.request.post_data or "{}")["command_id"])


@pytest.mark.soak
def test_invalid_clock_time_is_refused_with_its_limits(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    page.get_by_text("Set the time left", exact=True).click()
    form = page.locator('[data-form="clock.set_remaining"]')
    for minutes, seconds in (("99999", "0"), ("5", "75"), ("1.5", "0"), ("1440", "1"), ("0", "0")):
        page.get_by_label("Minutes", exact=True).fill(minutes)
        page.get_by_label("Seconds", exact=True).fill(seconds)
        # As in a browser that does not validate the fields itself.
        form.evaluate(
            "form => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))"
        )
        toast(page, "at most 1440")
        page.locator(".toast.is-bad .btn-icon").last.click()
    assert kinds(event) == ["clock.start"]


@pytest.mark.soak
def test_many_presses_in_a_row_are_no_trouble_of_the_network(
    visit: Visit, director: Actor, event: int
) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    page.evaluate("""() => {
      const sent = window.fetch;
      window.fetch = async (...all) => {
        await new Promise((done) => setTimeout(done, 500));
        return sent(...all);
      };
      window.toasted = "";
      new MutationObserver(() => (window.toasted += document.getElementById("toasts").textContent))
        .observe(document.getElementById("toasts"), { subtree: true, childList: true });
    }""")
    for _ in range(5):
        page.get_by_role("button", name="Add 1 minute").click()
    until(lambda: kinds(event).count("clock.add") == 5)
    at_rest(page)
    assert "waiting for the network" not in page.evaluate("window.toasted")


def test_a_press_waits_for_a_server_that_was_killed_and_happens_once(
    visit: Visit, start_server: Callable[..., Server], director: Actor, event: int
) -> None:
    server = start_server("daphne")
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director, server=server))
    server.kill()
    page.locator("#main-press").click()
    toast(page, "“Pause” is waiting for the network and will be sent once.")
    server.start()
    toast(page, "Paused at")
    expect(page.locator(".toast", has_text="waiting for the network")).to_have_count(0)
    assert kinds(event) == ["clock.start", "clock.pause"]


def test_command_with_a_lost_answer_is_sent_again_and_runs_once(
    visit: Visit, director: Actor, event: int
) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    sent: list[str] = []

    def lose_first_answer(route: Route) -> None:
        commands_of(route, sent)
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/do/**", lose_first_answer)
    page.get_by_role("button", name="Add 1 minute").click()
    toast(page, "+1:00")
    assert len(sent) == 2
    assert len(set(sent)) == 1
    assert kinds(event) == ["clock.start", "clock.add"]


def test_a_waiting_press_outlives_a_reload(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    sent: list[str] = []
    page.route("**/do/**", lambda route: (commands_of(route, sent), route.abort()))
    page.locator("#main-press").click()
    toast(page, "waiting for the network")
    page.unroute("**/do/**")
    page.route("**/do/**", lambda route: (commands_of(route, sent), route.continue_()))
    page.reload()
    toast(page, "Paused at")
    assert len(set(sent)) == 1
    assert kinds(event) == ["clock.start", "clock.pause"]


def test_a_press_of_minutes_ago_never_happens(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    page.route("**/do/**", lambda route: route.abort())
    page.locator("#main-press").click()
    toast(page, "waiting for the network")
    page.evaluate(
        """() => {
            const [one] = JSON.parse(localStorage.getItem("commands"));
            localStorage.setItem("commands", JSON.stringify([{ ...one, at: one.at - 61_000 }]));
        }"""
    )
    # The network is still down: the page must not send it while it unloads.
    page.reload()
    toast(page, "“Pause” had no answer for a minute and was cancelled.")
    page.unroute("**/do/**")
    page.reload()
    ready(page)
    page.wait_for_timeout(700)
    assert page.locator(".toast").count() == 0
    assert kinds(event) == ["clock.start"]


def test_the_server_refuses_a_press_that_arrives_after_its_last_moment(
    web_server: Server, director: Actor, event: int
) -> None:
    press(start, event, by=director)
    session = session_of(director)

    def post(until: int, command: uuid.UUID) -> dict[str, Any]:
        csrf = "a" * 32
        request = urllib.request.Request(
            f"{web_server.url}/do/t/{event}/clock.add/",
            data=json.dumps(
                {"command_id": str(command), "arguments": {"ms": 60_000}, "until": until}
            ).encode(),
            headers={
                "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={csrf}",
                "X-CSRFToken": csrf,
                "Content-Type": "application/json",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            return dict(json.load(error))

    now = round(time.time() * 1000)
    assert post(now - 1000, uuid.uuid4())["code"] == "too_late"
    assert kinds(event) == ["clock.start"]
    command = uuid.uuid4()
    assert post(now + 30_000, command)["ok"]
    # The repeated command was already carried out, so this is a response and not a new press.
    assert post(now - 1000, command)["repeated"]
    assert kinds(event) == ["clock.start", "clock.add"]


def test_double_tap_on_next_advances_one_level(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    page = ready(visit(remote_of(event), director))
    # Both at once: the speed of the machine does not matter here.
    page.locator('[data-do="clock.next"]').evaluate("(button) => { button.click(); button.click(); }")
    toast(page, "Moved on to Level 2")
    page.wait_for_timeout(300)
    assert kinds(event) == ["clock.start", "clock.next"]

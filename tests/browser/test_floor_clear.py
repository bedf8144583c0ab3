"""What first-time staff need of the floor: nothing wraps, is cut or covered, and a mistake is undone in place."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from seating.commands import bust, put_button
from seating.models import Bust
from tests.browser.floors import (
    UPRIGHT,
    act,
    name_of,
    opened,
    places,
    proposed,
    seat_at,
    seated,
    with_bounties,
)
from tests.browser.rooms import TABLET, Visit, kinds, toast
from tests.fixtures.room import MakesEvents, press
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
SIZES = pytest.mark.parametrize(
    "size", [{"width": 1366, "height": 768}, TABLET, UPRIGHT], ids=["laptop", "across", "upright"]
)


def box(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).first.bounding_box()
    assert found is not None
    return {**found, "bottom": found["y"] + found["height"], "right": found["x"] + found["width"]}


@pytest.fixture
def uneven(make_event: MakesEvents, director: Actor) -> int:
    """Seat nine against five, where the buttons of both tables are missing."""
    event = make_event(book="tda")
    seated(event, 18, 2)
    for seat in (9, 8, 7, 6):
        press(bust, event, by=director, entry=places(event)[2, seat])
    assert {one.kind for one in proposed(event)} >= {"balance"}
    return event


def balance(page: Page) -> None:
    """Bring the proposal to balance to the front."""
    if page.locator(".proposal[data-kind=balance]").count() == 0:
        page.locator(".proposal-others button").first.tap()
    expect(page.locator(".proposal[data-kind=balance]")).to_be_visible()


# --- proposals ----------------------------------------------------------------------------------------------
@SIZES
def test_title_reason_and_rule_of_a_proposal_are_above_its_buttons(
    visit: Visit, floor: Actor, uneven: int, size: Any
) -> None:
    page = opened(visit, uneven, floor, size=size)
    balance(page)
    place, says, acts = (
        box(page, one) for one in ("#now", "#proposals .proposal-says", "#proposals .proposal-acts")
    )
    assert says["y"] >= place["y"]
    assert says["bottom"] <= acts["y"]
    assert acts["bottom"] <= place["bottom"]
    expect(page.locator(".proposal-says cite")).to_contain_text("TDA")


def test_proposal_fits_its_bar_beside_an_open_table(visit: Visit, floor: Actor, uneven: int) -> None:
    page = opened(visit, uneven, floor)
    balance(page)
    page.goto(page.url + "#table-1")
    expect(seat_at(page, 1)).to_be_visible()
    place, button, want = (
        box(page, one) for one in ("#now", "#proposals .btn-primary", "#proposals .proposal-want")
    )
    assert 48 <= button["height"] <= 52
    assert place["y"] <= button["y"]
    assert button["bottom"] <= place["bottom"]
    assert place["y"] <= want["y"]
    assert want["bottom"] <= place["bottom"]
    assert want["right"] <= button["x"]
    assert (
        page.locator("#proposals .proposal-want").evaluate("(one) => one.scrollHeight - one.clientHeight")
        <= 0
    )


# --- busts in one hand --------------------------------------------------------------------------------------
@SIZES
def test_names_of_a_hand_are_whole_and_clear_of_seat_numbers(
    visit: Visit, floor: Actor, event: int, size: Any
) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1, size=size)
    seat_at(page, 2).tap()
    act(page, "together").tap()
    for seat in (5, 6):
        seat_at(page, seat).tap()
    found = page.locator(".chair[data-marked]").evaluate_all(
        """(chairs) => chairs.map((chair) => {
          const part = (one) => chair.querySelector(one);
          const [name, seat, mark] = [".chair-name", ".chair-seat", ".chair-mark"].map(part);
          const range = document.createRange();
          range.selectNodeContents(name);
          const [text, number] = [range.getBoundingClientRect(), seat.getBoundingClientRect()];
          const cut = (one) => one.scrollHeight - one.clientHeight > 1 || one.scrollWidth > one.clientWidth;
          return {
            cut: cut(name) || mark.scrollWidth > mark.clientWidth,
            touches: text.left < number.right && text.bottom > number.top + 3,
            struck: getComputedStyle(name).textDecorationLine,
          };
        })"""
    )
    assert found == [{"cut": False, "touches": False, "struck": "none"}] * 3


def test_rule_is_stated_once_where_stacks_are_asked_for(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    act(page, "together").tap()
    act(page, "stacks").tap()
    text = page.locator(".floor-dialog").inner_text()
    assert text.count("ranks higher") == 1, text
    assert "9.5" in text


def test_second_bust_asks_before_the_table_shows_the_first(visit: Visit, floor: Actor, event: int) -> None:
    at = seated(event, 9, 1)
    name = name_of(at[1, 3])
    page = opened(visit, event, floor, 1)
    # A finger that is down keeps the table as it is.
    page.locator("#panel").dispatch_event("pointerdown", {"isPrimary": True})
    for seat in (3, 5):
        seat_at(page, seat).dispatch_event("click")
        act(page, "out").dispatch_event("click")
    expect(page.locator(".panel-say")).to_contain_text(f"Same hand as {name}")
    act(page, "same").dispatch_event("click")
    until(lambda: Bust.objects.count() == 2)
    assert len(set(Bust.objects.values_list("together", flat=True))) == 1


def test_bust_that_was_refused_is_not_asked_about(
    visit: Visit, floor: Actor, director: Actor, event: int
) -> None:
    at = seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    page.route(
        "**/do/**/entry.bust/", lambda route: route.fulfill(status=409, json={"ok": False, "message": "No"})
    )
    seat_at(page, 3).tap()
    act(page, "out").tap()
    expect(page.locator(".toast.is-bad")).to_be_visible()
    page.unroute("**/do/**/entry.bust/")
    seat_at(page, 5).tap()
    act(page, "out").tap()
    until(lambda: list(Bust.objects.values_list("entry", flat=True)) == [at[1, 5]])


# --- bounties -----------------------------------------------------------------------------------------------
def test_bounties_are_mentioned_only_where_there_are_any(
    visit: Visit, floor: Actor, make_event: MakesEvents
) -> None:
    for bounties in (False, True):
        event = make_event(book="five_spades", name=f"Bounties {bounties}")
        if bounties:
            with_bounties(event)
        seated(event, 9, 1, first=11 if bounties else 1)
        page = opened(visit, event, floor, 11 if bounties else 1)
        seat_at(page, 2).tap()
        expect(act(page, "out")).to_be_visible()
        expect(act(page, "knocked-out-by")).to_have_count(int(bounties))
        act(page, "together").tap()
        seat_at(page, 3).tap()
        act(page, "stacks").tap()
        expect(page.locator(".floor-dialog").get_by_text("Winner of the chips")).to_have_count(int(bounties))


# --- undo ---------------------------------------------------------------------------------------------------
def test_undo_stays_in_its_message_and_in_the_actions_of_the_table(
    visit: Visit, floor: Actor, event: int
) -> None:
    at = seated(event, 9, 1)
    name = name_of(at[1, 3])
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    act(page, "out").tap()
    toast(page, f"{name} is out")
    # Other messages close after five seconds.
    page.wait_for_timeout(7_000)
    expect(page.locator(".toast").get_by_role("button", name="Undo")).to_be_visible()
    row = page.locator(".panel-last .line", has_text=f"{name} is out").first
    row.get_by_role("button", name="Undo").tap()
    expect(seat_at(page, 3)).to_have_attribute("data-entry", str(at[1, 3]))
    expect(page.locator(".panel-last .line.is-undone")).to_contain_text(f"{name} is out")
    assert kinds(event)[-1] == "undo"


# --- buttons ------------------------------------------------------------------------------------------------
@SIZES
def test_buttons_of_an_open_table_have_two_lines_at_most(
    visit: Visit, floor: Actor, event: int, size: Any
) -> None:
    seated(event, 9, 1)
    press(put_button, event, by=floor, number=1, button=4)
    page = opened(visit, event, floor, 1, size=size)
    lines = """(buttons) => Object.fromEntries(buttons.map((button) => {
      const text = button.querySelector("span");
      const line = parseFloat(getComputedStyle(text).lineHeight);
      return [text.textContent, Math.round(text.getBoundingClientRect().height / line)];
    }).filter(([, count]) => count > 2))"""
    act(page, "button").tap()
    assert page.locator(".act-grid .btn").evaluate_all(lines) == {}
    act(page, "both").tap()
    expect(page.locator(".panel-say")).to_contain_text("then the big blind")
    seat_at(page, 3).tap()
    expect(page.locator(".panel-say")).to_contain_text("Button in seat 3")

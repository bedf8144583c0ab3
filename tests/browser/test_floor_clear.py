"""What first-time staff need of the floor: nothing wraps, is cut or covered, and a mistake is undone in place."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from seating.commands import bust, count_stack, draw_seats, put_button, set_plan, swap_seats
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
from tests.browser.rooms import LAPTOP, TABLET, Visit, in_language, kinds, toast
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.servers import Server
from tests.seating.people import HOUSE, enter, tables_for
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
SIZES = pytest.mark.parametrize(
    "size", [{"width": 1366, "height": 768}, TABLET, UPRIGHT], ids=["laptop", "across", "upright"]
)

# Proposals name tables with long numbers.
FIRST_TABLE = 118
# Texts and marks of the open table that touch each other, leave their seat, or lie under the panel's head.
OVERLAPS = """() => {
  const within = (one, box) => ({
    left: Math.max(one.left, box.left), top: Math.max(one.top, box.top),
    right: Math.min(one.right, box.right), bottom: Math.min(one.bottom, box.bottom),
  });
  const shown = [], found = [];
  for (const chair of document.querySelectorAll("#panel .chair")) {
    const seat = chair.getBoundingClientRect();
    for (const part of chair.querySelectorAll(".chair-seat, .chair-name, .chair-about, .chair-mark, .chair-disc")) {
      if (!part.textContent) continue;
      const label = `${chair.dataset.seat} ${part.className}: ${part.textContent}`;
      const range = document.createRange();
      range.selectNodeContents(part);
      // A mark is as large as its border; what a name has beyond its two lines is not shown.
      const boxes = part.matches(".chair-disc, .chair-mark") ? part.getClientRects() : range.getClientRects();
      const clip = part.closest(".chair-who")?.getBoundingClientRect() ?? seat;
      for (const box of [...boxes].map((one) => (part.matches(".chair-disc") ? one : within(one, clip)))) {
        if (box.bottom - box.top < 1) continue;
        const across = box.left < seat.left || box.right > seat.right;
        if (across || box.top < seat.top || box.bottom > seat.bottom) found.push(`${label} leaves its seat`);
        shown.push({ label, part, left: box.left, top: box.top, right: box.right, bottom: box.bottom });
      }
      if (part.matches(".chair-about") && part.scrollWidth > part.clientWidth) found.push(`${label} is cut off`);
    }
  }
  const head = document.querySelector("#panel .panel-head").getBoundingClientRect();
  shown.push({ label: "head", left: head.left, top: head.top, right: head.right, bottom: head.bottom });
  shown.forEach((one, at) => {
    for (const other of shown.slice(at + 1)) {
      if (one.part && one.part === other.part) continue;
      // Lines of text are a little higher than their letters.
      const across = one.left < other.right - 1 && other.left < one.right - 1;
      const down = one.top < other.bottom - 3 && other.top < one.bottom - 3;
      if (across && down) found.push(`${one.label} / ${other.label}`);
    }
  });
  return found;
}"""


def box(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).first.bounding_box()
    assert found is not None
    return {**found, "bottom": found["y"] + found["height"], "right": found["x"] + found["width"]}


@pytest.fixture
def uneven(make_event: MakesEvents, director: Actor) -> int:
    """Seat nine against five, where the buttons of both tables are missing."""
    event = make_event(book="tda")
    seated(event, 18, 2, first=FIRST_TABLE)
    for seat in (9, 8, 7, 6):
        press(bust, event, by=director, entry=places(event)[FIRST_TABLE + 1, seat])
    assert {one.kind for one in proposed(event)} >= {"balance"}
    return event


def balance(page: Page) -> None:
    """Bring the proposal to balance to the front."""
    if page.locator(".proposal[data-kind=balance]").count() == 0:
        page.locator(".proposal-others button").first.tap()
    expect(page.locator(".proposal[data-kind=balance]")).to_be_visible()


# --- proposals ----------------------------------------------------------------------------------------------
@pytest.mark.soak
@SIZES
@pytest.mark.parametrize("language", ["en", in_soak("de")])
def test_title_reason_and_rule_of_a_proposal_are_above_its_buttons(
    visit: Visit, floor: Actor, uneven: int, web_server: Server, size: Any, language: str
) -> None:
    page = opened(visit, uneven, floor, size=size, before=in_language(language, web_server))
    balance(page)
    place, says, acts = (
        box(page, one) for one in ("#now", "#proposals .proposal-says", "#proposals .proposal-acts")
    )
    assert says["y"] >= place["y"]
    assert says["bottom"] <= acts["y"]
    assert acts["bottom"] <= place["bottom"]
    expect(page.locator(".proposal-says cite")).to_contain_text("TDA")


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "de"])
def test_proposal_fits_its_bar_beside_an_open_table(
    visit: Visit, floor: Actor, uneven: int, web_server: Server, language: str
) -> None:
    page = opened(visit, uneven, floor, before=in_language(language, web_server))
    balance(page)
    page.goto(page.url + f"#table-{FIRST_TABLE}")
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
    cut = "(one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth"
    assert not page.locator("#proposals .proposal-want").evaluate(cut)
    assert not page.locator("#proposals .btn-primary").first.evaluate(cut)


# --- the seats of a table ------------------------------------------------------------------------------------
@pytest.fixture
def full_table(event: int, director: Actor) -> int:
    """Seat ten with names of forty letters at table 1; three of them come from table 9, the others have chips."""
    tables_for(event, (1, 9), seats=10)
    press(set_plan, event, by=HOUSE, seats_per_table=10)
    first = ("Alexandrina-Viktoria", "Wolfeschlegelsteinhausen", "Ana", "Jean-Baptiste")
    names = [f"{first[at % 4]} von Sachsen-Coburg und Gotha"[:38] + f" {at}" for at in range(20)]
    press(enter, event, by=HOUSE, names=names, needs=[])
    press(draw_seats, event, by=HOUSE)
    at = places(event)
    for seat in (1, 4, 7):
        press(swap_seats, event, by=director, one=at[1, seat], other=at[9, seat])
    for seat in (2, 3, 5, 6, 8, 9, 10):
        press(count_stack, event, by=director, entry=at[1, seat], chips=25_000)
    return event


@pytest.mark.soak
def test_texts_and_marks_of_ten_seats_do_not_overlap(
    visit: Visit, floor: Actor, director: Actor, full_table: int
) -> None:
    page = opened(visit, full_table, floor, 1)
    # The positions go round: each seat has each mark once.
    for button in (5, 2, 9):
        press(put_button, full_table, by=director, number=1, button=button)
        expect(seat_at(page, button).locator("[data-disc=button]")).to_be_visible()
        for size in (TABLET, UPRIGHT, LAPTOP):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert page.evaluate(OVERLAPS) == [], size


# --- busts in one hand --------------------------------------------------------------------------------------
@pytest.mark.soak
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
          const number = seat.getBoundingClientRect();
          const cut = (one) => one.scrollHeight - one.clientHeight > 1 || one.scrollWidth > one.clientWidth;
          return {
            cut: cut(name.parentElement) || mark.scrollWidth > mark.clientWidth,
            touches: [...range.getClientRects()].some((text) =>
              text.left < number.right && text.top < number.bottom - 3),
            struck: getComputedStyle(name).textDecorationLine,
          };
        })"""
    )
    assert found == [{"cut": False, "touches": False, "struck": "none"}] * 3


@pytest.mark.soak
def test_rule_is_stated_once_where_stacks_are_asked_for(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    act(page, "together").tap()
    seat_at(page, 3).tap()
    act(page, "stacks").tap()
    text = page.locator(".floor-dialog").inner_text()
    assert text.count("ranks higher") == 1, text
    assert "9.5" in text


@pytest.mark.soak
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


@pytest.mark.soak
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
@pytest.mark.soak
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
@pytest.mark.soak
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
@pytest.mark.soak
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

"""The floor's page: decisions have one place, and the map does not move."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clock.commands.clock import start as start_clock
from notifications.boards.attention import attention
from procedures.commands.chip_races import start as start_race
from procedures.commands.hand_for_hand import announce
from seating.commands import break_table, bust, call_floor
from seating.commands.floor_review import review_now
from tests.browser.floors import UPRIGHT, opened, seated
from tests.browser.rooms import LAPTOP, TABLET, Visit
from tests.desk.tills import sold
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.procedures.chip_race_scenes import EVENING, with_chips
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


# Counts how often the map begins to ignore taps.
COUNT_IGNORED = """() => {
  window.ignoresTaps = 0;
  const map = document.querySelector(".floor-main");
  new MutationObserver(() => { window.ignoresTaps += map.classList.contains("is-fresh"); })
    .observe(map, { attributeFilter: ["class"] });
}"""


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with the TDA's rules and chips from 25 on."""
    made = make_event(EVENING, book="tda")
    with_chips(made, 25, 100, 500, 1_000)
    return made


def box(page: Page, what: str) -> dict[str, Any]:
    """Return the position and size of an element."""
    found = page.locator(what).bounding_box()
    assert found is not None
    return {key: round(value) for key, value in found.items()}


@pytest.mark.soak
@pytest.mark.parametrize("size", [TABLET, in_soak(UPRIGHT)], ids=["landscape", "portrait"])
def test_map_stays_in_place_when_calls_proposals_and_a_race_appear(
    visit: Visit, floor: Actor, event: int, size: Any
) -> None:
    taken = seated(event, 32, 15)
    press(start_clock, event, by=floor)
    page = opened(visit, event, floor, size=size)
    before = box(page, ".map-frame")
    press(call_floor, event, by=floor, number=2, kind="floor")
    expect(page.locator(".call")).to_be_visible()
    assert box(page, ".map-frame") == before
    for entry in [entry for (table, _seat), entry in sorted(taken.items()) if table == 1][:3]:
        press(bust, event, by=floor, entry=entry)
    review_now(event)
    expect(page.locator("#proposals .proposal")).to_be_visible()
    assert box(page, ".map-frame") == before
    page.evaluate(COUNT_IGNORED)
    press(start_race, event, by=floor, small=25)
    # What has begun at all tables comes to the front, and the proposal stays a tap away.
    expect(page.locator("#race .phase-table").first).to_be_visible()
    expect(page.locator("#now-tabs").get_by_role("button", name="Proposals")).to_be_visible()
    if size == TABLET:
        assert box(page, ".map-frame") == before
    else:
        # Above the map, its tables need more room: the map moves once, and ignores taps for a moment.
        page.wait_for_function("window.ignoresTaps > 0")


@pytest.mark.soak
def test_place_of_decisions_is_one_line_until_one_is_pending(visit: Visit, floor: Actor, event: int) -> None:
    taken = seated(event, 32, 15)
    press(start_clock, event, by=floor)
    page = opened(visit, event, floor)
    expect(page.locator(".now-none")).to_be_visible()
    assert box(page, "#now")["height"] <= 56
    # A finger in the list below: it does not move away.
    before = box(page, "#side")
    page.locator("#side").dispatch_event("pointerdown", {"isPrimary": True})
    for entry in [entry for (table, _seat), entry in sorted(taken.items()) if table == 1][:3]:
        press(bust, event, by=floor, entry=entry)
    review_now(event)
    expect(page.locator("#proposals")).not_to_have_attribute("hidden", "")
    assert box(page, "#side") == before
    page.locator("#side").dispatch_event("pointerup", {"isPrimary": True})
    expect(page.locator("#proposals .proposal")).to_be_visible()
    assert box(page, "#side")["y"] > before["y"]


@pytest.mark.soak
def test_race_of_all_remaining_tables_is_done_in_one_press(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 32, 15)
    press(start_clock, event, by=floor)
    press(start_race, event, by=floor, small=25)
    page = opened(visit, event, floor)
    page.get_by_role("button", name="No odd chips at all remaining tables").tap()
    expect(page.locator("#race")).to_contain_text("All tables have finished")
    page.get_by_role("button", name="Undo", exact=True).first.tap()
    expect(page.locator("#race")).to_contain_text("4 of 4")


@pytest.mark.soak
@pytest.mark.parametrize("size", [TABLET, UPRIGHT, LAPTOP], ids=["landscape", "portrait", "laptop"])
def test_long_message_leaves_the_buttons_of_the_map_free(
    visit: Visit, floor: Actor, event: int, size: Any
) -> None:
    seated(event, 12, 2)
    page = opened(visit, event, floor, size=size)
    press(call_floor, event, by=floor, number=2, kind="floor")
    page.locator(".call").get_by_role("button", name="I’m here").tap()
    words = page.locator(".toast .toast-text")
    expect(words).to_be_visible()
    words.evaluate("(one) => (one.textContent = 'A message of many words. '.repeat(12))")
    place = box(page, ".toast")
    assert place["width"] > 300
    for tool in page.locator(".floor-map-tools .btn").all():
        button = tool.bounding_box()
        assert button is not None
        beside = place["x"] + place["width"] <= button["x"]
        above = place["y"] + place["height"] <= button["y"]
        below = place["y"] >= button["y"] + button["height"]
        assert beside or above or below, (place, button)


@pytest.mark.soak
@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["landscape", "portrait"])
def test_tabs_of_decisions_are_shown_whole(visit: Visit, floor: Actor, event: int, size: Any) -> None:
    taken = seated(event, 32, 15)
    press(start_clock, event, by=floor)
    for entry in [entry for (table, _seat), entry in sorted(taken.items()) if table == 1][:3]:
        press(bust, event, by=floor, entry=entry)
    review_now(event)
    press(start_race, event, by=floor, small=25)
    press(announce, event, by=floor, reason="pay_jump")
    page = opened(visit, event, floor, size=size)
    tabs = page.locator("#now-tabs button")
    expect(tabs).to_have_text(["Proposals", "Hand-for-hand", "Chip race"])
    # All that there can be at once.
    page.evaluate(
        "() => ['last-player', 'ties'].forEach((id) => (document.getElementById(id).hidden = false))"
    )
    expect(tabs).to_have_count(5)
    for tab in tabs.all():
        expect(tab).to_be_in_viewport(ratio=1)


@pytest.mark.soak
def test_colours_change_at_once_where_motion_is_reduced(visit: Visit, floor: Actor, event: int) -> None:
    """Otherwise the new colours reach each level of the page a frame after the one above it."""
    seated(event, 12, 2)
    page = opened(visit, event, floor)
    page.get_by_role("button", name="Hand-for-hand…").tap()
    form = page.locator(".floor-dialog")
    for scheme in ("dark", "light", "dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        colours = form.evaluate(
            """(one) => [one, one.querySelector('h2'), one.querySelector('p')].map(
              (part) => getComputedStyle(part).color)"""
        )
        assert len(set(colours)) == 1, (scheme, colours)
        assert page.evaluate("document.getAnimations().length") == 0


def test_strip_shows_level_time_and_players(visit: Visit, floor: Actor, event: int) -> None:
    taken = seated(event, 12, 2)
    page = opened(visit, event, floor)
    press(start_clock, event, by=floor)
    press(bust, event, by=floor, entry=next(iter(taken.values())))
    strip = page.locator("#event-strip")
    expect(strip.locator("[data-strip=players]")).to_have_text("11\u00a0/\u00a012")
    expect(strip.locator("[data-strip=blinds]")).to_contain_text("50 / 100")
    expect(strip.locator("[data-strip=time]")).to_contain_text(":")
    page.goto(page.url.split("/floor/")[0] + "/results/")
    expect(page.locator("#event-strip [data-strip=players]")).to_have_text("11\u00a0/\u00a012")


@pytest.mark.soak
def test_broken_table_lists_new_seats_on_tablet_and_panel(
    visit: Visit, floor: Actor, dealer: Actor, event: int
) -> None:
    taken = seated(event, 12, 2, seats_per_table=9)
    press(start_clock, event, by=floor)
    for entry in [entry for (table, _seat), entry in sorted(taken.items()) if table == 1][:3]:
        press(bust, event, by=floor, entry=entry)
    press(break_table, event, by=floor, number=1)
    tablet = visit(f"/staff/t/{event}/dealer/1/", dealer, size=TABLET, has_touch=True)
    rows = tablet.locator(".sent-rows > li")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("Table 2, seat")
    expect(tablet.locator("#ring")).to_be_hidden()
    page = visit(f"/staff/t/{event}/floor/#table-1", floor, size=TABLET, has_touch=True)
    ticks = page.locator("#panel .sent-rows button")
    expect(ticks).to_have_count(3)
    for left in (2, 1, 0):
        ticks.first.tap()
        expect(ticks).to_have_count(left)
    expect(tablet.locator(".sent-list")).to_be_hidden()
    expect(tablet.locator("[data-part=stop]")).to_contain_text("No players at this table")


@pytest.mark.soak
def test_open_registration_is_given_as_reason_for_keeping_tables(
    visit: Visit, director: Actor, event: int
) -> None:
    taken = list(seated(event, 19, 3).values())
    sold(event)
    press(start_clock, event, by=director)
    page = opened(visit, event, director)
    expect(page.locator(".now-none")).to_have_text("Nothing to decide")
    press(bust, event, by=director, entry=taken[0])
    expect(page.locator(".now-none")).to_contain_text("fit at fewer tables. Registration is open")
    for entry in taken[1:10]:
        press(bust, event, by=director, entry=entry)
    held = page.locator("#held-final")
    expect(held).to_contain_text("All 9 players left fit at the final table (9 seats)")
    expect(page.locator(".now-none")).to_be_hidden()
    review_now(event)
    held.get_by_role("button", name="Close registration").tap()
    expect(held).to_be_hidden()
    review_now(event)
    expect(page.locator("#proposals .proposal-want")).to_have_text("Draw the final table: 9 players, 9 seats")
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(held).to_be_visible()
    for entry in taken[10:-1]:
        press(bust, event, by=director, entry=entry)
    review_now(event)
    expect(page.locator("#last-player")).to_contain_text("One player left. Registration is still open")
    expect(page.locator("#close-registration")).to_be_visible()


def test_proposals_are_counted_as_on_the_live_page(visit: Visit, floor: Actor, event: int) -> None:
    taken = seated(event, 32, 4)
    press(start_clock, event, by=floor)
    for entry in [entry for (table, _seat), entry in sorted(taken.items()) if table == 1][:3]:
        press(bust, event, by=floor, entry=entry)
    review_now(event)
    page = opened(visit, event, floor)
    attended = next(one.count for one in attention(0).events if one.kind == "proposals")
    assert attended > 1
    expect(page.locator(".proposal-count")).to_have_text(f"Proposal 1 of {attended}")
    expect(page.locator(".proposal-others .btn")).to_have_count(attended - 1)

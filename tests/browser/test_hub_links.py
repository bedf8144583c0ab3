"""Staff's first page links each role to its pages, and the pages of an event link to each other."""

import pytest
from playwright.sync_api import Page, expect

from desk.commands.bookings import check_in, wait
from desk.commands.waiting_list import call_out_of_turn
from tests.browser.desks import add, clerk, opened, selling
from tests.browser.rooms import PHONE, Visit, in_language
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.servers import Server
from tourney.access.roles import FIRST_START, Actor, Role

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]
TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 768, "height": 1024}
FIRST = {
    Role.DIRECTOR: ("Clock control", ""),
    Role.FLOOR: ("Floor", "floor/"),
    Role.DESK: ("Open the clock", ""),
    Role.DEALER: ("Tables", "dealer/"),
}


@pytest.mark.parametrize(
    "role", [in_soak(Role.DIRECTOR), Role.FLOOR, in_soak(Role.DESK), in_soak(Role.DEALER)]
)
def test_the_first_way_into_an_event_is_where_a_role_works(
    visit: Visit, make_event: MakesEvents, person: object, role: Role
) -> None:
    event = make_event()
    page = visit("/staff/", person(role.value, role), size=TABLET)  # type: ignore[operator]
    name, address = FIRST[role]
    first = page.locator(".event .card-footer a").first
    expect(first).to_have_text(name)
    expect(first).to_have_attribute("href", f"/staff/t/{event}/{address}")
    first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def _cut_off(page: Page) -> list[str]:
    """Return the sections of an event that are cut off."""
    found: list[str] = page.locator(".event-sections a").evaluate_all(
        """(all) => all.filter((one) => {
          const [mine, row] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
          return mine.right > Math.min(row.right, innerWidth) + 1 || one.scrollWidth > one.clientWidth + 1;
        }).map((one) => one.textContent)"""
    )
    return found


@pytest.mark.soak
@pytest.mark.parametrize("language", [in_soak("en"), "de"])
@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["lying", "upright"])
@pytest.mark.parametrize("path", ["floor/", in_soak("journal/")])
def test_no_section_of_an_event_is_cut_off(
    visit: Visit,
    make_event: MakesEvents,
    web_server: Server,
    director: Actor,
    path: str,
    size: dict[str, int],
    language: str,
) -> None:
    event = make_event()
    page = visit(f"/staff/t/{event}/{path}", director, size=size, before=in_language(language, web_server))
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert _cut_off(page) == []


@pytest.mark.soak
def test_on_a_phone_a_shadow_hints_at_more_pages(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    page = visit(f"/staff/t/{make_event()}/journal/", director, size=PHONE)
    tabs = page.locator(".subnav")
    expect(tabs.locator("a").last).to_be_in_viewport()
    assert tabs.evaluate("(one) => one.scrollWidth > one.clientWidth")
    assert tabs.evaluate("(one) => one.scrollLeft > 0")
    attached = tabs.evaluate("(one) => getComputedStyle(one).backgroundAttachment")
    assert attached == "local, local, scroll, scroll"


@pytest.mark.soak
def test_checked_in_player_from_the_waiting_list_is_registered_at_the_till(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    player = add("Anna Berger")
    done = press(wait, selling, by=FIRST_START, player=player, wants="entry")
    assert done.answer is not None
    booking = done.answer["booking"]
    press(call_out_of_turn, selling, by=FIRST_START, booking=booking, reason="Flight")
    press(check_in, selling, by=FIRST_START, booking=booking, id_seen=True)
    page = visit(f"/staff/t/{selling}/waiting/", clerk, size=TABLET)
    expect(page.locator(".waiting-row")).to_contain_text("checked in")
    page.get_by_role("link", name="Register at the till").click()
    expect(page.locator("#desk-person")).to_contain_text("Anna Berger")
    expect(page.locator("#desk-till .desk-total")).to_have_text("€110")
    expect(page.locator("#desk-q")).to_be_focused()


def test_desk_checks_in_a_called_player_and_sees_the_arrival(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    done = press(wait, selling, by=FIRST_START, player=add("Anna Berger"), wants="entry")
    assert done.answer is not None
    press(call_out_of_turn, selling, by=FIRST_START, booking=done.answer["booking"], reason="Flight")
    page = opened(visit, selling, clerk)
    page.locator("#desk-results").get_by_text("Anna Berger").click()
    expect(page.locator(".desk-here")).to_contain_text("seat held until")
    page.get_by_role("button", name="Check in").click()
    expect(page.locator(".desk-here")).to_contain_text("checked in")
    expect(page.locator(".desk-here")).not_to_contain_text("seat held until")
    expect(page.get_by_role("button", name="Check in")).to_have_count(0)


@pytest.mark.soak
@pytest.mark.parametrize("path", [in_soak("floor/"), ""])
def test_on_a_phone_the_sections_are_under_the_thumb(
    visit: Visit, make_event: MakesEvents, director: Actor, path: str
) -> None:
    event = make_event()
    page = visit(f"/staff/t/{event}/{path}", director, size=PHONE)
    bar = page.get_by_role("navigation", name="Sections")
    expect(bar).to_be_visible()
    expect(page.get_by_role("navigation", name="This event")).to_be_hidden()
    low = bar.evaluate("(one) => innerHeight - one.getBoundingClientRect().bottom")
    assert low == 0
    for link in bar.get_by_role("link").all():
        box = link.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 48
        assert link.evaluate("(one) => one.lastElementChild.scrollWidth <= one.lastElementChild.clientWidth")
    # The clock's buttons lie above it, not below.
    if not path:
        deck = page.locator(".deck").evaluate("(one) => one.getBoundingClientRect().bottom")
        assert deck <= bar.evaluate("(one) => one.getBoundingClientRect().top")
    bar.get_by_role("link", name="Results").click()
    expect(bar.get_by_role("link", name="Results")).to_have_attribute("aria-current", "page")


@pytest.mark.soak
def test_the_room_is_reached_from_an_event_on_each_size(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    event = make_event()
    page = visit(f"/staff/t/{event}/floor/", director, size=PHONE)
    for size in (PHONE, TABLET, {"width": 1366, "height": 768}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        button = page.get_by_role("button", name="Menu")
        if button.is_visible():
            button.click()
        expect(
            page.get_by_role("navigation", name="Main").get_by_role("link", name="Players")
        ).to_be_in_viewport()
        if button.is_visible():
            page.keyboard.press("Escape")

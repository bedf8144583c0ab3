"""The pages around the desk in a real browser: no barriers at any size; the waiting list refreshes itself."""

from typing import Any

import pytest
from playwright.sync_api import expect

from desk.commands.bookings import cancel, wait
from players.commands.players import add_player
from tests.browser.rooms import PHONE, Visit, narrow_enough, no_barriers, turn_to
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents
from tests.web.till_room import drawer_of, drawn, on_sale, sold_to
from tests.web.visitors import done
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def evening(make_event: MakesEvents, desk: Actor, director: Actor) -> dict[str, Any]:
    """Make an event with a seated and a waiting player, and two open drawers."""
    event = on_sale(make_event(book="munot"))
    drawer = drawer_of(desk)
    drawer_of(director)
    sale = sold_to(desk, event, "Ann Miller")
    drawn(event)
    return {"event": event, "drawer": drawer, "waits": waits(event, "Karl Winter"), **sale}


def waits(event: int, name: str) -> int:
    """Put a new player on the waiting list and return the booking."""
    player = done(add_player, name=name, birth_date="1990-01-01")["player"]
    return int(done(wait, event, player=player)["booking"])


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(None, "light"), in_soak(PHONE, "dark")],
    ids=["laptop-light", "phone-dark"],
)
def test_page_is_accessible_and_fits_its_width(
    visit: Visit, director: Actor, evening: dict[str, Any], size: object, scheme: str
) -> None:
    of_event = [
        f"t/{evening['event']}/{page}/"
        for page in ("registration", "tables", "waiting", "money", "tickets", "cards")
    ]
    of_till = [
        "",
        "drawers/",
        f"drawers/{evening['drawer']}/",
        "receipts/",
        f"receipts/{evening['receipt']}/",
        "vouchers/",
    ]
    others = ["room/desk/", f"print/entry/{evening['entry']}/", f"print/receipt/{evening['receipt']}/"]
    page = visit("/staff/till/", director, size=size, color_scheme=scheme)
    for path in (*of_event, *(f"till/{page}" for page in of_till), *others):
        turn_to(page, f"/staff/{path}")
        no_barriers(page, looks_alone=scheme == "dark")
        if path.startswith("t/") and path.endswith("cards/"):
            continue  # A sheet of A4 has a fixed width.
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        narrow_enough(page, PHONE)


def test_the_waiting_list_renews_itself_but_not_under_somebodys_hand(
    visit: Visit, desk: Actor, evening: dict[str, Any]
) -> None:
    page = visit(f"/staff/t/{evening['event']}/waiting/", desk)
    rows = page.locator("#lists .waiting-row")
    expect(rows).to_have_count(1)
    waits(evening["event"], "Lea Summer")
    expect(rows).to_have_count(2)
    # The list below does not change while a reason is being written.
    page.locator("#lists summary").first.click()
    reason = page.locator("#lists [name=reason]").first
    reason.fill("Has to catch")
    waits(evening["event"], "Max Autumn")
    done(cancel, evening["event"], booking=evening["waits"])
    expect(reason).to_have_value("Has to catch")
    page.locator("#lists details[open]").evaluate(
        "(one) => { one.open = false; document.activeElement.blur(); }"
    )
    expect(page.locator("#lists")).to_contain_text("Max Autumn")
    expect(page.locator("#lists")).not_to_contain_text("Karl Winter")


@pytest.mark.soak
def test_a_rebuy_is_asked_for_in_detail_only_once_it_is_sold(
    visit: Visit, director: Actor, evening: dict[str, Any]
) -> None:
    page = visit(f"/staff/t/{evening['event']}/registration/", director)
    price = page.locator("[name=rebuy_pool]")
    expect(price).to_be_hidden()
    page.get_by_label("Rebuys offered").check()
    price.fill("12.345")
    page.get_by_role("button", name="Save").click()
    expect(price).to_have_attribute("aria-invalid", "true")
    price.fill("12,50")
    page.locator("[name=rebuy_until_row]").select_option("2")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice.is-success")).to_be_visible()
    expect(price).to_have_value("12.50")

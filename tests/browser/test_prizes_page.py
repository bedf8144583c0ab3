"""An event's prizes are set up in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from desk.commands.refunds import refund
from desk.models import Receipt
from prizes.models import Payout, PlacePrize
from tests.browser.rooms import LAPTOP, PHONE, TABLET, Visit, no_barriers, no_barriers_in
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event whose rulebook requires no membership."""
    return make_event(book="munot")


def opened(visit: Visit, event: int, by: Actor, **more: object) -> Page:
    """Open the page and wait for its preview."""
    page = visit(f"/staff/t/{event}/prizes/", by, **more)
    expect(page.locator("#preview")).to_have_attribute("aria-busy", "false")
    return page


@pytest.mark.soak
def test_a_grid_by_hand_is_filled_up_until_it_sums(
    visit: Visit, event: int, floor: Actor, director: Actor
) -> None:
    evening(event, floor, 10)
    page = opened(visit, event, director)
    expect(page.locator(".pool-sum")).to_contain_text("€1,000")
    expect(page.locator(".curve figcaption")).to_contain_text("50% of the pool")
    page.get_by_label("Round to").fill("10")
    page.get_by_label("Calculated").select_option("hand")
    first, second = page.get_by_label("Prize of place 1"), page.get_by_label("Prize of place 2")
    expect(first).to_have_value("500.00")
    expect(page.locator("#grid-left")).to_have_text("It adds up to the pool.")
    first.fill("560")
    expect(page.get_by_label("Keep place 1 unchanged")).to_be_checked()
    expect(page.locator("#grid-left")).to_contain_text("€60 too much")
    second.fill("600")
    expect(page.locator(".grid-place").nth(1).locator(".error")).to_have_text("more than the place above")
    expect(second).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Keep place 2 unchanged").uncheck()
    second.press("ArrowUp")
    expect(first).to_be_focused()
    second.fill("")
    page.get_by_role("button", name="Add place").click()
    page.get_by_role("button", name="Fill up the rest").click()
    expect(page.locator("#grid-left")).to_have_text("It adds up to the pool.")
    expect(first).to_have_value("560.00")
    assert not PlacePrize.objects.exists(), "the preview saves nothing"
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".notice.is-good", has_text="Saved the prize settings")).to_be_visible()
    saved = list(PlacePrize.objects.values_list("amount", flat=True))
    assert (len(saved), sum(saved), saved[0]) == (4, 100_000, 56_000)
    assert saved == sorted(saved, reverse=True)


@pytest.mark.soak
def test_a_locked_table_that_a_late_refund_of_an_entry_reopens(
    visit: Visit, event: int, floor: Actor, director: Actor
) -> None:
    evening(event, floor, 9)
    closed(event)
    page = opened(visit, event, director)
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    expect(page.get_by_label("Round to")).to_be_disabled()
    expect(page.locator(".pool-sum")).to_contain_text("€900")
    receipt = Receipt.objects.order_by("-pk").first()
    assert receipt is not None
    # A paid entry is undone by a refund.
    seq = press(refund, event, by=floor, receipt=receipt.pk, reason="never sat down").seq
    # The page receives the change and reloads.
    expect(page.locator("#reopened")).to_contain_text(f"By journal entry #{seq}")
    expect(page.locator(".pool-sum")).to_contain_text("€800")
    expect(page.get_by_label("Round to")).to_be_enabled()
    page.get_by_role("link", name=f"By journal entry #{seq}").click()
    expect(page).to_have_url(f"{page.url.split('/staff')[0]}/staff/t/{event}/journal/{seq}/")
    page.go_back()
    page.get_by_role("button", name="Lock the saved prizes").click()
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    row = Payout.objects.get(tournament=event)
    assert (row.locked_entries, row.locked_pool, row.reopened_by) == (8, 80_000, None)


@pytest.mark.soak
def test_invalid_input_clears_figures_of_earlier_input(
    visit: Visit, event: int, floor: Actor, director: Actor
) -> None:
    evening(event, floor, 10)
    page = opened(visit, event, director)
    page.get_by_label("Round to").fill("nothing")
    preview = page.locator("#preview")
    expect(preview).to_contain_text("can’t be calculated")
    expect(preview.get_by_role("listitem")).to_contain_text("Round to: “nothing” is not an amount")
    expect(page.locator(".pool-sum")).to_have_count(0)
    page.get_by_label("Round to").fill("10")
    expect(page.locator(".pool-sum")).to_contain_text("€1,000")
    page.get_by_label("Calculated").select_option("hand")
    expect(page.locator("#grid-left")).to_have_text("It adds up to the pool.")
    page.get_by_label("Prize of place 2").fill("x")
    expect(page.locator("#grid-left")).to_contain_text("Place 2: “x” is not an amount")
    page.get_by_role("button", name="Fill up the rest").click()
    expect(page.locator("#preview")).to_have_attribute("aria-busy", "false")
    expect(page.get_by_label("Prize of place 2")).to_have_value("x")
    expect(preview.get_by_role("listitem")).to_contain_text("Place 2")


@pytest.mark.soak
def test_envelopes_show_the_difference_until_they_add_up(
    visit: Visit, event: int, floor: Actor, director: Actor
) -> None:
    evening(event, floor, 4, bounty=1_000, prizes={"bounties": "mystery"})
    closed(event)
    page = opened(visit, event, director)
    warning = page.locator("#envelopes-missing")
    expect(warning).to_contain_text("4 envelopes are missing.")
    page.get_by_label("Quantity").first.fill("1")
    page.get_by_label("value each").first.fill("25")
    expect(warning).to_contain_text("€15 is not in an envelope yet.")
    page.get_by_label("Quantity").nth(1).fill("3")
    page.get_by_label("value each").nth(1).fill("0")
    expect(page.locator(".envelope-line").nth(1)).to_contain_text("Every envelope must have a value.")
    expect(warning).to_be_empty()
    page.get_by_label("value each").nth(1).fill("5")
    expect(warning).to_contain_text("The envelopes match")
    page.get_by_role("button", name="Fill envelopes").click()
    expect(page.get_by_text("0 of 4 drawn")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(LAPTOP, "light"), in_soak(TABLET, "dark"), in_soak(PHONE, "light")],
    ids=["laptop-light", "tablet-dark", "phone-light"],
)
def test_page_is_accessible_and_fits_its_width(
    visit: Visit, event: int, floor: Actor, director: Actor, size: object, scheme: str
) -> None:
    evening(event, floor, 10, bounty=1_000, prizes={"bounties": "mystery"})
    page = opened(visit, event, director, size=size, color_scheme=scheme)
    page.locator(".preview-more summary").click()
    for method in ("table", "formula", "satellite", "hand"):
        page.get_by_label("Calculated").select_option(method)
        expect(page.locator("#preview")).to_have_attribute("aria-busy", "false")
        no_barriers(page, looks_alone=method in {"formula", "satellite"})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, method
        no_barriers_in(page, PHONE, "dark", fit=False)

"""Rulebooks are read, compared and edited in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.rooms import PHONE, Visit, narrow_enough, no_barriers, turn_to
from tests.examples import in_soak
from tourney.access.roles import Actor
from tourney.models import BookCopy

pytestmark = [pytest.mark.browser, pytest.mark.processes]
BOOKS = "/staff/books/"


@pytest.mark.soak
def test_two_books_are_laid_side_by_side_with_only_their_differences(visit: Visit, director: Actor) -> None:
    page = visit(BOOKS, director)
    page.get_by_role("link", name="Compare").click()
    page.get_by_label("Left").select_option("tda")
    page.get_by_label("Right").select_option("wsop")
    page.get_by_role("button", name="Compare").click()
    everything = page.locator(".compare tbody tr").count()
    differing = page.locator(".compare tr.differs").count()
    assert 0 < differing < everything
    page.get_by_label("Differences only").check()
    expect(page.locator(".compare tbody tr")).to_have_count(differing)
    expect(page.get_by_label("Left")).to_have_value("tda")
    expect(page.get_by_label("Right")).to_have_value("wsop")


def test_book_is_copied_and_edited_and_invalid_input_is_kept(visit: Visit, director: Actor) -> None:
    page = visit(f"{BOOKS}five_spades/copy/", director)
    page.get_by_label("Key").fill("ours")
    page.get_by_label("Title").fill("Our rules")
    page.get_by_role("button", name="Create copy").click()
    text = page.get_by_label("Text")
    good = text.input_value()
    assert 'title = "Our rules"' in good
    wrong = good.replace("[seating.draw]", "[seating.raffle]", 1)
    assert wrong != good
    text.fill(wrong)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("ours.toml: seating.raffle")
    expect(page.get_by_label("Text")).to_have_value(wrong)
    no_barriers(page)
    page.get_by_label("Text").fill(good.replace('title = "Our rules"', 'title = "House rules"'))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("House rules")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".notice.is-good")).to_contain_text("Undid #")
    assert 'title = "Our rules"' in BookCopy.objects.get(key="ours").text


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(None, "light"), in_soak(PHONE, "dark")],
    ids=["laptop-light", "phone-dark"],
)
def test_page_is_accessible_and_fits_its_width(
    visit: Visit, director: Actor, size: object, scheme: str
) -> None:
    page = visit(BOOKS, director, size=size, color_scheme=scheme)
    for path in ("", "five_spades/", "compare/?a=tda&b=munot", "tda/edit/", "tda/copy/"):
        turn_to(page, f"{BOOKS}{path}")
        no_barriers(page, looks_alone=scheme == "dark")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        narrow_enough(page, PHONE)

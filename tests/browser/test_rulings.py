"""A ruling is recorded at a table with few taps: rule from the finder, reduced photo; then it is found."""

import pytest
from playwright.sync_api import expect

from rulings.models import Ruling
from rulings.services.photos import folder
from tests.browser.floors import act, name_of, opened, places, seat_at, seated
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers, turn_to
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with Munot's rules."""
    return make_event(book="munot")


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), in_soak(TABLET, "dark")], ids=["phone", "tablet"]
)
def test_a_ruling_is_noted_at_the_table_with_rule_people_and_photo(
    visit: Visit, floor: Actor, event: int, size: dict[str, int], scheme: str
) -> None:
    """Munot 53: acting out of turn."""
    seated(event, 9, 1)
    here = places(event)
    page = opened(visit, event, floor, 1, size=size, color_scheme=scheme)
    seat_at(page, 2).tap()
    act(page, "ruling").tap()
    dialog = page.locator(".floor-dialog")
    expect(dialog.get_by_label(name_of(here[1, 2]))).to_be_checked()
    dialog.get_by_label("Situation").fill("Raise out of turn: binds, nothing had changed.")
    dialog.locator(".floor-option", has_text=name_of(here[1, 3])).tap()
    dialog.get_by_label("Rule number or keywords").fill("aus der reihe")
    first = dialog.locator(".ruling-found button").first
    expect(first).to_contain_text("Munot")
    dialog.get_by_label("Rule number or keywords").fill("out of turn")
    expect(first).to_contain_text("Munot 53")
    fits(page)
    no_barriers(page, looks_alone=scheme == "dark")
    first.tap()
    expect(dialog.locator(".ruling-chosen")).to_contain_text("Munot 53")
    picture = page.screenshot()
    dialog.locator("input[type=file]").set_input_files(
        {"name": "table.png", "mimeType": "image/png", "buffer": picture}
    )
    expect(dialog.locator("output")).to_have_text("table.png, added")
    no_barriers(page, looks_alone=True)
    dialog.get_by_role("button", name="Save ruling").tap()
    expect(dialog).to_have_count(0)
    until(lambda: Ruling.objects.exists(), message="the ruling is not recorded")
    row = Ruling.objects.get()
    assert row.table is not None
    assert (row.table.number, row.rule, row.who) == (1, "Munot 53", floor.name)
    assert set(row.concerns.values_list("entry", flat=True)) == {here[1, 2], here[1, 3]}
    assert row.photo.endswith(".jpg")
    assert (folder() / row.photo).stat().st_size < 1024 * 1024
    turn_to(page, f"/staff/rulings/?event={event}&rule=53")
    expect(page.locator(".ruling-text")).to_contain_text("binds, nothing had changed")
    expect(page.locator(".ruling-photo img")).to_be_visible()
    assert page.locator(".ruling-photo img").evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
    fits(page)
    no_barriers(page, looks_alone=scheme == "dark")


@pytest.mark.soak
def test_ruling_without_text_is_not_sent_and_input_is_kept(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    page.keyboard.press("y")
    dialog = page.locator(".floor-dialog")
    dialog.get_by_label("Rule number or keywords").fill("53")
    expect(dialog.locator(".ruling-found button").first).to_contain_text("Munot 53")
    dialog.get_by_label("Rule number or keywords").press("Enter")
    expect(dialog.locator(".ruling-chosen")).to_contain_text("Munot 53")
    dialog.get_by_role("button", name="Without Munot 53").tap()
    expect(dialog.get_by_label("Rule number or keywords")).to_be_focused()
    dialog.get_by_role("button", name="Save ruling").tap()
    expect(dialog.get_by_role("alert").first).to_contain_text("Enter the decision.")
    dialog.locator("input[type=file]").set_input_files(
        {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no picture"}
    )
    expect(dialog.locator("output")).to_have_text("This file is not a supported picture.")
    dialog.get_by_label("Situation").fill("All in order.")
    dialog.get_by_role("button", name="Save ruling").tap()
    until(lambda: Ruling.objects.exists(), message="the ruling is not recorded")
    row = Ruling.objects.get()
    assert (row.photo, row.rule) == ("", "")


@pytest.mark.soak
def test_photo_that_is_still_reduced_is_waited_for(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    page.evaluate(
        """() => {
          const read = createImageBitmap;
          window.createImageBitmap = (file) => new Promise((done) => setTimeout(() => done(read(file)), 700));
        }"""
    )
    page.keyboard.press("y")
    dialog = page.locator(".floor-dialog")
    dialog.get_by_label("Situation").fill("Chips counted twice.")
    dialog.locator("input[type=file]").set_input_files(
        {"name": "stack.png", "mimeType": "image/png", "buffer": page.screenshot()}
    )
    dialog.get_by_role("button", name="Save ruling").tap()
    expect(dialog).to_have_count(0)
    until(lambda: Ruling.objects.exists(), message="the ruling is not recorded")
    assert Ruling.objects.get().photo.endswith(".jpg")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("House rule 12, second line", "House rule 12, second line"), in_soak("53", "Munot 53")],
)
def test_a_typed_rule_that_was_not_picked_is_kept(
    visit: Visit, floor: Actor, event: int, typed: str, kept: str
) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    page.keyboard.press("y")
    dialog = page.locator(".floor-dialog")
    dialog.get_by_label("Situation and decision").fill("Raise out of turn: binds.")
    dialog.get_by_label("Rule number or keywords").fill(typed)
    expect(dialog.get_by_text(f"Will be saved as: {kept}")).to_be_visible()
    dialog.get_by_role("button", name="Save ruling").tap()
    until(lambda: Ruling.objects.exists(), message="the ruling is not recorded")
    assert Ruling.objects.get().rule == kept

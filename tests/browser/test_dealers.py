"""The push of dealers on a tablet and on a phone: one press moves every dealer as planned."""

import pytest
from playwright.sync_api import expect

from dealers.commands.dealers import add_dealer, begin_shift
from dealers.models import Stint
from tests.browser.floors import seated
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers, no_barriers_in
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.mark.parametrize(
    ("size", "scheme"), [(TABLET, "light"), in_soak(PHONE, "dark")], ids=["tablet", "phone"]
)
def test_dealers_are_pushed_as_it_was_planned(
    visit: Visit, floor: Actor, make_event: MakesEvents, size: dict[str, int], scheme: str
) -> None:
    seated(make_event(book="tda"), 24, 3)
    for name in ("Ada", "Bob", "Cid", "Dan"):
        answer = press(add_dealer, by=floor, name=name).answer
        assert answer is not None
        if name != "Dan":
            press(begin_shift, by=floor, dealer=answer["dealer"])
    page = visit("/staff/dealers/", floor, size=size, color_scheme=scheme)
    page.get_by_role("button", name="Dan Clock in").click()
    expect(page.locator(".dealers tbody tr", has_text="Dan")).to_be_visible()
    row = page.locator(".dealers tbody tr", has_text="Ada")
    planned = row.locator("td.figures").first.text_content() or ""
    page.get_by_role("button", name="Push now").click()
    expect(row.locator("td strong")).to_have_text(f"Table {planned}" if planned.isdigit() else "on break")
    assert Stint.objects.filter(ended_at=None, table__isnull=False).count() == 3
    page.get_by_label("Assign Ada to").select_option("")
    fits(page)
    no_barriers(page, looks_alone=scheme == "dark")
    no_barriers_in(page, PHONE, "dark")
    page.get_by_role("button", name="Undo").click()
    expect(row.locator("td strong")).to_have_text("on break")
    assert not Stint.objects.filter(ended_at=None, table__isnull=False).exists()

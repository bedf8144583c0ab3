"""The results in a real browser: chosen players are recorded as one hand, and no barriers at any size."""

from typing import Any

import pytest
from playwright.sync_api import expect

from players.models import Player
from seating.commands import bust, note_one_hand
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers, no_barriers_in, turn_to
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out, place
from tourney.access.roles import Actor
from tourney.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_two_are_chosen_noted_as_one_hand_and_it_is_undone_from_the_message(
    visit: Visit, make_event: MakesEvents, floor: Actor
) -> None:
    """Munot 79: players who bust in the same hand share the place."""
    event = make_event(book="munot")
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:7])
    page = visit(f"/staff/t/{event}/results/", floor, size=TABLET)
    expect(page.locator(f"#entry-{entries[5]} .place")).to_have_text("4")
    for entry in entries[5:7]:
        page.locator(f"#entry-{entry} .check").click()
    page.get_by_text("had been announced before this hand").click()
    page.get_by_role("button", name="The selected players busted in the same hand").click()
    for entry in entries[5:7]:
        expect(page.locator(f"#entry-{entry} .place")).to_have_text("3–4")
        expect(page.locator(f"#entry-{entry}")).to_contain_text("Munot 79")
    found = place(event, entries[5])
    assert found is not None
    assert (found.best, found.worst) == (3, 4)
    page.locator(".page-messages").get_by_role("button", name="Undo").click()
    expect(page.locator(f"#entry-{entries[5]} .place")).to_have_text("4")
    expect(page.locator(f"#entry-{entries[6]} .place")).to_have_text("3")


@pytest.mark.soak
def test_portrait_tablet_cuts_nothing_off_and_keeps_rows_low(
    visit: Visit, make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    entries = evening(event, floor, 9)
    Player.objects.filter(entries=entries[4]).update(name="Mateo Keller-Grünenfelder")
    closed(event)
    for at in range(7):
        press(bust, event, by=floor, entry=entries[at], knocked_out_by=[entries[8]], stack=12_500)
    page = visit(f"/staff/t/{event}/results/", floor, size={"width": 820, "height": 1180})
    for path in (f"/staff/t/{event}/results/", f"/results/{event}/"):
        turn_to(page, path)
        fits(page)
        assert page.locator(".table-wrap").evaluate("(part) => part.scrollWidth - part.clientWidth") <= 0
        tall = page.locator(".results tbody tr").evaluate_all(
            "(rows) => Math.max(...rows.map((row) => row.clientHeight))"
        )
        assert tall <= 140


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(None, "light"), in_soak(TABLET, "dark"), in_soak(PHONE, "light")],
    ids=["laptop-light", "tablet-dark", "phone-light"],
)
def test_page_is_accessible_and_fits_its_width(
    visit: Visit, make_event: MakesEvents, floor: Actor, size: Any, scheme: str
) -> None:
    event = make_event(book="pokerstars_live")
    entries = evening(event, floor, 12, re_entries_most=1)
    out(event, entries[0])
    closed(event)
    press(bust, event, by=floor, entry=entries[1], knocked_out_by=[entries[2]], stack=12_500)
    out(event, *entries[2:5])
    press(note_one_hand, event, by=floor, entries=entries[2:5])
    # Points are the club's; its conditions of entry do not matter here.
    Tournament.objects.filter(pk=event).update(book="five_spades")
    page = visit(f"/results/{event}/", floor, size=size, color_scheme=scheme)
    for path in (
        f"/results/{event}/",
        f"/staff/t/{event}/results/",
        f"/staff/t/{event}/results/{entries[1]}/?q=player",
        f"/staff/t/{event}/results/print/",
    ):
        turn_to(page, path)
        no_barriers(page, looks_alone=scheme == "dark")
        if "print" not in path:
            fits(page)
            for other in (TABLET, PHONE):
                no_barriers_in(page, other, "dark")

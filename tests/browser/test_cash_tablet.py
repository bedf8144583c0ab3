"""The dealer's tablet of a cash table, by touch: away, missed blinds, what is owed, the button, an undo."""

import pytest
from playwright.sync_api import expect

from cash.commands.dinners import start_dinner
from cash.models import CashSeat, CashTable
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers, no_barriers_in
from tests.browser.tablets import UPRIGHT, player, seat_at, tap
from tests.cash.scenes import BUY_IN, open_game, sit
from tests.fixtures.room import press
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_a_dealer_notes_an_absence_and_deals_the_player_in_as_the_rule_says(
    visit: Visit, floor: Actor, dealer: Actor
) -> None:
    open_game(7)
    at = sit(7, {1: "Anna", 3: "Ben", 5: "Cid", 7: "Dora", 9: "Emil"})
    press(start_dinner, by=floor, table=7, seat=9, stake=BUY_IN)
    page = visit("/staff/cash/dealer/7/", dealer, viewport=TABLET, has_touch=True)
    expect(seat_at(page, 9)).to_contain_text("dinner break, 60 min left")

    # The button, then a player who leaves; the tablet says which blind passes.
    tap(page, "Set button")
    seat_at(page, 1).tap()
    expect(seat_at(page, 5)).to_contain_text("Big blind")
    player(page, 5)
    tap(page, "Mark as away")
    expect(page.locator("[data-missed='5']")).to_contain_text("Missed the big blind")
    page.locator("[data-missed='5']").tap()
    expect(seat_at(page, 5)).to_contain_text("big blind missed")
    expect(page.locator("#missed")).to_have_count(0)

    # A press by mistake is undone from its message.
    player(page, 5)
    page.locator("[data-act='missed-small']").tap()
    expect(seat_at(page, 5)).to_contain_text("small blind missed")
    page.locator(".toasts").get_by_role("button", name="Undo").first.tap()
    expect(seat_at(page, 5)).not_to_contain_text("small blind missed")

    # Two hands later the player is back, and posts both with the small one dead.
    for hand in (1, 2):
        tap(page, "Hand complete")
        expect(page.locator("[data-part='hand']")).to_have_text(f"Hand {hand + 1}")
    assert CashTable.objects.get().button == 7
    player(page, 5)
    post = page.locator("[data-way='post']")
    expect(post).to_contain_text("Post 15")
    expect(post).to_contain_text("St. Moritz\u00a016")
    no_barriers(page)
    no_barriers_in(page, UPRIGHT, "dark")
    post.tap()
    expect(seat_at(page, 5)).not_to_have_attribute("data-away", "")
    row = CashSeat.objects.get(visit__player=at[5])
    assert (row.state, row.missed_big) == ("playing", 0)

    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    fits(page)

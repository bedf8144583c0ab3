"""The dealer's tablet of a cash table, by touch: away, missed blinds, what is owed, the button, an undo."""

import pytest
from playwright.sync_api import Page, expect

from cash.commands.dinners import start_dinner
from cash.commands.money import confirm_money
from cash.commands.penalties import impose
from cash.models import CashSeat, CashTable, StakeMove, TableMoney
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers, no_barriers_in
from tests.browser.tablets import UPRIGHT, player, seat_at, tap
from tests.cash.scenes import BUY_IN, offer, open_game, sit
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
    # Who is absent is counted as on the floor's page.
    expect(page.locator("[data-part='players']")).to_have_text("5 players, 2 of them absent")

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


def test_a_dealer_handles_the_money_of_the_table_and_sees_who_sits_out(
    visit: Visit, floor: Actor, dealer: Actor
) -> None:
    open_game(7, offer(collection="time", time_charge=700, time_minutes=30))
    at = sit(7, {1: "Anna", 3: "Ben", 5: "Cid"})
    page = visit("/staff/cash/dealer/7/", dealer, viewport=TABLET, has_touch=True)
    form = page.locator(".floor-dialog")

    # Time: one player pays later.
    time = page.locator("[data-act='time']")
    expect(time).to_contain_text("not collected")
    time.tap()
    form.locator("[value='5']").set_checked(False)
    no_barriers(page)
    form.locator("[type=submit]").tap()
    expect(time).to_contain_text("not paid: Cid")

    # The floor sees the charge and who has not paid, collects it, and reads the sum. No rake is counted here.
    room = visit("/staff/cash/", floor, viewport=TABLET, has_touch=True)
    card, dialog = room.locator(".cash-table"), room.locator("dialog[open]")
    expect(card).to_contain_text("Time: €7 every 30 min")
    expect(card.locator("[data-part='time']")).to_contain_text("not paid: Cid")
    card.locator(".cash-table-head").tap()
    expect(dialog.locator("[data-act='drop']")).to_have_text("Count jackpot")
    dialog.locator("[data-act='time']").tap()
    expect(dialog).to_contain_text("Paid: Anna, Ben")
    no_barriers(room)
    dialog.get_by_role("button", name="Collect €7 from 1").tap()
    expect(room.locator(".toasts")).to_contain_text("€7 from 1 player")
    expect(card.locator("[data-part='time']")).to_contain_text("all in their seats paid")
    # A call of the dealer, and a warning at the seat.
    page.locator("[data-act='call-floor']").tap()
    expect(page.locator("[data-act='call-floor']")).to_contain_text("Floor called")
    room.locator("[data-due='floor-7'] button").tap()
    expect(page.locator("[data-act='call-floor']")).to_contain_text("Call the floor")
    press(impose, by=floor, player=at[5], kind="warning", reason="Delays")
    expect(card.locator("[data-seat='5']")).to_contain_text("warned")

    # Chips are added, and a player leaves; more than there are is shown before the press, and refused with the rule.
    player(page, 1)
    page.locator("[data-act='top-up']").tap()
    page.keyboard.type("250")
    page.keyboard.press("Enter")
    expect(form).to_have_count(0)
    player(page, 3)
    page.locator("[data-act='leave']").tap()
    form.locator("#floor-stake").fill("9000")
    expect(form.locator("[data-part='difference']")).to_contain_text("call the floor")
    form.locator("[type=submit]").tap()
    expect(form.locator(".floor-fault")).to_contain_text("St. Moritz 14")
    form.locator("#floor-stake").fill("1200")
    expect(form.locator("[data-part='difference']")).to_have_count(0)
    form.locator("[type=submit]").tap()
    expect(seat_at(page, 3)).to_contain_text("open")
    moves = set(StakeMove.objects.exclude(kind="buy_in").values_list("kind", "amount"))
    assert moves == {("time", -700), ("top_up", 25_000), ("cash_out", -120_000)}

    # The floor explains it, also where the tablet could not read what is on the table.
    def without_money(one: Page) -> None:
        one.route("**/money/", lambda route: route.abort())

    tablet = visit("/staff/cash/dealer/7/", floor, before=without_money, viewport=TABLET, has_touch=True)
    player(tablet, 1)
    tablet.locator("[data-act='leave']").tap()
    asked = tablet.locator(".floor-dialog")
    asked.locator("#floor-stake").fill("9000")
    asked.locator("[type=submit]").tap()
    asked.locator("#floor-explanation").fill("Chips were found under the table")
    asked.locator("[type=submit]").tap()
    expect(seat_at(tablet, 1)).to_contain_text("open")
    assert StakeMove.objects.get(kind="cash_out", amount=-900_000).explanation

    # A fill is asked for here, and confirmed by the floor.
    tray = page.locator("[data-act='tray']")
    tray.tap()
    page.keyboard.type("1000")
    form.locator("[type=submit]").tap()
    expect(tray).to_contain_text("fill of")
    press(impose, by=floor, player=at[5], kind="time_out", reason="Delays", minutes=20)
    expect(seat_at(page, 5)).to_contain_text("sits out until")
    no_barriers_in(page, UPRIGHT, "dark")
    press(confirm_money, by=floor, money=TableMoney.objects.get(kind="fill").pk)
    expect(tray).not_to_contain_text("expected")
    player(page, 5)
    expect(page.locator("#player")).to_contain_text("Ask the floor")
    expect(page.locator("[data-way]")).to_have_count(0)

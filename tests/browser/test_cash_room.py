"""A floor person opens a game, seats nine from the list, sends three to dinner, and breaks the table."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from cash.commands.dinners import start_dinner
from cash.commands.lists import call_player, join_list
from cash.commands.seats import take_seat
from cash.commands.tables import open_cash_table, set_must_move
from cash.models import CashSeat, CashTable, ListEntry, StakeMove, TableMoney
from seating.commands import assign_tables
from seating.services.dealer_tables import tables_of
from tests.browser.rooms import PHONE, TABLET, Visit, no_barriers, no_barriers_in
from tests.cash.scenes import BUY_IN, offer, people, sit, tables
from tests.fixtures.room import press
from tourney.access.roles import Actor, Role
from tourney.models import JournalEntry

pytestmark = [pytest.mark.browser, pytest.mark.processes]
NAMES = (
    "Anna Ammann",
    "Ben Bo",
    "Cid Cole",
    "Dora Dahl",
    "Emil Egli",
    "Fritz Frei",
    "Gina Gut",
    "Hans Huber",
)


def act(page: Page | Locator, name: str) -> Locator:
    return page.locator(f'[data-act="{name}"]')


def seat_at(page: Page, table: int, seat: int) -> Locator:
    return page.locator(f'[data-table="{table}"] [data-seat="{seat}"]')


def test_a_game_is_opened_seated_from_its_list_fed_and_broken(
    visit: Visit, floor: Actor, person: Any
) -> None:
    page = visit("/staff/cash/", floor, viewport=TABLET, has_touch=True)
    dialog = page.locator("dialog[open]")
    # Before a game is offered, the page says so.
    expect(page.locator("#cash-tables")).to_contain_text("No game is offered")
    expect(page.locator("#cash-lists")).to_contain_text("No game is offered")
    game, players = offer(), people(*NAMES)
    people("Ida Imhof")
    tables(7, 9)
    olga = person("olga", Role.DEALER, tables=())
    press(assign_tables, by=floor, user=int(olga.key.removeprefix("user:")), tables=[7, 8])
    for player in players:
        press(join_list, by=floor, player=player, game=game)

    # The ninth player is found by name; the game is opened in two presses.
    act(page, "join").tap()
    page.locator("#cash-who").fill("ida")
    expect(act(dialog, "choose")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".cash-row strong").first).to_have_text("Anna Ammann")
    act(page, "open-table").tap()
    dialog.locator('[data-table="7"]').tap()
    expect(page.locator('.cash-table[data-table="7"]')).to_contain_text("9 open seats")

    # Called, and seated with a buy-in by the keyboard alone; a buy-in that is too small keeps the dialog open.
    act(page, "call").first.tap()
    act(page.locator('[data-state="called"]'), "seat").tap()
    expect(page.locator("#floor-buy_in")).to_be_focused()
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(dialog.locator(".floor-fault")).to_contain_text("St. Moritz 15")
    no_barriers(page)
    expect(dialog.get_by_label("Reason for another buy-in")).to_be_visible()
    page.locator("#floor-buy_in").fill("1000")
    expect(dialog.get_by_label("Reason for another buy-in")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(seat_at(page, 7, 1)).to_contain_text("Anna Ammann")
    assert CashSeat.objects.get().stake == BUY_IN
    # A called player is seated by a press on a free seat, too.
    ben = ListEntry.objects.filter(state="waiting").order_by("pk")[0]
    press(call_player, by=floor, entry=ben.pk, table=7)
    expect(page.locator('[data-state="called"]')).to_contain_text("Ben Bo")
    seat_at(page, 7, 2).tap()
    act(dialog, "take").first.tap()
    page.keyboard.type("1000")
    page.keyboard.press("Enter")
    expect(seat_at(page, 7, 2)).to_contain_text("Ben Bo")
    for seat, entry in enumerate(ListEntry.objects.filter(state="waiting").order_by("pk"), start=3):
        press(call_player, by=floor, entry=entry.pk, table=7)
        press(take_seat, by=floor, player=entry.player_id, table=7, seat=seat, buy_in=BUY_IN)
    expect(seat_at(page, 7, 9)).to_contain_text("Ida Imhof")

    # Three go to dinner, and the button of a fourth says why it is closed.
    for seat in (2, 3):
        press(start_dinner, by=floor, table=7, seat=seat, stake=BUY_IN)
    seat_at(page, 7, 1).tap()
    act(dialog, "dinner").tap()
    expect(dialog.locator("#floor-stake")).to_have_value("1000")
    dialog.locator("#floor-stake").fill("1'234.50")
    page.keyboard.press("Enter")
    expect(seat_at(page, 7, 1)).to_contain_text("dinner")
    seat_at(page, 7, 4).tap()
    expect(act(dialog, "dinner")).to_be_disabled()
    expect(act(dialog, "dinner")).to_contain_text("limit reached")
    expect(act(dialog, "dinner")).to_contain_text("St. Moritz 12")
    page.keyboard.press("Escape")

    # One goes away and comes back at no cost; another adds chips.
    for press_, word in (("away", "away"), ("back-free", "Emil Egli")):
        seat_at(page, 7, 5).tap()
        act(dialog, press_).tap()
        expect(seat_at(page, 7, 5)).to_contain_text(word)
    expect(seat_at(page, 7, 5)).to_have_attribute("data-kind", "playing")
    seat_at(page, 7, 6).tap()
    act(dialog, "top-up").tap()
    page.keyboard.type("250")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert StakeMove.objects.get(kind="top_up").amount == 25_000

    # The table breaks: players go to the open seats of the other one, and the rest to the front of the list.
    press(open_cash_table, by=floor, number=8, game=game, seats=6)
    second = page.locator('.cash-table[data-table="8"]')
    expect(second).to_have_count(1)

    # It becomes the must-move table of the first one for a while: card, dialog and list say so, and whose turn it is.
    second.locator(".cash-table-head").tap()
    act(dialog, "kind").tap()
    dialog.locator("label", has_text="Must-move table for table 7").tap()
    dialog.locator(".dialog-actions [type=submit]").tap()
    expect(second).to_contain_text("Must-move table for table 7")
    expect(page.locator('[data-must="8"]')).to_contain_text("There is no player to move.")
    second.locator(".cash-table-head").tap()
    expect(dialog.locator(".cash-must-note")).to_contain_text("Must-move table for table 7")
    page.keyboard.press("Escape")
    press(set_must_move, by=floor, number=8)
    expect(page.locator("[data-must]")).to_have_count(0)
    # What a press opens is chosen first, and said on the button.
    act(page, "open-table").tap()
    expect(dialog.locator('[data-table="9"]')).to_be_disabled()
    dialog.locator("label", has_text="Must-move table for table 8").tap()
    expect(dialog.locator('[data-table="9"]')).to_contain_text("Must-move table for table 8")
    page.keyboard.press("Escape")
    page.locator('[data-table="7"] .cash-table-head').tap()
    act(dialog, "break").tap()
    expect(dialog.locator(".cash-break")).to_have_count(9)
    expect(dialog.locator("[data-part='absent']")).to_have_count(3)
    # Seats are proposed to players who are there; a chosen one is not on offer for others until it is free again.
    expect(dialog.locator("[name='to-1']")).to_have_value("")
    taken = dialog.locator("[name='to-1'] option[value='8-1']")
    expect(taken).to_be_disabled()
    expect(dialog.locator("[name='to-4']")).to_have_value("8-1")
    dialog.locator("[name='to-4']").select_option("")
    expect(taken).to_be_enabled()
    dialog.locator("[name='to-4']").select_option("8-1")
    # The dealer goes to the table without another one; the refusal leads to the field that explains the difference.
    expect(dialog.locator("[name=dealers_to][value='8']")).to_be_checked()
    expect(dialog.locator("label", has=page.locator("[value='8']"))).to_contain_text("olga deals there, too")
    dialog.locator(".dialog-actions [type=submit]").tap()
    expect(dialog.locator(".floor-fault")).to_contain_text("St. Moritz 14")
    expect(dialog.locator("#floor-explanation")).to_be_focused()
    # The counted stakes are more than the books have: the dialog says so before the press, and wants to know why.
    expect(dialog.locator("[data-part='difference']")).to_contain_text("€234.50 more")
    dialog.locator("#floor-explanation").fill("Counted twice")
    no_barriers(page)
    dialog.locator(".dialog-actions [type=submit]").tap()
    expect(page.locator('.cash-table[data-table="7"]')).to_have_count(0)
    expect(page.locator('.cash-table[data-table="8"] .cash-seat[data-kind="open"]')).to_have_count(0)
    assert CashTable.objects.get(table__number=7).closed_at is not None
    assert ListEntry.objects.filter(state="waiting").count() == 3
    assert tables_of(olga) == frozenset({8})

    # Players at dinner keep their places, and are not offered the next open seat; their stakes come along.
    press(open_cash_table, by=floor, number=9, game=game)
    expect(page.locator('.cash-table[data-table="9"]')).to_have_count(1)
    expect(page.locator(".cash-row [data-part='dinner']")).to_have_count(3)
    expect(act(page, "call")).to_have_count(0)
    expect(page.locator("[data-due^='open-']")).to_have_count(0)
    act(page.locator(".cash-row").first, "more").tap()
    expect(dialog.locator("[data-part='dinner']")).to_contain_text("at dinner until")
    act(dialog, "seat").tap()
    expect(dialog.get_by_label("€1,234.50 kept at the cage")).to_be_checked()
    expect(page.locator("#floor-buy_in")).to_be_hidden()
    no_barriers(page)
    dialog.locator(".dialog-actions [type=submit]").tap()
    expect(seat_at(page, 9, 1)).to_contain_text("Anna Ammann")
    expect(page.locator("[data-due^='kept-']")).to_have_count(2)
    no_barriers_in(page, PHONE, "dark")


def test_players_change_seats_and_tables_and_another_person_confirms_the_fill(
    visit: Visit, floor: Actor, director: Actor
) -> None:
    game = offer(collection="time", time_charge=700, time_minutes=30)
    tables(7, 8)
    press(open_cash_table, by=floor, number=7, game=game)
    press(open_cash_table, by=floor, number=8, game=game, feeds=7)
    sit(7, {1: "Anna Ammann"})
    at = sit(8, {1: "Ben Bo", 2: "Cid Cole", 3: "Dora Dahl"})
    page = visit("/staff/cash/", floor, viewport=TABLET, has_touch=True)
    dialog = page.locator("dialog[open]")
    submit = dialog.locator(".dialog-actions [type=submit]")

    # A change of seat, and a must-move: the longest in the game goes to the main table.
    seat_at(page, 7, 1).tap()
    act(dialog, "change-seat").tap()
    dialog.get_by_label("5", exact=True).check()
    submit.tap()
    expect(seat_at(page, 7, 5)).to_contain_text("Anna Ammann")
    anna = CashSeat.objects.get(number=5).visit.player_id
    assert JournalEntry.objects.get(kind="cash_seat.change").arguments["player"] == anna
    # Another player moves out of turn: the form asks why.
    seat_at(page, 8, 3).tap()
    act(dialog, "change-table").tap()
    dialog.get_by_label("8", exact=True).check()
    expect(dialog.locator("#floor-reason")).to_have_count(0)
    dialog.get_by_label("Must-move").check()
    submit.tap()
    expect(dialog.locator(".floor-fault, [role='alert']").first).to_contain_text("moves next")
    dialog.locator("#floor-reason").fill("Ben is in a hand")
    no_barriers(page)
    submit.tap()
    expect(seat_at(page, 7, 8)).to_contain_text("Dora Dahl")
    told = JournalEntry.objects.get(kind="cash_seat.move").arguments
    assert (told["player"], told["cause"], told["reason"]) == (at[3], "must_move", "Ben is in a hand")
    expect(page.locator('[data-due="must-8"]')).to_contain_text("Ben Bo")
    seat_at(page, 7, 1).tap()
    expect(dialog.locator("h3").first).to_have_text("Must-move")
    act(dialog, "must-move").tap()
    submit.tap()
    expect(seat_at(page, 7, 1)).to_contain_text("Ben Bo")

    # A change of table with the whole stake, which the floor approves.
    seat_at(page, 8, 2).tap()
    act(dialog, "change-table").tap()
    dialog.get_by_label("9", exact=True).check()
    dialog.locator("#floor-stake").fill("1000")
    submit.tap()
    expect(seat_at(page, 7, 9)).to_contain_text("Cid Cole")
    assert CashSeat.objects.get(visit__player=at[2], left_at__isnull=True).stake == BUY_IN

    # A fill: who asked for it does not confirm it.
    page.locator('[data-table="7"] .cash-table-head').tap()
    act(dialog, "tray").tap()
    dialog.locator("#floor-amount").fill("2000")
    submit.tap()
    expect(dialog).to_have_count(0)
    for who in (page, visit("/staff/cash/", director, viewport=TABLET, has_touch=True)):
        who.locator('[data-table="7"] .cash-table-head').tap()
        expect(act(who, "confirm-fill")).to_contain_text(f"asked for by {floor.name}")
        act(who, "confirm-fill").tap()
        expect(who.locator(".toasts")).to_contain_text("Another person" if who is page else "Confirmed chips")
    assert TableMoney.objects.get().confirmed_at is not None

    # A penalty from the player's dialog: the player is away, and the rule is named.
    seat_at(page, 7, 9).tap()
    act(dialog, "penalty").tap()
    dialog.get_by_label("Time away").check()
    no_barriers(page)
    submit.tap()
    expect(seat_at(page, 7, 9)).to_contain_text("penalty")
    expect(page.locator("#cash-penalties")).to_contain_text("St. Moritz 28")
    page.locator("#cash-penalties [data-act='lift']").tap()
    dialog.locator("#floor-reason").fill("Warned instead")
    submit.tap()
    expect(page.locator("#cash-penalties")).to_have_count(0)

    # A player who leaves owes time, which is collected from the counted stake. Absent players are not charged.
    seat_at(page, 7, 8).tap()
    act(dialog, "leave").tap()
    dialog.locator("#floor-stake").fill("1000")
    expect(dialog.locator("[data-part='unpaid']")).to_contain_text("not paid: €7 (Dora Dahl)")
    act(dialog, "collect").tap()
    expect(dialog.locator("[data-part='unpaid']")).to_have_count(0)
    expect(dialog.locator("#floor-stake")).to_have_value("993")
    submit.tap()
    expect(seat_at(page, 7, 8)).to_have_attribute("data-kind", "open")
    page.locator('[data-table="7"] .cash-table-head').tap()
    expect(act(dialog, "time")).to_contain_text("2 players to pay · 1 absent")
    act(dialog, "break").tap()
    expect(dialog.locator("[data-part='unpaid']")).to_contain_text("€14 (Ben Bo, Anna Ammann)")
    act(dialog, "collect").tap()
    expect(dialog.locator("[name='stake-1']")).to_have_value("993")
    no_barriers(page)
    page.keyboard.press("Escape")
    expect(page.locator('[data-table="7"] [data-part="time"]')).to_contain_text(
        "not charged: Cid Cole (away)"
    )

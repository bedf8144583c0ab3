"""Each task of a clerk in a real browser, by keyboard alone, with the count of presses."""

import pytest
from playwright.sync_api import expect

from clock.commands.clock import start
from desk.commands.drawers import open_drawer
from desk.commands.vouchers import issue_tickets as issue_ticket
from desk.commands.vouchers import issue_vouchers as issue_voucher
from desk.commands.vouchers import void_voucher
from desk.models import Drawer, DrawerMove, Item, Payment, Receipt
from players.models import Player
from seating.commands.busts import bust
from tests.browser.desks import (
    Keyboard,
    add,
    clerk,
    draw,
    entered,
    in_play,
    opened,
    selling,
    sells,
    set_up_tables,
)
from tests.browser.rooms import Visit
from tests.fixtures.room import MakesEvents, press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.models import ChipMove, Entry

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_known_person_is_registered(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Anna Berger")
    add("Anton Berg")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna ber")
    hands.key("Enter")
    expect(page.locator("#desk-till .desk-total")).to_have_text("€110")
    hands.key("Enter")
    until(lambda: in_play(selling) == ["Anna Berger"])
    expect(page.locator(".is-newest")).to_contain_text("Anna Berger")
    hands.check_presses("known person", 12)
    payment = Payment.objects.get()
    assert (payment.method, payment.amount, payment.tendered) == ("cash", 11_000, None)


def test_new_person_is_registered(visit: Visit, clerk: Actor, selling: int) -> None:
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("beat müller")
    hands.key("Enter")
    hands.type("30051990")
    expect(page.locator("#desk-new-born-how")).to_contain_text("30 May 1990")
    hands.key("Enter")
    expect(page.locator("#desk-till .desk-total")).to_be_visible()
    hands.key("Enter")
    until(lambda: in_play(selling) == ["Beat Müller"])
    expect(page.locator(".is-newest")).to_contain_text("Beat Müller")
    hands.check_presses("new person", 12)
    assert str(Player.objects.get().birth_date) == "1990-05-30"


@pytest.mark.soak
def test_change_is_shown_large_and_the_seat_with_it(visit: Visit, clerk: Actor, selling: int) -> None:
    entered(selling, clerk, add("First There"))
    draw(selling)
    add("Carla Rossi")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("carla")
    hands.key("Enter", "Alt+G")
    hands.type("200")
    expect(page.locator(".desk-change")).to_have_text("Change €90")
    hands.key("Enter")
    expect(page.locator(".is-newest")).to_contain_text("Change €90")
    expect(page.locator(".is-newest")).to_contain_text("Table")
    hands.check_presses("with change", 12)
    assert Receipt.objects.count() == 2


@pytest.mark.soak
def test_busted_player_is_reinstated_by_undo(visit: Visit, clerk: Actor, floor: Actor, selling: int) -> None:
    entered(selling, clerk, add("Otto Out"))
    draw(selling)
    press(start, selling, by=FIRST_START)
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("otto")
    hands.key("Enter", "Alt+H")
    until(lambda: in_play(selling) == [])
    hands.check_presses("bust", 3)
    expect(page.locator(".is-newest")).to_contain_text("Otto Out is out")
    hands.start()
    hands.key("Alt+U")
    until(lambda: in_play(selling) == ["Otto Out"])
    hands.check_presses("undo of a bust", 2)


def test_a_re_entry_a_rebuy_an_add_on_and_a_surrender(visit: Visit, clerk: Actor, selling: int) -> None:
    rita = add("Rita Again")
    entry = entered(selling, clerk, rita)
    draw(selling)
    press(start, selling, by=FIRST_START)
    press(bust, selling, by=FIRST_START, entry=entry)
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("rita")
    hands.key("Enter")
    # Rebuys are on sale, so a rebuy is the likely action after a bust.
    expect(page.locator("#desk-till h2")).to_have_text("Rebuy")
    expect(page.locator("#desk-person")).to_contain_text("held for a rebuy")
    hands.key("Alt+E")
    expect(page.locator("#desk-till h2")).to_have_text("Re-entry")
    hands.key("Enter")
    until(lambda: in_play(selling) == ["Rita Again"])
    hands.check_presses("re-entry", 5)
    press(bust, selling, by=FIRST_START, entry=Entry.objects.get(number=2).pk)
    hands.start()
    hands.name("rita")
    hands.key("Enter", "Enter")
    until(lambda: in_play(selling) == ["Rita Again"])
    expect(page.locator("#desk-till .desk-result")).to_contain_text("Table 1")
    hands.check_presses("rebuy after a bust", 3)
    again = Entry.objects.get(number=2)
    assert again.kind == "re_entry"
    hands.start()
    hands.name("rita")
    hands.key("Enter", "Alt+B", "Alt+B")
    expect(page.locator(".desk-total")).to_have_text("€100")
    hands.key("Enter")
    until(lambda: Item.objects.filter(kind="rebuy", entry=again).count() == 3)
    hands.check_presses("double rebuy", 8)
    hands.start()
    hands.name("rita")
    hands.key("Enter", "Alt+A", "Enter")
    until(lambda: Item.objects.filter(kind="add_on", entry=again).exists())
    hands.check_presses("add-on", 6)
    hands.start()
    hands.name("rita")
    hands.key("Enter", "Alt+S")
    hands.type("4500")
    hands.key("Enter")
    until(lambda: in_play(selling) == [])
    assert ChipMove.objects.get(kind="surrender").chips == -4_500
    hands.check_presses("surrender", 10)


def test_a_split_payment_a_voucher_and_a_ticket(
    visit: Visit, clerk: Actor, director: Actor, selling: int
) -> None:
    tess = add("Tess Ticket")
    add("Sam Split")
    voucher, void = press(issue_voucher, by=director, value=3_000, count=2).answer["numbers"]  # type: ignore[index]
    press(void_voucher, by=director, number=void)
    press(issue_ticket, selling, by=director, players=[tess])
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("sam")
    hands.key("Enter", "Alt+G")
    page.keyboard.type(void)
    page.keyboard.press("Alt+V")
    expect(page.locator("#desk-till .desk-field-fault")).to_have_text(f"{void} is void.")
    page.keyboard.press("Control+A")
    page.keyboard.type(voucher)
    hands.key("Alt+V")
    expect(page.locator(".desk-paid li")).to_have_count(1)
    hands.type("30")
    hands.key("Alt+K")
    expect(page.locator(".desk-paid li")).to_have_count(2)
    hands.key("Enter")
    until(lambda: in_play(selling) == ["Sam Split"])
    hands.check_presses("voucher, card and cash, without the voucher's number", 12)
    paid = {row.method: (row.amount, row.tendered) for row in Payment.objects.all()}
    assert paid == {"voucher": (3_000, None), "card": (5_000, None), "cash": (3_000, None)}
    hands.start()
    hands.name("tess")
    hands.key("Enter", "Alt+T")
    expect(page.locator(".desk-paid li")).to_have_count(1)
    hands.key("Enter")
    until(lambda: "Tess Ticket" in in_play(selling))
    hands.check_presses("ticket", 5)


@pytest.mark.soak
def test_sale_is_undone_only_with_permission(visit: Visit, clerk: Actor, floor: Actor, selling: int) -> None:
    gone = add("Gus Gone")
    entered(selling, clerk, gone)
    press(open_drawer, by=floor, opening_float=20_000)
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter")
    expect(page.locator("#desk-person [data-key=p]")).to_be_visible()
    expect(page.locator("#desk-person .desk-verbs [data-key=f]")).to_have_count(0)
    # The text in place of the button names who has the permission.
    expect(page.locator("[data-missing=refund]")).to_contain_text("Refund: only by Floor or Director")
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Alt+F")
    hands.type("ill")
    hands.key("Enter")
    until(lambda: in_play(selling) == [])
    hands.check_presses("refund with a reason of three letters", 7)
    assert Receipt.objects.filter(corrects__isnull=False).count() == 1


@pytest.mark.soak
def test_recent_sale_is_undone_from_its_row(visit: Visit, floor: Actor, selling: int) -> None:
    press(open_drawer, by=floor, opening_float=0)
    add("Gus Gone")
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Enter")
    until(lambda: in_play(selling) == ["Gus Gone"])
    page.reload()
    expect(page.locator(".is-newest")).to_contain_text("Gus Gone")
    hands.start()
    hands.key("Alt+U")
    expect(page.locator("#desk-panel-reason")).to_be_focused()
    # The clerk reads the amount of the refund before confirming it.
    expect(page.locator("#desk-till .desk-sum strong")).to_have_text("€110")
    hands.type("ill")
    hands.key("Enter")
    until(lambda: in_play(selling) == [])
    hands.check_presses("refund of what was just done", 6)


@pytest.mark.soak
def test_a_blank_float_is_zero_and_takes_no_name(visit: Visit, desk: Actor, selling: int) -> None:
    add("Anna Berger")
    page = opened(visit, selling, desk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter", "Enter")
    opening = page.get_by_label("Opening float")
    expect(opening).to_be_focused()
    hands.type("beat müller")
    expect(opening).to_have_value("")
    expect(page.locator("dialog[open] [role=alert]")).to_have_text(
        "Only an amount goes here. Press Esc to go back to the players."
    )
    # What was typed was no amount: the float is asked for once more.
    hands.key("Enter")
    expect(page.locator("dialog[open] [role=alert]")).to_have_text(
        "Enter the amount of cash in the drawer, or 0."
    )
    assert not Drawer.objects.exists()
    hands.key("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    hands.key("Enter")
    expect(opening).to_be_focused()
    hands.key("Enter")
    until(lambda: in_play(selling) == ["Anna Berger"])
    assert Drawer.objects.get().opening_float == 0


def test_a_drawer_is_opened_when_it_is_needed_and_closed_blind(
    visit: Visit, desk: Actor, selling: int
) -> None:
    add("Anna Berger")
    page = opened(visit, selling, desk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter", "Enter")
    expect(page.locator("#desk-drawer-float")).to_be_focused()
    hands.type("200")
    hands.key("Enter")
    until(lambda: in_play(selling) == ["Anna Berger"])
    hands.check_presses("register and open the drawer", 12)
    hands.start()
    hands.key("Alt+D", "Alt+M")
    expect(page.locator("#desk-drawer-moved")).to_be_focused()
    hands.type("50")
    hands.key("Tab", "Tab")
    hands.type("coins")
    hands.key("Enter")
    until(lambda: DrawerMove.objects.filter(amount=5_000, reason="coins").exists())
    hands.check_presses("bring cash, with a reason of five letters", 14)
    hands.start()
    hands.key("Alt+D")
    expect(page.locator("#desk-drawer-counted")).to_be_focused()
    assert "360" not in page.locator("dialog[open]").inner_text()
    hands.type("35")
    hands.key("Enter")
    # The clerk confirms every sum before the page shows a difference or closes the drawer.
    question = page.locator("dialog[open] .notice")
    expect(question).to_have_text("You counted €35. Close the drawer?")
    assert "360" not in page.locator("dialog[open]").inner_text()
    hands.type("5")
    expect(question).to_be_hidden()
    hands.key("Enter")
    expect(question).to_have_text("You counted €355. Close the drawer?")
    assert Drawer.objects.get().closed_at is None
    hands.key("Enter")
    expect(page.locator("dialog[open]")).to_contain_text("difference −€5")
    hands.key("Enter")
    hands.check_presses("close the drawer, with one typing mistake", 9)
    row = Drawer.objects.get()
    assert (row.opening_float, row.counted) == (20_000, 35_500)


@pytest.mark.soak
def test_page_down_serves_the_next_event(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents
) -> None:
    other = make_event(book="tda", name="Saturday Turbo")
    set_up_tables(other, first=11)
    sells(other, pool=5_000, fee=0)
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.key("PageDown")
    expect(page.locator(".desk-event[aria-pressed=true]")).to_contain_text("Saturday Turbo")
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_have_text("€50")
    hands.key("Enter")
    until(lambda: in_play(other) == ["Anna Berger"])
    hands.check_presses("into another event", 3)
    assert in_play(selling) == []


@pytest.mark.soak
def test_a_guest_becomes_a_member_with_the_entry_where_the_book_asks_for_it(
    visit: Visit, clerk: Actor, event: int
) -> None:
    set_up_tables(event)
    sells(event)
    add("Gina Guest")
    page = opened(visit, event, clerk)
    hands = Keyboard(page)
    hands.name("gina")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_have_text("€112")
    hands.key("Alt+M")
    expect(page.locator(".desk-total")).to_have_text("€130")
    hands.key("Enter")
    until(lambda: in_play(event) == ["Gina Guest"])
    hands.check_presses("with a season's membership", 5)
    assert Item.objects.get(kind="membership_season").amount == 2_000

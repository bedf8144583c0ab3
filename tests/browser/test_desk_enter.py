"""The Enter key at the desk: one step at a time, and only what the screen shows."""

import re

import pytest
from django.utils.timezone import localdate, now
from playwright.sync_api import Page, Route, expect

from desk.commands.drawers import close_drawer, open_drawer
from desk.commands.registration import set_registration
from desk.commands.sales import register_player
from desk.commands.vouchers import issue_vouchers
from desk.models import Booking, Payment, Receipt, Voucher
from players.models import Membership, Player
from tests.browser.desks import PRICE, Keyboard, add, clerk, entered, opened, selling, sells, set_up_tables
from tests.browser.rooms import Visit
from tests.desk.tills import cash, numbered
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry
from tourney.now import room_now

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def chosen(page: Page, name: str) -> Keyboard:
    """Choose a player who can be registered; the sale is in the till."""
    hands = Keyboard(page)
    hands.name(name)
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_be_visible()
    return hands


def voucher_of(director: Actor, value: int) -> str:
    """Issue a voucher and return its number."""
    done = press(issue_vouchers, by=director, value=value, count=1)
    assert done.answer is not None
    return str(done.answer["numbers"][0])


@pytest.mark.soak
def test_waiting_list_refusal_has_a_reason_and_acceptance_a_position(
    visit: Visit, clerk: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="five_spades")
    set_up_tables(event)
    sells(event, capacity=1, members_only=True)
    first = add("First There")
    Membership.objects.create(
        player_id=first,
        kind="season",
        starts_on=localdate(),
        ends_on=localdate(),
        applied_at=now(),
        confirmed_by="Bea Board",
    )
    entered(event, clerk, first)
    add("Gina Guest")
    page = opened(visit, event, clerk)
    hands = Keyboard(page)
    hands.name("gina")
    hands.key("Enter")
    expect(page.locator("#desk-till .notice")).to_contain_text("members")
    expect(page.locator("#desk-person .notice")).to_contain_text("members")
    hands.key("Enter")
    press_settings = {**PRICE, "late_ends": "row", "late_row": 3, "capacity": 1}
    press(set_registration, event, by=FIRST_START, **press_settings)
    hands.name("gina")
    hands.key("Enter")
    expect(page.locator("#desk-till .btn-primary")).to_contain_text("Waiting list")
    hands.key("Enter")
    expect(page.locator(".desk-result")).to_contain_text("Waiting list: number 1")
    assert Booking.objects.get().state == "waiting"


def test_a_scanned_voucher_pays_and_the_new_one_for_the_rest_is_handed_over(
    visit: Visit, clerk: Actor, director: Actor, selling: int
) -> None:
    add("Vera Voucher")
    add("Willi Worth")
    paid, more = voucher_of(director, 3_000), voucher_of(director, 20_000)
    kept = "window.print = () => (window.sheet = document.querySelector('.desk-sheet').textContent)"
    page = opened(visit, selling, clerk, before=lambda one: one.add_init_script(kept))
    hands = chosen(page, "vera")
    # Scanned into the payment field, as a scanner sends it.
    hands.key("Alt+G")
    page.keyboard.type(paid)
    hands.key("Enter")
    expect(page.locator(".desk-paid li")).to_contain_text(paid)
    # Scanned into the search, where the cursor usually is.
    hands.key("Escape")
    page.keyboard.type(more.lower())
    hands.key("Enter")
    expect(page.locator(".desk-paid li")).to_have_count(2)
    expect(page.locator("#desk-person h2")).to_have_text("Vera Voucher")
    assert not Receipt.objects.exists()
    hands.key("Enter")
    rest = page.locator(".desk-slip")
    expect(rest).to_contain_text("€120")
    number = Voucher.objects.exclude(number__in=[paid, more]).get().number
    expect(rest).to_contain_text(number)
    expect(page.locator(".is-newest")).to_contain_text(number)
    hands.key("Alt+V")
    page.wait_for_function("() => window.sheet")
    assert number in page.evaluate("window.sheet")


@pytest.mark.soak
def test_refund_requires_a_drawer_and_shows_what_to_hand_over(
    visit: Visit, clerk: Actor, floor: Actor, director: Actor, selling: int
) -> None:
    entered(selling, clerk, add("Gus Gone"))
    press(close_drawer, by=clerk, counted=0)
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Alt+F")
    expect(page.locator("#desk-drawer-float")).to_be_focused()
    hands.type("500")
    hands.key("Enter")
    expect(page.locator("#desk-panel-reason")).to_be_focused()
    hands.type("ill")
    hands.key("Enter")
    expect(page.locator(".desk-result")).to_contain_text("Refund €110 (Cash)")


@pytest.mark.soak
def test_a_refund_says_how_much_of_it_is_a_new_voucher(
    visit: Visit, floor: Actor, director: Actor, selling: int
) -> None:
    press(open_drawer, by=floor, opening_float=20_000)
    issued = press(issue_vouchers, by=director, value=4_000).answer
    assert issued is not None
    mixed = [numbered("voucher", 4_000, issued["numbers"][0]), cash(7_000)]
    press(register_player, selling, by=floor, player=add("Gus Gone"), payments=mixed)
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Alt+F")
    expect(page.locator("#desk-till .desk-sum strong")).to_have_text("€110")
    expect(page.locator("#desk-till")).to_contain_text("of which €40 as a new voucher or ticket")


@pytest.mark.soak
def test_floor_refunds_from_the_drawer_of_the_clerk_at_the_counter(
    visit: Visit, clerk: Actor, floor: Actor, selling: int
) -> None:
    entered(selling, clerk, add("Gus Gone"))
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Alt+F")
    expect(page.get_by_label("Which drawer")).to_contain_text(f"the drawer of {clerk.name}")
    expect(page.locator("#desk-panel-reason")).to_be_focused()
    hands.type("ill")
    hands.key("Enter")
    expect(page.locator(".desk-result")).to_contain_text("Refund €110 (Cash)")
    until(lambda: Receipt.objects.filter(drawer__clerk__username=clerk.name, corrects__isnull=False).exists())


@pytest.mark.soak
def test_undone_sale_offers_no_second_undo(visit: Visit, floor: Actor, selling: int) -> None:
    press(open_drawer, by=floor, opening_float=20_000)
    add("Gus Gone")
    page = opened(visit, selling, floor)
    hands = chosen(page, "gus")
    hands.key("Enter")
    sale = page.locator("#desk-done li")
    expect(sale.get_by_role("button", name="Refund")).to_have_count(1)
    sale.get_by_role("button", name="Refund").click()
    expect(page.locator("#desk-panel-reason")).to_be_focused()
    hands.type("ill")
    hands.key("Enter")
    expect(page.locator(".desk-result")).to_contain_text("Refund €110 (Cash)")
    # The drawer was opened by the same login.
    expect(sale).to_have_count(3)
    expect(sale.get_by_role("button", name="Refund")).to_have_count(0)
    expect(page.locator("#desk-done .is-undone")).to_have_count(1)


def test_digits_pay_and_letters_search_during_a_sale(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Anna Berger")
    add("Carla Card", card="200")
    add("Zoe Other", card="1500")
    page = opened(visit, selling, clerk)
    hands = chosen(page, "anna")
    claims = """() => [...document.querySelectorAll('.desk kbd')].filter(one => one.textContent === 'Enter'
      && one.checkVisibility({visibilityProperty: true})).map(one => one.closest('button, li').className)"""
    assert page.evaluate(claims) == ["btn btn-primary btn-large btn-block"]
    hands.type("150")
    expect(page.locator("#desk-given")).to_have_value("150")
    expect(page.locator(".desk-change")).to_have_text("Change €40")
    hands.key("Escape")
    # Letters search the list, and the label says so.
    hands.name("zoe")
    expect(page.locator("#desk-results [data-player]")).to_have_count(1)
    assert len(page.evaluate(claims)) == 1
    assert "btn" not in page.evaluate(claims)[0]
    hands.key("Escape")
    assert page.evaluate(claims) == ["btn btn-primary btn-large btn-block"]
    # A number that matches a player's card is not taken as cash until that was read.
    hands.type("200")
    hands.key("Enter")
    expect(page.locator("#desk-given-fault")).to_contain_text("200 is Carla Card’s card.")
    assert not Receipt.objects.exists()
    hands.key("Enter")
    until(lambda: Payment.objects.filter(tendered=20_000).exists())
    assert Entry.objects.get().player.name == "Anna Berger"
    hands.key("F1")
    expect(page.locator("dialog[open] .keys")).to_contain_text("cash given")
    expect(page.locator("dialog[open] .keys dt").filter(has_text="Esc")).to_have_text("Esc")


def test_enter_waits_for_the_search_and_repeats_add_no_player(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    page = opened(visit, selling, clerk)
    kept: list[Route] = []
    holding = True
    page.route("**/desk/find/**", lambda route: kept.append(route) if holding else route.continue_())
    hands = Keyboard(page)
    page.keyboard.type("nina neu")
    hands.key("Enter", "Enter", "Enter")
    expect(page.locator("#desk-new-born")).to_have_count(0)
    holding = False
    for route in kept:
        route.continue_()
    expect(page.locator("#desk-new-born-fault")).to_contain_text("No date of birth")
    assert not Player.objects.exists()
    # Pressed again after the warning was read.
    page.wait_for_timeout(400)
    hands.key("Enter")
    until(lambda: Player.objects.filter(name="Nina Neu", birth_date=None).exists())


def test_the_desk_says_that_nobody_waits_only_of_an_event(visit: Visit, clerk: Actor, selling: int) -> None:
    def without_a_feed(page: Page) -> None:
        page.route_web_socket("**/*", lambda _socket: None)
        page.route(re.compile(r"/live/"), lambda route: route.abort())

    nobody = "No players are waiting, called or reserved."
    page = visit("/staff/desk/", clerk, before=without_a_feed)
    expect(page.locator(".desk-loading")).to_be_visible()
    page.wait_for_timeout(1_000)
    expect(page.locator("#desk-found")).to_have_text("")
    page = opened(visit, selling, clerk)
    expect(page.locator("#desk-found")).to_have_text(nobody)


@pytest.mark.soak
def test_likely_duplicates_are_shown_before_a_player_is_added(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Anna Bergmann", birth_date="1990-05-30")
    page = opened(visit, selling, clerk)
    kept: list[Route] = []
    holding = True
    page.route("**/players/like/**", lambda route: kept.append(route) if holding else route.continue_())
    hands = Keyboard(page)
    hands.name("ana bergman")
    hands.key("Enter")
    hands.type("30051990")
    hands.key("Enter")
    until(lambda: page.evaluate("1") and len(kept) > 0)
    holding = False
    for route in kept:
        route.continue_()
    expect(page.locator(".desk-likes")).to_contain_text("Anna Bergmann")
    expect(page.locator("#desk-person .desk-fault")).to_contain_text("already on file")
    assert Player.objects.count() == 1


@pytest.mark.soak
def test_same_date_of_birth_needs_one_confirmation(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Anna Bergmann", birth_date="1990-05-30")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("ana bergman")
    hands.key("Enter")
    hands.type("30051990")
    expect(page.locator(".desk-likes")).to_contain_text("Anna Bergmann")
    # The warning has been visible long enough to be read.
    page.evaluate("new Promise((over) => setTimeout(over, 500))")
    hands.key("Enter")
    expect(page.locator("#desk-person .desk-fault")).to_contain_text("already on file")
    assert Player.objects.count() == 1
    hands.key("Enter")
    expect(page.locator("#desk-person h2")).to_have_text("Ana Bergman")
    assert Player.objects.count() == 2


@pytest.mark.soak
def test_second_window_is_updated_when_the_drawer_is_opened(visit: Visit, desk: Actor, selling: int) -> None:
    page = opened(visit, selling, desk)
    beside = page.context.new_page()
    beside.goto(page.url)
    expect(beside.locator(".desk-drawer-state")).to_have_text("closed")
    hands = Keyboard(page)
    hands.key("Alt+D")
    hands.type("200")
    hands.key("Enter")
    expect(page.locator(".desk-drawer-state")).to_contain_text("open since")
    expect(beside.locator(".desk-drawer-state")).to_contain_text("open since")


@pytest.mark.soak
def test_closed_drawer_dialog_has_no_input_fields(visit: Visit, desk: Actor, selling: int) -> None:
    press(open_drawer, by=desk, opening_float=20_000)
    page = opened(visit, selling, desk)
    hands = Keyboard(page)
    hands.key("Alt+D")
    hands.type("200")
    hands.key("Enter")
    expect(page.locator("dialog[open]")).to_contain_text("You counted €200.")
    hands.key("Enter")
    expect(page.locator("dialog[open]")).to_contain_text("difference")
    expect(page.locator("dialog[open] input")).to_have_count(0)
    expect(page.locator("dialog[open] button")).to_have_count(1)


# The last one is 1366 × 768 at a zoom of 200 %.
@pytest.mark.soak
@pytest.mark.parametrize(
    "size",
    [in_soak((1366, 768)), in_soak((1024, 768)), (683, 384)],
    ids=["laptop", "tablet", "zoomed"],
)
def test_many_events_are_one_line_and_the_rest_is_behind_more(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents, size: tuple[int, int]
) -> None:
    soon = int(room_now().timestamp() * 1000)
    for number in range(7, 0, -1):
        name = f"Winterthurer Herbstmeisterschaft Hold’em Deepstack {number}"
        sells(make_event(book="tda", name=name, planned_start=soon + number * 3_600_000), capacity=1)
    page = opened(visit, selling, clerk, size={"width": size[0], "height": size[1]})
    line = page.locator("#desk-events > .desk-event")
    more = page.locator(".desk-more")
    expect(page.locator(".desk-event[data-open]")).to_have_count(8)
    expect(more).to_be_visible()
    shown = line.count()
    assert shown < 8
    expect(more).to_have_text(f"{8 - shown} more")
    tops = line.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    if shown > 2:
        # The event being served is in the line; the others are the next to start.
        expect(line.first).to_contain_text("Deepstack 1")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    more.click()
    page.locator("#desk-more-list").get_by_text("Deepstack 7").click()
    expect(page.locator("#desk-more-list")).to_be_hidden()
    expect(line.last).to_contain_text("Deepstack 7")
    expect(line.last).to_have_attribute("aria-pressed", "true")
    page.locator("#desk-q").scroll_into_view_if_needed()
    expect(page.locator("#desk-q")).to_be_in_viewport(ratio=1)
    if size[0] > 1000:
        for column in page.locator(".desk-column").all():
            expect(column).to_be_in_viewport(ratio=0.98)


@pytest.mark.soak
def test_letters_are_typed_in_the_search_wherever_the_cursor_is(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    page.locator(".desk-event").first.focus()
    page.keyboard.type("anna")
    expect(page.locator("#desk-q")).to_have_value("anna")


@pytest.mark.soak
def test_a_search_without_an_answer_says_so_and_is_made_again(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    page.route("**/desk/find/**", lambda route: route.abort())
    page.keyboard.type("anna")
    expect(page.locator("#desk-found")).to_contain_text("Search failed")
    expect(page.locator("#desk-results li")).to_have_count(0)
    page.unroute("**/desk/find/**")
    expect(page.locator("#desk-results")).to_contain_text("Anna Berger")
    expect(page.locator("#desk-found")).not_to_contain_text("Search failed")


def test_a_lost_session_says_that_the_login_has_ended(visit: Visit, clerk: Actor, selling: int) -> None:
    page = opened(visit, selling, clerk)
    page.context.clear_cookies()
    page.keyboard.type("anna")
    expect(page.locator("#desk-found")).to_contain_text("You are logged out.")
    expect(page.locator("#desk-found").get_by_role("link", name="Log in")).to_be_visible()


def test_keys_pressed_before_the_page_is_ready_are_kept(visit: Visit, desk: Actor, selling: int) -> None:
    # The page has loaded, but its modules have not.
    pressed = """document.addEventListener('readystatechange', () => document.readyState === 'interactive'
      && document.body.dispatchEvent(new KeyboardEvent('keydown',
        {key: 'd', code: 'KeyD', altKey: true, bubbles: true})))"""
    page = visit(f"/staff/desk/{selling}/", desk, before=lambda one: one.add_init_script(pressed))
    expect(page.locator("#desk-drawer-float")).to_be_focused()

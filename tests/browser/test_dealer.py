"""The dealer's tablet in a real browser, by touch: hands, busts, calls, arrivals, network failures."""

import json

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from clock.commands.clock import start
from players.models import Player
from seating.commands import bust, finish_hand, give_seat, halt_table, leave_seat
from seating.models import Bust, Knockout, Move, Seat
from tests.browser.rooms import (
    PHONE,
    TABLET,
    Visit,
    fits,
    kinds,
    needs_no_scrolling,
    no_barriers,
    no_barriers_in,
    toast,
)
from tests.browser.tablets import UPRIGHT, opened, player, seat_at, tap, two_tables
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, button, positions, tournament_table
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with a dead button."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    return two_tables(event)


# --- the table ----------------------------------------------------------------------------------------------
@pytest.mark.soak
def test_seats_are_arranged_from_the_dealers_view_with_button_and_blinds(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    button(event, t3=2)
    press(start, event, by=HOUSE)
    page = opened(visit, event, dealer)
    expect(seat_at(page, 1)).to_contain_text("Anna Berger")
    expect(seat_at(page, 3)).to_contain_text("open")
    for seat, word in ((2, "Button"), (4, "Small blind"), (6, "Big blind")):
        expect(seat_at(page, seat)).to_contain_text(word)
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 1")
    expect(page.locator('[data-part="players"]')).to_have_text("6 players")
    expect(page.locator('[data-part="blinds"]')).to_contain_text("50")
    expect(page.locator('[data-part="time"]')).to_contain_text("19:")
    boxes = {seat: seat_at(page, seat).bounding_box() for seat in range(1, 10)}
    # Seat 1 is at the dealer's left, then clockwise; seat 5 is opposite.
    assert boxes[1]["x"] < boxes[5]["x"] < boxes[9]["x"]
    assert boxes[4]["y"] < boxes[1]["y"]
    assert boxes[6]["y"] < boxes[9]["y"]
    assert boxes[5]["y"] == boxes[4]["y"] == boxes[6]["y"]


def test_a_hand_that_is_over_moves_the_button(visit: Visit, dealer: Actor, event: int, at: Places) -> None:
    button(event, t3=2)
    page = opened(visit, event, dealer)
    tap(page, "Hand complete")
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 2")
    expect(seat_at(page, 4)).to_contain_text("Button")
    expect(seat_at(page, 7)).to_contain_text("Big blind")
    assert positions(3) == (4, 6, 7)
    tap(page, "Hand complete")
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 3")
    assert tournament_table(3).hands == 2


@pytest.mark.soak
def test_tablet_asks_for_an_unknown_button_and_a_tap_sets_it(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    expect(page.locator('[data-part="hint"]')).to_have_text("Button not set.")
    tap(page, "Set button")
    # A dead button may be at an empty seat.
    seat_at(page, 5).tap()
    expect(seat_at(page, 5)).to_contain_text("Button")
    expect(seat_at(page, 7)).to_contain_text("Big blind")
    assert positions(3) == (5, 6, 7)
    expect(page.locator('[data-part="hint"]')).to_be_hidden()
    tap(page, "Move button")
    tap(page, "Cancel")
    seat_at(page, 1).tap()
    expect(page.locator("#player")).to_contain_text("Anna Berger")


# --- players ------------------------------------------------------------------------------------------------
@pytest.mark.soak
def test_two_taps_bust_a_player(visit: Visit, dealer: Actor, event: int, at: Places) -> None:
    page = opened(visit, event, dealer)
    player(page, 4)
    tap(page, "Bust")
    toast(page, "de La Rochefoucauld is out")
    expect(seat_at(page, 4)).to_contain_text("open")
    assert Bust.objects.get().entry_id == at[3, 4]
    assert not Knockout.objects.exists()


def test_double_tap_on_a_seat_busts_no_player(visit: Visit, dealer: Actor, event: int, at: Places) -> None:
    page = opened(visit, event, dealer)
    seat_at(page, 4).tap()
    page.evaluate("document.querySelector('.dealer-out').click()")
    page.wait_for_timeout(300)
    expect(page.locator("#player")).to_be_visible()
    assert not Bust.objects.exists()


@pytest.mark.soak
def test_dealer_can_record_who_won_the_chips(visit: Visit, dealer: Actor, event: int, at: Places) -> None:
    page = opened(visit, event, dealer)
    player(page, 1)
    for other in ("2 · Bert Conrad", "6 · Dora", "7 · Ed"):
        tap(page, other)
    tap(page, "7 · Ed")
    tap(page, "Bust")
    toast(page, "Anna Berger is out")
    winners = set(Knockout.objects.values_list("winner_id", flat=True))
    assert winners == {at[3, 2], at[3, 6]}


@pytest.mark.soak
def test_two_busts_in_one_hand_rank_by_starting_stacks(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    player(page, 1)
    page.get_by_label("chips at the start of the hand").fill("many")
    tap(page, "Bust")
    expect(page.locator("#stack-error")).to_have_text("Enter a valid chip count.")
    assert not Bust.objects.exists()
    page.get_by_label("chips at the start of the hand").fill("7,400")
    tap(page, "Bust")
    toast(page, "Anna Berger is out")
    assert list(Bust.objects.values_list("entry", "stack")) == [(at[3, 1], 7_400)]


@pytest.mark.soak
def test_a_player_is_away_and_back_and_chips_are_noted(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    player(page, 6)
    tap(page, "Mark as away")
    expect(seat_at(page, 6)).to_contain_text("away")
    player(page, 6)
    page.get_by_label("Chips counted").fill("12 50")
    tap(page, "Record")
    expect(page.locator("#chips-error")).to_have_text("Enter a valid chip count.")
    page.get_by_label("Chips counted").fill("12'500")
    tap(page, "Record")
    expect(seat_at(page, 6)).to_contain_text("12,500 chips")
    player(page, 6)
    tap(page, "Mark as back")
    expect(seat_at(page, 6)).not_to_contain_text("away")
    assert Seat.objects.get(entry=at[3, 6]).stack == 12_500


@pytest.mark.soak
def test_panel_of_a_player_who_left_meanwhile_is_closed(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    player(page, 6)
    press(give_seat, event, by=floor, entry=at[3, 6], table=7, seat=9)
    toast(page, "Dora is no longer seated here.")
    expect(page.locator("#player")).to_be_hidden()


# --- arrivals and halts -------------------------------------------------------------------------------------
@pytest.mark.soak
def test_arriving_player_is_named_and_confirmed(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer, table=7)
    press(give_seat, event, by=floor, entry=at[3, 1], table=7, seat=3)
    expect(page.locator("#coming")).to_contain_text("Anna Berger: from table 3 to seat 3")
    expect(seat_at(page, 3)).to_contain_text("moving from table 3")
    press(give_seat, event, by=floor, entry=at[3, 6], table=7, seat=8)
    press(give_seat, event, by=floor, entry=at[3, 7], table=7, seat=9)
    page.get_by_role("button", name="Anna Berger: Has arrived").tap()
    expect(page.locator("#coming")).not_to_contain_text("Anna Berger")
    expect(seat_at(page, 3)).not_to_contain_text("moving")
    tap(page, "All 2 have arrived")
    expect(page.locator("#coming")).to_be_hidden()
    assert not Move.objects.filter(arrived_at__isnull=True).exists()


@pytest.mark.soak
def test_a_table_that_is_stopped_says_so_until_it_may_play_on(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    stop = page.locator('[data-part="stop"]')
    expect(stop).to_be_hidden()
    press(halt_table, event, by=floor, number=3, halted=True)
    expect(stop).to_contain_text("Wait: this table is being balanced")
    # The hand in progress still counts as finished.
    tap(page, "Hand complete")
    until(lambda: tournament_table(3).hands == 1)
    press(halt_table, event, by=floor, number=3, halted=False)
    expect(stop).to_be_hidden()


@pytest.mark.soak
def test_empty_table_ends_no_hand(visit: Visit, dealer: Actor, event: int, at: Places) -> None:
    for seat in (2, 5):
        press(leave_seat, event, by=HOUSE, entry=at[7, seat])
    page = opened(visit, event, dealer, table=7)
    expect(page.locator('[data-part="stop"]')).to_contain_text("No players at this table")
    expect(page.locator("#hand-over")).to_be_disabled()


# --- two tablets, and an unreliable network -----------------------------------------------------------------
def test_second_tablet_ending_the_same_hand_is_refused(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places
) -> None:
    button(event, t3=2)
    frozen = False

    def hold_back(page: Page) -> None:
        def connect(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: None if frozen else socket.send(message))

        page.route_web_socket("**/ws/live/", connect)

    one = opened(visit, event, dealer)
    two = opened(visit, event, floor, before=hold_back)
    frozen = True
    tap(one, "Hand complete")
    expect(one.locator('[data-part="hand"]')).to_have_text("Hand 2")
    tap(two, "Hand complete")
    toast(two, "Table 3 is on hand 2: hand 1 has already been counted.")
    # The page has refreshed since.
    expect(two.locator('[data-part="hand"]')).to_have_text("Hand 2")
    assert tournament_table(3).hands == 1


def test_second_tablet_shows_the_first_ones_commands(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    press(bust, event, by=floor, entry=at[3, 9])
    expect(seat_at(page, 9)).to_contain_text("open")
    press(finish_hand, event, by=floor, number=3, hand=1)
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 2")
    expect(page.locator('[data-part="last"]')).to_contain_text("hand 1 is over (flo)")


@pytest.mark.soak
def test_lost_connection_is_shown_and_the_hand_is_counted_once(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    page.context.set_offline(True)
    tap(page, "Hand complete")
    expect(page.locator("#waiting")).to_contain_text("1 press waits for the network")
    expect(page.locator("#hand-over")).to_have_attribute("aria-busy", "true")
    # A second tap while the first is waiting is ignored.
    page.locator("#hand-over").tap()
    page.context.set_offline(False)
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 2")
    assert kinds(event)[-1] == "hand.finish"
    assert tournament_table(3).hands == 1


def test_hand_is_counted_once_if_the_answer_was_lost(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    sent: list[str] = []

    def lose_first_answer(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["command_id"])
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/do/**", lose_first_answer)
    tap(page, "Hand complete")
    # The repeated request gets the answer of the first.
    toast(page, "hand 1 is over")
    assert len(sent) == 2
    assert len(set(sent)) == 1
    assert tournament_table(3).hands == 1


# --- selection, sizes ---------------------------------------------------------------------------------------
@pytest.mark.soak
def test_tablet_receives_its_table(visit: Visit, dealer: Actor, event: int, at: Places) -> None:
    page = visit(f"/staff/t/{event}/dealer/", dealer, size=UPRIGHT, has_touch=True)
    fits(page)
    no_barriers(page)
    page.get_by_role("link", name="Table 7").tap()
    page.wait_for_selector("#dealer:not([data-loading])")
    expect(page.locator('[data-part="players"]')).to_have_text("2 players")


@pytest.mark.soak
def test_phone_ends_a_hand_without_scrolling_and_names_get_half_the_width(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    button(event, t3=2)
    Player.objects.filter(name="Dora").update(
        name="Maximiliana-Alexandra von und zu Hohenlohe-Waldenburg-Schillingsfürst"
    )
    page = opened(visit, event, dealer, size=PHONE)
    expect(page.get_by_role("button", name="Hand complete")).to_be_in_viewport(ratio=1)
    seats = page.locator(".dealer-seat")
    narrow = seats.evaluate_all("all => all.filter(one => one.offsetWidth < innerWidth * .45).length")
    assert narrow == 0
    # Seats keep the table's order and do not overlap.
    tops = seats.evaluate_all("all => all.map(one => `${one.offsetLeft} ${one.offsetTop}`)")
    assert len(set(tops)) == len(tops)
    cut = "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.textContent)"
    assert page.locator(".dealer-name").evaluate_all(cut) == []
    fits(page)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"), [(TABLET, "light"), in_soak(UPRIGHT, "dark")], ids=["lying-light", "upright-dark"]
)
def test_the_tablet_has_no_barriers_and_fits(
    visit: Visit,
    dealer: Actor,
    floor: Actor,
    event: int,
    at: Places,
    size: dict[str, int],
    scheme: str,
) -> None:
    button(event, t3=2)
    press(start, event, by=HOUSE)
    press(give_seat, event, by=floor, entry=at[7, 5], table=3, seat=8)
    page = opened(visit, event, dealer, size=size, color_scheme=scheme)
    expect(page.locator("#coming")).to_be_visible()
    large = page.evaluate(
        """() => [...document.querySelectorAll('main button, main a')].filter(one => one.checkVisibility())
            .filter(one => one.getBoundingClientRect().height < 64).map(one => one.textContent)"""
    )
    assert large == []
    fits(page)
    no_barriers(page)
    no_barriers_in(page, UPRIGHT, "dark")
    # The whole table is visible without scrolling.
    needs_no_scrolling(page)
    player(page, 9)
    no_barriers(page)
    tap(page, "Close")
    press(halt_table, event, by=floor, number=3, halted=True)
    expect(page.locator('[data-part="stop"]')).to_be_visible()
    fits(page)
    no_barriers(page, looks_alone=True)
    needs_no_scrolling(page)

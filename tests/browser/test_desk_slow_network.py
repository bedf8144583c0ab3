"""The desk with a slow or missing network, and its layout."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from desk.commands.bookings import reserve, wait
from desk.models import Receipt
from notifications.commands.player_links import link_of
from players.models import Player
from tests.browser.desks import (
    DESK,
    Keyboard,
    add,
    clerk,
    draw,
    entered,
    in_play,
    opened,
    selling,
    sells,
)
from tests.browser.rooms import Visit, no_barriers
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.models import JournalEntry

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]
UPRIGHT = {"width": 768, "height": 1024}


def test_enter_pressed_twice_sells_once(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    sent: list[str] = []

    def slow(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["command_id"])
        # The first response is lost: the sale was made, but the page does not know.
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/desk.register/", slow)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_be_visible()
    hands.key("Enter", "Enter", "Enter")
    expect(page.locator(".is-newest")).to_contain_text("Anna Berger")
    assert in_play(selling) == ["Anna Berger"]
    assert Receipt.objects.count() == 1
    assert len(sent) > 1
    assert len(set(sent)) == 1


def test_offers_are_never_for_the_players_former_state(visit: Visit, clerk: Actor, selling: int) -> None:
    anna = add("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_be_visible()
    asked: list[Route] = []
    page.route("**/staff/desk/person/**", lambda route: asked.append(route))

    def are_asked(more_than: int) -> int:
        until(lambda: page.evaluate("1") and len(asked) > more_than)
        page.wait_for_timeout(300)
        return len(asked)

    # Another desk sells her the entry; this page is updated, she is chosen again, and another board changes.
    entered(selling, clerk, anna)
    before = are_asked(0)
    hands.name("anna")
    hands.key("Enter")
    chosen = are_asked(before)
    entered(selling, clerk, add("Otto Other"))
    are_asked(chosen)
    for route in asked[:chosen]:
        route.continue_()
    page.wait_for_timeout(300)
    expect(page.locator(".desk-total")).to_have_count(0)
    for route in asked[chosen:]:
        route.continue_()
    expect(page.locator("#desk-till [data-key=Enter]")).to_contain_text("Next player")
    expect(page.locator(".desk-total")).to_have_count(0)


@pytest.mark.soak
def test_a_late_answer_keeps_what_was_ticked_in_the_sale(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents
) -> None:
    sells(make_event(name="Sunday Main"))
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    expect(page.locator("#desk-person h2")).to_have_text("Anna Berger")
    late: list[Route] = []

    def hold_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append(route)

    page.route(re.compile(r"/staff/desk/person/\d+/\?"), hold_first)
    hands.key("Enter")
    until(lambda: page.evaluate("1") and late)
    # Another desk sells an entry, so she is read again; that answer is the first to arrive.
    entered(selling, clerk, add("Otto Other"))
    page.locator(".desk-others summary").click()
    page.get_by_label("Sunday Main").check()
    expect(page.locator(".desk-total")).to_have_text("€220")
    with page.expect_response(lambda answer: answer.request == late[0].request):
        late[0].continue_()
    page.wait_for_timeout(100)
    expect(page.locator(".desk-total")).to_have_text("€220")


def test_lost_connection_is_shown_and_the_sale_is_sent_afterwards(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_be_visible()
    page.context.set_offline(True)
    hands.key("Enter")
    expect(page.locator(".toast")).to_contain_text("waiting for the network")
    assert in_play(selling) == []
    page.context.set_offline(False)
    expect(page.locator(".is-newest")).to_contain_text("Anna Berger")
    expect(page.locator(".toast", has_text="waiting for the network")).to_have_count(0)
    assert in_play(selling) == ["Anna Berger"]


@pytest.mark.soak
def test_input_typed_ahead_reaches_the_right_field(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    kept: list[Route] = []
    holding = True
    page.route("**/desk/person/**", lambda route: kept.append(route) if holding else route.continue_())
    hands = Keyboard(page)
    hands.name("anna")
    # The player's data is still loading when the clerk continues.
    hands.key("Enter", "Alt+G")
    hands.type("200")
    assert page.locator("#desk-given").count() == 0
    holding = False
    # Earlier requests were cancelled when the player was chosen; only the last is still wanted.
    for route in kept:
        route.continue_()
    expect(page.locator(".desk-change")).to_have_text("Change €90")
    assert page.locator("#desk-q").input_value() == ""


def scan(page: Page, text: str) -> None:
    """Type a code and Enter, as a scanner does."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


@pytest.mark.soak
def test_scanned_card_matches_its_holder_only_not_a_prefix(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Aaron Longer", card="12345")
    add("Zoe Exact", card="1234")
    page = opened(visit, selling, clerk)
    scan(page, "1234")
    expect(page.locator("#desk-person h2")).to_have_text("Zoe Exact")
    expect(page.locator(".desk-total")).to_be_visible()


def test_a_scanned_seat_card_means_its_player(visit: Visit, clerk: Actor, selling: int) -> None:
    zoe = add("Zoe Phone")
    add("Aaron Other")
    page = opened(visit, selling, clerk)
    scan(page, link_of(zoe))
    expect(page.locator("#desk-person h2")).to_have_text("Zoe Phone")


@pytest.mark.soak
def test_likely_duplicates_are_shown_while_typing_a_new_player(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Anna Bergmann", birth_date="1990-05-30")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("ana bergman")
    hands.key("Enter")
    hands.type("30051990")
    expect(page.locator(".desk-likes")).to_contain_text("Anna Bergmann")
    hands.key("Alt+A")
    expect(page.locator("#desk-person h2")).to_have_text("Anna Bergmann")
    expect(page.locator(".desk-total")).to_be_visible()
    assert Player.objects.count() == 1
    # The search has its answer: Enter now applies to the chosen player.
    expect(page.locator("#desk-q")).to_have_value("")
    hands.key("Enter")
    until(lambda: in_play(selling) == ["Anna Bergmann"])


@pytest.mark.soak
def test_a_seat_card_is_printed_and_printed_again_with_a_line(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    entry = entered(selling, clerk, add("Anna Berger"))
    draw(selling)
    page = opened(visit, selling, clerk, before=_count_prints)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter", "Alt+P")
    page.wait_for_function("() => window.printed?.length === 1")
    hands.check_presses("print a seat card", 5)
    assert "Anna Berger" in page.evaluate("window.printed[0]")
    until(lambda: JournalEntry.journal(selling).filter(kind="desk.printed").exists())
    line = JournalEntry.journal(selling).get(kind="desk.printed")
    assert line.arguments["entry"] == entry
    assert page.locator(".desk-sheet").count() == 0


@pytest.mark.soak
def test_player_link_is_printed_for_reservations_and_waiting_players(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    ann, will = add("Ann Early"), add("Will Wait")
    press(reserve, selling, by=clerk, player=ann)
    press(wait, selling, by=clerk, player=will)
    page = opened(visit, selling, clerk, before=_count_prints)
    hands = Keyboard(page)
    for number, (who, name) in enumerate([(ann, "ann"), (will, "will")], start=1):
        hands.start()
        hands.name(name)
        hands.key("Enter", "Alt+P")
        page.wait_for_function(f"() => window.printed?.length === {number}")
        hands.check_presses("print a link", 5)
        secret = link_of(who).rpartition("/p/")[2].rstrip("/")
        assert secret in page.evaluate(f"window.printed[{number - 1}]").replace("-", "")
        hands.key("Escape")
    until(
        lambda: JournalEntry.journal(selling).filter(kind="desk.printed", arguments__what="link").count() == 2
    )


def _count_prints(page: Page) -> None:
    page.add_init_script(
        "window.print = () => { (window.printed ??= []).push(document.querySelector('.desk-sheet').textContent); }"
    )


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (DESK, "light"),
        in_soak({"width": 1024, "height": 768}, "light"),
        in_soak({"width": 768, "height": 1024}, "dark"),
    ],
    ids=["laptop-light", "tablet", "tablet-upright"],
)
def test_the_desk_has_no_barriers_and_fits(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents, size: dict[str, int], scheme: str
) -> None:
    make_event(name="A very long name for an event that somebody once gave it in a hurry")
    add("Anna Berger", nickname="Ace", card="77", staff_notes="Pays in coins.", needs_access=True)
    page = opened(visit, selling, clerk, size=size, color_scheme=scheme)
    hands = Keyboard(page)

    def judge() -> None:
        no_barriers(page, looks_alone=scheme == "dark")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        cut = page.evaluate(
            """() => [...document.querySelectorAll('.desk button')].filter(one => one.checkVisibility()
                && !one.classList.contains('visually-hidden') && one.scrollWidth > one.clientWidth + 1)
                .map(one => one.textContent)"""
        )
        assert cut == []

    judge()
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator(".desk-total")).to_be_visible()
    judge()
    hands.key("Enter")
    expect(page.locator(".desk-result")).to_be_visible()
    judge()
    hands.name("add a new one")
    hands.key("Enter")
    expect(page.locator("#desk-new-born")).to_be_focused()
    judge()
    hands.key("Escape", "F1")
    expect(page.locator("dialog[open]")).to_contain_text("Alt D")
    no_barriers(page)

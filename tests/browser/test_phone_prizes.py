"""Prizes on the player's page: the place at once, the prize and where to collect it, and the prizes left."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clock.commands.events import close_event
from desk.commands.registration import close_registration
from prizes.commands.payments import pay_prize
from prizes.commands.payouts import close_now
from prizes.services.payables import payable_to
from seating.commands import bust, draw_seats, set_plan
from tests.browser.phones import figures, live
from tests.browser.rooms import PHONE, Visit, fits, no_barriers
from tests.browser.walls import wall
from tests.fixtures.room import FIRST_START, MakesEvents, press
from tests.fixtures.servers import Server
from tests.phone.people import path_of
from tests.prizes.evenings import closed, evening, out
from tests.seating.people import tables_for
from tourney.access.roles import Actor
from tourney.models import Entry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]
# Texts of players who were paid more than they have won: in play again after an undo, and out.
OVERPAID = """async () => {
  const { prizeView } = await import("/static/phone/prize.js");
  const words = { language: "en-GB", say: (key) => key };
  const prizes = { places: 2, currency: "EUR", money: { certain: 30_000, to_go: 0, places: 3 }, payouts: [] };
  const own = { bounty_targets: [], state: "none", prize: 0, deal: 0, bounty: 0, own_bounty: 0, things: [],
    outstanding: -25_000, currency: "EUR", places: 2, of_team: true, undecided: false };
  return ["seated", "out"].map((state) => prizeView({ state }, own, prizes, words))
    .map(({ lead, notes }) => [lead, notes.includes("phone.overpaid")]);
}"""

# Rows and notes of a team's player: first without winnings, then with a share.
TEAM = """async () => {
  const { prizeView } = await import("/static/phone/prize.js");
  const words = { language: "en-GB", say: (key) => key };
  const prizes = { places: 2, currency: "EUR", money: { certain: 0, to_go: 9, places: 3 }, payouts: [] };
  const own = { bounty_targets: [], state: "none", prize: 0, deal: 0, own_bounty: 2_000, things: [], outstanding: 0,
    currency: "EUR", places: 2, of_team: true, undecided: false };
  return [0, 1_000].map((bounty) => prizeView({ state: "seated" }, { ...own, bounty }, prizes, words))
    .map(({ rows, notes }) => [rows.map(([label]) => label), notes.includes("phone.team_part")]);
}"""


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event without conditions of entry."""
    return make_event(book="munot")


def page_of(visit: Visit, entry: int, **more: Any) -> Page:
    """Open the page of an entry's player."""
    return live(visit(path_of(Entry.objects.get(pk=entry).player), size=PHONE, **more))


def page_of_no_script(visit: Visit, entry: int) -> Page:
    """Open the page of an entry's player in a browser that runs no script."""
    return visit(path_of(Entry.objects.get(pk=entry).player), size=PHONE, java_script_enabled=False)


@pytest.mark.soak
def test_a_bust_pressed_is_a_place_at_once_on_the_phone_and_on_the_display(
    visit: Visit, web_server: Server, event: int, floor: Actor
) -> None:
    entries = evening(event, floor, 12)
    closed(event)
    page = page_of(visit, entries[0])
    other = page_of(visit, entries[1])
    display = wall(visit, web_server, event, "eliminations")
    # A list without rows yields to the clock.
    expect(display.locator("[data-layout=clock]")).to_be_visible()
    press(bust, event, by=floor, entry=entries[0])
    expect(figures(page)).to_have_text(["12"])
    expect(page.locator("#answer-note")).to_have_text("of 12")
    expect(display.locator(".paged-row > td:nth-child(2)")).to_have_text(["12"])
    # Another player's page shows none of it.
    expect(other.locator("#answer-big")).to_be_hidden()
    press(bust, event, by=floor, entry=entries[1])
    expect(figures(other)).to_have_text(["11"])
    fits(page)
    no_barriers(page)


@pytest.mark.soak
def test_player_in_play_sees_guaranteed_prize_and_next_pay_jump(
    visit: Visit, event: int, floor: Actor
) -> None:
    entries = evening(event, floor, 8, prizes={"method": "table", "table": "club"})
    page = page_of(visit, entries[0])
    # No prize is shown while registration is open.
    expect(page.locator("#ladder-card")).to_be_visible()
    expect(page.locator("#prize-card")).to_be_hidden()
    press(close_registration, event, by=FIRST_START)
    close_now(event)
    expect(page.locator("#prize-lead")).to_have_text("5 to the money")
    out(event, *entries[3:])
    expect(page.locator("#prize-lead")).to_contain_text("Guaranteed: at least")
    expect(page.locator("#prize-notes")).to_contain_text("after 1 more bust")
    page.locator("#ladder-card summary").click()
    expect(page.locator("#ladder .row")).to_have_count(3)
    fits(page)
    no_barriers(page)


@pytest.mark.soak
def test_unpaid_prize_is_shown_as_payable_at_the_desk(visit: Visit, event: int, floor: Actor) -> None:
    entries = evening(event, floor, 4, bounty=1_000, prizes={"bounties": "fixed"})
    closed(event)
    page = page_of(visit, entries[3])
    expect(page.locator("#prize-rows")).to_contain_text("Bounty on you")
    out(event, entries[0], knocked_out_by=[entries[3]])
    expect(page.locator("#prize-rows")).to_contain_text("Bounties")
    expect(page.locator("#prize-notes")).to_contain_text("Collect €10 at the desk.")
    out(event, entries[1], entries[3])
    expect(figures(page)).to_have_text(["2"])
    won = page.locator("#prize-rows .row").first
    expect(won).to_contain_text("Prize")
    expect(page.locator("#prize-rows")).not_to_contain_text("Bounty on you")
    press(pay_prize, event, by=floor, entry=entries[3], amount=1_000, kind="bounty")
    expect(page.locator("#prize-notes")).not_to_contain_text("Everything")
    row = Tournament.objects.get(pk=event)
    press(pay_prize, event, by=floor, entry=entries[3], amount=payable_to(row, entries[3], "prize"))
    expect(page.locator("#prize-notes")).to_have_text("Everything has been paid out.")
    winner = page_of(visit, entries[2])
    expect(winner.locator("#answer-title")).to_have_text("You have won")
    # No level follows the last hand.
    expect(winner.locator("#levels-card")).to_be_hidden()
    expect(figures(winner)).to_have_text(["1"])


@pytest.mark.soak
def test_the_seat_leaves_the_winners_page_at_the_last_bust(visit: Visit, event: int, floor: Actor) -> None:
    entries = evening(event, floor, 3)
    tables_for(event, [1])
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)
    closed(event)
    page = page_of(visit, entries[2])
    expect(page.locator("#table-card")).to_be_visible()
    out(event, *entries[:2])
    expect(page.locator("#answer-title")).to_have_text("You have won")
    expect(page.locator("#table-card")).to_be_hidden()
    expect(page.locator("#prize-rows")).to_contain_text("Prize")


def test_a_place_that_may_still_change_says_so(visit: Visit, event: int, floor: Actor) -> None:
    entries = evening(event, floor, 4, re_entries_most=1)
    page = page_of(visit, entries[0])
    out(event, entries[0])
    expect(figures(page)).to_have_text(["4"])
    expect(page.locator("#answer-note")).to_contain_text("may change while registration is open")
    closed(event)
    expect(page.locator("#answer-note")).to_have_text("of 4")


def without_feed(page: Page) -> None:
    """Keep the live data from a page."""
    page.route_web_socket("**/ws/live/**", lambda socket: socket.close())
    page.route("**/live/**", lambda route: route.abort())


def words_of(page: Page) -> list[str]:
    """Return what a page answers: title, main figures and note."""
    return page.locator("#answer-title, #answer-big dd, #answer-note").all_inner_texts()


def test_the_page_says_the_place_before_live_data_arrives(visit: Visit, event: int, floor: Actor) -> None:
    """Without a script, with the script before the feed, and live, a page says the same: in play, over, and closed."""
    entries = evening(event, floor, 3, re_entries_most=1, pool=0, fee=1_000, prizes={"currency": ""})
    out(event, entries[0])

    def answers_are(*expected: tuple[int, list[str]]) -> None:
        for entry, words in expected:
            assert words_of(page_of_no_script(visit, entry)) == words
            alone = visit(path_of(Entry.objects.get(pk=entry).player), size=PHONE, before=without_feed)
            alone.locator("#results-link").wait_for()
            assert words_of(alone) == words
            page = page_of(visit, entry)
            expect(page.locator("#answer-note")).to_have_text(words[-1])
            assert words_of(page) == words

    changes = "of 3. Your place may change while registration is open."
    answers_are((entries[0], ["You have busted", "3", changes]))
    closed(event)
    out(event, entries[1])
    over = (
        (entries[0], ["You have busted", "3", "of 3"]),
        (entries[2], ["You have won", "1", "of 3"]),
    )
    answers_are(*over)
    press(close_event, event, by=FIRST_START)
    answers_are(*over)


@pytest.mark.soak
def test_a_club_that_plays_for_points_shows_no_money(visit: Visit, event: int, floor: Actor) -> None:
    entries = evening(event, floor, 4, pool=0, fee=1_000, prizes={"currency": ""})
    closed(event)
    page = page_of(visit, entries[0])
    out(event, entries[0])
    expect(figures(page)).to_have_text(["4"])
    expect(page.locator("#prize-card")).to_be_hidden()
    expect(page.locator("#ladder-card")).to_be_hidden()


def test_a_player_in_play_is_not_called_to_the_desk_as_overpaid(
    visit: Visit, event: int, floor: Actor
) -> None:
    page = page_of(visit, evening(event, floor, 4)[0])
    assert page.evaluate(OVERPAID) == [["phone.at_least_team", False], ["", True]]
    # The bounty on the team is no share of what it has won.
    assert page.evaluate(TEAM) == [
        [["phone.team_bounty"], False],
        [["phone.your_bounty", "phone.team_bounty"], True],
    ]

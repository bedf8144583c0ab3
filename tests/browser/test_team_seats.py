"""A team at its seat: the tablet and the floor show first who plays now, and a tap lets the other one play."""

import re

import pytest
from playwright.sync_api import expect

from desk.commands.partners import name_partner
from desk.commands.registration import set_registration
from seating.commands import bust, set_plan
from seating.commands.team_changes import change_player
from tests.browser.floors import floor_of
from tests.browser.rooms import Visit
from tests.browser.tablets import opened, seat_at, two_tables
from tests.browser.tablets import player as tap_player
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import HOUSE
from tourney.access.roles import FIRST_START, Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
# What the phone says of a team: at its seat, and with its stack in a bag; without a partner, until registration closes.
BAGGED = """async () => {
  const { teamText } = await import("/static/phone/answer.js");
  const words = { say: (key) => key };
  const mine = { entry: 1, partner: "Bert Rossi", plays_now: true, state: "seated" };
  const open = { partner_until: "close", closed_at: null };
  return [
    ...[null, { number: 301, chips: 30_000 }].map((bag) => teamText({ ...mine, bag }, open, words)),
    ...[open, { ...open, closed_at: 1 }].map((board) => teamText({ ...mine, partner: "" }, board, words)),
  ];
}"""
# What each player of a team that is out may do on the phone: the one who registered, and the other one.
OUT = """async () => {
  const { mayDo } = await import("/static/phone/answer.js");
  const board = { open: true, started: true, re_entries_most: null, self: { re_enter: true } };
  return [true, false].map((registers) => mayDo({ state: "out", registers }, board));
}"""
# What replaces the names of the team at seat 2, and whether they are cut off; the short forms of some names.
SHOWN = """() => [...document.querySelectorAll('.chair[data-seat="2"] [data-short]')].map((name) => {
  const hidden = getComputedStyle(name.firstElementChild).fontSize === "0px";
  return [hidden ? name.dataset.short : "", name.scrollWidth > name.clientWidth];
})"""
SHORT = """async () => {
  const { shortName } = await import("/static/floor/seat_names.js");
  return ["Hanna Thoma", "Lotte van der Berg", "John Paul Li", "Zoe"].map(shortName);
}"""


def test_who_plays_now_comes_first_at_the_seat_of_a_team(
    visit: Visit, dealer: Actor, floor: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="tda")
    at = two_tables(event)
    press(
        set_registration,
        event,
        by=FIRST_START,
        pool=10_000,
        late_ends="row",
        late_row=3,
        partner_until="close",
    )
    press(name_partner, event, by=HOUSE, entry=at[3, 1], partner=player("Bert Rossi"))
    press(name_partner, event, by=HOUSE, entry=at[3, 2], partner=player("Alexander Baumgartner"))
    press(change_player, event, by=HOUSE, entry=at[3, 2], partner_plays=True)
    page = opened(visit, event, dealer)
    team = seat_at(page, 1).locator(".dealer-team")
    expect(team).to_have_text("Anna Berger plays now Bert Rossi")
    tap_player(page, 1)
    page.locator("#dealer-other-player").click()
    expect(team.locator("strong")).to_have_text("Bert Rossi")
    # A seat beyond those per table is none that a player is drawn to.
    press(set_plan, event, by=FIRST_START, seats_per_table=8)
    press(bust, event, by=HOUSE, entry=at[3, 9])
    press(bust, event, by=HOUSE, entry=at[3, 4])
    panel = visit(floor_of(event, 3), floor)
    expect(panel.locator('.chair[data-seat="9"]')).to_have_text(re.compile("Spare"))
    expect(panel.locator('.chair[data-seat="4"]')).to_have_text(re.compile("Open"))
    # A name that does not fit is shown by its initial and surname, and no name is cut off.
    assert panel.evaluate(SHOWN) == [["A. Baumgartner", False], ["", False]]
    assert panel.evaluate(SHORT) == ["H. Thoma", "L. van der Berg", "J. Li", ""]
    panel.locator('.chair[data-seat="1"]').click()
    expect(panel.locator(".act-head")).to_contain_text("Seat 1 · Bert Rossi plays now Anna Berger")
    # No player of a team plays while its stack is in a bag; a missing partner can be named until the end.
    assert panel.evaluate(BAGGED) == ["phone.team_you_play", "phone.team", "phone.team_missing", ""]
    # The player who registered the team requests its re-entry: the other one would be refused.
    assert panel.evaluate(OUT) == [["self_service.re_enter"], []]

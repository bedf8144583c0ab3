"""The phone while a seat is held for a rebuy, and between two days, computed from its boards in the browser."""

import pytest

from tests.browser.browsers import Open

pytestmark = pytest.mark.browser
SAYS = """async ([mine, after]) => {
  const { answer } = await import("/static/phone/answer.js");
  const say = (key, values = {}) => [key, values.table, values.seat].filter(Boolean).join(" ");
  const words = { language: "en", say };
  const now = 1_700_000_000_000;
  const prize = { best: 9, worst: 9, field: 12, state: "open" };
  const own = mine.rebuy ? { ...mine, rebuy: { ...mine.rebuy, until: now + 90_000 } } : mine;
  const { title, big, note, left } = answer(own, null, null, now + after, words, prize);
  return [title, big[0].text, note, left];
}"""
HELD = {"state": "out", "rebuy": {"table": 3, "seat": 5}}


def test_held_seat_is_shown_instead_of_the_place_until_it_expires(tv: Open) -> None:
    """Issue 15, C 2."""
    page = tv("/blank/")
    held = page.evaluate(SAYS, [HELD, 30_000])
    assert held == ["phone.rebuy", "1:00", "phone.rebuy_how 3 5", 60_000]
    assert page.evaluate(SAYS, [HELD, 90_000])[:2] == ["phone.out", "9"]
    assert page.evaluate(SAYS, [{"state": "out", "rebuy": None}, 0])[:2] == ["phone.out", "9"]


BETWEEN = """async (bag) => {
  const { answer } = await import("/static/phone/answer.js");
  const say = (key, values = {}) => [key.replace("phone.", ""), ...Object.values(values)].join(" ");
  const words = { language: "en", say };
  const mine = { state: "seated", table: 3, seat: 5, bag };
  const { look, title, big, note } = answer(mine, null, null, bag.next_start - 36e5, words);
  return [look, title, big.map(({ text }) => text).join(" "), note];
}"""


def test_phone_says_when_the_next_day_starts_and_which_bag_is_the_players(tv: Open) -> None:
    page = tv("/blank/")
    bag = {"number": 305, "chips": 31_000, "day": 1, "over": True, "next_start": 1_900_000_000_000}
    look, title, big, note = page.evaluate(BETWEEN, {**bag, "seat_known": False})
    # A seat that will be drawn again is not shown.
    assert (look, title, big.count(":"), big.startswith("3 5")) == ("between", "day_over 1", 1, False)
    assert note.endswith("day_drawn_later bag 305 31,000")
    assert page.evaluate(BETWEEN, {**bag, "seat_known": True})[:3] == ["seated", "day_seat 2", "3 5"]
    assert page.evaluate(BETWEEN, {**bag, "seat_known": True, "over": False})[1] == "your_seat"

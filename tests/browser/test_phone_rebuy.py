"""The phone after a bust while the seat is held for a rebuy, computed from its boards in the browser."""

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

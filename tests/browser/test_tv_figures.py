"""Figures and short texts of displays: in the language of the room, of the current level, and with their rule."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import (
    BIG,
    board,
    clock,
    running,
    screen,
    states,
)
from tests.browser.test_tv_looks import room

__all__ = ["room"]
pytestmark = pytest.mark.browser


@pytest.mark.soak
def test_words_replace_the_time_before_a_start_by_hand(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", **states(room.now())["waiting_by_hand"])
    time = page.locator(".clock .time")
    expect(time).to_have_text("Not started yet")
    expect(page.locator(".clock .band")).to_be_hidden()
    box, place = time.bounding_box(), page.locator(".clock .time-box").bounding_box()
    assert box is not None
    assert place is not None
    assert box["width"] <= place["width"]
    assert box["height"] > 60


def test_the_rule_that_decided_is_cited(tv: Open, room: MockFeed) -> None:
    page = tv()
    for name, rule in {"held": "Munot 23", "hands": "PokerStars Live 3.12"}.items():
        room.press("t7", **states(room.now())[name])
        expect(page.get_by_text(rule)).to_be_visible()


@pytest.mark.soak
def test_a_colour_up_takes_its_chip_off_the_wall_once_its_break_is_over(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", **board(running(4, 500_000, room.now())))
    expect(page.locator(".chip").first).to_have_attribute("aria-label", "25")
    expect(page.locator(".chip")).to_have_count(6)
    room.press("t7", **board(running(5, 500_000, room.now())))
    expect(page.locator(".chip").first).to_have_attribute("aria-label", "100")
    expect(page.locator(".chip")).to_have_count(5)


def test_amount_of_an_ante_stands_apart_from_its_word_in_french(tv: Open, room: MockFeed) -> None:
    room.config["language"] = "fr"
    room.press("room", screen__5=screen(language="fr"))
    room.press("t7", **board(running(12, 60_000, room.now())))
    page = tv()
    # Thousands are grouped by a space that does not break.
    expect(page.locator(".clock .ante b")).to_have_text(re.compile(r"^3\s000$"))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("language", "blinds", "big_blinds"),
    [
        ("de-ch", "1'000\u00a0/ 2'000", "7.1 BB"), ("de-de", "1.000\u00a0/ 2.000", "7,1 BB"),
        ("de-at", "1.000\u00a0/ 2.000", "7,1 BB"), ("en", "1,000\u00a0/ 2,000", "7.1 BB"),
        ("fr", "1\u00a0000\u00a0/ 2\u00a0000", "7,1 BB"), ("it-ch", "1'000\u00a0/ 2'000", "7.1 BB"),
    ],
)  # fmt: skip
def test_figures_follow_the_habit_of_the_language(
    tv: Open, room: MockFeed, language: str, blinds: str, big_blinds: str
) -> None:
    room.config["language"] = language
    room.press("room", screen__5=screen(language=language))
    room.press("t7", **board(clock(11, 0)))
    page = tv()
    assert page.wait_for_selector(".clock .blinds")
    assert page.locator(".clock .blinds").text_content() == blinds
    assert page.locator('[data-role="averageBlinds"]').text_content() == big_blinds


@pytest.mark.soak
def test_the_average_in_a_break_counts_in_the_next_levels_big_blinds(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", **board(running(4, 500_000, room.now())))
    expect(page.locator('[data-role="averageBlinds"]')).to_have_text("35 BB")


@pytest.mark.soak
def test_the_structure_begins_with_the_page_of_the_current_level(tv: Open, room: MockFeed) -> None:
    room.press("room", screen__5=screen(layout="structure"))
    room.press("t7", **board(clock(9, 1_000), levels=BIG * 5))
    page = tv()
    expect(page.locator('.level-row[aria-current="step"]')).to_have_attribute("data-position", "9")
    expect(page.locator(".page-number")).to_have_text("2 / 3")
    room.press("t7", **board(clock(19, 1_000), levels=BIG * 5))
    expect(page.locator('.level-row[aria-current="step"]')).to_have_attribute("data-position", "19")
    expect(page.locator(".page-number")).to_have_text("3 / 3")


@pytest.mark.soak
def test_begun_minutes_until_the_break_count_as_the_clock_counts_seconds(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", **board(clock(2, 0)))
    expect(page.locator('[data-role="break"]')).to_have_text("36 min")
    room.press("t7", **board(clock(2, 1_000)))
    expect(page.locator('[data-role="break"]')).to_have_text("36 min")
    room.press("t7", **board(clock(2, 61_000)))
    expect(page.locator('[data-role="break"]')).to_have_text("35 min")

"""A display of the floor, and helpers that read its rows."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.floor_scenes import eliminations, free, moves
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, screen, waiting_list

ROW = ".paged-row"
TILE = ".tile"
LONG = 30_000
# Only a name this long is truncated.
VERY_LONG = re.compile(r"row-name is cut: .{22}")
# Type sizes as a fraction of the screen's shorter side: the headline, and the smallest text.
SMALL = """([first, least]) => {
  const short = Math.min(innerWidth, innerHeight);
  const stage = document.querySelector("#stage > *:not(.leaving)");
  const size = (part) => parseFloat(getComputedStyle(part).fontSize) / short;
  const small = [];
  const title = stage.querySelector(".letters");
  if (title.offsetHeight && size(title) < first) small.push("title");
  for (const part of stage.querySelectorAll(".paged-row > td, .row-name, .tile-number")) {
    if (part.offsetHeight && size(part) < least) small.push(`${part.className}: ${part.textContent}`);
  }
  return small;
}"""


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows the moves of tournament 7, of which there are none yet."""
    feed.press("room", screen__5=screen(layout="moves"))
    feed.press(
        "t7",
        **board(clock(2, 1_000)),
        waiting_list=waiting_list(),
        moves=moves(),
        eliminations=eliminations(0, 0, 0),
        free=free(0),
    )
    return feed


def show(room: MockFeed, layout: str) -> None:
    """Switch the screen to another layout."""
    room.press("room", screen__5=screen(layout=layout))


def rows(page: Page) -> list[list[str]]:
    """Return the text of the visible rows."""
    found: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll(".paged-row:not([data-gone])")].map(
          (row) => [...row.children].map((cell) => cell.textContent))"""
    )
    return found

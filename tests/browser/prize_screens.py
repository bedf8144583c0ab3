"""The clock display of an event whose prizes are locked."""

import pytest

from tests.browser.mock_feed import MockFeed
from tests.browser.prize_scenes import (
    bounties,
    prizes,
    results,
)  # fmt: skip
from tests.browser.scenes import (
    board,
    running,
    screen,
)  # fmt: skip


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows the clock of tournament 7, whose prizes are locked."""
    feed.press("room", screen__5=screen())
    shown = board(running(2, 1_000_000, feed.now()))
    feed.press("t7", **shown, prizes=prizes(), results=results(0), bounties=bounties(0))
    return feed

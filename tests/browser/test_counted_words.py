"""Displays use singular and plural, and distinguish reserved places from free ones."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.floor_scenes import moves, redraw, room_map
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, registration, running, screen, waiting_list
from tests.examples import in_soak

pytestmark = pytest.mark.browser


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen of a tournament whose tables are nearly empty."""
    one = room_map(1)
    one["tables"][0][2] = 1
    here = {"total": 1, "seats": 3, "tables": [[7, 3, 6]]}
    feed.press(
        "t7",
        **board(clock(2, 1_000)),
        registration=registration(),
        waiting_list=waiting_list(),
        free=here,
        map=one,
    )
    return feed


@pytest.mark.parametrize(
    ("layout", "message"),
    [("map", "1 table · 1 player · Friday Deep"), in_soak("free", "3 open seats at 1 table")],
)
def test_one_table_is_one_table(tv: Open, room: MockFeed, layout: str, message: str) -> None:
    room.press("room", screen__5=screen(layout=layout))
    page = tv()
    expect(page.get_by_text(message, exact=layout == "free")).to_be_visible()


@pytest.mark.soak
def test_the_last_of_a_redraw_is_one_player(tv: Open, room: MockFeed) -> None:
    room.press("room", screen__5=screen())
    now = room.now()
    room.press("t7", **board(running(2, 600_000, now)), moves=moves(redraw(1, now)))
    page = tv()
    expect(page.get_by_text("Redraw: 1 player moving")).to_be_visible()


def test_reserved_places_are_not_counted_as_left(tv: Open, room: MockFeed) -> None:
    room.press("room", screen__5=screen(layout="waiting"))
    page = tv()
    for places_left, kept, message in (
        (24, 6, "24 seats available, 6 more reserved"),
        (24, 1, "24 seats available, 1 more reserved"),
        (1, 2, "1 seat available, 2 more reserved"),
        (24, 0, "24 seats available"),
        (0, 6, "Event full, 6 reserved"),
        (0, 0, "Event full"),
    ):
        places = registration(places_left=places_left, kept=kept)
        room.press("t7", registration=places, waiting_list=waiting_list([("Berg, Anna", None)]))
        expect(page.locator('[data-role="places"]')).to_have_text(message)


def test_a_text_has_its_singular_where_the_number_is_one(feed: MockFeed, tv: Open) -> None:
    page = tv()
    found = page.evaluate(
        """async (address) => {
          const { Words } = await import(address);
          const texts = { "a": "{left} left, {paid} places paid", "a.one_paid": "{left} left, {paid} place paid" };
          const words = new Words("en", texts);
          const french = new Words("fr-ch", texts);
          return [
            ...[1, "1", 2, null].map((paid) => words.say("a", { left: 1, paid })),
            ...[0, "0", 2].map((paid) => french.say("a", { left: 0, paid })),
            words.say("a", { left: 0, paid: 0 }),
          ];
        }""",
        f"{feed.url}/static/shared/ui/words.js",
    )
    one, several = "1 left, 1 place paid", "1 left, 2 places paid"
    assert found[:3] == [one, one, several]
    # French says "0 place", English "0 places".
    assert found[4:] == ["0 left, 0 place paid"] * 2 + ["0 left, 2 places paid", "0 left, 0 places paid"]


def test_displays_of_an_event_for_teams_count_teams(tv: Open, room: MockFeed) -> None:
    field = {
        "entries": 9,
        "left": 7,
        "chips": 270_000,
        "average": 30_000,
        "average_big_blinds_at": None,
        "teams": True,
    }
    room.press("t7", **board(clock(2, 1_000), field=field))
    room.press("room", screen__5=screen(layout="map"))
    page = tv()
    expect(page.get_by_text("1 table · 1 team · Friday Deep")).to_be_visible()
    room.press("room", screen__5=screen(layout="free"))
    expect(page.get_by_text("Teams", exact=True)).to_be_visible()

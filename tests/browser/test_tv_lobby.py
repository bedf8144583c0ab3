"""The lobby of several events says whose registration it tells of; results leave out players who play on."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.prize_scenes import results
from tests.browser.scenes import board, registration, running, screen, waiting_list

pytestmark = pytest.mark.browser
LOBBY = Path(__file__).parents[2] / "displays" / "shipped" / "lobby.json"
LISTED = """async (board) => {
  const { resultsView } = await import("/static/tv/layouts/results.js");
  const words = { language: "en", say: (key, values) => JSON.stringify([key, values]) };
  const { foot, parts } = resultsView({ results: board }, words);
  return [parts.flatMap(({ rows }) => rows.map(({ cells }) => cells)), JSON.parse(foot)[1].count];
}"""


def test_a_lobby_names_the_event_that_still_sells_and_those_of_its_ticker(tv: Open, feed: MockFeed) -> None:
    document = json.loads(LOBBY.read_text(encoding="utf-8"))
    feed.files["/tv/layouts/11.json"] = json.dumps({"version": "v1", "document": document}).encode()
    rows = [{"id": 11, "name": "Lobby", "version": "v1", "events": 4, "seats": False}]
    events = [{"tournament": key, "name": f"Event {key}"} for key in (7, 8)]
    feed.press(
        "room", screen__5=screen(layout="house:11"), house_layouts={"layouts": rows}, lobby={"events": events}
    )
    now = feed.now()
    first, second = board(running(2, 600_000, now)), board(running(1, 900_000, now))
    called = waiting_list([("Anna B.", now + 60_000)])
    feed.press(
        "t7", **first, registration=registration(open=False, closed_at=now - 1_000), waiting_list=called
    )
    eight = {**second["clock"], "tournament": 8, "name": "Turbo"}
    feed.press("t8", clock=eight, structure=second["structure"], registration=registration(places_left=4))
    page = tv()
    offer = page.locator(".house-field:is([data-field=registration], [data-field=places])")
    expect(offer.locator(".house-label")).to_have_text("Turbo")
    expect(offer).not_to_contain_text("closed")
    expect(page.locator(".house-ticker")).to_have_text("Friday Deep: Now calling: Anna B.")
    # Alone, an event needs no name.
    feed.press("room", lobby={"events": events[:1]})
    expect(offer).to_contain_text("Registration is closed")
    expect(page.locator(".house-ticker")).to_have_text("Now calling: Anna B.")


def test_results_mark_entries_of_a_player_who_has_several(tv: Open) -> None:
    board = results(3)
    board["rows"][1] |= {"plays_on": True, "number": 1}
    board["rows"][2]["number"] = 3
    names = [row["name"] for row in board["rows"]]
    listed, count = tv("/blank/").evaluate(LISTED, board)
    first, again = '["prize.first_entry",{"number":0}]', '["prize.again_number",{"number":2}]'
    assert listed == [
        [names[0], "20"], [f"{names[1]} · {first}", "21"], [f"{names[2]} · {again}", "22"]
    ]  # fmt: skip
    # As many as are out on the clock.
    assert count == "101"

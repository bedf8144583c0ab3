"""The room of the cells of a layout: what an empty one leaves is shared."""

import json

import pytest

from ops.paths import PROJECT
from tests.browser.browsers import Open

pytestmark = pytest.mark.browser
BOXES = """async ([cells, empty]) => {
  const { boxesOf } = await import("/static/tv/house/room.js");
  return boxesOf(cells, empty).filter((_box, at) => !empty[at]).map(({ x, y, w, h }) => [x, y, w, h]);
}"""


def test_events_of_the_lobby_have_rows_of_one_height_however_many_there_are(tv: Open) -> None:
    document = json.loads((PROJECT / "displays" / "shipped" / "lobby.json").read_text(encoding="utf-8"))
    cells = document["parts"]["events"]["cells"]
    page = tv("/blank/")
    for events in (1, 2, 3, 4):
        found = page.evaluate(BOXES, [cells, [at >= events for at in range(4)]])
        assert found == [[0, at * 24 / events, 24, 24 / events] for at in range(events)]


def test_cells_of_one_size_share_and_others_keep_theirs(tv: Open) -> None:
    cells = [
        {"x": 0, "y": 0, "w": 8, "h": 4, "gives_room": True},
        {"x": 8, "y": 0, "w": 8, "h": 4},
        {"x": 16, "y": 0, "w": 8, "h": 4},
        {"x": 0, "y": 4, "w": 6, "h": 4, "gives_room": True},
        {"x": 6, "y": 4, "w": 12, "h": 4},
        {"x": 18, "y": 4, "w": 6, "h": 4},
    ]
    found = tv("/blank/").evaluate(BOXES, [cells, [True, False, False, True, False, False]])
    assert found == [[0, 0, 12, 4], [12, 0, 12, 4], [0, 4, 18, 4], [18, 4, 6, 4]]

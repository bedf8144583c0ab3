"""What a page keeps of a topic when a snapshot leaves out a board that it has."""

import pytest

from clock.commands.clock import start
from tests.browser.browsers import Open
from tests.browser.rooms import Visit
from tests.fixtures.room import press
from tourney.access.roles import Actor

pytestmark = pytest.mark.browser
# Follows as a page that comes back does, on a new socket of the running server, and applies the answer.
_FOLLOW = """async (event) => {
  const { Topic } = await import("/static/shared/feed/boards.js");
  window.topic ??= new Topic(`t${event}`);
  const { topic } = window;
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/live/`);
  await new Promise((opened) => { socket.onopen = opened; });
  const answer = new Promise((heard) => {
    socket.onmessage = ({ data }) => { if (JSON.parse(data).topic === topic.name) heard(JSON.parse(data)); };
  });
  socket.send(JSON.stringify({ do: "follow", topic: topic.name, seq: topic.since, structure: topic.structure }));
  const message = await answer;
  socket.close();
  topic.apply(message);
  return { sent: Object.keys(message.boards), levels: topic.clock.levels.length, running: topic.clock.clock.running };
}"""
_APPLY = """async (messages) => {
  const { Topic } = await import("/static/shared/feed/boards.js");
  const topic = new Topic("t7");
  const before = topic.structure;
  const after = messages.map((message) => { topic.apply(message); return topic.toJSON(); });
  return { before, structure: topic.structure, seq: topic.seq, since: topic.since, gap: topic.gap, after };
}"""


def _structure(version: str, seq: int) -> dict[str, object]:
    return {"version": version, "digest": version, "levels": [], "seq": seq}


def test_a_page_keeps_the_board_and_lets_no_late_message_replace_it(tv: Open) -> None:
    clock = {"structure": "a", "seq": 1}
    found = tv("/blank/").evaluate(
        _APPLY,
        [
            {
                "is": "snapshot",
                "topic": "t7",
                "seq": 1,
                "boards": {"clock": clock, "structure": _structure("a", 1), "gone": {"seq": 1}},
            },
            {
                "is": "snapshot",
                "topic": "t7",
                "seq": 5,
                "unchanged": {"structure": "a"},
                "boards": {"clock": {**clock, "seq": 5}},
            },
            # A change that was undone before the snapshot was read, and arrives late.
            {
                "is": "change",
                "topic": "t7",
                "from": 3,
                "seq": 3,
                "boards": {"structure": _structure("b", 3)},
            },
        ],
    )
    assert found["before"] is None
    assert set(found["after"][1]) == {"clock", "structure"}
    assert found["after"][2]["structure"] == _structure("a", 5)
    assert (found["structure"], found["seq"]) == ("a", 5)


def test_a_snapshot_with_a_structure_replaces_it(tv: Open) -> None:
    found = tv("/blank/").evaluate(
        _APPLY,
        [
            {"is": "snapshot", "topic": "t7", "seq": 1, "boards": {"structure": _structure("a", 1)}},
            {"is": "snapshot", "topic": "t7", "seq": 2, "boards": {"structure": _structure("b", 2)}},
            {"is": "snapshot", "topic": "t7", "seq": 3, "boards": {"clock": {"seq": 3}}},
        ],
    )
    assert set(found["after"][1]) == {"structure"}
    assert found["after"][1]["structure"]["version"] == "b"
    assert set(found["after"][2]) == {"clock"}
    assert found["structure"] is None


def test_a_page_whose_structure_changed_after_it_asked_asks_for_everything(tv: Open) -> None:
    first = {"is": "snapshot", "topic": "t7", "seq": 1, "boards": {"structure": _structure("a", 1)}}
    other = {"is": "change", "topic": "t7", "from": 2, "seq": 2, "boards": {"structure": _structure("b", 2)}}
    # The change was undone before the snapshot was read, and this page has not heard of that.
    kept = {"is": "snapshot", "topic": "t7", "seq": 4, "unchanged": {"structure": "a"}, "boards": {}}
    found = tv("/blank/").evaluate(_APPLY, [first, other, kept])
    assert (found["gap"], found["since"], found["structure"], found["seq"]) == (True, None, None, 2)
    whole = {"is": "snapshot", "topic": "t7", "seq": 4, "boards": {"structure": _structure("a", 4)}}
    found = tv("/blank/").evaluate(_APPLY, [first, other, kept, whole])
    assert (found["gap"], found["since"], found["structure"], found["seq"]) == (False, 4, "a", 4)
    # A page that follows a topic again may get the answer to its first question.
    found = tv("/blank/").evaluate(_APPLY, [kept])
    assert (found["gap"], found["seq"]) == (True, None)


@pytest.mark.processes
def test_a_page_that_comes_back_gets_the_other_boards_from_the_server(
    visit: Visit, event: int, director: Actor
) -> None:
    page = visit("/")
    first = page.evaluate(_FOLLOW, event)
    press(start, event, by=director)
    back = page.evaluate(_FOLLOW, event)
    assert set(first["sent"]) - set(back["sent"]) == {"structure"}
    assert (first["running"], back["running"]) == (False, True)
    assert back["levels"] == first["levels"] > 0

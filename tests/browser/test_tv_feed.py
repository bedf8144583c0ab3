"""A display on a bad network, with a crashing server, and with late, duplicate or lost messages."""

import json
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import STRUCTURE, Board, board, clock, level, look, screen
from tests.fixtures.sound import wav

pytestmark = pytest.mark.browser
TIME = ".clock .time"
LEVEL = ".clock .level"
LONG = 30_000


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows tournament 7, paused in level 1."""
    feed.press("room", screen__5=screen())
    feed.press("t7", **at(0))
    return feed


def at(position: int, levels: Sequence[Board] = STRUCTURE) -> dict[str, Board]:
    """Return clock and structure, paused at a position."""
    return board(clock(position, 1_000), levels)


def hear(room: MockFeed, first: int, last: int, **boards: Board) -> None:
    """Make displays follow journal entries, whatever they have received before."""
    boards = {name: {**one, "seq": last} for name, one in boards.items()}
    room.send("t7", {"is": "change", "topic": "t7", "from": first, "seq": last, "boards": boards})


def expect_level(page: Page, number: int, timeout: int = 5_000) -> None:
    """Wait until the display shows this level."""
    expect(page.locator(LEVEL)).to_have_text(f"Level {number}", timeout=timeout)


def follows(room: MockFeed, topic: str) -> list[int | None]:
    """Return the seqs with which a topic was followed."""
    return [
        message["seq"] for message in room.heard if message["do"] == "follow" and message["topic"] == topic
    ]


def test_a_snapshot_then_a_change_are_shown(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    room.press("t7", **at(1))
    expect_level(page, 2)


def test_an_older_board_never_replaces_a_newer_one(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    seq = room.press("t7", **at(2))
    expect_level(page, 3)
    old = {**at(0)["clock"], "seq": seq - 1}
    for kind in ("change", "snapshot"):
        room.send("t7", {"is": kind, "topic": "t7", "from": 1, "seq": seq - 1, "boards": {"clock": old}})
    room.press("t7", other={})
    page.wait_for_timeout(400)
    expect_level(page, 3)


def test_heartbeat_reveals_a_lost_change_and_requests_it_by_seq(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    room.lose = 1
    seq = room.press("t7", **at(3))
    expect_level(page, 4, timeout=8_000)
    assert follows(room, "t7") == [None, seq - 1]


def test_changes_in_the_wrong_order_close_their_gap_without_a_question(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    for position in (1, 3, 5, 7):
        room.lose = 2
        first, second = room.press("t7", **at(position)), room.press("t7", **at(position + 1))
        for seq, shown in ((second, position + 1), (first, position)):
            hear(room, seq, seq, clock=at(shown)["clock"])
            page.wait_for_timeout(600)
    expect_level(page, 8)
    assert follows(room, "t7") == [None]


def test_a_clock_and_another_structure_are_never_shown_together(tv: Open, room: MockFeed) -> None:
    """The clock of a structure that has just grown arrives before the structure: its row is missing."""
    page = tv()
    expect_level(page, 1)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    grown = [*STRUCTURE, *(level(number, 2000, 4000) for number in range(12, 20))]
    room.lose = 2
    first, second = room.press("t7", **at(1, grown)), room.press("t7", **at(len(grown) - 1, grown))
    hear(room, second, second, clock=at(len(grown) - 1, grown)["clock"])
    page.wait_for_timeout(500)
    expect_level(page, 1)
    hear(room, first, first, **at(1, grown))
    expect_level(page, 19)
    # The reverse: the structure arrives before its clock.
    room.lose = 1
    third = room.press("t7", **at(0))
    hear(room, third, third, structure=at(0)["structure"])
    page.wait_for_timeout(500)
    expect_level(page, 19)
    hear(room, third, third, clock=at(0)["clock"])
    expect_level(page, 1)
    assert faults == []
    assert follows(room, "t7") == [None]


def test_display_draws_only_with_both_clock_and_structure(tv: Open, room: MockFeed) -> None:
    whole = room.boards["t7"].pop("structure")
    page = tv()
    expect(page.locator(".idle-text")).to_be_visible()
    room.press("t7", structure=whole)
    expect_level(page, 1)


def test_boards_without_permission_leave_no_gap_in_the_feed(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    for _ in range(3):
        room.press("t7")
    page.wait_for_timeout(2_500)
    assert follows(room, "t7") == [None]


def test_a_killed_server_leaves_the_clock_running_and_is_found_again(tv: Open, room: MockFeed) -> None:
    room.press("t7", **board(clock(0, 0, room.now())))
    page = tv()
    expect_level(page, 1)
    room.stop()
    expect(page.locator("#hint-alone")).to_be_visible(timeout=LONG)
    before = page.locator(TIME).text_content()
    expect(page.locator(TIME)).not_to_have_text(before or "", timeout=3_000)
    # A press while the display was disconnected.
    room.boards["t7"]["clock"] = {**at(5)["clock"], "seq": room.seqs["t7"] + 1}
    room.seqs["t7"] += 1
    room.start()
    expect_level(page, 5, timeout=LONG)
    expect(page.locator("#hint-alone")).to_be_hidden(timeout=LONG)


def test_without_heartbeats_the_display_polls_over_http(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    room.mute = True
    room.lose = 99
    expect(page.locator("body")).to_have_attribute("data-feed", "stale", timeout=LONG)
    room.press("t7", **at(2))
    expect_level(page, 3, timeout=10_000)
    assert "t7" in room.polls
    room.mute = False
    expect(page.locator("body")).to_have_attribute("data-feed", "live", timeout=LONG)


def test_socket_stays_open_while_the_server_sends_waiting_unless_polls_are_answered(
    tv: Open, room: MockFeed
) -> None:
    page = tv()
    expect_level(page, 1)
    asked = len(follows(room, "t7"))
    room.waiting = room.http_down = True
    expect(page.locator("body")).to_have_attribute("data-feed", "alone", timeout=LONG)
    # Longer than a silent connection stays open.
    page.wait_for_timeout(3_000)
    room.waiting = room.http_down = False
    expect(page.locator("body")).to_have_attribute("data-feed", "live", timeout=LONG)
    assert len(follows(room, "t7")) == asked
    # Another web host reaches the database.
    room.waiting = True
    expect(page.locator("body")).to_have_attribute("data-feed", "stale", timeout=LONG)
    for _ in range(20):
        page.wait_for_timeout(500)
        if len(follows(room, "t7")) > asked:
            break
    assert len(follows(room, "t7")) > asked


def test_a_half_open_connection_is_given_up_and_another_one_opened(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    room.deaf = True
    asked = len(follows(room, "t7"))
    for _ in range(40):
        page.wait_for_timeout(500)
        if len(follows(room, "t7")) > asked:
            break
    assert len(follows(room, "t7")) > asked
    room.deaf = False
    room.press("t7", **at(1))
    expect_level(page, 2, timeout=LONG)


def test_a_page_shown_again_finds_a_dead_connection_out_at_once(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    room.drop_sockets()
    room.lose = 1
    room.press("t7", **at(1))
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_level(page, 2)


def test_a_fresh_page_believes_the_server_and_not_its_own_memory(tv: Open, room: MockFeed) -> None:
    for _ in range(5):
        room.press("t7", **at(3))
    page = tv()
    expect_level(page, 4)
    # The server was set up anew: its seqs begin again.
    room.seqs["t7"] = 1
    room.boards["t7"] = {name: {**one, "seq": 1} for name, one in at(0).items()}
    page.reload()
    expect_level(page, 1)


def test_a_display_switched_on_without_its_server_draws_the_right_time(tv: Open, room: MockFeed) -> None:
    room.config["worker"] = "/tv/sw.js"
    room.files["/media/gong.wav"] = wav()
    room.press("room", screen__5=screen(sound=True), look=look(sounds={"level_end": "/media/gong.wav"}))
    started = room.now()
    room.press("t7", **board(clock(0, 0, started), levels=STRUCTURE))
    page = tv()
    expect_level(page, 1)
    page.wait_for_function("""async () => {
      const copy = await caches.open("display-1");
      const kept = (await copy.keys()).map((request) => new URL(request.url).pathname);
      return ["/tv/", "/static/shared/ui/clock_view.js", "/media/gong.wav"].every((path) => kept.includes(path));
    }""")
    page.wait_for_timeout(1_500)
    room.stop()
    page.reload()
    expect_level(page, 1)
    shown = page.locator(TIME).text_content() or ""
    minutes, seconds = (int(part) for part in shown.split(":"))
    left = 18 * 60 - (room.now() - started) / 1000
    assert minutes * 60 + seconds == pytest.approx(left, abs=1.5)
    # The room's own sound is part of the copy.
    assert page.evaluate("async () => (await fetch('/media/gong.wav')).status") == 200


def test_returning_to_an_event_waits_for_its_snapshot(tv: Open, room: MockFeed) -> None:
    """The copy of an earlier start is out of date: the clock was pressed meanwhile."""
    page = tv()
    expect_level(page, 1)
    page.reload()
    expect_level(page, 1)
    room.press("t8", **at(4))
    room.press("room", screen__5=screen(tournament=8))
    expect(page.locator(".clock .blinds")).to_have_text("Break")
    room.press("t7", **at(3))
    page.evaluate("""() => {
      window.seen = new Set();
      const look = () => {
        const level = document.querySelector(".clock .level");
        if (level?.checkVisibility()) window.seen.add(level.textContent);
      };
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      new MutationObserver(look).observe(document.body, all);
    }""")
    room.latency = (0.4, 0.4)
    room.press("room", screen__5=screen(tournament=7))
    expect_level(page, 4)
    assert "Level 1" not in page.evaluate("[...window.seen]")


def test_stored_boards_are_marked_with_their_time_until_the_server_answers(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    room.press("t7", **at(1))
    expect_level(page, 2)
    expect_age_kept(page)
    room.latency = (2.0, 2.0)
    page.reload()
    expect_level(page, 2)
    expect(page.locator("#hint-alone")).to_have_text(re.compile(r"Offline since \d\d:\d\d"))
    room.latency = (0.0, 0.0)
    expect(page.locator("#hint-alone")).to_be_hidden(timeout=LONG)
    expect_level(page, 2)


def test_outdated_stored_boards_are_not_shown(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    expect_age_kept(page)
    page.add_init_script("""
      const kept = JSON.parse(localStorage.getItem("feed:tv5"));
      kept.heard -= 16 * 60_000;
      localStorage.setItem("feed:tv5", JSON.stringify(kept));
    """)
    room.latency = (1.5, 1.5)
    page.reload()
    expect(page.locator(".idle-text")).to_be_visible()
    expect(page.locator(LEVEL)).to_have_count(0)
    expect_level(page, 1, timeout=LONG)


def expect_age_kept(page: Page) -> None:
    """The copy shows when the server was last reachable."""
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    page.wait_for_function("JSON.parse(localStorage.getItem('feed:tv5')).heard > 0")


def test_an_unpaired_screen_shows_its_code_and_turns_into_the_display_once_paired(
    tv: Open, room: MockFeed
) -> None:
    room.config.update(screen=None, code="K7P3")
    page = tv()
    expect(page.locator(".pair-code")).to_have_text("K7P3")
    room.config.update(screen=5, code=None)
    expect_level(page, 1, timeout=15_000)


def test_an_unpaired_display_asks_for_a_new_code(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    room.config.update(screen=None, code="Q2W4")
    room.press("room", screen__5=screen(paired=False, tournament=None))
    expect(page.locator(".pair-code")).to_have_text("Q2W4", timeout=15_000)


def test_another_language_is_fetched_and_spoken_at_once(tv: Open, room: MockFeed) -> None:
    room.press("t7", **board(clock(9, 0)))
    page = tv()
    room.words = {**room.words, "clock.break": "Pause"}
    room.press("room", screen__5=screen(language="de-ch"))
    expect(page.locator(".clock .blinds")).to_have_text("Pause")
    expect(page.locator('[data-role="average"]')).to_have_text("14'210")


def test_client_messages_stay_within_the_servers_limits(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect_level(page, 1)
    page.wait_for_timeout(1_000)
    in_all = len(room.heard)
    assert in_all <= 20
    assert max(len(json.dumps(content)) for content in room.heard) < 200

"""Groups of displays: a rotation and a schedule by the time alone, skipped slides, a name shown, and a reload."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import Open
from tests.browser.floor_scenes import eliminations
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, running, screen
from tests.waiting import until

pytestmark = pytest.mark.browser
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "programmes.json").read_text())
CONTENT = """async ({ boards, screen, at }) => {
  const { contentOf, isTimeFor } = await import("/static/shared/feed/programme.js");
  document.documentElement.dataset.zone = "Europe/Zurich";
  const clock = { ...boards.structure, ...boards.clock };
  return contentOf(screen, at, (slide, when) => isTimeFor(when, clock, at));
}"""
# 19:00 in the room.
EVENING = 1_795_284_000_000
HOUR = 3_600_000


def slide(
    layout: str, seconds: int = 5, when: str = "always", tournament: int | None = None
) -> dict[str, Any]:
    """Return a slide as displays have it."""
    return {"layout": layout, "tournament": tournament, "seconds": seconds, "when": when}


def programme(at: int, layout: str, *slides: dict[str, Any]) -> dict[str, Any]:
    """Return what a display shows from a minute of the day on."""
    return {"at": at, "layout": layout, "slides": list(slides)}


def test_the_browser_computes_schedules_and_slides_as_the_server_does(tv: Open) -> None:
    found = tv("/blank/").evaluate(
        """async ({ holding: times, slides }) => {
          const { holding, slideAt } = await import("/static/shared/feed/programme.js");
          return [
            times.map((one) => holding(one.times, one.minute)), slides.map((one) => slideAt(one.seconds, one.now)),
          ];
        }""",
        VECTORS,
    )
    assert found == [[one["expect"] for one in VECTORS[part]] for part in ("holding", "slides")]


def test_a_schedule_follows_the_rooms_time_and_slides_the_state_of_the_event(tv: Open) -> None:
    page = tv("/blank/")
    lobby = [slide("waiting"), slide("structure", when="break"), slide("map", tournament=8)]
    shown = screen(programmes=[programme(600, "clock", *lobby), programme(1080, "prizes")], layout="seats")

    def content(at: int, state: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = page.evaluate(CONTENT, {"boards": board(state), "screen": shown, "at": at})
        return found

    level, pause = clock(2, 60_000), clock(4, 60_000)
    assert content(EVENING, level) == {"layout": "prizes", "tournament": 7, "wait": 60_000}
    assert content(EVENING + 10 * HOUR, level)["layout"] == "prizes", "beyond midnight"
    morning = EVENING + 16 * HOUR
    seen = [content(morning + second * 1_000, level)["layout"] for second in range(0, 10, 5)]
    assert sorted(seen) == ["map", "waiting"]
    seen = [content(morning + second * 1_000, pause)["layout"] for second in range(0, 15, 5)]
    assert sorted(seen) == ["map", "structure", "waiting"]
    assert content(morning, level)["wait"] == 1_000, "the clock may change on the next second"
    only = screen(programmes=[programme(0, "map", slide("map", when="over"))])
    found = page.evaluate(CONTENT, {"boards": board(level), "screen": only, "at": morning})
    assert found["layout"] == "clock", "no slide has anything to show"


def layout_of(page: Page) -> str | None:
    """Return the layout that a display shows."""
    return page.locator("#stage > [data-layout]:not(.leaving)").last.get_attribute("data-layout")


def test_a_group_turns_its_slides_on_the_second_without_the_server_and_a_display_names_itself(
    tv: Open, feed: MockFeed
) -> None:
    now = feed.now()
    # The waiting list is empty: its slide is left out.
    slides = [slide("structure"), slide("waiting"), slide("eliminations", tournament=8)]
    shown = screen(group=3, group_name="Bar", programmes=[programme(0, "clock", *slides)])
    feed.press("room", screen__5=shown)
    feed.press("t7", **board(running(2, 1_000_000, now)))
    other = board(running(2, 1_000_000, now))
    feed.press("t8", clock={**other["clock"], "tournament": 8, "name": "Eight"}, structure=other["structure"],
               eliminations=eliminations(3, 0, 0))  # fmt: skip
    feed.config["now"] = now
    page = tv()
    expect(page.locator("#stage > [data-layout=eliminations]")).to_be_visible()
    expect(page.locator("#stage > [data-layout=structure]")).to_be_visible()
    feed.deaf = True
    until(lambda: feed.now() % 10_000 > 9_000)
    assert layout_of(page) == "eliminations"
    until(lambda: feed.now() % 10_000 < 5_000)
    page.wait_for_timeout(400)
    assert layout_of(page) == "structure"
    feed.deaf = False
    feed.press("room", screen__5={**shown, "identified": feed.now()})
    expect(page.locator("[data-layout=message]")).to_contain_text("Main wall")
    feed.press("room", screen__5={**shown, "identified": feed.now() - 10_001})
    expect(page.locator("[data-layout=message]")).to_have_count(0)


def test_each_slide_of_seats_lists_the_players_of_its_own_event(tv: Open, feed: MockFeed) -> None:
    slides = [slide("seats"), slide("seats", tournament=8)]
    feed.press(
        "room", screen__5=screen(group=3, group_name="Bar", programmes=[programme(0, "clock", *slides)])
    )
    for topic, name in (("t7", "Anna"), ("t8", "Bruno")):
        boards = board(running(2, 1_000_000, feed.now()))
        feed.press(
            topic, clock={**boards["clock"], "tournament": int(topic[1])}, structure=boards["structure"]
        )
        feed.seat(topic, [(name, 1, 1)])
    page = tv()
    for second, name, other in ((2, "Anna", "Bruno"), (7, "Bruno", "Anna")):
        until(lambda: feed.now() // 1_000 % 10 == second)  # noqa: B023
        expect(page.locator("[data-layout=seats]")).to_contain_text(name, timeout=2_000)
        expect(page.locator("[data-layout=seats]")).not_to_contain_text(other, timeout=500)


def test_a_list_goes_on_with_the_page_at_which_its_slide_ended(tv: Open) -> None:
    lists = [slide("seats", 6), slide("chip_leaders", 6)]
    shown = screen(programmes=[programme(0, "clock", *lists)])
    begin = EVENING - EVENING % 12_000
    found = tv("/blank/").evaluate(
        """async ([screen, times]) => {
          const { contentOf } = await import("/static/shared/feed/programme.js");
          return times.map((at) => contentOf(screen, at, () => true)).map(({ layout, slideMs }) => [layout, slideMs]);
        }""",
        [shown, [begin + second * 1_000 for second in (0, 5, 6, 11, 12, 17, 18)]],
    )
    before = begin // 12_000 * 6_000
    seats, leaders = "seats", "chip_leaders"
    assert [[name, shown - before] for name, shown in found] == [
        [seats, 0], [seats, 5_000], [leaders, 0], [leaders, 5_000], [seats, 6_000], [seats, 11_000], [leaders, 6_000],
    ]  # fmt: skip


def test_the_pages_of_a_list_in_a_rotation_turn_only_while_it_is_shown(tv: Open, feed: MockFeed) -> None:
    feed.press("room", screen__5=screen(layout="seats"))
    state = board(running(2, 1_000_000, feed.now()))
    feed.press("t7", **state)
    feed.seat("t7", [("Anna", 1, 1)])
    page = tv()
    expect(page.locator("#stage > [data-layout=seats]")).to_be_visible()
    seats = [[f"Player {number:03}", 1 + number // 9, 1 + number % 9] for number in range(400)]
    shown = page.evaluate(
        """async ([board, seats, nows]) => {
          const [{ SeatsLayout }, { Words }] = await Promise.all([
            import("/static/tv/layouts/seats.js"), import("/static/shared/ui/words.js"),
          ]);
          const list = new SeatsLayout();
          document.querySelector("#stage").replaceChildren(list.element);
          const words = new Words("en", {});
          const number = (now, slideMs) => {
            list.draw(board, words, now, { seats, slideMs });
            return list.element.querySelector(".page-number, .list-number").textContent.split(" / ")[0];
          };
          return [nows.map((now) => number(now, undefined)), nows.map((now) => number(now, 1_000))];
        }""",
        [{**state["structure"], **state["clock"]}, seats, [EVENING + 7_000 * step for step in range(9)]],
    )
    assert len(set(shown[0])) > 1
    assert set(shown[1]) == {"1"}

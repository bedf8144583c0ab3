"""Displays of results: finishing places with prizes, the last busts with places, the bounty leaderboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open, show_still
from tests.browser.floor_scenes import eliminations
from tests.browser.floor_screens import ROW, rows, show
from tests.browser.mock_feed import MockFeed
from tests.browser.prize_scenes import (
    bounties,
    results,
)  # fmt: skip
from tests.browser.prize_screens import room
from tests.examples import in_soak

__all__ = ["room"]
pytestmark = pytest.mark.browser


def test_results_list_places_names_and_prizes_best_first(tv: Open, room: MockFeed) -> None:
    show(room, "results")
    page = tv()
    expect(page.locator("#stage > .clock")).to_be_visible()
    room.press("t7", results=results(3, first=5, prize=130_000))
    expect(page.locator(ROW)).to_have_count(3)
    assert [row[1:] for row in rows(page)] == [["5", "€1,300"], ["6", "€1,250"], ["7", "€1,200"]]
    place, name = page.locator(f"{ROW} > td:nth-child(2)").first, page.locator(".row-name").first
    left, right = place.bounding_box(), name.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]
    room.press("t7", results=results(2, first=5, prize=130_000, deal=20_000))
    expect(page.locator(f"{ROW} > td:nth-child(3)").first).to_have_text("€1,500")
    room.press("t7", results=results(2, best=14, worst=15, state="open"))
    expect(page.get_by_text("Places may change")).to_be_visible()
    assert [row[1:] for row in rows(page)] == [["14–15"], ["14–15"]]


# All names that a list shows while its pages turn, collected at each redraw.
TURNED = """async ([counts, size]) => {
  const { resultsView } = await import("/static/tv/layouts/results.js");
  const { PagedList } = await import("/static/tv/layouts/paged.js");
  const { Words } = await import("/static/shared/ui/words.js");
  const root = document.querySelector("#stage");
  const words = new Words("en", JSON.parse(document.getElementById("config").textContent).words);
  const missing = {};
  for (const count of counts) {
    const layout = new PagedList("results", resultsView);
    root.append(layout.element);
    const rows = Array.from({ length: count }, (_, i) => ({
      entry: i + 1, best: i + 1, worst: i + 1, name: `Player ${i + 1}`, state: "out", prize: i < 8 ? 9_000 : 0, deal: 0,
      things: [], worth: 0,
    }));
    const results = { field: count, left: 0, placed: count, before: 0, rows };
    const prizes = { state: "locked", currency: "EUR", places: 2, tiers: [] };
    const seen = new Set();
    let now = 1_000_000;
    for (let turn = 0; turn < 60; turn += 1) {
      const wait = layout.draw({ name: "Friday Deep" }, words, now, { results, prizes });
      for (const row of layout.element.querySelectorAll(".paged-row")) {
        const [box, body] = [row, layout.element].map((part) => part.getBoundingClientRect());
        if (box.top >= body.top && box.bottom <= body.bottom) seen.add(row.children[1].textContent);
      }
      if (wait === null) break;
      now += wait;
    }
    layout.element.remove();
    const lost = rows.filter(({ best }) => !seen.has(String(best))).map(({ best }) => best);
    if (lost.length) missing[count] = lost;
  }
  return missing;
}"""


@pytest.mark.soak
@pytest.mark.parametrize("size", [in_soak((1920, 1080)), (1366, 768), (1080, 1920), in_soak((768, 1366))])
def test_every_place_is_on_a_page_for_any_count_and_size(
    tv: Open, room: MockFeed, size: tuple[int, int]
) -> None:
    show(room, "results")
    page = tv()
    show_still(page, size)
    # The list is empty: its style sheets are loaded once the clock stands in for it.
    page.wait_for_selector(".clock")
    assert page.evaluate(TURNED, [[1, 2, 7, 16, 17, 30, 31, 33, 34, 61, 120], size]) == {}


def test_footer_tells_when_results_are_cut_short(tv: Open, room: MockFeed) -> None:
    show(room, "results")
    page = tv()
    room.press("t7", results={**results(30, first=20), "placed": 101})
    expect(page.locator(".places")).to_have_text("101 of 120 have finished; showing the top 30")
    room.press("t7", results={**results(30, first=1), "placed": 30, "field": 30})
    expect(page.locator(".places")).to_have_text("30 of 30 have finished")
    # On a later day, only the players of that day are counted, as on the clock.
    room.press("t7", results={**results(30, first=1), "placed": 40, "field": 40, "before": 10})
    expect(page.locator(".places")).to_have_text("30 of 30 have finished · whole tournament: 40 of 40")


def test_ticket_shows_its_value_beside_cash_so_lower_places_look_no_better(tv: Open, room: MockFeed) -> None:
    show(room, "results")
    page = tv()
    board_of = results(2, first=3, prize=4_000)
    board_of["rows"][0] |= {"things": ["Ticket"], "worth": 11_000}
    board_of["rows"][1] |= {"prize": 11_000}
    room.press("t7", results=board_of)
    expect(page.locator(ROW)).to_have_count(2)
    assert [row[2] for row in rows(page)] == ["€40 + €110", "€110"]
    board_of["rows"][0] |= {"prize": 0}
    room.press("t7", results=board_of)
    expect(page.locator(f"{ROW} > td:nth-child(3)").first).to_have_text("+ €110")


def test_the_last_busts_say_the_place_of_each(tv: Open, room: MockFeed) -> None:
    show(room, "eliminations")
    room.press("t7", eliminations=eliminations(5, 0, room.now()))
    page = tv()
    expect(page.locator(ROW)).to_have_count(5)
    assert {len(row) for row in rows(page)} == {3}
    room.press("t7", results=results(4))
    expect(page.locator(f"{ROW} > td:nth-child(4)")).to_have_count(5)
    assert [row[1] for row in rows(page)] == ["20", "21", "22", "23", ""]


def test_bounty_leaderboard_shows_bounties_money_and_remaining_envelopes(tv: Open, room: MockFeed) -> None:
    show(room, "bounty_leaderboard")
    page = tv()
    expect(page.locator("#stage > .clock")).to_be_visible()
    room.press("t7", bounties=bounties(3))
    expect(page.locator(ROW)).to_have_count(3)
    assert rows(page)[0][1:] == ["12", "€1,250"]
    expect(page.locator(".places")).to_have_text(re.compile(r"Bounties still in play: €4,125"))
    room.press("t7", bounties=bounties(0, [(500, 40), (100_000, 1)]))
    expect(page.locator(".letters")).to_have_text("Envelopes left")
    assert rows(page) == [["€1,000", "1"], ["€5", "40"]]
    expect(page.locator(".places")).to_have_text("41 envelopes left")
    club = bounties(2, kind="none", currency="", places=0, in_play=0)
    for one in club["leaders"]:
        one |= {"won": 0, "points": 3 * one["knockouts"]}
    room.press("t7", bounties=club)
    expect(page.locator(".letters")).to_have_text("Bounty leaders")
    assert rows(page)[0][1:] == ["12", "36"]
    expect(page.locator(".places")).to_have_text("")


def test_season_ranking_shows_places_names_and_points_under_the_name_of_the_season(
    tv: Open, room: MockFeed
) -> None:
    show(room, "season_ranking")
    page = tv()
    # Without a season the clock stays.
    room.press("t7", season_ranking={"season": "", "events": 0, "rows": []})
    expect(page.locator("#stage > .clock")).to_be_visible()
    names = ("Ann Abel", "Ben Bauer", "Cid C.")
    rows_of = [
        {"best": best, "worst": worst, "name": name, "points": points, "played": 5}
        for name, best, worst, points in zip(names, (1, 2, 2), (1, 3, 3), (1_061, 45, 45), strict=True)
    ]
    room.press("t7", season_ranking={"season": "Season 2026", "events": 5, "rows": rows_of})
    expect(page.locator(ROW)).to_have_count(3)
    expect(page.locator(".letters")).to_have_text("Season 2026")
    assert rows(page) == [["1. Ann Abel", "1,061"], ["2–3. Ben Bauer", "45"], ["2–3. Cid C.", "45"]]

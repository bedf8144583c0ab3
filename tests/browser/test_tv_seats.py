"""The display of the seat list: in order, in pages, large, and without needless motion."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import ENHANCED, barriers
from tests.browser.browsers import Open, settle, show_still
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import (
    LONG_NAME,
    STRUCTURE,
    board,
    clock,
    registration,
    running,
    screen,
    seated,
    waiting_list,
)
from tests.browser.test_tv_looks import FAULTS, SIZES

pytestmark = pytest.mark.browser
ROW = ".seat-row"
PAGE = ".seats .page-number"
LONG = 30_000
# Only a name this long is truncated.
VERY_LONG = re.compile(r"seat-name is cut: .{22}")
# A page of a list stays for seconds; wait for a turn, so that the next one is as far away as possible.
READ = """() => [...document.querySelectorAll('.seat-row')].map(
  (row) => [...row.children].map((cell) => cell.textContent)
)"""


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows the seats of tournament 7, which has no players yet."""
    feed.press("room", screen__5=screen(layout="seats"))
    feed.press(
        "t7",
        **board(running(2, 1_000_000, feed.now())),
        registration=registration(),
        waiting_list=waiting_list(),
    )
    feed.seat("t7", [])
    return feed


def next_page_number(page: Page) -> str:
    """Wait for a page to turn and return the new page number as shown."""
    before = page.locator(PAGE).text_content() or ""
    expect(page.locator(PAGE)).not_to_have_text(before, timeout=LONG)
    return page.locator(PAGE).text_content() or ""


def test_all_players_are_listed_in_order_with_table_and_seat(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect(page.locator(".clock")).to_be_visible()
    people = seated(6)
    room.seat("t7", people)
    expect(page.locator(ROW)).to_have_count(6)
    assert page.evaluate(READ) == [[name, str(table), str(seat)] for name, table, seat in people]
    expect(page.locator(".letters")).to_have_text("Seats")
    expect(page.locator(PAGE)).to_have_text("")
    room.seat("t7", [], drawn=True)
    expect(page.locator(".clock")).to_be_visible()


# Of each team, the text of each line, and whether it is cut.
LINES = """() => [...document.querySelectorAll('.seat-name')].map((name) => {
  const parts = [...name.querySelectorAll('.of-team')];
  const tops = new Set(parts.map((part) => Math.round(part.getBoundingClientRect().top)));
  const cut = (part) => part.getClientRects().length > 1
    || getComputedStyle(part).display === 'block' && part.scrollWidth > part.clientWidth;
  return [name.textContent, tops.size, parts.some(cut)];
})"""


def test_the_names_of_a_team_break_between_its_players(tv: Open, room: MockFeed) -> None:
    teams = [
        "Keller, Jonas / Lang, Karin",
        "Lang, Karin / Keller, Jonas",
        "Hohenstein-Waldburg, Maximiliane / Freudenberger, Bartholomäus",
        "Freudenberger, Bartholomäus / Hohenstein-Waldburg, Maximiliane",
        *(f"Rossi, Bert {n} / Meyer, Anna" for n in range(8)),
        "Uhl, Ida / Thoma, Hanna",
        "Thoma, Hanna / Uhl, Ida",
    ]
    room.seat("t7", [(name, 41, 1 + at) for at, name in enumerate(teams)])
    page = tv()
    for size in ((1920, 1080), (1280, 720)):
        show_still(page, size)
        expect(page.locator(ROW)).to_have_count(len(teams))
        settle(page, room)
        found = page.evaluate(LINES)
        assert [name for name, _lines, _cut in found] == teams
        assert not any(cut for _name, _lines, cut in found)
        assert [lines for name, lines, _cut in found if len(name) > 40] == [2, 2]


@pytest.mark.soak
def test_a_long_list_turns_its_pages_one_after_the_other_and_says_which_is_on(
    tv: Open, room: MockFeed
) -> None:
    people = seated(60)
    room.seat("t7", people)
    page = tv()
    expect(page.locator(PAGE)).to_have_text(re.compile(r"^\d / \d$"))
    shown = {}
    for _ in range(2):
        number, pages = (int(part) for part in next_page_number(page).split(" / "))
        shown[number] = page.evaluate(READ)
    first, second = shown
    assert second == first % pages + 1
    assert not {tuple(row) for row in shown[first]} & {tuple(row) for row in shown[second]}
    for number, rows in shown.items():
        at = people.index((rows[0][0], int(rows[0][1]), int(rows[0][2])))
        assert rows == [[name, str(table), str(seat)] for name, table, seat in people[at : at + len(rows)]]
        assert (at == 0) == (number == 1)


def test_ten_thousand_are_in_pages_of_which_one_is_in_the_document(tv: Open, room: MockFeed) -> None:
    page = tv()
    page.evaluate(
        """() => { window.most = 0; new MutationObserver(() => {
          window.most = Math.max(window.most, document.querySelectorAll('*').length);
        }).observe(document.getElementById('stage'), { childList: true, subtree: true }); }"""
    )
    room.seat("t7", seated(10_000))
    expect(page.locator(PAGE)).to_have_text(re.compile(r"^\d+ / \d{3}$"), timeout=LONG)
    rows = page.locator(ROW).count()
    pages = int((page.locator(PAGE).text_content() or "").split(" / ")[1])
    assert 20 <= rows <= 60
    assert (pages - 1) * rows <= 10_000 <= pages * (rows + 1)
    assert page.evaluate("window.most") < 600
    next_page_number(page)
    assert page.evaluate("window.most") < 600


LAY_OUT = """async ([counts, box, want]) => {
  const { layOut, pageAt } = await import("/static/tv/layouts/pages.js");
  return counts.map((count) => {
    const plan = layOut(count, box, want);
    const seen = Array.from({ length: plan.pages }, (_, turn) => pageAt(plan.pages, plan.dwell, turn * plan.dwell + 1));
    return { ...plan, seen };
  });
}"""


def test_longer_list_uses_smaller_type_before_more_pages(tv: Open) -> None:
    page = tv("/blank/")
    counts = [1, 7, 8, 50, 120, 300, 999, 10_000]
    box = {"width": 1_200, "height": 500, "side": 720}
    plans = page.evaluate(LAY_OUT, [counts, box, {"wide": 12.6, "few": 8, "smallest": 0.036}])
    for count, plan in zip(counts, plans, strict=True):
        assert (plan["pages"] - 1) * plan["per"] < count <= plan["pages"] * plan["per"]
        assert plan["per"] <= plan["rows"] * plan["columns"]
        assert plan["seen"] == list(range(plan["pages"])), "each page is shown once in a cycle"
        assert plan["size"] >= 0.036 * 720
    sizes = [plan["size"] for plan in plans]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[1] > sizes[2] > sizes[3], "a short list has larger type"
    assert plans[2]["pages"] == 1, "a list that is readable on one page does not turn"


def test_list_longer_than_a_page_has_three_columns(tv: Open) -> None:
    page = tv("/blank/")
    box = {"width": 1_840, "height": 860, "side": 1_080}
    counts = [8, 27, 90, 300]
    plans = page.evaluate(LAY_OUT, [counts, box, {"wide": 12.6, "few": 8, "smallest": 0.036, "columns": 3}])
    assert [plan["columns"] for plan in plans] == [1, 3, 3, 3]
    assert [plan["pages"] for plan in plans] == [1, 1, 2, 6]
    assert all(plan["size"] >= 0.036 * 1_080 for plan in plans)
    # A screen that is too narrow has fewer columns.
    (narrow,) = page.evaluate(
        LAY_OUT,
        [
            [90],
            {"width": 700, "height": 1_700, "side": 720},
            {"wide": 12.6, "few": 8, "smallest": 0.036, "columns": 3},
        ],
    )
    assert narrow["columns"] < 3


def test_displays_of_one_list_show_distant_pages(tv: Open) -> None:
    page = tv("/blank/")
    found = page.evaluate("""async () => {
      const { pageAt } = await import("/static/tv/layouts/pages.js");
      return [0, 1, 2].map((index) => pageAt(9, 1_000, 8_500, { index, of: 3 }));
    }""")
    assert found == [8, 2, 5]


@pytest.mark.soak
def test_a_second_display_shows_another_page_than_the_first(tv: Open, room: MockFeed) -> None:
    room.seat("t7", seated(200))
    page = tv()
    here, pages = (int(part) for part in next_page_number(page).split(" / "))
    room.press("room", screen__4=screen(id=4, layout="seats"), screen__6=screen(id=6, tournament=8))
    # Checked at the next turn: it would have shown the page after this one.
    after = int(next_page_number(page).split(" / ")[0])
    assert after == (here + pages // 2) % pages + 1


LETTERS = {
    ("Anna B.", "Beat", "Carla", "Dora"): [["A", "B"], ["C", "D"]],
    ("Adrian", "Fabian", "Felix", "Fiona", "Zoë"): [["A", "Fa"], ["Fe", "Fi"], ["Z"]],
    ("Anna", "Ánna B.", "Anna C.", "Anna D."): [["A", "Ánn"], ["Ann"]],
    ("Elodie", "Élodie", "émile", "Ömer"): [["E", "Él"], ["Ém", "Ö"]],
    ("Anna", "M., Petra", "M., Rafael", "Zoë"): [["A", "M"], ["M", "Z"]],
    ("Al", "Al", "Al", "Al"): [["A", "Al"], ["Al"]],
}  # fmt: skip


def test_page_label_has_the_fewest_distinguishing_letters(tv: Open) -> None:
    page = tv("/blank/")
    for names, expected in LETTERS.items():
        found = page.evaluate(
            """async (names) => {
              const { lettersOf } = await import("/static/tv/layouts/pages.js");
              const list = names.map((name) => [name, 1, 1]);
              return names.flatMap((_, i) => i % 2 ? [] : [lettersOf(list, i, Math.min(i + 1, list.length - 1))]);
            }""",
            names,
        )
        assert found == expected, names


def test_no_name_moves_under_a_reader_but_a_new_seat_is_shown_at_once(tv: Open, room: MockFeed) -> None:
    people = seated(60)
    room.seat("t7", people)
    page = tv()
    expect(page.locator(PAGE)).to_have_text(re.compile(r"\d / \d"))
    next_page_number(page)
    before = page.evaluate(READ)
    room.seat("t7", [(name, 99, 1) for name, _, _ in people])
    expect(page.locator(".seat-table").first).to_have_text("99")
    assert [row[0] for row in page.evaluate(READ)] == [row[0] for row in before]
    asked = room.lists_asked
    room.seat("t7", [("Aaron", 98, 1), *((name, 98, 2) for name, _, _ in people)])
    page.wait_for_timeout(1_500)
    assert room.lists_asked > asked
    assert [row[0] for row in page.evaluate(READ)] == [row[0] for row in before]
    next_page_number(page)
    expect(page.locator(".seat-table").first).to_have_text("98")


def test_the_list_is_fetched_when_it_is_another_one_and_only_where_it_is_shown(
    tv: Open, room: MockFeed
) -> None:
    room.press("room", screen__5=screen())
    room.seat("t7", seated(3))
    page = tv()
    page.wait_for_selector(".clock")
    page.wait_for_timeout(800)
    assert room.lists_asked == 0
    room.press("room", screen__5=screen(layout="seats"))
    expect(page.locator(ROW)).to_have_count(3)
    assert room.lists_asked == 1
    room.press("t7", seating={**room.boards["t7"]["seating"], "unseated": 4})
    room.press("t7", registration=registration(places_left=3))
    page.wait_for_timeout(800)
    assert room.lists_asked == 1
    # As the waiting list says it.
    room.press("t7", registration=registration(places_left=0, kept=3, waiting=1))
    expect(page.locator(".places")).to_have_text("Event full, 3 reserved · 1 waiting")
    room.seat("t7", seated(4))
    expect(page.locator(ROW)).to_have_count(4)
    assert room.lists_asked == 2


def test_the_last_list_stays_while_the_server_is_away_and_the_next_one_is_found(
    tv: Open, room: MockFeed
) -> None:
    room.seat("t7", seated(3))
    page = tv()
    expect(page.locator(ROW)).to_have_count(3)
    room.http_down = True
    room.seat("t7", seated(5))
    page.wait_for_timeout(1_000)
    expect(page.locator(ROW)).to_have_count(3)
    room.http_down = False
    expect(page.locator(ROW)).to_have_count(5, timeout=LONG)
    room.stop()
    expect(page.locator("#hint-alone")).to_be_visible(timeout=LONG)
    expect(page.locator(ROW)).to_have_count(5)


@pytest.mark.soak
def test_a_display_switched_on_without_its_server_shows_the_list_it_had(tv: Open, room: MockFeed) -> None:
    room.config["worker"] = "/tv/sw.js"
    room.seat("t7", seated(3))
    page = tv()
    expect(page.locator(ROW)).to_have_count(3)
    page.wait_for_function("""async () => {
      const copy = await caches.open("display-1");
      const kept = (await copy.keys()).map((request) => new URL(request.url).pathname);
      const needed = ["/tv/", "/static/tv/layouts/seats.js", "/static/tv/seat_list.js", "/static/tv/lists.css"];
      return needed.every((path) => kept.includes(path));
    }""")
    page.wait_for_timeout(1_500)
    room.stop()
    page.reload()
    expect(page.locator(ROW)).to_have_count(3)


def test_switching_events_shows_no_player_of_the_previous_one(tv: Open, room: MockFeed) -> None:
    room.seat("t7", seated(3))
    page = tv()
    expect(page.locator(ROW)).to_have_count(3)
    room.press("t8", **board(running(2, 1_000_000, room.now()), name="Saturday"))
    room.seat("t8", [])
    room.press("room", screen__5=screen(layout="seats", tournament=8))
    expect(page.locator(".clock .event")).to_have_text("Saturday")
    expect(page.locator(ROW)).to_have_count(0)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_seat_list_fits_the_screen_with_large_letters(
    tv: Open, room: MockFeed, size: tuple[int, int]
) -> None:
    page = tv()
    show_still(page, size)
    room.press("t7", **board(running(2, 1_000_000, room.now()), name=LONG_NAME))
    faults = {}
    for count in (0, 3, 60, 350, 10_000):
        room.seat("t7", [])
        expect(page.locator("#stage > .clock")).to_be_visible()
        room.seat("t7", [(f"Theodora-Maximiliane Untersander {i}" if i % 9 == 4 else name, table, seat)
                         for i, (name, table, seat) in enumerate(seated(count))])  # fmt: skip
        if count:
            expect(page.locator(ROW).first).to_be_visible()
        settle(page, room)
        found = [fault for fault in page.evaluate(FAULTS) if not VERY_LONG.match(fault)]
        found += page.evaluate("""() => {
          const short = Math.min(innerWidth, innerHeight);
          const size = (part) => parseFloat(getComputedStyle(part).fontSize) / short;
          const small = [];
          const letters = document.querySelector(".letters");
          if (letters && size(letters) < .08) small.push("letters");
          if ([...document.querySelectorAll(".seat-table")].some((part) => size(part) < .035)) small.push("tables");
          if ([...document.querySelectorAll(".seat-name")].some((part) => size(part) < .021)) small.push("names");
          return small;
        }""")
        if found:
            faults[count] = found
    assert faults == {}


@pytest.mark.soak
def test_axe_finds_no_barrier_and_seven_to_one(tv: Open, room: MockFeed) -> None:
    page = tv()
    # A page has less contrast while it fades in.
    page.emulate_media(reduced_motion="reduce")
    for people in ([], seated(60)):
        room.seat("t7", people)
        expect(page.locator(ROW if people else ".clock").first).to_be_visible()
        settle(page, room)
        found = barriers(page, ENHANCED)
        assert found == []


def test_in_a_break_the_list_says_how_long_it_lasts(tv: Open, room: MockFeed) -> None:
    at = next(place for place, row in enumerate(STRUCTURE) if row["kind"] == "break")
    room.seat("t7", seated(6))
    room.press("t7", **board(running(at, 9 * 60_000 + 500, room.now())))
    page = tv()
    left = page.locator(".seats .list-break")
    expect(left).to_have_text(re.compile(r"^Break ends in (9:00|8:5\d)$"))
    expect(left.locator("strong")).not_to_have_text("9:00")
    expect(left.locator("strong")).to_have_text(re.compile(r"^8:5\d$"))
    room.press("t7", **board(clock(at, 219_000)))
    expect(left).to_have_text("Break · Paused 6:21")
    room.press("t7", **board(running(at + 1, 60_000, room.now())))
    expect(left).to_be_hidden()
    room.press("t7", **board(clock(at + 1, 60_000)))
    expect(left).to_have_text("Paused")
    room.press("t7", **board(clock(at + 1, 60_000), closed=True))
    expect(left).to_have_text("Event over")

"""Very long names: a display shows them in full, in two lines where one is not enough."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.floor_scenes import free, room_map
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, registration, screen, waiting_list
from tests.examples import in_soak
from tests.waiting import until

pytestmark = pytest.mark.browser
EVENT = "Große Internationale Schaffhauser Meisterschaft im No-Limit Hold’em 2026 Tag 1b!"
PEOPLE = [
    "Alexandrina-Viktoria von Sachsen-Coburg-Gotha und Battenberg-Mountbatten",
    "Wolfeschlegelsteinhausenbergerdorff-Oberwallnermeisterschwarzenbergerstein",
    "Anna B.",
]
SIZES = [(1280, 720), (1920, 1080), (1080, 1920)]
# Elements that overflow their box or have none. Letters may exceed their line slightly; another line may not.
CUT = """(selector) => [...document.querySelectorAll(`#stage > *:not(.leaving) ${selector}`)]
  .filter((one) => !one.offsetHeight || one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + parseFloat(getComputedStyle(one).fontSize) / 2)
  .map((one) =>
    `${one.textContent}: ${one.scrollWidth}, ${one.scrollHeight} of ${one.clientWidth}, ${one.clientHeight}`
  )"""
# Rows that overlap the row above or below.
LEAVES = """(row) => [...document.querySelectorAll(row)].filter((one) => [...one.children].some((cell) =>
  cell.getBoundingClientRect().top < one.getBoundingClientRect().top - 2
  || cell.getBoundingClientRect().bottom > one.getBoundingClientRect().bottom + 2)).map((one) => one.textContent)"""


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen of a tournament with long player names."""
    now = feed.now()
    waiting = [(name, "entry") for name in PEOPLE] + [(PEOPLE[0], "re_entry")]
    feed.press(
        "t7",
        **board(clock(2, 1_000), name=EVENT),
        registration=registration(),
        waiting_list=waiting_list(
            [(PEOPLE[0], now + 170_000)], waiting, rule="Munot 73, Munot 27, 72, Munot 8, 74"
        ),
        free=free(3),
        map=room_map(3),
    )
    feed.seat("t7", [(name, 12, 1 + i) for i, name in enumerate(sorted(PEOPLE))])
    return feed


@pytest.mark.soak
@pytest.mark.parametrize(
    ("layout", "name", "row"),
    [
        in_soak("waiting", ".wait-name", ".wait-row"),
        ("waiting", ".called-name", ".called-row"),
        ("seats", ".seat-name", ".seat-row"),
        ("free", ".row-name", ".paged-row"),
        in_soak("map", ".tile-number", ""),
        in_soak("structure", ".level-name", ""),
    ],
)
def test_long_names_of_events_and_players_are_not_cut_off(
    tv: Open, room: MockFeed, layout: str, name: str, row: str
) -> None:
    room.press("room", screen__5=screen(layout=layout))
    page = tv()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator(name).first).to_be_visible()
        expect(page.locator("#stage > :not(.leaving) .event")).to_contain_text(EVENT)
        looks = [(CUT, ".event"), *([(LEAVES, row)] if row else [])]
        if width > height:
            looks.append((CUT, name))
        # Texts are fitted in the frame after they arrive.
        until(
            lambda looks=looks: not [fault for look in looks for fault in page.evaluate(*look)],
            patience=5,
            message=f"cut off at {width} × {height}",
        )


def test_long_names_stay_in_their_rows(tv: Open, room: MockFeed) -> None:
    names = [f"{number:03} {PEOPLE[0] if number % 5 == 0 else 'Player'}" for number in range(120)]
    room.press("room", screen__5=screen(layout="seats"))
    room.seat("t7", [(name, 1 + i // 9, 1 + i % 9) for i, name in enumerate(names)])
    page = tv()
    expect(page.locator(".seat-row").first).to_be_visible()
    assert page.evaluate(LEAVES, ".seat-row") == []
    assert (
        page.locator(".seat-name[data-long]").first.evaluate("one => getComputedStyle(one).whiteSpace")
        == "normal"
    )


def test_a_few_long_names_are_readable_in_low_rows(tv: Open, room: MockFeed) -> None:
    names = [
        f"{number:03} {'Maximiliane Hohenwart-Gerlachstein-Oberlin' if number % 15 == 0 else 'Player'}"
        for number in range(120)
    ]
    room.press("room", screen__5=screen(layout="seats"))
    room.seat("t7", [(name, 1 + i // 9, 1 + i % 9) for i, name in enumerate(names)])
    page = tv()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.reload()
    expect(page.locator(".seat-name[data-long]").first).to_be_visible()
    sizes = page.locator(".seat-name[data-long]").evaluate_all(
        "(names) => names.map((one) => parseFloat(getComputedStyle(one).fontSize) / innerHeight)"
    )
    assert min(sizes) > 0.035, sizes
    assert page.evaluate(LEAVES, ".seat-row") == []
    assert page.evaluate(CUT, ".seat-name") == []

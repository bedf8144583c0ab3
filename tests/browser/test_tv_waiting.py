"""The display of the waiting list: called players with their deadlines, then waiting players in order."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import ENHANCED, barriers
from tests.browser.browsers import Open, settle, show_still
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import LONG_NAME, board, clock, people, registration, running, screen, waiting_list
from tests.browser.test_tv_looks import FAULTS, SIZES

pytestmark = pytest.mark.browser
CALLED = ".called-row"
WAITS = ".wait-row"
LONG = 30_000
NAMES = people(60)


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows the waiting list of tournament 7."""
    feed.press("room", screen__5=screen(layout="waiting"))
    feed.press("t7", **board(clock(2, 1_000)), registration=registration(), waiting_list=waiting_list())
    return feed


def line(count: int) -> list[tuple[str, str]]:
    """Return waiting players: re-entries first, surrendered stacks last."""
    wants = ["re_entry" if i < 2 else "surrender" if i >= count - 2 else "entry" for i in range(count)]
    return list(zip(NAMES[5 : 5 + count], wants, strict=True))


def texts(page: Page, selector: str) -> list[str]:
    """Return the text of each element."""
    return page.locator(selector).all_text_contents()


def test_waiting_list_is_ordered_and_marks_re_entries_and_surrenders(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", waiting_list=waiting_list([], line(6)))
    expect(page.locator(WAITS)).to_have_count(6)
    assert texts(page, ".wait-place") == ["1", "2", "3", "4", "5", "6"]
    assert texts(page, ".wait-name") == NAMES[5:11]
    marks = page.locator(WAITS).evaluate_all(
        "(rows) => rows.map((row) => row.querySelector('.wants')?.textContent ?? '')"
    )
    assert marks == ["Re-entry", "Re-entry", "", "", "Surrender", "Surrender"]
    shapes = page.locator(".wants i").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).clipPath)"
    )
    assert len(set(shapes)) == 2, "the shape shows the state as well as the word does"
    expect(page.locator(".called")).to_be_hidden()
    expect(page.get_by_text("12 seats available · 6 waiting")).to_be_visible()


@pytest.mark.soak
def test_called_players_are_shown_very_large_with_the_time_left(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press(
        "t7",
        waiting_list=waiting_list([("Anna B.", room.now() + 125_000), ("Reto", room.now() - 5_000)], line(3)),
    )
    expect(page.locator(CALLED)).to_have_count(2)
    expect(page.get_by_text("Now calling")).to_be_visible()
    assert texts(page, ".called-name") == ["Anna B.", "Reto"]
    share = "(part) => parseFloat(getComputedStyle(part).fontSize) / innerHeight"
    assert page.locator(".called-name").first.evaluate(share) > 0.11
    assert page.locator(".called-time").first.evaluate(share) >= 0.08
    first, second = texts(page, ".called-time")
    minutes, seconds = (int(part) for part in first.split(":"))
    assert 60 < minutes * 60 + seconds <= 125
    assert second == "0:00"
    expect(page.locator(".called-time").first).not_to_have_text(first)
    room.press("t7", waiting_list=waiting_list([], line(3)))
    expect(page.locator(".called")).to_be_hidden()


@pytest.mark.soak
def test_called_players_are_paged_when_they_do_not_fit(tv: Open, room: MockFeed) -> None:
    page = tv()
    until = room.now() + 170_000
    room.press("t7", waiting_list=waiting_list([(name, until) for name in NAMES[:6]], []))
    expect(page.locator(CALLED).first).to_be_visible()
    seen: dict[str, list[str]] = {}
    for number in ("1 / 2", "2 / 2"):
        expect(page.locator(".called .page-number")).to_have_text(number, timeout=LONG)
        seen[number] = texts(page, ".called-name")
    assert seen == {"1 / 2": NAMES[:4], "2 / 2": NAMES[4:6]}


@pytest.mark.soak
def test_a_long_list_is_in_pages_that_follow_each_other(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", waiting_list=waiting_list([("Anna B.", room.now() + 170_000)], line(40), total=240))
    number = page.locator(".list-head .page-number")
    expect(number).not_to_be_empty()
    expect(page.get_by_text("240 waiting")).to_be_visible()
    ends = []
    for _ in range(2):
        before = number.text_content() or ""
        expect(number).not_to_have_text(before, timeout=LONG)
        places = [int(text) for text in texts(page, ".wait-place")]
        assert places == list(range(places[0], places[-1] + 1))
        ends.append((places[0], places[-1]))
    assert ends[1][0] in (ends[0][1] + 1, 1)


@pytest.mark.soak
def test_an_empty_or_missing_waiting_list_yields_to_the_clock(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect(page.locator("#stage > .clock")).to_be_visible()
    room.press("t7", registration=registration(places_left=1), waiting_list=waiting_list([("Anna B.", None)]))
    expect(page.get_by_text("1 seat available")).to_be_visible()
    expect(page.locator(CALLED)).to_have_text("Anna B.")
    room.boards["t7"].pop("waiting_list")
    room.boards["t7"].pop("registration")
    page.reload()
    expect(page.locator("#stage > .clock")).to_be_visible()


def test_the_list_stays_and_the_times_run_on_while_the_server_is_away(tv: Open, room: MockFeed) -> None:
    page = tv()
    room.press("t7", waiting_list=waiting_list([("Anna B.", room.now() + 170_000)], line(3)))
    expect(page.locator(CALLED)).to_have_count(1)
    room.stop()
    expect(page.locator("#hint-alone")).to_be_visible(timeout=LONG)
    before = page.locator(".called-time").text_content() or ""
    expect(page.locator(".called-time")).not_to_have_text(before)
    assert texts(page, ".wait-name") == NAMES[5:8]


def scenes(now: int) -> dict[str, dict[str, Any]]:
    """Return the boards that the layout must fit."""
    very_long = "Maximilian Caduff-Zimmermann"
    one, two = [(very_long, now + 178_000)], [("Anna B.", now + 178_000), ("Reto Grünenfelder", now + 99_000)]
    many = [(name, now + 100_000) for name in NAMES[::11]]
    return {
        "some": waiting_list([], line(5)),
        "one": waiting_list(one, line(9)),
        "two": waiting_list(two, line(40)),
        "many": waiting_list(many, line(40), total=1240),
        "only called": waiting_list(one, []),
        "only two": waiting_list(two, []),
        "only many": waiting_list(many, []),
    }


def test_a_long_name_fits_into_the_head_below_an_announcement_and_no_rule_is_shown(
    tv: Open, room: MockFeed
) -> None:
    """Players have no use for the numbers of the rules that set the order."""
    page = tv()
    show_still(page, (1280, 720))
    text = {"text": "Please take your seats", "at": room.now()}
    room.press("t7", waiting_list=waiting_list([], line(4), rule="Five Spades 1.5, 2.3, 2.4"))
    name = "WWW Grand Championship of the Mountains – No-Limit Hold’em Mega Deep Stack Day 1B"
    room.press("t7", **board(running(3, 1_000_000, room.now()), name=name, announcement=text))
    expect(page.locator(".waiting .event[data-long]")).to_be_visible()
    expect(page.locator("#announcement-bar")).to_be_visible()
    settle(page, room)
    expect(page.locator(".waiting")).not_to_contain_text("Five Spades")
    head, what = (
        page.locator(f".waiting {part}").evaluate(
            "one => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom]"
        )
        for part in (".list-head", ".event")
    )
    assert head[0] - 1 <= what[0] < what[1] <= head[1] + 1, (head, what)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_layout_fits_the_screen(tv: Open, room: MockFeed, size: tuple[int, int]) -> None:
    page = tv()
    show_still(page, size)
    room.press("t7", waiting_list=scenes(room.now())["some"])
    page.wait_for_selector(".waiting")
    faults = {}
    for soon in (1_000_000, 100_000):
        room.press("t7", **board(running(3, soon, room.now()), name=LONG_NAME))
        for name in scenes(0):
            room.press("t7", waiting_list=scenes(room.now())[name])
            settle(page, room)
            found = page.evaluate(FAULTS)
            if found:
                faults[name] = found
    assert faults == {}


@pytest.mark.soak
def test_axe_finds_no_barrier_and_seven_to_one(tv: Open, room: MockFeed) -> None:
    page = tv()
    # A page has less contrast while it fades in.
    page.emulate_media(reduced_motion="reduce")
    faults = {}
    for name in scenes(0):
        room.press("t7", waiting_list=scenes(room.now())[name])
        settle(page, room)
        found = barriers(page, ENHANCED)
        if found:
            faults[name] = found
    assert faults == {}

"""A display with a layout of the house: it follows a save, reads from afar, and starts without the server."""

import copy
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clock.commands.clock import pause, resume, start
from displays.commands.layouts import add_shipped_layout, save_layout
from displays.models import HouseLayout
from tests.browser.browsers import DRAWN, Open
from tests.browser.rooms import Visit
from tests.browser.scenes import NOT_STARTED, board, clock
from tests.browser.walls import wall
from tests.fixtures.room import press
from tests.fixtures.servers import Server
from tests.pictures.faults import faults_of
from tests.pictures.house_layouts import SHIPPED
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
# Height of the capitals of an element's first line, of the height of the screen.
CAPITALS = """(names) => Object.fromEntries(names.map((name) => {
  const line = document.querySelector(`[data-field="${name}"] .house-value span`);
  return [name, 0.655 * parseFloat(getComputedStyle(line).fontSize) / innerHeight];
}))"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".house-type span")]
  .filter((one) => one.textContent && one.offsetParent)
  .map((one) => 0.655 * parseFloat(getComputedStyle(one).fontSize) / innerHeight))"""
# Parts that are cut off by their cell, or cells that cover one another.
CUT = """() => [...document.querySelectorAll(".house-type span")].filter((one) => {
  const [inner, outer] = [one.getBoundingClientRect(), one.closest(".house-cell").getBoundingClientRect()];
  return inner.width && (inner.left < outer.left - 1 || inner.right > outer.right + 1);
}).map((one) => one.textContent)"""
# Places and sizes of the labels in each row of cells: one of each if they are level.
ROWS = """() => {
  const rows = {};
  for (const label of document.querySelectorAll(".house-label:not([hidden])")) {
    const cell = label.closest(".house-cell").getBoundingClientRect();
    const [{ top }, size] = [label.getBoundingClientRect(), parseFloat(getComputedStyle(label).fontSize)];
    const row = (rows[`${Math.round(cell.top)} ${Math.round(cell.height)}`] ??= []);
    row.push(`${Math.round(top)} ${Math.round(size)}`);
  }
  return Object.values(rows);
}"""


LEFT = """() => document.querySelector("[data-loud] .house-value span").getBoundingClientRect().left
  - document.querySelector(".house-cell:has(> [data-loud])").getBoundingClientRect().left"""


def shipped(key: str, by: Actor) -> int:
    """Add a shipped layout to the house and return its id."""
    return int(press(add_shipped_layout, by=by, key=key, name=key).answer["layout"])


def test_a_display_shows_a_layout_follows_a_save_and_starts_without_the_server(
    visit: Visit, web_server: Server, event: int, director: Actor
) -> None:
    press(start, event, by=director)
    layout = shipped("classic", director)
    page = wall(visit, web_server, event, layout=f"house:{layout}")
    expect(page.locator("[data-layout=house] [data-field=event]")).to_have_text("Friday Deep")
    found: dict[str, float] = page.evaluate(CAPITALS, ["time", "blinds"])
    assert found["time"] >= 0.25
    assert found["blinds"] >= 0.14
    assert page.evaluate(SMALLEST) >= 0.035
    assert page.evaluate(CUT) == []
    document: dict[str, Any] = copy.deepcopy(HouseLayout.objects.get(pk=layout).document)
    document["shapes"]["wide"][-1]["cells"][0]["show"] = [{"kind": "text", "text": "{event} in the Bar"}]
    # The room has no sponsor: what stands beside it takes its room.
    beside, sponsor = document["shapes"]["wide"][-1]["cells"][-2:]
    assert sponsor["gives_room"]
    beside["show"] = [{"kind": "rules", "texts": ["No phones."]}]
    press(save_layout, by=director, document=document, layout=layout)
    expect(page.locator(".house-text")).to_have_text("Friday Deep in the Bar")
    assert page.evaluate("document.querySelector('.house-rules').offsetWidth / innerWidth") > 0.95
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("async (id) => Boolean(await caches.match(`/tv/layouts/${id}.json`))", arg=layout)
    starts_without_the_server(page, web_server)


# Returns the labels and values of some fields of an event: names of fields, its boards, words.
FIELDS = """async ([fields, { clock, structure }, words]) => {
  const { eventNow, fieldOf } = await import("/static/tv/house/event.js");
  const { Words } = await import("/static/shared/ui/words.js");
  const said = new Words("en", words);
  const event = eventNow(1, { ...structure, ...clock }, {}, said, 0);
  return fields.map((field) => Object.values(fieldOf(field, event, said, 0)));
}"""


def test_in_a_break_the_figures_of_bets_are_those_of_the_next_level(tv: Open) -> None:
    page = tv("/blank/")
    found = page.evaluate(
        FIELDS,
        [
            ["blinds", "ante"],
            board(clock(4, 0, 0)),
            {"ante.big_blind": "BB ante {amount}", "clock.next": "Next level"},
        ],
    )
    assert [[label, value.replace("\u00a0", " ")] for label, value in found] == [
        ["Next level", "200 / 400"],
        ["BB ante", "400"],
    ]


def test_clock_is_largest_on_an_upright_display_even_without_prizes(
    visit: Visit, web_server: Server, event: int, director: Actor
) -> None:
    layout = shipped("clock_prizes", director)
    document: dict[str, Any] = copy.deepcopy(HouseLayout.objects.get(pk=layout).document)
    headline = document["shapes"]["upright"][-1]["cells"][3]["show"][0]
    assert headline["field"] == "headline"
    headline["align"] = "start"
    press(save_layout, by=director, document=document, layout=layout)
    page = wall(visit, web_server, event, layout=f"house:{layout}", size={"width": 1080, "height": 1920})
    expect(page.locator("[data-field=headline]:not([data-loud])")).to_have_text(re.compile(r"^Level 1\b"))
    press(start, event, by=director)
    press(pause, event, by=director)
    expect(page.locator("[data-field=headline][data-loud]")).to_have_text(re.compile(r"^Paused · Level 1\b"))
    assert page.evaluate(LEFT) > 5, "the text keeps off the edge of its bar"
    press(resume, event, by=director)
    expect(page.locator("[data-field=time] .house-value")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(page.locator("[data-list=payouts]")).to_have_count(0)
    found: dict[str, float] = page.evaluate(CAPITALS, ["time", "blinds", "players", "next_break"])
    rows = page.evaluate(ROWS)
    assert max(map(len, rows)) > 1
    assert [len(set(row)) for row in rows] == [1] * len(rows), rows
    assert found["time"] > 1.2 * max(found["blinds"], found["players"], found["next_break"]), found
    assert page.evaluate(CUT) == []


def test_a_list_says_that_prizes_may_change_where_that_has_room(visit: Visit, director: Actor) -> None:
    page = visit("/staff/screens/layouts/preview/", by=director)
    note = page.locator("[data-list=payouts] .head-note")
    faults, seen = {}, {}
    for name in ("clock_prizes", "final_table"):
        document = json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))
        for size in ((1280, 720), (1920, 1080), (2560, 1080), (1080, 1920)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate(
                "message => window.postMessage(message, location.origin)",
                {"document": document, "state": "before_start", "big": True},
            )
            expect(note).to_have_text("The prizes may still change")
            page.evaluate(DRAWN)
            faults[name, size], seen[name, size] = faults_of(page), note.is_visible()
    assert not any(faults.values()), faults
    assert not seen["final_table", (1280, 720)]
    assert seen["final_table", (1080, 1920)]
    assert seen["clock_prizes", (2560, 1080)]
    # The page number that a smaller list has leaves it less space.
    assert seen["clock_prizes", (1280, 720)]
    assert seen["clock_prizes", (1920, 1080)]


def test_one_field_alone_says_that_an_event_to_be_started_by_hand_has_not_begun(tv: Open) -> None:
    page = tv("/blank/")
    found = page.evaluate(
        FIELDS,
        [
            ["headline", "band", "time"],
            board(NOT_STARTED),
            {
                "clock.not_started": "Not started yet",
                "clock.no_start": "Start time not set",
                "clock.level": "Level {number}",
            },
        ],
    )
    assert [value for *_label, value in found] == ["Level 1", "", "Not started yet"]


def starts_without_the_server(page: Page, web_server: Server) -> None:
    """Reload the page while nothing answers."""
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".house-text")).to_have_text("Friday Deep in the Bar", timeout=20_000)
    page.context.set_offline(False)

"""The page that suggests a structure, and the way into the editor."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from clock.commands.clock import start
from clock.models import Structure
from tests.fixtures.wall import Wall
from tests.web.visitors import done, text_of
from tourney.commands import add_chip_set, set_field

pytestmark = pytest.mark.django_db
PAGE = "/staff/structures/suggestion/"


def config_of(page: str) -> Any:
    found = re.search(r'<script id="config" type="application/json">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def link_of(page: str) -> str:
    found = re.search(r'href="([^"]+)">Use this structure', page)
    assert found
    return html.unescape(found[1])


def test_a_suggestion_shows_its_working(page: Client) -> None:
    shown = text_of(page.get(PAGE, {"players": "120", "stack": "30000", "minutes": "360", "reentries": "30"}))
    for words in ("4,500,000", "Expected end", "10% of events by", "big blinds at the end", "Colour-up"):
        assert words in shown


def test_sliders_move_in_round_steps(page: Client) -> None:
    sliders = dict(
        re.findall(
            r'type="range" min="(\d+)"[^>]*step="1000"[^>]*data-for="(\w+)"', page.get(PAGE).content.decode()
        )
    )
    # A browser counts the steps of a slider from its least value.
    assert sliders == {"1000": "stack", "0": "add_on_stack"}


def test_the_suggestion_opens_in_the_editor_with_the_same_rows(page: Client) -> None:
    asked = page.get(
        PAGE, {"players": "40", "stack": "20000", "minutes": "240", "antes": "none"}
    ).content.decode()
    editor = page.get(link_of(asked)).content.decode()
    rows = config_of(editor)["rows"]
    assert len(rows) > 10
    assert all(row["ante"] == "" for row in rows)
    assert any(row["kind"] == "break" and row["colour_up"] for row in rows)
    assert not Structure.objects.filter(tournament__isnull=True).exists()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"players": "abc"}, "This must be a whole number."),
        ({"players": "1"}, "From 2 to"),
        ({"minutes": "120", "level_minutes": "60"}, "With levels of"),
        ({"chip_set": "9999999999999999999"}, "Choose one of these."),
        ({"antes": "button"}, "Choose one of these."),
        ({"stack": "12k"}, "stack"),
    ],
)
def test_impossible_plans_say_why(page: Client, wrong: dict[str, str], says: str) -> None:
    answer = page.get(PAGE, wrong)
    assert answer.status_code == 200
    assert says in text_of(answer)
    part = page.get(f"{PAGE}part/", wrong)
    assert "Use this structure" not in part.content.decode()


def test_only_chips_of_the_chosen_set_are_used(page: Client) -> None:
    colours = {"face": "#ffffff", "edge": "#000000"}
    chips = [{"value": value, **colours} for value in (500, 1000, 5000, 25000)]
    number = done(add_chip_set, name="Case", chips=chips)["chip_set"]
    asked = page.get(
        f"{PAGE}part/", {"players": "40", "stack": "50000", "minutes": "300", "chip_set": str(number)}
    )
    shown = text_of(asked)
    assert "500 / 1,000" in shown
    assert "250 / 500" not in shown


def test_an_event_takes_a_suggestion_in_place_of_rows_that_have_not_begun(
    page: Client, event: int, wall: Wall
) -> None:
    done(start, event)
    wall.passes(minutes=5)
    asked = page.get(PAGE, {"event": str(event), "minutes": "240"}).content.decode()
    config = config_of(page.get(link_of(asked)).content.decode())
    stored = config_of(page.get(f"/staff/t/{event}/structure/").content.decode())
    assert (config["unsaved"], stored["unsaved"]) == (True, False)
    assert config["rows"][0] == stored["rows"][0]
    assert config["rows"][1:] != stored["rows"][1:]


def test_editor_says_the_expected_end_in_hours_and_minutes(page: Client, event: int) -> None:
    done(set_field, event, entries=40, left=40)
    rows = config_of(page.get(f"/staff/t/{event}/structure/").content.decode())["rows"]
    answer = page.post(
        "/staff/structures/preview/", {"rows": rows, "tournament": event}, content_type="application/json"
    ).json()
    assert re.fullmatch(r"[0-9]+:[0-5][0-9] h", answer["expected"])


def tried(page: Client, event: int, rows: object, **change: object) -> Any:
    answer = page.post(
        f"/staff/t/{event}/structure/what-if/",
        {"rows": rows, "change": change},
        content_type="application/json",
    )
    return answer.status_code, answer.json()


def test_what_ifs_change_the_typed_rows_and_say_the_end(page: Client, event: int, wall: Wall) -> None:
    rows = config_of(page.get(f"/staff/t/{event}/structure/").content.decode())["rows"]
    status, answer = tried(page, event, rows, level_minutes=15)
    assert status == 200
    assert {row["duration"] for row in answer["rows"] if row["kind"] == "level"} == {"15:00"}
    assert "instead of" in answer["text"]
    _status, same = tried(page, event, rows)
    assert (same["changed"], "instead of" in same["text"]) == (False, False)
    done(start, event)
    _status, later = tried(page, event, rows, level_minutes=15)
    assert (later["free"], later["rows"][0]) == (1, rows[0])


@pytest.mark.parametrize(
    "change",
    [{"shorter_by": "30"}, {"shorter_by": 10**9}, {"cards": 1}, {"shorter_by": 900}, {"players": -1}],
)
def test_a_what_if_that_cannot_be_says_why(page: Client, event: int, change: dict[str, object]) -> None:
    rows = config_of(page.get(f"/staff/t/{event}/structure/").content.decode())["rows"]
    status, answer = tried(page, event, rows, **change)
    assert status == 422
    assert answer["message"]
    assert tried(page, event, "rows")[0] == 422


def test_the_librarys_editor_has_what_ifs_and_a_chart_for_expected_players(page: Client) -> None:
    shown = page.get("/staff/structures/new/").content.decode()
    assert "What if" in shown
    rows = config_of(shown)["rows"]
    body: dict[str, object] = {"rows": rows, "expected": {"players": 40, "stack": 10_000}}

    def asked(address: str, **more: object) -> Any:
        answer = page.post(address, body | more, content_type="application/json")
        return answer.status_code, answer.json()

    status, longer = asked("/staff/structures/what-if/", change={"level_minutes": 15})
    assert (status, longer["rows"][0]["duration"]) == (200, "15:00")
    _status, doubled = asked("/staff/structures/what-if/", change={"scale": 200})
    assert [doubled["rows"][0][name] for name in ("small_blind", "big_blind")] == ["100", "200"]
    _status, read = asked("/staff/structures/preview/")
    assert read["expected"]
    assert "<svg" in read["chart"]
    # One level of twenty minutes is over long before the event: the time axis ends with it.
    assert read["chart"].count("chart-hour") == 1
    assert "chart-end" not in read["chart"]
    assert asked("/staff/structures/what-if/", change={"scale": 200}, expected={"players": "x"})[0] == 422
    assert asked("/staff/structures/preview/", expected=None)[1]["chart"] == ""

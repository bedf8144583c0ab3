"""Announcements of the room: when they show, on which displays, refusals, undo, and the page."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from displays.boards import announcements as boards
from displays.commands.announcements import (
    remove_announcement,
    save_announcement_template,
    show_announcement,
)
from displays.models import Announcement, AnnouncementTemplate, Screen
from displays.rules.announcements import Times, showing, unknown_placeholders
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.web.test_pairing import pair
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.boards import text_of as line_of
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry

board_of = as_sent(boards.announcements)
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "showings.json").read_text())
MINUTE = 60_000


def shown() -> list[dict[str, Any]]:
    """Return the announcements that displays have."""
    board = board_of(0, "")
    assert board is not None
    return board["announcements"]


def announce(by: Actor, text: str = "Food is served", **more: object) -> int:
    """Announce a text and return its id."""
    done = press(show_announcement, by=by, text=text, **more)
    assert done.answer is not None
    return done.answer["announcement"]


@pytest.mark.parametrize("vector", VECTORS, ids=[one["name"] for one in VECTORS])
def test_a_showing_is_a_function_of_time(vector: dict[str, Any]) -> None:
    found = showing(Times(*vector["times"]), vector["now"])
    assert (None if found is None else [found.starts, found.ends]) == vector["expect"]


def test_placeholders_are_told_from_other_braces() -> None:
    assert unknown_placeholders("Level {next_level}, {players_left} left") == []
    assert unknown_placeholders("{winner} {level} { or }") == ["{winner}", "{ or }"]
    assert unknown_placeholders("level} {") == ["}", "{"]


def test_an_announcement_is_on_the_displays_until_its_end(floor: Actor, wall: Wall) -> None:
    announce(floor, "  Food is\n served ", spoken="Dinner!", minutes=10)
    (one,) = shown()
    assert (one["text"], one["spoken"], one["priority"], one["shown_on"]) == (
        "Food is served", "Dinner!", "normal", "all",
    )  # fmt: skip
    assert (one["starts"], one["ends"]) == (wall.ms, wall.ms + 10 * MINUTE)
    wall.passes(minutes=10)
    assert shown() == []


def test_a_planned_repeated_announcement_needs_no_further_press(floor: Actor, wall: Wall) -> None:
    start = wall.ms + 30 * MINUTE
    announce(floor, starts_at=start, repeat_minutes=15, ends_at=start + 60 * MINUTE)
    (one,) = shown()
    assert (one["starts"], one["every"], one["shown"]) == (start, 15 * MINUTE, 30_000)
    line = line_of(JournalEntry.objects.filter(tournament=None).latest("seq"))
    assert re.fullmatch(r"Announcement planned for .*\d\d:\d\d: “Food is served”", line)
    wall.passes(minutes=75.4)
    assert len(shown()) == 1
    wall.passes(minutes=1)
    assert shown() == [], "its last showing is over"


def test_removing_an_announcement_and_undoing_that(floor: Actor) -> None:
    number = announce(floor)
    removed = press(remove_announcement, by=floor, announcement=number)
    assert shown() == []
    assert refusal(remove_announcement, by=floor, announcement=number).code == "not_found"
    lines = [line_of(JournalEntry.objects.get(tournament=None, seq=removed.seq - at)) for at in (0, 1)]
    assert lines == ["Removed the announcement “Food is served”", "Announced: “Food is served”"]
    press(undo_in_room, by=floor, seq=removed.seq)
    assert [one["id"] for one in shown()] == [number]
    press(undo_in_room, by=floor, seq=removed.seq - 1)
    assert shown() == []
    journal_tells_the_rows()


def test_announcements_that_could_not_be_shown_are_refused(floor: Actor, event: int, wall: Wall) -> None:
    for code, more in (
        ("unknown_placeholder", {"text": "{winner} wins"}),
        ("unknown_placeholder", {"spoken": "{x}"}),
        ("no_text", {"text": "  "}),
        ("never_shown", {"ends_at": wall.ms}),
        ("never_shown", {"starts_at": wall.ms - 10 * MINUTE, "minutes": 10}),
        ("two_ends", {"ends_at": wall.ms + MINUTE, "minutes": 1}),
        ("no_repeat", {"show_seconds": 20}),
        ("no_pause", {"repeat_minutes": 1, "show_seconds": 60}),
        ("no_display", {"shown_on": "event"}),
        ("no_display", {"shown_on": "screens"}),
        ("no_display", {"shown_on": "screens", "screens": [99]}),
        ("bad_argument", {"text": "x" * 201}),
    ):
        error = refusal(show_announcement, by=floor, **{"text": "Food is served", **more})
        assert error.code == code, more
    assert not Announcement.objects.exists()


def test_the_database_refuses_times_that_no_display_could_show(floor: Actor) -> None:
    row = Announcement.objects.get(pk=announce(floor))
    for wrong in (
        {"text": ""},
        {"priority": "loud"},
        {"ends_at": row.starts_at - timedelta(seconds=1)},
        {"repeat_minutes": 5},
        {"repeat_minutes": 1, "show_seconds": 60},
        {"shown_on": "event"},
        {"shown_on": "nowhere"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Announcement.objects.filter(pk=row.pk).update(**wrong)


def test_a_display_gets_only_as_many_announcements_as_it_can_hold(
    floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("displays.commands.announcements._MOST", 1)
    announce(floor)
    assert refusal(show_announcement, by=floor, text="Another one").code == "too_many"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"ends_at": -1}, "ends_at"),
        ({"starts_at": -60, "ends_at": -1}, "ends_at"),
        ({"starts_at": -60, "minutes": 30}, "starts_at"),
    ],
)
def test_announcement_that_would_be_over_by_now_is_refused_at_its_time(
    floor: Actor, wall: Wall, given: dict[str, int], field: str
) -> None:
    times = {key: value if key == "minutes" else wall.ms + value * 60_000 for key, value in given.items()}
    refused = refusal(show_announcement, by=floor, text="Dinner", **times)
    sentence = (
        "The announcement would already be over." if "minutes" in given else "That time has already passed."
    )
    assert (refused.code, refused.fields) == ("never_shown", {field: sentence})


def test_announcement_that_ends_before_its_later_start_says_so(floor: Actor, wall: Wall) -> None:
    times = {"starts_at": wall.ms + 7_200_000, "ends_at": wall.ms + 3_600_000}
    refused = refusal(show_announcement, by=floor, text="Dinner", **times)
    assert refused.message == "The announcement ends before it is shown."


def test_a_saved_text_is_replaced_by_the_same_text_and_removed(floor: Actor) -> None:
    press(save_announcement_template, by=floor, text="Dinner Break until {break_end}")
    press(save_announcement_template, by=floor, text="Dinner Break until {break_end}", priority="urgent")
    (row,) = AnnouncementTemplate.objects.all()
    assert row.priority == "urgent"
    assert refusal(save_announcement_template, by=floor, text="{end}").code == "unknown_placeholder"


def test_the_page_announces_saves_and_removes(event: int, director: Actor, floor: Actor, wall: Wall) -> None:
    number, _secret = pair(director, name="Bar")
    page = client_of(floor)
    address = reverse("announcements")
    answer = page.get(address)
    assert "All displays" in text_of(answer)
    sent = {"command_id": answer.context["form"].command_id, "priority": "urgent", "what": "show"}
    wrong = page.post(address, {**sent, "text": "{x}", "shown_on": "all"})
    assert (wrong.status_code, "is not a placeholder" in text_of(wrong)) == (422, True)
    times = {"starts_at": "2020-01-01T10:00", "ends_at": "2019-01-01T10:00"}
    wrong = page.post(address, {**sent, "text": "{x}", "shown_on": "all", "minutes": "-3", **times})
    assert wrong.context["form"].errors["ends_at"] == "The announcement ends before it is shown."
    assert wrong.context["form"].errors["minutes"] == "This must be at least 1."
    assert "{x}" in wrong.context["form"].errors["text"], "all are named at once"
    wrong = page.post(address, {**sent, "text": "Hello", "shown_on": "all", "minutes": "-3"})
    assert "Minutes: must be at least 1." in text_of(wrong)
    chosen = {"shown_on": "screens", f"screen_{number}": "on", "repeat_minutes": "20", "show_seconds": "40"}
    done = page.post(address, {**sent, "text": "Bar closes at {next_break}", **chosen})
    assert (done.status_code, done["Location"]) == (302, address)
    (one,) = shown()
    assert (one["priority"], one["shown_on"], one["screens"]) == ("urgent", "screens", [number])
    assert (one["every"], one["shown"]) == (20 * MINUTE, 40_000)
    sent["command_id"] = page.get(address).context["form"].command_id
    at_event = {"text": "Cards in the air", "shown_on": f"event:{event}", "starts_at": "2026-11-21T20:30"}
    assert page.post(address, {**sent, **at_event}).status_code == 302
    assert (shown()[1]["tournament"], shown()[1]["starts"]) == (event, wall.ms + 90 * MINUTE)

    sent["command_id"] = page.get(address).context["form"].command_id
    page.post(address, {**sent, "text": "Bar is open", "what": "save", "priority": "normal"})
    saved = AnnouncementTemplate.objects.get()
    assert page.get(address, {"template": saved.pk}).context["form"].values["text"] == "Bar is open"
    again = page.get(address).context["form"].command_id
    page.post(address, {"command_id": again, "what": "remove_template", "template": saved.pk})
    assert not AnnouncementTemplate.objects.exists()
    assert Screen.objects.get(pk=number).message == "", "a display’s own message is another thing"

"""Triggers of displays: when they fire, what displays have, refusals, undo, the shipped set, the page."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.urls import reverse

from clock.commands.clock import start
from clock.commands.events import close_event
from clock.rules.reading import ClockState
from clock.rules.structure import Level
from clock.services.event_clock import event_clocks_of
from displays.boards import displays as screen_boards
from displays.boards import triggers as boards
from displays.commands.groups import remove_group, save_group
from displays.commands.triggers import (
    remove_trigger,
    restore_triggers,
    save_trigger,
    switch_trigger,
    try_trigger,
)
from displays.models import Screen, Trigger
from displays.rules.triggers import Condition, EventTimes, firings
from displays.services.shipped_triggers import SHIPPED_TRIGGERS
from displays.services.trigger_times import next_times
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.sound import wav
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.web.test_pairing import pair
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor
from tourney.journal.boards import text_of as line_text
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry, Tournament

board_of = as_sent(boards.triggers)
screen_of = as_sent(screen_boards.screen)
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "firings.json").read_text())
MINUTE = 60_000


def shown() -> list[dict[str, Any]]:
    """Return the triggers that displays have."""
    board = board_of(0, "")
    assert board is not None
    return board["triggers"]


def saved(by: Actor, **more: Any) -> int:
    """Save a trigger and return its id."""
    done = press(save_trigger, by=by, **{"when": "bubble", "sound": "gong", **more})
    assert done.answer is not None
    return done.answer["trigger"]


def levels(rows: str) -> list[Level]:
    """Return a structure from "L600 B300 L600D": kind, ms, end of the day."""
    return [
        Level(
            kind="break" if row.startswith("B") else "level",
            duration=int(row.strip("LBD")),
            ends_day=row.endswith("D"),
        )
        for row in rows.split()
    ]


@pytest.mark.parametrize("vector", VECTORS, ids=[one["name"] for one in VECTORS])
def test_the_clock_tells_when_a_trigger_fires(vector: dict[str, Any]) -> None:
    is_open, closed_at, at, row = vector.get("registration", [False, None, None, None])
    event = EventTimes(
        levels(vector["rows"]), ClockState(*vector["clock"]), vector.get("planned"), vector.get("advance", "auto"),
        is_open, closed_at, at, row,
    )  # fmt: skip
    found = firings(Condition(*vector["condition"]), event)
    assert [[one.cause, one.at, one.once] for one in found] == vector["expect"]


def test_displays_have_a_trigger_until_it_is_deleted_and_undo_brings_it_back(
    floor: Actor, wall: Wall
) -> None:
    number = saved(floor, when="players_left", number=9, message="  Nine\n left ", layout="payouts")
    (one,) = shown()
    assert (one["id"], one["number"], one["message"], one["since"], one["on"]) == (
        number, 9, "Nine left", wall.ms, True,
    )  # fmt: skip
    assert (one["message_for"], one["layout_for"], one["sound"]) == (30_000, None, "gong")
    wall.passes(minutes=1)
    press(switch_trigger, by=floor, trigger=number, on=False)
    (one,) = shown()
    assert (one["on"], one["since"]) == (False, wall.ms), "what happened before does not fire it later"
    removed = press(remove_trigger, by=floor, trigger=number)
    assert shown() == []
    press(undo_in_room, by=floor, seq=removed.seq)
    assert [one["id"] for one in shown()] == [number]
    journal_tells_the_rows()


def test_fields_that_do_not_belong_to_a_condition_are_left_out(floor: Actor) -> None:
    saved(floor, when="bubble", number=5, layout_seconds=30)
    row = Trigger.objects.get()
    assert (row.number, row.layout_seconds) == (None, None)


def test_triggers_that_could_not_work_are_refused(floor: Actor) -> None:
    for code, more in (
        ("no_action", {"sound": ""}),
        ("no_number", {"when": "players_left"}),
        ("unknown_placeholder", {"message": "{winner} wins"}),
        ("unknown_placeholder", {"spoken": "{x}"}),
        ("no_time_before", {"before_seconds": 60}),
        ("no_time_before", {"when": "last_hand", "before_seconds": 60}),
        ("no_display", {"shown_on": "event"}),
        ("no_display", {"shown_on": "group"}),
        ("no_end", {"when": "level_end", "layout": "payouts"}),
        ("bad_argument", {"sound": "../../etc/passwd"}),
        ("bad_argument", {"when": "dinner"}),
        ("bad_argument", {"layout": "nowhere"}),
        ("bad_argument", {"message_seconds": 4}),
        ("not_found", {"trigger": 99}),
        ("not_found", {"shown_on": "event", "tournament": 9999}),
    ):
        error = refusal(save_trigger, by=floor, **{"when": "bubble", "sound": "gong", **more})
        assert error.code == code, more
    assert not Trigger.objects.exists()


def test_the_database_refuses_triggers_that_no_display_could_carry_out(floor: Actor) -> None:
    row = Trigger.objects.get(pk=saved(floor))
    for wrong in (
        {"when": "dinner"},
        {"before_seconds": 60},
        {"when": "players_left"},
        {"number": 5},
        {"shown_on": "event"},
        {"sound": ""},
        {"layout": "nowhere"},
        {"message_seconds": 0},
        {"layout_seconds": 1},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Trigger.objects.filter(pk=row.pk).update(**wrong)


def test_the_shipped_triggers_are_restored_and_those_of_the_room_stay(floor: Actor) -> None:
    own = saved(floor)
    press(restore_triggers, by=floor, shipped=list(SHIPPED_TRIGGERS))
    shipped = list(Trigger.objects.exclude(shipped="").order_by("id"))
    assert len(shipped) == 6
    press(remove_trigger, by=floor, trigger=shipped[0].pk)
    columns = {"when": "bubble", "sound": "silence", "trigger": shipped[3].pk}
    press(save_trigger, by=floor, **columns)
    press(restore_triggers, by=floor, shipped=list(SHIPPED_TRIGGERS))
    assert Trigger.objects.exclude(shipped="").count() == 6
    assert Trigger.objects.get(pk=shipped[3].pk).sound == "gong"
    assert Trigger.objects.get(pk=own).shipped == ""
    journal_tells_the_rows()


def test_a_group_takes_its_triggers_with_it(floor: Actor) -> None:
    screen, _secret = pair(floor)
    done = press(save_group, by=floor, name="Bar", screens=[screen])
    assert done.answer is not None
    group = done.answer["group"]
    saved(floor, shown_on="group", group=group)
    removed = press(remove_group, by=floor, group=group)
    assert shown() == []
    press(undo_in_room, by=floor, seq=removed.seq)
    assert [one["group"] for one in shown()] == [group]


def test_a_display_is_told_to_try_a_trigger_that_is_switched_off(floor: Actor, wall: Wall) -> None:
    number, (screen, _secret) = saved(floor), pair(floor)
    press(switch_trigger, by=floor, trigger=number, on=False)
    press(try_trigger, by=floor, trigger=number, screen=screen)
    board = screen_of(0, str(screen))
    assert board is not None
    assert board["test"] == {"trigger": number, "at": wall.ms}
    Screen.objects.filter(pk=screen).update(retired=True)
    assert refusal(try_trigger, by=floor, trigger=number, screen=screen).code == "not_found"


def test_the_page_saves_a_trigger_with_its_own_sound_and_says_it_in_a_sentence(
    floor: Actor, event: int
) -> None:
    client = client_of(floor)
    address = reverse("triggers")
    sound = SimpleUploadedFile("gong.wav", wav(1.0), content_type="audio/wav")
    given = {
        "what": "save", "when": "registration_closes", "before": "15", "unit": "minutes", "shown_on": "all",
        "message": "Last call", "message_seconds": "90", "priority": "normal", "own_sound": sound,
    }  # fmt: skip
    assert send(client, address, **given).status_code == 302
    row = Trigger.objects.get()
    assert (row.before_seconds, row.message_seconds) == (900, 90)
    assert re.fullmatch(r"[0-9a-f]{64}\.wav", row.sound)
    assert shown()[0]["sound"] == f"/media/{row.sound}"
    text = text_of(client.get(address))
    sentence = "15 minutes before registration closes: play “Custom sound”, show “Last call” for 90 seconds"
    assert sentence in text
    bare = client.get(reverse("trigger_sentence"), {"when": "level_end"}).content.decode()
    assert bare == "A level ends: no action yet"
    for name, value in (("players", "abc"), ("players", "0"), ("message_seconds", "-3")):
        asked = {"when": "players_left", "players": "9", "message": "Soon", name: value}
        said = client.get(reverse("trigger_sentence"), asked).content.decode()
        assert said == "Enter valid numbers to see what the trigger does."
    said = client.get(
        reverse("trigger_sentence"), {"when": "players_left", "message": "Soon"}
    ).content.decode()
    assert said == "Enter a number of players to see what the trigger does."
    query = {"when": "level_start", "number": "5", "spoken": "Level five", "layout": "payouts"}
    said = client.get(reverse("trigger_sentence"), query).content.decode()
    assert said == "Level 5 starts: read “Level five” aloud, show the layout “Prizes” for the whole level"
    for asked, duration in (
        ({"when": "players_left", "players": "26"}, "as long as at most 26 players are left"),
        ({"when": "players_left", "players": "26", "layout_seconds": "30"}, "for 30 seconds"),
        ({"when": "level_start", "before": "2"}, "until the level starts"),
        ({"when": "break_start"}, "for the whole break"),
        ({"when": "bubble"}, "until the bubble bursts"),
        ({"when": "final_table"}, "until the event ends"),
        ({"when": "level_end"}, "(enter for how long)"),
        ({"when": "registration_closes", "before": "2"}, "until registration closes"),
    ):
        said = client.get(reverse("trigger_sentence"), {**asked, "layout": "payouts"}).content.decode()
        assert said.endswith(f": show the layout “Prizes” {duration}")
    send(client, address, **{**given, "own_sound": "", "when": "break_start", "before": "2"})
    assert (shown()[-1]["when"], shown()[-1]["before"]) == ("break_start", 2 * MINUTE)
    text = text_of(client.get(address))
    assert "2 minutes before a break starts: show" in text
    assert "Saved the trigger “2 minutes before a break starts”" in text
    answer = send(client, address, **{**given, "own_sound": "", "when": "bubble", "before": "2"})
    assert answer.status_code == 422
    assert "Leave the time before it blank." in text_of(answer)
    answer = send(client, address, **{**given, "own_sound": "", "before": "-5"})
    assert answer.context["form"].errors == {"before": "This must be at least 0."}
    answer = send(
        client, address, **{**given, "own_sound": "", "when": "players_left", "before": ""}, players="0"
    )
    assert answer.context["form"].errors == {"players": "This must be at least 1."}
    assert "Table" not in text_of(answer).partition("form-errors")[2].partition("</div>")[0]
    answer = send(client, address, **{**given, "own_sound": "", "trigger": "99"})
    assert answer.status_code == 422, "it was removed meanwhile"
    assert "Save it again to add it as a new one." in text_of(answer)
    assert answer.context["form"].text("trigger") == ""
    level = {"when": "level_end", "before": "", "number": "999"}
    answer = send(
        client, address, **{**given, **level, "own_sound": "", "message": "{foo}", "message_seconds": "x"}
    )
    assert set(answer.context["form"].errors) == {"number", "message", "message_seconds"}
    # The number of players has a field of its own.
    few = {**given, "own_sound": "", "when": "players_left", "number": "3", "before": ""}
    answer = send(client, address, **few, players="")
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["players"])
    assert send(client, address, **few, players="9").status_code == 302
    assert shown()[-1]["number"] == 9
    press(remove_trigger, by=floor, trigger=shown()[-1]["id"])
    press(remove_trigger, by=floor, trigger=shown()[-1]["id"])
    # "A file of your own" without a file.
    answer = send(client, address, **{**given, "own_sound": "", "sound": "own"})
    assert list(answer.context["form"].errors) == ["own_sound"]
    broken = SimpleUploadedFile("x.wav", b"RIFF", content_type="audio/wav")
    answer = send(client, address, **{**given, "own_sound": broken})
    assert answer.status_code == 422
    assert "Only WAV, MP3 and Ogg" in text_of(answer)
    assert send(client, address, what="off", trigger=row.pk).status_code == 302
    assert not Trigger.objects.get().is_on
    assert "Switched off the trigger “15 minutes before registration closes”" in text_of(client.get(address))
    assert send(client, address, what="remove", trigger=row.pk).status_code == 302
    assert "Deleted the trigger “15 minutes before registration closes”" in text_of(client.get(address))
    assert send(client, address, what="restore").status_code == 302
    assert Trigger.objects.count() == 6
    first = Trigger.objects.first()
    assert first is not None
    form = client.get(address, {"trigger": first.pk}).context["form"]
    assert (form.values["before"], form.values["unit"]) == ("15", "minutes")


def test_the_page_knows_when_a_trigger_fires_next(floor: Actor, make_event: MakesEvents, wall: Wall) -> None:
    starts = wall.ms + 60 * MINUTE
    event = make_event(planned_start=starts)
    other = make_event()
    number = saved(floor, when="level_start", number=1, shown_on="event", tournament=event)
    elsewhere = saved(floor, when="level_start", number=1, shown_on="event", tournament=other)
    found = next_times(Trigger.objects.all())
    assert {key: at for key, (at, _name) in found.items()} == {number: starts}
    assert elsewhere not in found, "nothing is planned yet"
    assert "Next" in text_of(client_of(floor).get(reverse("triggers")))


def test_a_level_that_no_event_has_is_refused(floor: Actor, make_event: MakesEvents) -> None:
    saved(floor, when="level_start", number=999)
    event = make_event()
    last = sum(
        row.kind == "level" for row in event_clocks_of([Tournament.objects.get(pk=event)])[event].levels
    )
    places: list[dict[str, Any]] = [{}, {"shown_on": "event", "tournament": event}]
    for place in places:
        saved(floor, when="level_end", number=last, **place)
        late = refusal(save_trigger, by=floor, when="level_end", sound="gong", number=last + 1, **place)
        assert (late.code, list(late.fields)) == ("no_level", ["number"])
    saved(floor, when="players_left", number=999)


def test_the_page_saves_a_trigger_of_an_event_and_of_a_group(floor: Actor, event: int) -> None:
    screen, _secret = pair(floor)
    done = press(save_group, by=floor, name="Bar", screens=[screen])
    assert done.answer is not None
    page, path = client_of(floor), reverse("triggers")
    for place in (f"event:{event}", f"group:{done.answer['group']}"):
        sent = send(
            page,
            path,
            what="save",
            when="break_start",
            before="2",
            unit="minutes",
            shown_on=place,
            spoken="x",
            priority="normal",
        )
        assert sent.status_code == 302, text_of(sent)
    assert {(one.tournament_id, one.group_id) for one in Trigger.objects.filter(spoken="x")} == {
        (event, None),
        (None, done.answer["group"]),
    }


def test_a_trigger_notes_the_levels_in_progress_when_it_was_saved_or_switched_on(
    floor: Actor, director: Actor, wall: Wall, make_event: MakesEvents
) -> None:
    running, _planned, over = (make_event(name=name) for name in ("Running", "Planned", "Over"))
    for event in (running, over):
        press(start, event, by=floor)
    press(close_event, over, by=director)
    number = saved(floor, when="level_start", layout="structure")
    assert [one["rows_in_progress"] for one in shown()] == [{f"{running}": 0}]
    wall.passes(minutes=25)
    assert [one["rows_in_progress"] for one in shown()] == [{f"{running}": 0}]
    done = press(switch_trigger, by=floor, trigger=number, on=True)
    line = JournalEntry.journal(None).get(seq=done.seq)
    assert line_text(line) == "Ended the layout of the trigger “A level starts”"
    assert [one["rows_in_progress"] for one in shown()] == [{f"{running}": 1}]
    press(undo_in_room, by=floor, seq=done.seq)
    assert [one["rows_in_progress"] for one in shown()] == [{f"{running}": 0}]
    press(restore_triggers, by=floor, shipped=["bubble"])
    assert [one["rows_in_progress"] for one in shown()] == [{f"{running}": 0}, {f"{running}": 1}]


def test_ending_a_layout_is_refused_once_the_trigger_was_changed_or_switched_off(
    floor: Actor, wall: Wall
) -> None:
    number = saved(floor, when="level_start", layout="structure")
    since = shown()[0]["since"]
    wall.passes(minutes=1)
    press(switch_trigger, by=floor, trigger=number, on=True, since=since)
    again = {"trigger": number, "on": True, "since": since}
    assert refusal(switch_trigger, by=floor, **again).code == "changed_since"
    press(switch_trigger, by=floor, trigger=number, on=False)
    off = {**again, "since": shown()[0]["since"]}
    assert refusal(switch_trigger, by=floor, **off).code == "changed_since"
    assert not Trigger.objects.get(pk=number).is_on

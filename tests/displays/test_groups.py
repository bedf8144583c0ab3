"""Groups of displays: what members show, sound, schedules, rotations, the page, and reports of displays."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clock.commands.events import close_event
from displays.boards import displays as boards
from displays.commands.announcements import show_announcement
from displays.commands.displays import (
    blank_screen,
    identify_screen,
    reload_screen,
    retire_screen,
    say_on_screen,
    set_screen,
    show_on_screen,
)
from displays.commands.groups import (
    blank_group,
    remove_group,
    remove_rotation,
    save_group,
    save_rotation,
    say_on_group,
)
from displays.models import Announcement, Rotation, Screen, ScreenGroup, ScreenHealth
from displays.rules.programme import holding
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.web.test_pairing import pair
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.access.viewers import SCREEN_COOKIE
from tourney.commands import set_room
from tourney.journal.boards import text_of as line_of
from tourney.journal.undo import undo_in_room
from tourney.live.boards import shown_by_rows
from tourney.models import JournalEntry

board_of = as_sent(boards.screen)
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "programmes.json").read_text())
SLIDES = [{"layout": "seats", "seconds": 30}, {"layout": "clock", "when": "break"}]


def shown(number: int) -> dict[str, Any]:
    """Return the board of a display."""
    board = board_of(0, str(number))
    assert board is not None
    return board


def group(by: Actor, *screens: int, name: str = "Bar", **more: Any) -> int:
    """Make a group and return its id."""
    done = press(save_group, by=by, name=name, screens=list(screens), **more)
    assert done.answer is not None
    return done.answer["group"]


def rotation(by: Actor, name: str = "Breaks", slides: Any = SLIDES, **more: Any) -> int:
    """Save a rotation and return its id."""
    done = press(save_rotation, by=by, name=name, slides=slides, **more)
    assert done.answer is not None
    return done.answer["rotation"]


@pytest.mark.parametrize("vector", VECTORS["holding"], ids=[one["name"] for one in VECTORS["holding"]])
def test_a_schedule_is_a_function_of_the_time_of_day(vector: dict[str, Any]) -> None:
    assert holding(vector["times"], vector["minute"]) == vector["expect"]


def test_a_display_follows_its_group_and_its_own_settings_return(event: int, director: Actor) -> None:
    number, _secret = pair(director, tournament=event, layout="seats")
    press(say_on_screen, by=director, screen=number, text="Mine")
    made = group(director, number, tournament=event, layout="structure")
    press(say_on_group, by=director, group=made, text="Bar is open")
    press(blank_group, by=director, group=made, blank=True)
    board = shown(number)
    assert (board["layout"], board["message"], board["blank"], board["group_name"]) == (
        "structure", "Bar is open", True, "Bar",
    )  # fmt: skip
    for command, more in (
        (show_on_screen, {"tournament": event, "layout": "clock"}),
        (say_on_screen, {"text": "x"}),
        (blank_screen, {"blank": True}),
    ):
        assert refusal(command, by=director, screen=number, **more).code == "in_group"
    group(director, group=made, tournament=event, layout="structure")
    board = shown(number)
    assert (board["layout"], board["message"], board["blank"], board["group"]) == (
        "seats",
        "Mine",
        False,
        None,
    )
    journal_tells_the_rows()


def test_a_change_of_a_group_reaches_its_displays_and_is_undone(director: Actor) -> None:
    number, _secret = pair(director)
    other, _secret = pair(director, name="Other")
    turning = rotation(director)
    made = group(director, number, rotation=turning)
    for command, more in ((save_rotation, {"name": "x", "slides": SLIDES, "rotation": turning}),
                          (blank_group, {"group": made, "blank": True})):  # fmt: skip
        done = press(command, by=director, **more)
        changes = JournalEntry.journal(None).get(seq=done.seq).changes
        assert shown_by_rows("room", {one["model"] for one in changes}, changes) == {f"screen:{number}"}
    press(undo_in_room, by=director, seq=done.seq)
    assert (shown(number)["blank"], shown(other)["programmes"]) == (False, [])
    assert [slide["seconds"] for slide in shown(number)["programmes"][0]["slides"]] == [30, 20]
    removed = press(remove_group, by=director, group=made)
    assert shown(number)["group"] is None
    press(undo_in_room, by=director, seq=removed.seq)
    assert shown(number)["group"] == made
    journal_tells_the_rows()


def test_the_journal_names_displays_and_groups_and_a_refusal_the_slide(director: Actor) -> None:
    number, _secret = pair(director, name="Wall")
    lines = []
    for command, more in ((blank_screen, {"screen": number, "blank": True}), (reload_screen, {"screen": number}),
                          (blank_group, {"group": group(director), "blank": False})):  # fmt: skip
        done = press(command, by=director, **more)
        lines.append(line_of(JournalEntry.journal(None).get(seq=done.seq)))
    assert lines == ["Blanked “Wall”", "Reloaded the display “Wall”", "Ended the blank screen of “Bar”"]
    short = [{"layout": "clock"}, {"layout": "seats", "seconds": 1}]
    assert "Slide 2" in refusal(save_rotation, by=director, name="x", slides=short).message


def test_another_language_of_the_room_reaches_the_displays_that_follow_it(director: Actor) -> None:
    number, _secret = pair(director)
    own, _secret = pair(director, name="Own")
    press(
        set_screen, by=director, screen=own, name="Own", language="fr", sound=False, volume=50, speech=False
    )
    room = {"name": "Ace", "currency": "CHF", "book": "tda", "accent": "#aa3300"}
    done = press(set_room, by=director, language="de-ch", **room)
    changes = JournalEntry.journal(None).get(seq=done.seq).changes
    assert shown_by_rows("room", {one["model"] for one in changes}, changes) == {f"screen:{number}"}
    assert (shown(number)["language"], shown(own)["language"]) == ("de-ch", "fr")


def test_one_display_of_an_event_sounds_in_a_group_and_beside_it(
    make_event: MakesEvents, director: Actor
) -> None:
    first, second = make_event(), make_event()
    a, b, c = (pair(director, name=name, tournament=first)[0] for name in "abc")
    d, _secret = pair(director, name="d", tournament=second)

    def sounding() -> set[int]:
        return set(Screen.objects.filter(sound=True).values_list("pk", flat=True))

    assert sounding() == {a, d}
    made = group(director, a, b, tournament=second)
    assert sounding() == {c, d}, "the first event has another one, the second keeps its own"
    group(director, a, b, group=made, tournament=first)
    assert sounding() == {c, d}
    press(set_screen, by=director, screen=b, name="b", language="", sound=True, volume=50, speech=False)
    assert sounding() == {b, d}
    group(director, a, group=made, tournament=first)
    assert sounding() == {b, d}, "it shows the same event by itself"
    press(retire_screen, by=director, screen=b)
    assert len(sounding()) == 2
    press(remove_group, by=director, group=made)
    assert len(sounding()) == 2
    journal_tells_the_rows()


def test_a_schedule_names_what_holds_and_is_checked(event: int, director: Actor) -> None:
    number, _secret = pair(director)
    turning = rotation(director)
    schedule = [{"at": 1080, "layout": "clock"}, {"at": 600, "rotation": turning}]
    made = group(director, number, tournament=event, schedule=schedule)
    programmes = shown(number)["programmes"]
    assert [(one["at"], len(one["slides"])) for one in programmes] == [(600, 2), (1080, 0)]
    assert refusal(remove_rotation, by=director, rotation=turning).code == "in_use"
    for wrong in ([{"at": 5}], [{"at": 5}, {"at": 5}]):
        assert refusal(save_group, by=director, name="x", screens=[], schedule=wrong).code == "bad_schedule"
    assert refusal(save_group, by=director, name="Bar", screens=[]).code == "name_taken"
    assert refusal(save_rotation, by=director, name="Breaks", slides=SLIDES).code == "name_taken"
    for slide in ({"layout": "x"}, {"layout": "clock", "seconds": 4}, {"layout": "clock", "when": "noon"}):
        assert refusal(save_rotation, by=director, name="x", slides=[slide]).code == "bad_argument"
    group(director, number, group=made)
    press(remove_rotation, by=director, rotation=turning)
    assert not Rotation.objects.exists()


def test_an_event_that_was_closed_since_stays_chosen_until_it_is_changed(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(name="Early Bird")
    slides = [{"layout": "results", "tournament": event}, {"layout": "clock"}]
    turning = rotation(director, slides=slides)
    made = group(director, tournament=event)
    press(close_event, event, by=director)
    other = client_of(director).get(reverse("display_groups"))
    assert (event, "Early Bird (closed)") in other.context["events"], "displays can still show its winner"
    wall.passes(minutes=24 * 60)
    rotation(director, slides=slides[:1], rotation=turning)
    group(director, group=made, tournament=event, layout="results")
    assert refusal(save_rotation, by=director, name="x", slides=slides).code == "event_closed"
    assert refusal(save_group, by=director, name="x", screens=[], tournament=event).code == "event_closed"
    page = client_of(director).get(reverse("display_groups"), {"group": made, "rotation": turning})
    assert (event, "Early Bird (closed)") in page.context["events"]


def test_an_announcement_for_a_group_ends_with_it(director: Actor) -> None:
    made = group(director)
    press(show_announcement, by=director, text="Bar is open", shown_on="group", group=made)
    assert refusal(show_announcement, by=director, text="x", shown_on="group").code == "no_display"
    press(remove_group, by=director, group=made)
    assert not Announcement.objects.exists()


def test_a_display_is_asked_for_its_name_and_to_load_its_page_again(director: Actor, wall: Wall) -> None:
    number, secret = pair(director)
    tv = Client()
    tv.cookies[SCREEN_COOKIE] = secret
    loaded = tv.get(reverse("tv")).context["config"]["now"]
    wall.passes(seconds=5)
    press(identify_screen, by=director, screen=number)
    press(reload_screen, by=director, screen=number)
    board = shown(number)
    assert board["identified"] == board["reload"] == wall.ms > loaded
    assert tv.get(reverse("tv")).context["config"]["now"] >= board["reload"], "the new page does not again"


def test_a_display_reports_at_most_every_half_minute_outside_the_journal(director: Actor, wall: Wall) -> None:
    number, secret = pair(director)
    tv = Client(enforce_csrf_checks=True)
    address = reverse("tv_report")

    def report(**said: object) -> int:
        return tv.post(address, said, content_type="application/json").status_code

    assert report(build="b1", drift=3) == 403, "it is not paired"
    tv.cookies[SCREEN_COOKIE] = secret
    entries = JournalEntry.objects.count()
    unseen = as_sent(boards.screen_health)(0, str(number))
    assert unseen is not None
    assert unseen["seen"] is None
    assert report(build="b1", drift=3) == 204
    assert report(build="b1", drift=4) == 429
    assert [report(build="b" * 65, drift=1), report(drift=1), report(build="b", drift=-1)] == [400] * 3
    wall.passes(seconds=31)
    assert report(build="b2", drift=1, battery=101) == 400
    assert report(build="b2", drift=10**15, frames=60, battery=87, charging=True) == 204
    health = as_sent(boards.screen_health)(0, str(number))
    assert health is not None
    assert (health["build"], health["seen"], health["drift"]) == ("b2", wall.ms, 86_400_000)
    assert (health["frames"], health["battery"], health["charging"]) == (60, 87, True)
    assert JournalEntry.objects.count() == entries
    assert ScreenHealth.objects.count() == 1


def test_the_page_saves_changes_and_removes(event: int, director: Actor, floor: Actor, wall: Wall) -> None:
    number, _secret = pair(director, name="Bar left")
    page = client_of(floor)
    address = reverse("display_groups")

    def post(**values: object) -> Any:
        return page.post(
            address, {"command_id": page.get(address).context["forms"]["group"].command_id, **values}
        )

    assert post(what="rotation", name="Breaks").status_code == 422
    short = {"slide_2_layout": "seats", "slide_2_seconds": "3"}
    wrong = post(what="rotation", name="Breaks", **short).context["forms"]["rotation"]
    assert (wrong.errors, wrong.message) == (
        {"slide_2_seconds": "This must be at least 5."}, "Slide 1, Seconds: must be at least 5."
    )  # fmt: skip
    wrong = post(what="rotation", name="", **short, slide_3_layout="clock", slide_3_seconds="abc")
    assert set(wrong.context["forms"]["rotation"].errors) == {"name", "slide_2_seconds", "slide_3_seconds"}
    slide = {"slide_1_layout": "seats", "slide_1_seconds": "30", "slide_1_when": "break"}
    assert post(what="rotation", name="Breaks", **slide).status_code == 302
    turning = Rotation.objects.get()
    assert turning.slides == [{"layout": "seats", "tournament": None, "seconds": 30, "when": "break"}]
    assert "Seats (30 s, during breaks)" in text_of(page.get(address))
    bar = {
        "name": "Bar",
        f"screen_{number}": "on",
        "tournament": str(event),
        "content": f"rotation:{turning.pk}",
    }
    for what, values in (("group", bar), ("rotation", {"name": "Other", **slide})):
        gone = post(what=what, **values, **{what: "999"})
        assert "has been removed. Save it again to add it as a new one." in text_of(gone)
        kept = gone.context["forms"][what]
        assert (gone.status_code, kept.values["name"], kept.values[what]) == (422, values["name"], "")
    wrong = post(what="group", **bar, entry_1_at="25:00", entry_1_content="layout:clock")
    assert (wrong.status_code, "Enter a time of day as 19:00." in text_of(wrong)) == (422, True)
    entries = {"entry_1_at": "18:00", "entry_1_content": f"rotation:{turning.pk}",
               "entry_2_at": "10:00", "entry_2_content": "layout:structure"}  # fmt: skip
    assert post(what="group", **bar, **entries).status_code == 302
    made = ScreenGroup.objects.get()
    assert [entry["at"] for entry in made.schedule] == [600, 1080]
    assert shown(number)["group"] == made.pk
    text = text_of(page.get(address))
    assert "Now: Rotation “Breaks”" in text, "it is 19:00 in the room"
    wall.passes(minutes=15 * 60)
    assert "Now: Structure" in text_of(page.get(address))
    form = page.get(address, {"group": made.pk}).context["forms"]["group"]
    assert (form.values["entry_1_at"], form.values[f"screen_{number}"]) == ("10:00", "on")
    assert page.get(address, {"rotation": turning.pk}).context["forms"]["rotation"].values["name"] == "Breaks"
    assert post(what="say", group=made.pk, text="Hello").status_code == 302
    assert post(what="blank", group=made.pk).status_code == 302
    made.refresh_from_db()
    assert (made.message, made.blank) == ("Hello", True)
    assert post(what="remove_rotation", rotation=turning.pk).status_code == 422
    assert post(what="remove_group", group=made.pk).status_code == 302
    assert post(what="remove_rotation", rotation=turning.pk).status_code == 302
    assert post(what="else").status_code == 422


def test_a_form_that_was_opened_before_a_change_does_not_replace_it(
    event: int, director: Actor, floor: Actor
) -> None:
    number, _secret = pair(director, name="Bar left")
    turning = rotation(director, slides=SLIDES)
    made = group(director)
    page = client_of(floor)
    address = reverse("display_groups")
    opened = page.get(address, {"rotation": turning, "group": made}).context["forms"]
    slides = {"slide_1_layout": "seats", "slide_1_seconds": "12"}
    saved = {
        "rotation": {"rotation": turning, "name": "Breaks", **slides},
        "group": {"group": made, "name": "Bar", "content": "layout:seats", f"screen_{number}": "on"},
    }
    for what, values in saved.items():
        values |= {"what": what, "based_on": opened[what].values["based_on"]}
        again = {**values, "command_id": page.get(address).context["forms"][what].command_id}
        assert page.post(address, {**values, "command_id": opened[what].command_id}).status_code == 302
        refused = page.post(address, again)
        assert refused.status_code == 422
        assert f"This {what} has been changed since you opened it." in text_of(refused)
    now = page.get(address, {"group": made}).context["forms"]["group"].values["based_on"]
    blanked = {
        "what": "blank",
        "group": made,
        "command_id": page.get(address).context["forms"]["other"].command_id,
    }
    page.post(address, blanked)
    assert page.get(address, {"group": made}).context["forms"]["group"].values["based_on"] == now


def test_choosing_what_a_display_or_a_group_shows_ends_its_blank_screen(event: int, director: Actor) -> None:
    number, _secret = pair(director, tournament=event, layout="seats")
    for chosen in ({"tournament": event, "layout": "structure"}, {"tournament": None, "layout": "structure"}):
        press(blank_screen, by=director, screen=number, blank=True)
        done = press(show_on_screen, by=director, screen=number, **chosen)
        assert not shown(number)["blank"]
    press(undo_in_room, by=director, seq=done.seq)
    assert shown(number)["blank"]
    made = group(director, number, layout="seats")
    for more, blank in (
        ({"layout": "seats", "name": "Hall"}, True),
        ({"layout": "clock", "name": "Hall"}, False),
        ({"layout": "clock", "name": "Hall", "tournament": event}, False),
        ({"layout": "clock", "name": "Hall", "tournament": event, "rotation": rotation(director)}, False),
    ):
        press(blank_group, by=director, group=made, blank=True)
        group(director, number, group=made, **more)
        assert shown(number)["blank"] is blank, more
    journal_tells_the_rows()

"""The last journal entries beside the clock offer to undo a draw only before play."""

import re
from pathlib import Path

import pytest
from django.test import Client

from clock.commands.announcements import say
from clock.commands.clock import start
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import drawn_event
from tourney.access.roles import CLOCKWORK, FIRST_START, Actor
from tourney.journal.commands import COMMANDS
from tourney.journal.readable import argument_permissions
from web.shared.texts import WORDS

pytestmark = pytest.mark.django_db


def undoable(client: Client, event: int) -> dict[str, bool]:
    """Return which entries offer an undo, by kind; the newest of each."""
    lines = client.get(f"/live/t{event}/journal/").json()["boards"]["journal"]["lines"]
    return {line["kind"]: line["permission"] is not None for line in reversed(lines)}


def test_a_draw_is_not_offered_for_undo_once_play_has_begun(page: Client, make_event: MakesEvents) -> None:
    event = make_event(book="munot")
    drawn_event(event, 4, [1])
    assert undoable(page, event)["seats.draw"]
    press(start, event, by=FIRST_START)
    found = undoable(page, event)
    assert (found["seats.draw"], found["clock.start"]) == (False, True)


def test_lines_name_the_permission_of_their_undo_and_their_author_in_each_language(
    page: Client, make_event: MakesEvents
) -> None:
    event = make_event(book="munot")
    press(say, event, by=FIRST_START, text="Dinner is served")
    press(start, event, by=Actor(CLOCKWORK.key, CLOCKWORK.name, FIRST_START.role))
    first, second = page.get(f"/live/t{event}/journal/").json()["boards"]["journal"]["lines"][:2]
    assert (first["who"], first["system"]["fr"], first["permission"]) == ("", "Horloge", "run_clock")
    assert (second["system"]["en"], second["system"]["de"], second["texts"]["en"]) == (
        "First start",
        "Erster Start",
        "Announced: “Dinner is served”",
    )
    press(say, event, by=Actor("user:7", "Mia", FIRST_START.role), text="Seats open")
    newest = page.get(f"/live/t{event}/journal/").json()["boards"]["journal"]["lines"][0]
    assert (newest["who"], newest["system"]) == ("Mia", {})


def test_texts_of_entries_lack_only_the_number_of_a_void_ticket() -> None:
    """The board shows all readers of the journal the same texts. Directors read that number in the journal."""
    lacking = {}
    for made in COMMANDS.values():
        if not callable(made.summary) and made.scope == "tournament":
            restricted = {*argument_permissions(made.arguments), *made.answer_permissions}
            shown = set(re.findall(r"%\((\w+)\)", str(made.summary)))
            if shown & restricted:
                lacking[made.kind] = shown & restricted
    assert lacking == {"ticket.void": {"number"}}


def test_labels_of_the_remote_are_written_once_in_its_template() -> None:
    template = (Path(__file__).parent.parent.parent / "templates/remote/page.html").read_text()
    labels = set(re.findall(r'{% translate ["\']([^"\']+)["\'] %}', template))
    said = {str(text) for key, text in WORDS.items() if key.startswith("remote.")}
    # “Clock” is also who made an entry of the journal.
    assert labels & said <= {"Clock"}

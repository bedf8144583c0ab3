"""Personal data of players: which viewer sees which field, compared with `players.rules.player_fields`."""

import re
from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import Client

from desk.boards.find import expected, find
from desk.commands.bookings import reserve
from players.commands.contacts import set_contact
from players.commands.players import set_photo
from players.rules.player_fields import (
    MOST_NAMESAKES,
    PLAYER_FIELDS,
    ReadContext,
    readable_fields,
)
from players.services.photos import players_folder
from tests.desk.tills import drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.matrix.test_role_matrix import PAGES, READS
from tests.matrix.viewers import ROLES, Room, api_operations, page_patterns, program_path
from tourney.access.roles import ALLOWED, FIRST_START, Actor, Permission, Role

NAME = "Xaviera Quendolin"
PHOTO = f"{'ab' * 32}.png"
GIVEN = {
    "birth_date": "1931-02-27",
    "card": "KARTE90817",
    "needs": "Rampe Nord",
    "staff_notes": "owes a beer",
}
# Patterns that match only this field in any format; the switch for an accessible seat has no such value.
SIGNS = {
    "birth_date": re.compile(r"(?<!\d)1931(?!\d)"),
    "card": re.compile("KARTE90817"),
    "photo": re.compile("ab" * 32),
    "needs": re.compile("Rampe Nord"),
    "staff_notes": re.compile("owes a beer"),
    "email": re.compile("canary.mail@example"),
    "phone": re.compile(r"(?<!\d)41790908171(?!\d)"),
}
CONTACTS = {"email": "canary.mail@example.org", "phone": "+41790908171"}
NAMESAKES = frozenset({"birth_date", "card"})
EVERYTHING = frozenset(SIGNS)
# Addresses that open one record or search narrowly, and the fields shown there; all others are bulk reads.
SHOWN: dict[str, tuple[ReadContext, frozenset[str]]] = {
    "desk_person": (ReadContext.OPENED, EVERYTHING),
    "player": (ReadContext.OPENED, EVERYTHING),
    "players": (ReadContext.FOUND, NAMESAKES),
    "desk_find": (ReadContext.FOUND, NAMESAKES),
    "players_like": (ReadContext.FOUND, NAMESAKES | {"photo"}),
    "read_players_like": (ReadContext.FOUND, NAMESAKES | {"photo"}),
    "read_player": (ReadContext.BULK, EVERYTHING),
    "players_export": (ReadContext.BULK, EVERYTHING - {"photo"}),
}
# They return no personal data, or end the login.
_LEFT_OUT = {"logout", "health"}
# In order of access; the director sees the same as the floor.
VIEWERS = ("anonymous", "player", "tv", "dealer", "desk", "floor")


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event whose rulebook requires no membership."""
    return make_event(book="tda")


@pytest.fixture
def room(event: int, floor: Actor) -> Room:
    """Make a room with an entered player with unmistakable data, a similarly named player, and a journal."""
    sold(event)
    drawer(floor)
    canary = player(NAME, needs_access=True, **GIVEN)
    players_folder().mkdir(parents=True, exist_ok=True)
    (players_folder() / PHOTO).write_bytes(b"\x89PNG")
    press(set_photo, by=FIRST_START, player=canary, photo=PHOTO)
    press(set_contact, by=FIRST_START, player=canary, **CONTACTS, consent=True)
    enter(event, floor, canary)
    made = Room(event, player=canary)
    player("Quendolin Xaviera Twin", birth_date="1950-01-01")
    return made


def _addresses(room: Room, viewer: str) -> Iterator[tuple[str, Client, str]]:
    """Return every address that this viewer may open, by its declared name."""
    for name, path in page_patterns():
        if name not in _LEFT_OUT and viewer in PAGES[name]:
            yield name, room.pages[viewer], room.address(path)
    program = Client(raise_request_exception=False, headers=room.programs[viewer])
    for name, method, path in api_operations():
        if method == "GET" and viewer in READS[name]:
            yield name, program, program_path(room, path)


def _fields_in(answer: HttpResponseBase) -> frozenset[str]:
    if isinstance(answer, StreamingHttpResponse):
        content = async_to_sync(_body)(answer) if answer.is_async else b"".join(answer)
    else:
        content = answer.content  # type: ignore[attr-defined]
    text = content.decode(errors="replace")
    return frozenset(name for name, sign in SIGNS.items() if sign.search(text))


async def _body(answer: StreamingHttpResponse) -> bytes:
    return b"".join([part async for part in answer])


def _reader(viewer: str) -> Actor | None:
    return Actor(f"user:{viewer}", viewer, ROLES[viewer]) if viewer in ROLES else None


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_viewer_sees_the_personal_fields_declared_for_each_address(room: Room, viewer: str) -> None:
    wrong = []
    for name, client, address in _addresses(room, viewer):
        context, there = SHOWN.get(name, (ReadContext.BULK, None))
        allowed = readable_fields(_reader(viewer), context)
        seen = _fields_in(client.get(address, {"q": NAME, "name": NAME, "t": room.event, "kind": "people"}))
        if seen - allowed or (there is not None and seen != there & allowed):
            wrong.append((name, sorted(seen), sorted(allowed)))
    assert not wrong


@pytest.mark.parametrize("address", ["/staff/room/players/", "/staff/desk/find/"])
def test_clerk_sees_no_personal_fields_without_a_specific_search(room: Room, address: str) -> None:
    for number in range(MOST_NAMESAKES):
        player(f"{NAME} {number}", birth_date="1931-02-27", card=f"KARTE90817-{number}")
    for sought in ("", "q", "/in", "quendolin"):
        given = {"q": sought, "t": room.event}
        assert not _fields_in(room.pages["desk"].get(address, given)), sought
    assert _fields_in(room.pages["floor"].get(address, {"q": "quendolin"})) == NAMESAKES


def test_a_file_of_names_shows_a_clerk_no_dates_of_birth(room: Room) -> None:
    """A file may contain any name, so a match reveals no more than a list does."""
    for viewer, fields in (("desk", frozenset()), ("floor", {"birth_date"})):
        file = SimpleUploadedFile("x.csv", f"Name\n{NAME}\n".encode(), content_type="text/csv")
        answer = room.pages[viewer].post("/staff/room/players/import/", {"file": file})
        assert f"correct {NAME}" in answer.content.decode()
        assert _fields_in(answer) == fields


def test_lists_of_a_state_show_a_clerk_no_dates_of_birth_or_cards(
    event: int, desk: Actor, floor: Actor
) -> None:
    sold(event)
    press(reserve, event, by=desk, player=player(NAME, **GIVEN))
    for rows in (expected(event, desk).rows, find("", event, "reserved", desk).rows):
        assert [(row["name"], row["born"], row["card"]) for row in rows] == [(NAME, None, "")]
    for rows in (expected(event, floor).rows, find("", event, "reserved", floor).rows):
        assert [(row["born"], row["card"]) for row in rows] == [(GIVEN["birth_date"], GIVEN["card"])]


def test_a_clerk_reads_of_an_opened_record_that_contacts_are_on_file(room: Room) -> None:
    for viewer, shown in (("desk", ["", ""]), ("floor", list(CONTACTS.values()))):
        page = room.pages[viewer]
        answer = page.get(f"/staff/desk/person/{room.player}/", {"t": room.event}).json()
        assert [one["value"] for one in answer["contacts"]] == shown
        assert {one["kind"] for one in answer["contacts"]} == CONTACTS.keys()
        text = page.get(f"/staff/room/players/{room.player}/").content.decode()
        assert text.count("on file") == shown.count("")
        assert ("canary.mail@example.org" in text) == (viewer == "floor")


def test_player_editors_can_read_every_field_of_the_form() -> None:
    """Saving the form would clear a hidden field; contacts have a separate form, which clears nothing."""
    for role in Role:
        if Permission.EDIT_PLAYERS in ALLOWED[role]:
            assert (
                readable_fields(Actor("user:1", "x", role), ReadContext.OPENED)
                >= PLAYER_FIELDS.keys() - CONTACTS.keys()
            )

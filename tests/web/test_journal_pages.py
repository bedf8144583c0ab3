"""The journal for staff: filtered by kind, person and time, in pages, undone there, and exported."""

import csv
import io
import json
import re
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.utils import translation

from clock.commands.clock import pause, start
from clock.commands.due import take_due_of
from desk.commands.vouchers import issue_vouchers
from players.commands.players import add_player
from tests.fixtures.journalled import journalled_models
from tests.fixtures.room import press
from tests.fixtures.wall import Wall
from tests.web.visitors import Person, client_of, done, lines, send, text_of
from tourney.access.roles import Actor, Role
from tourney.commands import change_person, count_field, issue_token, set_field
from tourney.commands.login_notes import note_wrong_code
from tourney.journal.boards import journal_entry_board
from tourney.journal.commands import COMMANDS
from tourney.journal.row_images import image, label
from tourney.models import JournalEntry, Tournament
from web.office.journal_values import (
    argument_text,
    cell_text,
    coded_columns,
    codes_in,
    value_text,
)
from web.shared.labels import COLUMNS, FAMILIES, KINDS, MODELS, family_of
from web.shared.labels.codes import CODES, SYMBOLS

# The test client consumes the asynchronous stream synchronously; a server does not.
pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")]
ROOM = "/staff/journal/"


def shown_seqs(answer: Any) -> list[int]:
    """Return the numbers of the entries on a page, from the top."""
    return [int(seq) for seq in re.findall(r'id="line-(\d+)"', text_of(answer))]


def whole(answer: Any) -> str:
    """Return the whole content of a streamed file."""
    return b"".join(answer).decode()


# --- texts --------------------------------------------------------------------------------------------
def test_every_kind_family_row_and_column_has_a_word() -> None:
    assert set(COMMANDS) == set(KINDS)
    assert {family_of(kind) for kind in KINDS} == set(FAMILIES)
    arguments = {name for made in COMMANDS.values() for name in made.arguments.model_fields}
    assert {label(model) for model in journalled_models()} == set(MODELS)
    columns = {name for model in journalled_models() for name in image(model())}
    plain = {name.removesuffix("_ms").removesuffix("_id") for name in arguments | columns}
    assert sorted(plain - {"digest", "password"} - set(COLUMNS)) == []


def test_every_code_in_the_journal_has_a_word() -> None:
    words = set(CODES) | set(SYMBOLS)
    given = {
        (name, code)
        for made in COMMANDS.values()
        for name, field in made.arguments.model_fields.items()
        for code in codes_in(field.annotation)
    }
    stored = {
        (field.attname, code)
        for model in journalled_models()
        for field in model._meta.concrete_fields
        if field.attname in coded_columns(label(model))
        for code, _same in field.choices or ()
        if code
    }
    assert {one for one in given | stored if one[0] != "language" and one[1] not in words} == set()
    assert words <= {code for _name, code in given | stored}


def test_codes_times_and_amounts_of_the_journal_are_shown_in_words() -> None:
    payment = {"method": "transfer", "amount": 2_050, "tendered": None}
    with translation.override("de-de"):
        assert cell_text("desk.payment", payment, "method", "EUR") == "Überweisung"
        assert cell_text("desk.payment", payment, "amount", "EUR") == "20,50\u00a0€"
        assert cell_text("desk.payment", payment, "amount", None) == "2.050"
        assert cell_text("desk.drawer", {"counted": 100, "currency": "CHF"}, "counted", "EUR") == "1\u00a0CHF"
        assert cell_text("seating.seat", {"counted": 100}, "counted", "EUR") == "100"
    with translation.override("fr-fr"):
        assert argument_text("payout.set", {"method": "table"}, "method", "EUR") == "Grille de gains"
        assert argument_text("drawer.close", {"counted": 100_000}, "counted", "EUR") == "1\u00a0000\u00a0€"
        # What staff typed is shown as typed, also if it reads like a code.
        assert argument_text("time.call", {"reason": "table"}, "reason", "EUR") == "table"


# --- filters ------------------------------------------------------------------------------------------
def test_newest_entries_come_first_and_are_paged(page: Client, event: int) -> None:
    for _n in range(60):
        done(count_field, event, entries_by=1)
    answer = page.get(f"/staff/t/{event}/journal/")
    assert shown_seqs(answer) == list(range(60, 10, -1))
    older = re.findall(r'rel="next" href="([^"]+)"', text_of(answer))
    assert shown_seqs(page.get(f"/staff/t/{event}/journal/{older[0]}")) == list(range(10, 0, -1))


@pytest.mark.postgres
def test_lines_are_found_by_family_by_kind_and_by_undo(page: Client, director: Actor, event: int) -> None:
    done(set_field, event, entries=9, left=9)
    press(start, event, by=director)
    press(pause, event, by=director)
    send(page, f"/staff/t/{event}/undo/", seq=3)
    path = f"/staff/t/{event}/journal/"
    assert shown_seqs(page.get(path)) == [4, 3, 2, 1]
    assert shown_seqs(page.get(f"{path}?kind=clock")) == [3, 2]
    assert shown_seqs(page.get(f"{path}?kind=clock.start")) == [2]
    assert shown_seqs(page.get(f"{path}?kind=field")) == [1]
    assert shown_seqs(page.get(f"{path}?kind=undo")) == [4]


@pytest.mark.postgres
def test_undos_of_the_room_are_found_by_the_same_word(page: Client) -> None:
    done(add_player, name="Ann")
    send(page, "/staff/undo/", seq=lines())
    assert shown_seqs(page.get(f"{ROOM}?kind=undo")) == [lines()]


@pytest.mark.postgres
def test_lines_are_found_by_person(page: Client, person: Person, event: int) -> None:
    press(set_field, event, by=person("flora", Role.FLOOR), entries=5, left=5)
    press(set_field, event, by=person("desiree", Role.DESK), entries=6, left=6)
    assert shown_seqs(page.get(f"/staff/t/{event}/journal/?who=FLOR")) == [1]


@pytest.mark.postgres
def test_lines_are_found_by_the_rooms_own_time(wall: Wall, page: Client, event: int) -> None:
    for minutes in (0, 10, 10):
        wall.passes(minutes=minutes)
        done(count_field, event, entries_by=1)
    # 18:00 UTC is 19:00 in the room's winter time.
    path = f"/staff/t/{event}/journal/"
    assert shown_seqs(page.get(f"{path}?since=2026-11-21T19:05")) == [3, 2]
    assert shown_seqs(page.get(f"{path}?since=2026-11-21T19:05&until=2026-11-21T19:15")) == [2]
    assert shown_seqs(page.get(f"{path}?until=2026-11-21T19:00")) == [1]


@pytest.mark.postgres
@pytest.mark.parametrize(
    "query",
    [
        "kind=nothing",
        "since=yesterday",
        "until=2026-13-45T99:99",
        "since=0001-01-01T00:00%2B14:00",
        "since=2026-11-22T00:00&until=2026-11-21T00:00",
        "before=abc",
        "before=-3",
        "before=99999999999999999999999",
        "who=%00",
        "kind=clock%00",
        f"who={'x' * 5000}",
    ],
)
def test_invalid_search_is_reported_and_finds_no_entries(page: Client, event: int, query: str) -> None:
    done(set_field, event, entries=9, left=9)
    answer = page.get(f"/staff/t/{event}/journal/?{query}")
    assert answer.status_code == 422
    assert shown_seqs(answer) == []
    assert 'class="error"' in text_of(answer)
    assert page.get(f"/staff/t/{event}/journal/export.csv?{query}").status_code == 404


def test_a_moment_that_was_taken_late_says_when_it_was_due(wall: Wall, page: Client, event: int) -> None:
    done(start, event)
    wall.passes(minutes=20, ms=300)
    take_due_of(event)
    wall.passes(minutes=25)
    take_due_of(event)
    shown = text_of(page.get(f"/staff/t/{event}/journal/"))
    # The first was noticed within a second, the second five minutes late.
    assert "due 21 Nov 2026, 19:20:00" not in shown
    assert "due 21 Nov 2026, 19:40:00" in shown


# --- an entry -----------------------------------------------------------------------------------------
def test_entry_shows_before_after_and_its_undo(page: Client, event: int) -> None:
    done(set_field, event, entries=27, left=19)
    send(page, f"/staff/t/{event}/undo/", seq=1)
    shown = text_of(page.get(f"/staff/t/{event}/journal/"))
    assert "undone by #2" in shown
    one = text_of(page.get(f"/staff/t/{event}/journal/1/"))
    assert re.search(r"<td>Entries</td><td>0</td><td>27</td>", one)


def test_journal_contains_no_hash_of_a_secret(page: Client) -> None:
    digest = "ab" * 32
    done(issue_token, label="Program", role="floor", digest=digest)
    seq = lines()
    for path in (ROOM, f"{ROOM}{seq}/"):
        assert digest not in text_of(page.get(path))
    for ending in ("csv", "json"):
        assert digest not in whole(page.get(f"{ROOM}export.{ending}"))


def test_undo_is_offered_only_with_permission(person: Person, event: int) -> None:
    done(set_field, event, entries=9, left=9)
    path = f"/staff/t/{event}/journal/"
    assert "/undo/" in text_of(client_of(person("flo", Role.FLOOR)).get(path))
    assert "/undo/" not in text_of(client_of(person("desi", Role.DESK)).get(path))


def test_floor_staff_cannot_undo_director_commands(person: Person, page: Client) -> None:
    send(page, "/staff/people/", username="newcomer", role="desk", password="a long enough secret")
    answer = client_of(person("flo", Role.FLOOR)).post(
        "/staff/undo/",
        {
            "seq": JournalEntry.journal(None).filter(kind="login.add").latest("seq").seq,
            "command_id": str(uuid.uuid4()),
        },
        follow=True,
    )
    assert 'role="alert"' in text_of(answer)


def test_entries_about_logins_are_read_by_directors_and_by_the_person_alone(
    person: Person, page: Client
) -> None:
    desi, flo = person("desi", Role.DESK), person("flo", Role.FLOOR)
    number = int(desi.key.partition(":")[2])
    press(note_wrong_code, by=desi, address="203.0.113.9")
    wrong = lines()
    done(change_person, user=number, role="floor", active=True)
    changed = lines()
    for _depth in range(4):
        send(page, "/staff/undo/", seq=lines())
    undone = lines()
    assert undone == changed + 4
    everything = {wrong, *range(changed, undone + 1)}
    for reader, seen in ((page, everything), (client_of(desi), everything), (client_of(flo), set())):
        assert set(shown_seqs(reader.get(ROOM))) & everything == seen
        exported = json.loads(whole(reader.get(f"{ROOM}export.json")))
        assert {one["seq"] for one in exported} & everything == seen
        table = csv.DictReader(io.StringIO(whole(reader.get(f"{ROOM}export.csv")).removeprefix("\ufeff")))
        assert {int(next(iter(row.values()))) for row in table} & everything == seen
        read = reader.get("/api/v1/room/journal").json()["lines"]
        assert {one["seq"] for one in read} & everything == seen
        for seq in everything:
            assert reader.get(f"{ROOM}{seq}/").status_code == (200 if seen else 404)
        assert ("203.0.113.9" in text_of(reader.get(ROOM))) == bool(seen)
    refused = client_of(flo).post(
        "/staff/undo/", {"seq": undone - 1, "command_id": str(uuid.uuid4())}, follow=True
    )
    assert f"The journal has no #{undone - 1}." in text_of(refused)
    assert "203.0.113.9" in text_of(client_of(desi).get("/staff/own/"))
    assert "203.0.113.9" not in text_of(client_of(flo).get("/staff/own/"))


# --- export -------------------------------------------------------------------------------------------
@pytest.mark.postgres
def test_journal_of_any_length_is_exported_completely(page: Client, event: int) -> None:
    for _n in range(410):
        done(count_field, event, entries_by=1)
    rows = list(
        csv.DictReader(io.StringIO(whole(page.get(f"/staff/t/{event}/journal/export.csv")).lstrip("\ufeff")))
    )
    assert [int(row["No."]) for row in rows] == list(range(410, 0, -1))
    value_text = json.loads(whole(page.get(f"/staff/t/{event}/journal/export.json")))
    assert [line["seq"] for line in value_text] == list(range(410, 0, -1))
    assert value_text[-1]["changes"][0]["after"]["counted_entries"] == 1


def test_export_equals_the_page_in_the_readers_language(page: Client, event: int) -> None:
    done(set_field, event, entries=9, left=9)
    done(start, event)
    page.cookies["room_language"] = "de"
    with translation.override("en"):
        value_text = json.loads(whole(page.get(f"/staff/t/{event}/journal/export.json?kind=clock")))
    assert [line["kind"] for line in value_text] == ["clock.start"]
    with translation.override("de"):
        assert value_text[0]["text"] == journal_entry_board(JournalEntry.journal(event).get(seq=2))["text"]


def test_an_empty_journal_is_a_file_as_well(page: Client, event: int) -> None:
    assert json.loads(whole(page.get(f"/staff/t/{event}/journal/export.json"))) == []
    assert whole(page.get(f"/staff/t/{event}/journal/export.csv")).count("\n") == 1


def test_a_name_that_a_spreadsheet_would_run_is_written_as_text(page: Client, person: Person) -> None:
    done(add_player, name="=1+1")
    press(add_player, by=Actor("user:1", "=cmd", Role.DIRECTOR), name="Ann")
    rows = list(csv.DictReader(io.StringIO(whole(page.get(f"{ROOM}export.csv")).lstrip("\ufeff"))))
    assert {row["Person"] for row in rows if row["Kind"] == "player.add"} >= {"'=cmd"}
    assert not any(cell[:1] in "=+-@" and cell for row in rows for cell in row.values())
    assert Tournament.objects.count() == 0


def test_every_day_and_moment_of_a_row_is_shown_in_words() -> None:
    evening = datetime(2027, 1, 31, 20, 5, tzinfo=UTC)
    for model in journalled_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.DateTimeField):
                assert ":05" in value_text(field.name, evening.isoformat()), f"{label(model)}.{field.name}"
            elif isinstance(field, models.DateField):
                assert value_text(field.name, "2027-01-31") == "31 Jan 2027", f"{label(model)}.{field.name}"


def test_the_journal_with_a_voucher_that_expires_is_read(director: Actor) -> None:
    press(issue_vouchers, by=director, value=1_000, valid_until="2027-01-31")
    assert "31 Jan 2027" in text_of(client_of(director).get(ROOM))

"""The import page of structures: copied text and saved files are shown before anything is saved."""

import re
import uuid
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clock.models import Structure
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db
PAGE = "/staff/structures/import/"


def field(page: str, name: str) -> str:
    """Return the value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return found[1].replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&")


def save(client: Client, page: str, name: str) -> None:
    """Add the previewed structure to the library."""
    form = {"command_id": field(page, "command_id"), "text": field(page, "text"), "name": name}
    assert client.post(PAGE, form).status_code == 302


def test_pasted_levels_are_shown_with_what_was_left_out_and_then_saved(director: Actor) -> None:
    client = client_of(director)
    pasted = Path("tests/data/imports/web_page.txt").read_text()
    shown = client.post(PAGE, {"pasted": pasted, "command_id": str(uuid.uuid4())})
    assert "was left out: “Starting stack 20.000" in text_of(shown)
    assert not Structure.objects.filter(name="Thursday").exists()
    save(client, shown.content.decode(), "Thursday")
    made = Structure.objects.get(name="Thursday")
    assert [row.big_blind for row in made.rows.all()] == [200, 400, 0, 600, 1_000]


def test_saved_file_of_the_tournament_director_is_read(director: Actor) -> None:
    client = client_of(director)
    data = Path("tests/data/imports/director.tdt").read_bytes()
    sent = {"file": SimpleUploadedFile("friday.tdt", data), "command_id": str(uuid.uuid4())}
    shown = client.post(PAGE, sent)
    assert "A colour-up is marked here." in text_of(shown)
    save(client, shown.content.decode(), "Friday")
    assert Structure.objects.get(name="Friday").rows.count() == 4


def test_file_of_fifty_megabytes_is_refused_with_its_size(director: Actor) -> None:
    answer = client_of(director).post(PAGE, {"file": SimpleUploadedFile("big.tdt", bytes(50_000_000))})
    assert answer.status_code in (413, 422)
    assert re.search(r"limit is|too large", text_of(answer))


def test_text_that_holds_no_level_is_refused_in_place(director: Actor) -> None:
    answer = client_of(director).post(PAGE, {"pasted": "=cmd()\nhello"})
    assert (answer.status_code, "No line was understood." in text_of(answer)) == (422, True)

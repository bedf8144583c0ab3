"""The pages of layouts: copies, names in the editor, files with their pictures, and faults with their place."""

import base64
import json
import typing
import uuid
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from displays.commands.displays import pair_screen
from displays.models import HouseLayout
from displays.rules.layouts.document import Background, FieldName
from displays.rules.layouts.faults import MOST_BYTES
from displays.services.layout_pictures import MOST_PICTURE_BYTES
from displays.services.pairing import new_pairing
from players.commands.players import add_player
from tests.fixtures.picture import png
from tests.fixtures.room import press
from tests.web.visitors import client_of, send
from tourney.access.roles import Actor
from tourney.access.viewers import SCREEN_COOKIE, digest_of_secret
from tourney.edge.bodies import bound_of
from tourney.models import Token
from tourney.now import room_now
from tourney.services.picture_store import keep_picture
from web.office.layout_texts import KEY_NAMES, KIND_NAMES, VALUE_NAMES, choices

TINY = png()
NAME = f"{'a' * 64}.png"


@pytest.fixture
def page(director: Actor, settings: Any, tmp_path: Path) -> Client:
    """Log a director in, with an empty folder for pictures."""
    settings.MEDIA_ROOT = tmp_path
    return client_of(director)


def file_with(picture: bytes | None, **more: Any) -> dict[str, Any]:
    """Return a file of a layout whose second cell shows a picture."""
    cells = [
        {"x": 0, "y": 0, "w": 3, "h": 3, "show": [{"kind": "logo"}]},
        {"x": 4, "y": 4, "w": 3, "h": 3, "show": [{"kind": "picture", "picture": NAME}]},
    ]
    pictures = {} if picture is None else {NAME: base64.b64encode(picture).decode()}
    return {
        "format": "house-layout", "version": 1, "name": "Bar", "shapes": {"wide": [{"cells": cells}]},
        "pictures": pictures, **more,
    }  # fmt: skip


def sent(page: Client, content: bytes) -> Any:
    """Import a file and return the response."""
    file = SimpleUploadedFile("bar.json", content)
    return page.post(reverse("layout_import"), {"file": file, "command_id": str(uuid.uuid4())})


def test_the_editor_has_a_name_for_all_that_the_schema_allows() -> None:
    offers = choices()
    assert set(offers["forms"]) == set(KIND_NAMES)
    assert {one["key"] for form in offers["forms"].values() for one in form} == set(KEY_NAMES)
    assert set(VALUE_NAMES["field"]) == set(typing.get_args(FieldName))
    assert set(VALUE_NAMES["background"]) == set(typing.get_args(Background))
    for form in offers["forms"].values():
        assert all(offers["values"][one["key"]] for one in form if one["type"] == "choice")


def test_a_shipped_layout_is_used_copied_and_removed(page: Client) -> None:
    for _time in range(2):
        send(page, reverse("layouts"), what="add", key="classic")
    first = HouseLayout.objects.get(name="Classic clock")
    assert HouseLayout.objects.filter(name="Classic clock 2").exists()
    opened = page.get(reverse("layout", args=[first.pk]))
    assert opened.status_code == 200
    send(page, reverse("layouts"), what="copy", layout=first.pk)
    send(page, reverse("layouts"), what="remove", layout=first.pk)
    assert sorted(HouseLayout.objects.values_list("name", flat=True)) == [
        "Classic clock (copy)",
        "Classic clock 2",
    ]
    frame = page.get(reverse("layout_preview"))
    assert frame.headers["Content-Security-Policy"].count("frame-ancestors 'self'") == 1
    assert frame.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_a_layout_goes_to_another_room_with_its_picture(page: Client, tmp_path: Path) -> None:
    assert sent(page, json.dumps(file_with(TINY)).encode()).status_code == 302
    first = HouseLayout.objects.get()
    exported = page.get(reverse("layout_export", args=[first.pk]))
    assert len(exported.json()["pictures"]) == 1
    for stored in tmp_path.iterdir():
        stored.unlink()
    assert sent(page, exported.content).status_code == 302
    second = HouseLayout.objects.get(name="Bar 2")
    picture = second.document["shapes"]["wide"][0]["cells"][1]["show"][0]["picture"]
    assert (tmp_path / picture).exists()


def figure(name: str) -> bytes:
    """Return a file whose only cell shows a figure."""
    cells = [{"x": 0, "y": 0, "w": 3, "h": 3, "show": [{"kind": "field", "field": name}]}]
    return json.dumps(file_with(None, shapes={"wide": [{"cells": cells}]})).encode()


def with_picture(name: str) -> bytes:
    """Return a file whose only cell shows a picture of this name."""
    cells = [{"x": 0, "y": 0, "w": 3, "h": 3, "show": [{"kind": "picture", "picture": name}]}]
    return json.dumps(file_with(None, shapes={"wide": [{"cells": cells}]})).encode()


def test_a_bad_file_is_refused_with_its_place(page: Client, tmp_path: Path) -> None:
    wrong = {"wide": [{"cells": [{"x": 0, "y": 0, "w": 3, "h": 3, "show": [{"kind": "iframe"}]}]}]}
    for content, text in (
        (json.dumps(file_with(TINY, shapes=wrong)).encode(), "There is no cell of the kind “iframe”."),
        (
            json.dumps(file_with(b"<svg onload='x'/>")).encode(),
            "Only PNG, JPEG and WebP pictures are supported.",
        ),
        (json.dumps(file_with(bytes(1_100_000))).encode(), "wide, cell 2, “picture”"),
        (
            json.dumps(file_with(bytes(10_000_000))).encode(),
            "This file is too large. It can have at most 10 MB.",
        ),
        (
            json.dumps(file_with(None, pictures=[], name="")).encode(),
            "<td>“name”</td><td>This value must not be empty.</td></tr><tr>"
            "<td>“pictures”</td><td>This must be an object in braces.",
        ),
        (json.dumps(file_with(None)).encode(), "wide, cell 2, “picture”"),
        (b"[" * 100_000, "The file is nested too deeply."),
        (b"Level;SB;BB\n1;25;50", "This file is not valid JSON, so it is not a layout."),
        (b"[1,\n2,,]", "The JSON is invalid from character 3 of the line."),
        (b"\xff", "This file is not a layout: it is not JSON text."),
        (b"", "The file is empty."),
        (with_picture(f"{'0' * 64}.png"), "The picture is neither in the file nor in this room."),
        (with_picture("logo"), "Picture names end in .png, .jpg or .webp, unlike “logo”."),
        (
            json.dumps(file_with(None, pictures={"logo": "notbase64!!"}, name="")).encode(),
            "<td>pictures, “logo”</td><td>Only PNG, JPEG and WebP pictures are supported.",
        ),
        (b"[1]", "This file is not a layout. An exported layout contains"),
        (with_picture("https://example.org/a.png"), "Pictures must be in the file itself, under “pictures”"),
        (json.dumps(file_with(None, name="x" * 61)).encode(), "The text can have at most 60 characters."),
        (
            figure("foo"),
            "There is no “foo” here. Use one of: time (Time left), headline (State, otherwise level), ",
        ),
    ):
        answer = sent(page, content)
        assert answer.status_code == 422
        assert text in answer.content.decode()
        # Only what is no JSON has a line.
        assert ('class="num">Line<' in answer.content.decode()) == ("valid" in text)
    assert not HouseLayout.objects.exists()
    assert not list(tmp_path.iterdir())


def test_pictures_take_their_names_here_once_and_texts_keep_theirs(page: Client) -> None:
    first, second = png(2), png(3)
    # In the file, the second one has the name that the first one gets here.
    here = keep_picture(first, "file")
    shown = [{"kind": "picture", "picture": one} for one in (NAME, here)]
    cells = [{"x": 0, "y": 0, "w": 3, "h": 3, "show": [*shown, {"kind": "text", "text": f"Logo {NAME}"}]}]
    pictures = {name: base64.b64encode(data).decode() for name, data in ((NAME, first), (here, second))}
    content = json.dumps(file_with(None, shapes={"wide": [{"cells": cells}]}, pictures=pictures))
    assert sent(page, content.encode()).status_code == 302
    [found] = HouseLayout.objects.get().document["shapes"]["wide"][0]["cells"]
    assert [one.get("picture") for one in found["show"]] == [
        here,
        keep_picture(second, "file"),
        None,
    ]
    assert found["show"][2]["text"] == f"Logo {NAME}"


def test_the_largest_layout_that_can_be_saved_passes_the_bound_of_an_import(settings: Any) -> None:
    path = reverse("layout_import").encode()
    largest = MOST_PICTURE_BYTES * 4 // 3 + 3 * MOST_BYTES
    with patch("tourney.edge.bodies.is_known", AsyncMock(return_value=True)):
        assert async_to_sync(bound_of)(path, largest, []) > largest
        assert largest < settings.IMPORT_KILOBYTES * 1024
        assert async_to_sync(bound_of)(b"/staff/screens/", largest, []) < largest


def test_only_paired_displays_and_staff_read_a_layout(page: Client, director: Actor, event: int) -> None:
    send(page, reverse("layouts"), what="add", key="classic")
    path = f"/tv/layouts/{HouseLayout.objects.get().pk}.json"
    assert page.get(path).status_code == 200
    secret, pairing = new_pairing("127.0.0.1")
    press(pair_screen, by=director, code=pairing.code, name="Wall", tournament=event)
    player = press(add_player, by=director, name="Anna").answer["player"]
    link = "a link of a player"
    Token.objects.create(
        label="link", role="player", digest=digest_of_secret(link), player_id=player, created_at=room_now()
    )
    for cookie, status in ((secret, 200), (link, 403), ("x", 403)):
        display = Client()
        display.cookies[SCREEN_COOKIE] = cookie
        assert display.get(path).status_code == status

"""The pages of layouts: copies, names in the editor, files with their pictures, and faults with their place."""

import base64
import json
import typing
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from displays.models import HouseLayout
from displays.rules.layouts.document import Background, FieldName
from tests.fixtures.picture import png
from tests.web.visitors import client_of, send
from tourney.access.roles import Actor
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


def test_a_bad_file_is_refused_with_its_place(page: Client, tmp_path: Path) -> None:
    wrong = {"wide": [{"cells": [{"x": 0, "y": 0, "w": 3, "h": 3, "show": [{"kind": "iframe"}]}]}]}
    for content, text in (
        (json.dumps(file_with(TINY, shapes=wrong)).encode(), "There is no cell of the kind “iframe”."),
        (
            json.dumps(file_with(b"<svg onload='x'/>")).encode(),
            "Only PNG, JPEG and WebP pictures are supported.",
        ),
        (json.dumps(file_with(bytes(1_100_000))).encode(), "wide, cell 2, “picture”"),
        (json.dumps(file_with(bytes(10_000_000))).encode(), "the limit is 4000000"),
        (json.dumps(file_with(None)).encode(), "wide, cell 2, “picture”"),
        (b"[" * 100_000, "This is not a layout that was exported here."),
    ):
        answer = sent(page, content)
        assert answer.status_code == 422
        assert text in answer.content.decode()
    assert not HouseLayout.objects.exists()
    assert not list(tmp_path.iterdir())

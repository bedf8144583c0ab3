"""Bounds of layouts of the house: nested parts, size, pictures, bad names, and those that a later version refuses."""

import itertools
from typing import Any

import pytest

from displays.boards.house_layouts import house_layouts
from displays.commands.layouts import add_shipped_layout, copy_layout, save_layout
from displays.models import HouseLayout
from displays.rules.layouts import document as schema
from displays.services import layout_pictures
from tests.displays.test_layouts import TEXT, cell, faults, layout
from tests.fixtures.room import press
from tests.web.visitors import client_of
from tourney.access.roles import Actor
from tourney.journal.refused import Refused


def part(name: str) -> dict[str, Any]:
    """Return a content that shows a part."""
    return {"kind": "part", "part": name}


def full(*shown: dict[str, Any]) -> dict[str, Any]:
    """Return a part of 40 cells that each show the contents."""
    return {"cells": [cell(n % 8, n // 8, 1, 1, *shown) for n in range(40)]}


def test_parts_that_refer_to_one_another_hundreds_of_times_are_checked_once_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits: list[str] = []
    seen = schema.PartContent.__getattribute__

    def counted(self: Any, key: str) -> Any:
        if key == "part":
            visits.append(key)
            if len(visits) > 50_000:
                pytest.fail("each way through the parts is walked")
        return seen(self, key)

    monkeypatch.setattr(schema.PartContent, "__getattribute__", counted)
    names = "abcdefgh"
    deep = {one: full(*[part(other)] * 6) for one, other in itertools.pairwise(names)}
    found = faults(layout(cell(0, 0, 24, 24, part("a")), parts={**deep, "h": full(TEXT)}))
    assert found[0] == "wide: Parts can be nested at most 4 levels deep."
    assert found[1].startswith("wide: With its parts the arrangement has ")


def test_a_circle_of_parts_is_named_from_each_of_them() -> None:
    inner = {one: {"cells": [cell(0, 0, 2, 2, part(other))]} for one, other in ("ab", "bc", "cb", "dd")}
    assert faults(layout(parts=inner)) == [
        "part b: The part contains itself: b → c → b.",
        "part c: The part contains itself: c → b → c.",
        "part d: The part contains itself: d → d.",
    ]


def test_a_layout_has_at_most_so_many_bytes_and_pictures() -> None:
    long = [cell(n % 24, n // 24, 1, 1, *[{"kind": "text", "text": "x" * 200}] * 6) for n in range(40)]
    arrangements = [{"states": ["break"], "cells": long}] * 7
    large = {**layout(), "shapes": {"wide": [*arrangements, {"cells": long}]}}
    assert "the limit is 300000" in faults(large)[0]
    pictures = [{"kind": "picture", "picture": f"{n:064x}.png"} for n in range(13)]
    many = layout(*(cell(n, 0, 1, 1, one) for n, one in enumerate(pictures)))
    assert faults(many) == [": A layout can have at most 12 pictures."]


@pytest.mark.django_db
def test_pictures_that_an_export_could_not_hold_are_refused(
    director: Actor, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr("displays.commands.layouts.MOST_PICTURE_BYTES", 2**20)
    name = f"{'0' * 64}.png"
    (tmp_path / name).write_bytes(bytes(2**20 + 1))
    picture = {"kind": "picture", "picture": name}
    with pytest.raises(Refused, match="at most 1 MB in total"):
        press(save_layout, by=director, document=layout(cell(0, 0, 3, 3, picture)))
    document_bytes = 300_000
    assert layout_pictures.MOST_PICTURE_BYTES * 4 / 3 + 4 * document_bytes < settings.IMPORT_KILOBYTES * 1024


@pytest.mark.django_db
def test_a_bad_name_is_refused_however_a_layout_is_made(director: Actor) -> None:
    made = press(save_layout, by=director, document=layout()).answer["layout"]
    with pytest.raises(Refused, match="Text cannot contain HTML"):
        press(add_shipped_layout, by=director, key="classic", name="<b>x")
    with pytest.raises(Refused, match="Text cannot contain HTML"):
        press(copy_layout, by=director, layout=made, name="<b>x")
    assert [one.name for one in house_layouts(0, "").layouts] == ["Bar"]


@pytest.mark.django_db
def test_a_layout_that_this_version_refuses_is_as_good_as_missing(director: Actor) -> None:
    made = press(save_layout, by=director, document=layout()).answer["layout"]
    bad = HouseLayout.objects.create(name="Old", document={"format": "house-layout", "kind": 3}, version="1")
    assert {one.name for one in house_layouts(0, "").layouts} == {"Bar", "Old"}
    with pytest.raises(Refused):
        press(copy_layout, by=director, layout=bad.pk, name="New")
    page = client_of(director)
    assert page.get(f"/tv/layouts/{made}.json").status_code == 200
    assert page.get(f"/tv/layouts/{bad.pk}.json").status_code == 404
    assert page.get(f"/staff/screens/layouts/{bad.pk}.json").status_code == 200

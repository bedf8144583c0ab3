"""A person gets everything that is held about them, and nothing about others."""

import io
import json
import re
import zipfile
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model
from django.utils import translation

from players.models import Player
from players.services.records import records_of
from tests.players.test_erasure import ALL, TEXTS, forgotten  # noqa: F401 - a fixture
from tourney.journal.row_images import label
from tourney.models import Token
from web.office.player_data import file_of
from web.shared.labels import COLUMNS

pytestmark = pytest.mark.django_db


def parts_of(content: bytes) -> dict[str, bytes]:
    """Return the files of the archive."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_file_has_everything_that_an_erasure_would_delete(forgotten: int) -> None:  # noqa: F811
    record = Player.objects.get(pk=forgotten)
    with translation.override("en"):
        files = parts_of(file_of(record))
    data, page = files["data.json"].decode(), files["data.html"].decode()
    assert [canary for canary in ALL if canary not in data] == []
    # Dates are written as the reader's language does.
    written = [canary for canary in ALL if canary not in page]
    assert written == ["1931-02-27"]
    assert "27 Feb 1931" in page
    assert files[f"photo-{forgotten}.png"] == b"\x89PNG"


def test_file_has_each_row_that_names_the_person(forgotten: int) -> None:  # noqa: F811
    records = records_of(Player.objects.get(pk=forgotten))
    rows = json.loads(parts_of(file_of(records[0]))["data.json"])["rows"]
    found: dict[str, set[Any]] = {}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model is Player:
                keys = model._default_manager.filter(**{f"{field.name}__in": records}).values_list(
                    "pk", flat=True
                )
                found.setdefault(label(model), set()).update(keys)
    assert {name for name, keys in found.items() if keys} >= {"desk.receipt", "players.ban", "tourney.entry"}
    for name, wanted in found.items():
        assert {row["id"] for row in rows.get(name, [])} >= wanted, name
    # Rows that belong to these.
    assert {"desk.item", "penalties.penalty", "rulings.ruling", "notifications.subscription"} <= rows.keys()


def test_file_names_no_other_player_and_holds_no_secret(forgotten: int) -> None:  # noqa: F811
    files = parts_of(file_of(Player.objects.get(pk=forgotten)))
    other: Model = Player.objects.get(name="Bert")
    secrets = [*Token.objects.filter(player=forgotten).values_list("digest", flat=True)]
    assert secrets
    document = json.loads(files["data.json"])
    for name in ("data.json", "data.html"):
        text = files[name].decode()
        assert [one for one in (*secrets, "p256dh", "Bert", ">flo<", '"flo"') if one in text] == [], name
    # Why two are kept apart is about this person; from whom is not.
    assert [row["reason"] for row in document["rows"]["seating.apart"]] == [TEXTS[8]]
    assert other.pk not in {row.get("other_id") for row in document["rows"]["seating.apart"]}
    for entry in document["journal"]:
        assert entry["by"] in {"staff", "player", "server"}


def test_every_column_of_the_readable_page_has_a_word(forgotten: int) -> None:  # noqa: F811
    rows = json.loads(parts_of(file_of(Player.objects.get(pk=forgotten)))["data.json"])["rows"]
    names = {name for model in rows for row in rows[model] for name in row}
    assert sorted({re.sub("(_ms|_id)$", "", name) for name in names} - set(COLUMNS) - {"id"}) == []


def test_readable_page_is_grouped_in_plain_words_without_keys(forgotten: int) -> None:  # noqa: F811
    with translation.override("en"):
        files = parts_of(file_of(Player.objects.get(pk=forgotten)))
    page, data = files["data.html"].decode(), json.loads(files["data.json"])
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert headings[0] == "Person"
    assert headings[-1] == "Recorded changes"
    assert {"Memberships and bans", "Events", "Receipts and prizes", "Penalties and rulings"} <= set(headings)
    assert "Other data" not in headings, "every kind of row has its part"
    # Rows have keys and flags in the data, and none on the page.
    keys = {row["id"] for rows in data["rows"].values() for row in rows if isinstance(row.get("id"), int)}
    assert keys
    cells = re.findall(r"<td>(.*?)</td>", page, re.S)
    assert not {str(key) for key in keys} & set(cells)
    assert "no" not in cells
    assert not re.search(r"\d{4}-\d\d-\d\d(T|<)", page), "times and days are in words"

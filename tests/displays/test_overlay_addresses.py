"""Addresses of overlays: their page, when they work, and the feed behind them."""

import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from displays.boards.overlay import OverlayBoard
from displays.commands.overlays import new_overlay_address, revoke_overlay
from displays.models import Overlay
from tests.displays.overlay_scenes import SECRET, event, overlay, places, shown
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.access.viewers import digest_of_secret
from tourney.edge.logs import without_secrets
from tourney.models import JournalEntry
from web.overlay import page

__all__ = ["event", "places"]
pytestmark = pytest.mark.django_db


def test_address_stops_working_when_it_is_renewed_or_revoked(event: int, director: Actor) -> None:
    key = overlay(event, director)
    client = Client()
    assert client.get(f"/overlay/{SECRET}/").status_code == 200
    unknown = client.get(f"/overlay/{SECRET}/?show=clock,bogus")
    assert (unknown.status_code, "Its parts are table" in unknown.content.decode()) == (404, True)
    other = "another-secret-address-of-it-987654321"
    press(new_overlay_address, by=director, overlay=key, digest=digest_of_secret(other))
    for address in (f"/overlay/{SECRET}/", f"/overlay/{SECRET}.json"):
        assert client.get(address).status_code == 404
    assert shown(other)["state"] == "shown"
    press(revoke_overlay, by=director, overlay=key)
    assert client.get(f"/overlay/{other}.json").status_code == 404
    assert refusal(revoke_overlay, by=director, overlay=key).code == "already_revoked"
    entries = json.dumps([one.arguments for one in JournalEntry.objects.all()])
    assert SECRET not in entries
    assert other not in entries
    assert not Overlay.objects.filter(digest__in=(SECRET, other)).exists()
    journal_tells_the_rows()


def test_feed_is_for_any_website_and_without_cookies(event: int, director: Actor, settings: Any) -> None:
    overlay(event, director)
    client = Client()
    for address in (f"/overlay/{SECRET}/", f"/overlay/{SECRET}.json"):
        answer = client.get(address, headers={"Origin": "https://stream.example"})
        assert not answer.cookies
        assert answer["Referrer-Policy"] == "no-referrer"
        assert client.post(address).status_code == 405
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert answer["Cache-Control"] == "no-store"
    settings.POLLS_PER_MINUTE, settings.ROOM_ALLOWANCE = 2, 1
    page.forget_all()
    statuses = [client.get(f"/overlay/{SECRET}.json").status_code for _try in range(3)]
    assert statuses == [200, 200, 429]
    assert without_secrets(f"GET /overlay/{SECRET}.json") == "GET /overlay/….json"


def test_example_of_the_documentation_has_the_fields_of_the_feed() -> None:
    text = (Path(__file__).parents[2] / "docs" / "overlay.md").read_text()
    example = text.partition("```json\n")[2].partition("```")[0]
    board = msgspec.json.decode(example, type=OverlayBoard)
    # No field is missing or undocumented, and each has its type.
    assert json.loads(msgspec.json.encode(board)) == json.loads(example)
    assert board.shown is not None
    assert board.shown.prizes is not None


def test_page_shows_a_new_address_once_and_says_what_is_wrong(
    event: int, director: Actor, desk: Actor
) -> None:
    client, path = client_of(director), reverse("overlays")
    assert client_of(desk).get(path).status_code == 403
    fields = {
        "what": "add",
        "name": "Stream",
        "tournament": str(event),
        "delay": "15",
        "command_id": str(uuid4()),
    }
    made = client.post(path, fields)
    (address,) = set(re.findall(r"/overlay/([\w-]{43})/", text_of(made)))
    assert Overlay.objects.get().digest == digest_of_secret(address)
    assert shown(address) == {"state": "starting", "delay": 15, "starts_in": None, "shown": None}
    # A reload creates no second address and shows none that does not work.
    again = client.post(path, fields)
    assert (again.status_code, Overlay.objects.count()) == (422, 1)
    assert "/overlay/" not in text_of(again).replace("staff/screens/overlays/", "")
    assert address not in text_of(client.get(path))
    key = str(Overlay.objects.get().pk)
    wrong = client.post(
        path, {**fields, "what": "change", "overlay": key, "delay": "90", "command_id": str(uuid4())}
    )
    assert wrong.status_code == 422
    assert "Delay in minutes: must be at most 60." in text_of(wrong)
    assert f'id="delay-{key}-error">This must be at most 60.' in text_of(wrong)
    assert Overlay.objects.get().delay == 15
    for what in ("new_address", "revoke"):
        client.post(path, {"what": what, "overlay": key, "command_id": str(uuid4())})
    assert Overlay.objects.get().revoked_at is not None
    assert "No overlays yet" in text_of(client.get(path))

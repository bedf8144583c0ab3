"""The form of an event's prizes as a browser sends it, and its page."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.fixtures.room import MakesEvents

# The unchanged form as a browser sends it.
GOOD: dict[str, str] = {
    "currency": "EUR",
    "method": "table",
    "table": "club",
    "added": "",
    "guarantee": "",
    "added_counts": "on",
    "staff_percent": "0",
    "note": "0.01",
    "percent": "15",
    "rounded": "up",
    "ratio": "1.6",
    "minimum": "1.5",
    "tiered": "on",
    "amounts": "",
    "kept": "",
    "ticket_for": "",
    "ticket_value": "",
    "bounties": "none",
    "bounty_cash": "100",
    "counting": "best",
    "tax_percent": "0",
    "tax_above": "",
    "locks_itself": "on",
}
THING = {
    "thing_0_from": "1",
    "thing_0_to": "",
    "thing_0_name": "Trophy",
    "thing_0_value": "50",
    "thing_0_ticket": "",
}


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event whose rulebook requires no membership."""
    return make_event(book="munot")


def page_of(event: int) -> str:
    return f"/staff/t/{event}/prizes/"


def previewed(client: Client, event: int, **values: str) -> dict[str, Any]:
    """Return the preview of the page's form."""
    answer = client.post(f"{page_of(event)}preview/", {**GOOD, **values})
    assert answer.status_code == 200
    found: dict[str, Any] = json.loads(answer.content)
    return found

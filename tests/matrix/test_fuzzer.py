"""The fuzzer sends hostile input to every address as every viewer; no server error or stall may follow.

`make test` runs it for seconds with fixed inputs; `make soak` (EXPLORE) runs it for minutes with random ones.
"""

import gc
import os
import random
import time
import uuid
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.matrix.viewers import VIEWERS, Room, api_operations, page_patterns, program_path
from tests.matrix.watcher import another_client
from tourney.edge.gc_settings import keep_imports

EXPLORES = "EXPLORE" in os.environ
SECONDS = 300 if EXPLORES else 15
# The maximum delay of another client: one that only a hang exceeds. A full garbage collection of this
# process alone takes half a second.
HELD_SECONDS = 5.0 if EXPLORES else 30.0
# A logout changes the viewer; the health page returns 503 where nothing serves sockets.
_LEFT_OUT = {"logout", "health"}
HOSTILE = [
    "", "0", "-1", "²", "٣", "1e9", "NaN", "9" * 19, "9" * 400, "(" * 10_000, "9" * 20_000 + "x", "'", '"', "%", "%00",
    "\u202e", "😀", "a" * 3_000, "[" * 2_000, "{}", "null", "=1+1", "../../x", "2026-13-45", "0000-00-00",
    "10000", "true", "<script>", "1;DROP", "\x00",
]  # fmt: skip
FIELDS = [
    *(
        "q",
        "name",
        "year",
        "kind",
        "who",
        "since",
        "until",
        "before",
        "birth_date",
        "player",
        "event",
        "drawer",
        "table",
    ),
    *(
        "line",
        "number",
        "n",
        "stack",
        "rows",
        "what",
        "entries",
        "page",
        "only",
        "by",
        "places",
        "kept",
        "seq",
        "limit",
    ),
    *(
        "seq",
        "limit",
        "offset",
        "text",
        "person",
        "rule",
        "words",
        "late",
        "late_row",
        "username",
        "next",
        "for_entries",
    ),
]


def _doors(room: Room, viewer: str) -> list[tuple[Client, str]]:
    """Return every address with this viewer's client for it: a browser, or an API client with a token."""
    program = Client(raise_request_exception=False, headers=room.programs[viewer])
    pages = [
        (room.pages[viewer], room.address(path)) for name, path in page_patterns() if name not in _LEFT_OUT
    ]
    return pages + [(program, program_path(room, path)) for _name, _method, path in api_operations()]


def _rounds(room: Room, rng: random.Random) -> list[tuple[Client, str]]:
    """Return the inputs of a round: all addresses as every viewer, or as the director and another one."""
    doors = {viewer: _doors(room, viewer) for viewer in VIEWERS}
    if EXPLORES:
        found = [door for theirs in doors.values() for door in theirs]
    else:
        others = [viewer for viewer in VIEWERS if viewer != "director"]
        found = [
            doors[viewer][n] for n in range(len(doors["director"])) for viewer in ("director", others[n % 6])
        ]
    rng.shuffle(found)
    return found


@pytest.fixture
def prepared() -> Iterator[None]:
    """Prepare this process as web processes are: everything loaded, and left out of garbage collection.

    One collection of all that the tests have imported holds every thread for half a second.
    """
    thresholds = gc.get_threshold()
    reverse("poll", args=["room"])
    keep_imports()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("prepared")
def test_hostile_input_never_breaks_the_server_or_holds_up_another_client(event: int) -> None:
    room = Room(event)
    rng = random.Random(None if EXPLORES else 15)
    until = time.monotonic() + SECONDS
    with another_client() as held:
        while time.monotonic() < until:
            for browser, address in _rounds(room, rng):
                if time.monotonic() >= until:
                    break
                held.beside = address
                _try(browser, address, rng)
            if not EXPLORES:
                break
    assert held.asked > 0
    assert not held.wrong
    assert held.longest < HELD_SECONDS, held.longest_beside


def _try(browser: Client, address: str, rng: random.Random) -> None:
    sent = {field: rng.choice(HOSTILE) for field in rng.sample(FIELDS, 8)}
    body = {"command_id": str(uuid.UUID(int=rng.getrandbits(128))), "arguments": sent, **sent}
    key = {"Idempotency-Key": str(uuid.UUID(int=rng.getrandbits(128)))}
    for answer in (
        browser.get(address, sent),
        browser.post(address, sent),
        browser.post(address, body, content_type="application/json", headers=key),
    ):
        assert answer.status_code < 500, (address, sent)

"""The fuzzer: hostile input to every address there is; whatever comes, no server error.

`make test` runs it for seconds, the same inputs each time; with EXPLORE, as in `make soak`, for minutes and others.
"""

import os
import random
import time
import uuid

from django.test import Client

from tests.matrix.viewers import Room, api_operations, page_patterns, program_path

EXPLORES = "EXPLORE" in os.environ
SECONDS = 300 if EXPLORES else 20
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


def test_hostile_input_never_breaks_the_server(event: int) -> None:
    room = Room(event)
    chance = random.Random(None if EXPLORES else 15)
    client = room.pages["director"]
    program = Client(raise_request_exception=False, headers=room.programs["director"])
    doors = [
        (client, room.address(path)) for name, path in page_patterns() if name not in {"logout", "health"}
    ]
    doors += [(program, program_path(room, path)) for _name, _method, path in api_operations()]
    until = time.monotonic() + SECONDS
    chance.shuffle(doors)
    while time.monotonic() < until:
        for browser, address in doors:
            if time.monotonic() >= until:
                break
            sent = {field: chance.choice(HOSTILE) for field in chance.sample(FIELDS, 8)}
            body = {"command_id": str(uuid.UUID(int=chance.getrandbits(128))), "arguments": sent, **sent}
            key = {"Idempotency-Key": str(uuid.UUID(int=chance.getrandbits(128)))}
            for answer in (
                browser.get(address, sent),
                browser.post(address, sent),
                browser.post(address, body, content_type="application/json", headers=key),
            ):
                assert answer.status_code < 500, (address, sent)
        if not EXPLORES:
            break

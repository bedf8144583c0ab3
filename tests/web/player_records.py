"""Players’ records and the addresses of their pages, for the tests of these pages."""

import uuid
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, settings

from players.commands.players import add_player
from tests.examples import examples
from tests.web.visitors import done

PLAYERS = "/staff/room/players/"
IMPORT = f"{PLAYERS}import/"
LIKE = "/staff/players/like/"
UNCHANGED = settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def add(name: str, **more: Any) -> int:
    return int(done(add_player, name=name, **more)["player"])


def page_of(player: int) -> str:
    return f"{PLAYERS}{player}/"


FULL = {
    "name": "Anna Berger",
    "nickname": "Ace",
    "birth_date": "1990-05-30",
    "card": "M-17",
    "languages": "de, EN",
    "needs_access": "on",
    "needs": "left-handed",
    "staff_notes": "pays in coins",
    "privacy": "short",
    "email": "anna@example.org",
    "phone": "+49 170 1234567",
    "contact_consent": "on",
}


def preview(client: Client, data: bytes, **more: Any) -> Any:
    file = SimpleUploadedFile("people.csv", data)
    return client.post(IMPORT, {"file": file, "command_id": str(uuid.uuid4()), **more})


def fields_of(answer: Any) -> dict[str, str]:
    """Return the form fields of the page as a browser would send them."""
    form = answer.context["form"]
    columns = {f"column-{one['place']}": one["field"] for one in answer.context["columns"]}
    return {
        "seen": form.values["seen"],
        "head": form.values["head"],
        "stamp": form.values.get("stamp", ""),
        "command_id": str(uuid.uuid4()),
        **columns,
    }

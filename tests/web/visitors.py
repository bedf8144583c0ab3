"""Browsers of staff and guests, and forms as browsers send them."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.models import JournalEntry, User

ROLES = (Role.DIRECTOR, Role.FLOOR, Role.DESK, Role.DEALER)
COMMAND = re.compile(r'name="command_id" value="([0-9a-f-]{36})"')


def client_of(actor: Actor | None) -> Client:
    """Return a browser with a login, or without one."""
    client = Client()
    if actor is not None:
        user = User.objects.get(pk=int(actor.key.removeprefix("user:")))
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def send(client: Client, path: str, *, command: str | None = None, **values: Any) -> HttpResponse:
    """Send a form, as a new command unless an id is given."""
    given = {"command_id": command or str(uuid.uuid4()), **values}
    answer: HttpResponse = client.post(path, given)
    return answer


def text_of(answer: Any) -> str:
    """Return the text of a page."""
    return str(answer.content.decode())


def lines(event: int | None = None) -> int:
    """Return the number of entries of a journal."""
    return JournalEntry.journal(event).count()


def done(made: Any, event: int | None = None, **arguments: Any) -> Any:
    """Run a command of the test's setup and return its result."""
    return press(made, event, by=FIRST_START, **arguments).answer


Person = Callable[..., Actor]


@pytest.fixture
def people(person: Person) -> dict[Role, Client]:
    """Return a browser for each role."""
    return {role: client_of(person(role.value, role)) for role in ROLES}

"""A client of the API as other programs are: over HTTP, with a token."""

import json
import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.fixtures.room import ALL_TABLES, press, works_at
from tourney.access.roles import FIRST_START, Role
from tourney.access.viewers import digest_of_secret
from tourney.commands import issue_token

HOME = "/api/v1/"


class Program:
    """An API client with or without a token."""

    def __init__(self, secret: str | None = None, *, language: str = "en") -> None:
        self.secret = secret
        # Unhandled errors show as a status, and are not raised through the client.
        self._client = Client(raise_request_exception=False)
        self._headers = {"Accept-Language": language}
        if secret is not None:
            self._headers["Authorization"] = f"Bearer {secret}"

    def get(self, path: str, **query: Any) -> HttpResponse:
        """Send a GET request."""
        return self._client.get(HOME + path, query, headers=self._headers)

    def send(
        self,
        path: str,
        body: bytes,
        *,
        kind: str = "application/json",
        command: object = None,
        method: str = "POST",
    ) -> HttpResponse:
        """Send arbitrary bytes."""
        headers = {**self._headers, "Idempotency-Key": str(command or uuid.uuid4())}
        return self._client.generic(method, HOME + path, body, content_type=kind, headers=headers)

    def do(self, path: str, *, command: object = None, **arguments: Any) -> HttpResponse:
        """Request a command, with a new id unless one is given."""
        return self.send(path, json.dumps(arguments).encode(), command=command)


def token_for(role: Role, tables: Sequence[int] = ALL_TABLES) -> tuple[int, str]:
    """Return the id and the secret of a new token; a dealer's works at all tables unless tables are given."""
    secret = uuid.uuid4().hex
    done = press(
        issue_token,
        by=FIRST_START,
        label=f"a {role} program",
        role=role.value,
        digest=digest_of_secret(secret),
    )
    if role is Role.DEALER:
        works_at(tables, token=done.answer["token"])
    return done.answer["token"], secret


def program_of(role: Role) -> Program:
    """Return an API client with a role."""
    return Program(token_for(role)[1])

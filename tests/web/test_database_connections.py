"""A connection to the database is given back before a client has read the response."""

from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from asgiref.sync import async_to_sync
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clock.commands.announcements import say
from tests.fixtures.room import press
from tourney.access.roles import Actor

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume"),
]


def test_page_leaves_no_connection_in_use(event: int) -> None:
    # Django's client for tests leaves it open, as a server does until all is sent.
    with CaptureQueriesContext(connection) as sent:
        response = Client().get("/")
    assert response.status_code == 200
    assert len(sent)
    assert connection.connection is None


@pytest.mark.parametrize("address", ["/staff/t/{event}/journal/export.csv", "/staff/journal/signed/file/"])
def test_download_uses_no_connection_while_the_client_reads(
    event: int, director: Actor, page: Client, address: str
) -> None:
    press(say, event, by=director, text="Willkommen")
    response: Any = page.get(address.format(event=event))
    assert response.status_code == 200

    # That of this thread, in which the rows are read; a coroutine sees another one.
    own = connections["default"]

    async def read() -> list[str]:
        used = []
        async for part in cast("AsyncIterator[bytes]", response.streaming_content):
            used.append("connection" if own.connection is not None else part.decode())
        return used

    pieces = async_to_sync(read)()
    assert "Willkommen" in "".join(pieces)
    assert "connection" not in pieces

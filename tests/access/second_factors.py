"""An authenticator app, and a browser that logs in with it."""

import re
from base64 import b32decode
from typing import Any

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.test import Client

from tests.fixtures.room import PASSWORD
from tests.fixtures.wall import Wall
from tests.web.visitors import send, text_of

CODE, ENROL = "/login/code/", "/login/enrol/"
_KEY = re.compile(r'class="app-key">([A-Z2-7 ]+)<')
_CODES = re.compile(r"<li><code>([a-z0-9-]+)</code>")


class App:
    """An authenticator app as a library of its own writes it, not the server's.

    Attributes:
        recovery: the codes that were shown when it was set up.
    """

    def __init__(self, page: str) -> None:
        found = _KEY.search(page)
        assert found, "the page shows the key"
        self.key = found[1].replace(" ", "")
        self._totp = TOTP(b32decode(self.key), 6, SHA1(), 30, enforce_key_length=False)
        self.recovery: list[str] = []

    def code(self, wall: Wall, *, seconds: float = 0) -> str:
        """Return the code that the app shows now, or some seconds later."""
        return self._totp.generate(int(wall.now.timestamp() + seconds)).decode()


def log_in(client: Client, name: str = "dora", password: str = PASSWORD) -> Any:
    """Send name and password."""
    return client.post("/login/", {"username": name, "password": password, "next": "/staff/journal/"})


def enrol(client: Client, wall: Wall, path: str, **more: str) -> App:
    """Set an app up on a page, and keep the recovery codes."""
    app = App(text_of(client.get(path)))
    answer = send(client, path, code=app.code(wall), **more)
    assert answer.status_code == 200, text_of(answer)
    app.recovery = _CODES.findall(text_of(answer))
    assert len(app.recovery) == 10
    return app


def is_in(client: Client) -> bool:
    """Return whether a browser is logged in."""
    return client.get("/staff/journal/").status_code == 200

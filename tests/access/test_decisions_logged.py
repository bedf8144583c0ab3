"""Each decision about a login is logged, without names, passwords and codes."""

import logging

import pytest
from django.test import Client

from tests.access.second_factors import CODE, App, enrol, log_in
from tests.fixtures.room import PASSWORD
from tests.fixtures.wall import Wall
from tests.web.visitors import send
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db


def test_logins_and_refusals_are_logged_by_number_and_address(
    director: Actor, wall: Wall, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="tourney.access.decisions")
    client = Client(REMOTE_ADDR="192.0.2.7")
    log_in(client, "dora", "a wrong one")
    log_in(client, "stranger", "a wrong one")
    log_in(client)
    send(client, "/staff/own/app/", password="a wrong one")
    app: App = enrol(client, wall, "/staff/own/app/", password=PASSWORD)
    client.post("/logout/")
    wall.passes(minutes=1)
    log_in(client)
    send(client, CODE, code="000000")
    code = app.code(wall)
    send(client, CODE, code=code)
    who = director.key
    assert [(one.levelname, one.getMessage()) for one in caplog.records] == [
        ("WARNING", "wrong name or password from 192.0.2.7"),
        ("WARNING", "wrong name or password from 192.0.2.7"),
        ("INFO", f"{who} logged in"),
        ("WARNING", f"wrong password in a session of {who} from 192.0.2.7"),
        ("INFO", f"{who} logged out"),
        ("INFO", f"{who} entered the right password; a second factor is required"),
        ("WARNING", f"wrong second factor of {who} from 192.0.2.7"),
        ("INFO", f"{who} logged in with a second factor"),
    ]
    for secret in ("dora", "stranger", "a wrong one", PASSWORD, "000000", code):
        assert secret not in caplog.text

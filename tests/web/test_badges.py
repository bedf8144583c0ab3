"""The signs of states before their words: the triangle is that of a running clock alone."""

import pytest
from django.urls import reverse

from desk.commands.drawers import open_drawer
from ops.paths import PROJECT
from tests.fixtures.room import press
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor


def test_no_page_but_those_of_a_clock_has_the_sign_of_running() -> None:
    found = [
        path.name for path in (PROJECT / "templates").rglob("*.html") if "is-running" in path.read_text()
    ]
    assert found == []


@pytest.mark.django_db
def test_open_drawers_and_active_logins_have_a_dot(director: Actor) -> None:
    press(open_drawer, by=director, opening_float=0)
    client = client_of(director)
    for page, word in (("till", "open"), ("people", "Active")):
        assert f'<span class="badge is-open">{word}</span>' in text_of(client.get(reverse(page))), page

"""The menu above every staff page links to the pages of a role."""

import re

import pytest
from django.test import Client

from tests.web.visitors import text_of
from tourney.access.roles import Role

pytestmark = pytest.mark.django_db
PLAYERS = "/staff/room/players/"


def bar_of(client: Client, path: str) -> str:
    """Return the links of the menu."""
    return text_of(client.get(path)).partition('aria-label="Main"')[2].partition("</nav>")[0]


def test_menu_links_players_for_staff_with_permission(people: dict[Role, Client]) -> None:
    for role, client in people.items():
        assert (f'href="{PLAYERS}"' in bar_of(client, "/staff/")) is (role is not Role.DEALER), role


def test_the_page_of_the_players_is_marked_in_the_bar_and_no_other(people: dict[Role, Client]) -> None:
    for role in (Role.DIRECTOR, Role.FLOOR, Role.DESK):
        marked = re.findall(r'href="([^"]+)" aria-current="page"', bar_of(people[role], PLAYERS))
        assert marked == [PLAYERS], role

"""Before play the pages of an event list unconfirmed memberships (Five Spades 2.1)."""

import pytest
from django.test import Client

from notifications.boards.attention import attention
from players.commands.memberships import confirm_memberships
from players.models import Membership
from tests.desk.tills import PRICE, cash, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.web.visitors import text_of
from tourney.access.roles import FIRST_START, Actor

pytestmark = pytest.mark.django_db
UNCONFIRMED = "not confirmed yet"


def on_live_page(event: int) -> int:
    """Return how many memberships the live page lists for an event."""
    lines = attention(0).events
    return sum(line.count for line in lines if (line.kind, line.tournament) == ("memberships", event))


def test_the_pages_before_play_say_how_many_memberships_are_to_be_confirmed(
    page: Client, make_event: MakesEvents, desk: Actor
) -> None:
    event = make_event(book="five_spades")
    sold(event)
    drawer(desk)
    for name in ("Anna", "Bob"):
        enter(event, desk, player(name), [cash(PRICE + 200)], membership="day")
    for tab in ("", "tables/"):
        shown = text_of(page.get(f"/staff/t/{event}/{tab}"))
        assert f"2 players’ memberships are {UNCONFIRMED}" in shown
        assert "Five Spades 1.1, 1.3, 1.7, 2.1" in shown
        assert "Confirm memberships" in shown
    assert on_live_page(event) == 2
    keys = list(Membership.objects.values_list("pk", flat=True))
    press(confirm_memberships, by=FIRST_START, memberships=keys, confirmed_by="B. Oard")
    assert UNCONFIRMED not in text_of(page.get(f"/staff/t/{event}/"))
    assert on_live_page(event) == 0


def test_no_warning_if_the_book_requires_no_confirmation(
    page: Client, make_event: MakesEvents, desk: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    drawer(desk)
    enter(event, desk, player("Anna"))
    assert UNCONFIRMED not in text_of(page.get(f"/staff/t/{event}/"))

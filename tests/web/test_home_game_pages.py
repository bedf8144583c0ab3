"""The pages of a home game: its form, the way back to it, and the names."""

import re

import pytest
from django.test import Client

from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.models import Entry, Tournament
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db


def sent(client: Client, page: str, **fields: object) -> tuple[int, str]:
    """Send the form of a page; return the status and the text of the page that follows."""
    found = re.search(r'name="command_id" value="([^"]+)"', client.get(page).content.decode())
    assert found is not None
    answer = client.post(page, {"command_id": found[1], **fields}, follow=True)
    return answer.status_code, text_of(answer)


def test_clock_of_a_home_game_leads_back_to_it_and_names_are_given(director: Actor) -> None:
    client = client_of(director)
    sent(client, "/staff/new/home/", players=5, buy_in="10", minutes=120, rebuys="on")
    event = Tournament.objects.get()
    assert field_of(event).left == 5
    assert f"/staff/t/{event.pk}/home/" in client.get(f"/staff/t/{event.pk}/").content.decode()
    entry = Entry.objects.filter(tournament=event).order_by("pk")[0]
    names = f"/staff/t/{event.pk}/home/names/"
    sent(client, names, **{f"name-{entry.player_id}": "Anna Berger"})
    entry.player.refresh_from_db()
    assert (entry.player.name, entry.player.unnamed) == ("Anna Berger", False)
    sent(client, names, what="names")
    assert f"/staff/t/{event.pk}/home/" not in client.get(f"/staff/t/{event.pk}/").content.decode()


def test_impossible_home_game_keeps_what_was_typed(director: Actor) -> None:
    status, page = sent(client_of(director), "/staff/new/home/", players=90, buy_in="x", minutes=60)
    assert (status, Tournament.objects.count()) == (422, 0)
    assert "Home game" in page


def test_too_few_players_are_marked_at_their_field(director: Actor) -> None:
    client = client_of(director)
    status, page = sent(client, "/staff/new/home/", players=1, buy_in="10", minutes=120)
    assert (status, "Check the marked fields." in page, "players:" in page) == (422, True, False)
    assert "This must be at least 2." in page

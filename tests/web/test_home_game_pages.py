"""The pages of a home game: its form, the way back to it, and the names."""

import json
import re

import pytest
from django.test import Client

from clock.commands.clock import start
from desk.commands.home_game import enter
from desk.commands.registration import set_registration
from tests.fixtures.room import MakesEvents, press
from tests.web.till_room import on_sale
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.boards import journal_entry_board
from tourney.models import Entry, JournalEntry, Tournament
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


def test_form_says_what_the_public_sees_and_the_message_names_the_game(director: Actor) -> None:
    client = client_of(director)
    assert "Its clock and prizes are shown on the room’s public page." in text_of(
        client.get("/staff/new/home/")
    )
    for name in ("Sunday Home", "Sunday Home (2)"):
        sent(client, "/staff/new/home/", players=5, minutes=120, name="Sunday Home")
        entry = JournalEntry.objects.filter(kind="home_game.start").latest("pk")
        assert journal_entry_board(entry)["text"] == f"Created the home game “{name}”"


def test_impossible_home_game_keeps_what_was_typed(director: Actor) -> None:
    status, page = sent(client_of(director), "/staff/new/home/", players=90, buy_in="x", minutes=60)
    assert (status, Tournament.objects.count()) == (422, 0)
    assert "Home game" in page


def test_too_few_players_are_marked_at_their_field(director: Actor) -> None:
    client = client_of(director)
    status, page = sent(client, "/staff/new/home/", players=1, buy_in="10", minutes=120)
    assert (status, "Check the marked fields." in page, "players:" in page) == (422, True, False)
    assert "This must be at least 2." in page


def test_next_home_game_starts_with_the_settings_of_the_last(director: Actor) -> None:
    client = client_of(director)
    fields = {"players": 9, "buy_in": "10", "minutes": 240, "add_on": "on", "starting_stack": "20000"}
    sent(client, "/staff/new/home/", **fields, name="Friday game")
    event = Tournament.objects.get().pk
    press(enter, event, by=director)
    live = json.loads(
        re.findall(r'id="config"[^>]*>(.+?)</script>', page_of(client, f"/staff/t/{event}/home/"))[0]
    )
    page = page_of(client, live["next_game"])
    values = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', page))
    assert {name: values[name] for name in ("players", "buy_in", "starting_stack", "name")} == {
        "players": "10", "buy_in": "10", "starting_stack": "20000", "name": "Friday game",
    }  # fmt: skip
    assert re.search(r'value="240" checked', page)
    ticked = re.findall(r'<input[^>]*name="(rebuys|add_on)"[^>]*checked', page)
    assert ticked == ["add_on"]
    # An event that is no home game, or none at all, gives no settings.
    for other in ("0", "x", "99999999999999999999"):
        assert 'value="8"' in page_of(client, f"/staff/new/home/?like={other}")


def test_the_desk_opens_with_the_running_event_and_not_with_a_home_game(
    director: Actor, desk: Actor, make_event: MakesEvents
) -> None:
    running, later = on_sale(make_event(book="munot")), make_event(book="munot")
    press(set_registration, later, by=director, pool=8_000, late_ends="row", late_row=3)
    sent(client_of(director), "/staff/new/home/", players=5, buy_in="10", minutes=120)
    clerk = client_of(desk)

    def opened() -> int:
        number: int = clerk.get("/staff/desk/").context["config"]["on_sale"]
        return number

    assert opened() == later
    press(start, running, by=director)
    assert opened() == running


def page_of(client: Client, address: str) -> str:
    """Return the source of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()

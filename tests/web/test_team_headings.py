"""Columns that hold teams are headed so, in events for teams of two only."""

import pytest

from seating.commands import bust
from seating.models import Draw
from tests.desk.test_teams import clerk as clerk
from tests.desk.test_teams import register, teams
from tests.desk.tills import player, sold
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import seat_everybody
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db

PAGES = ("/results/{event}/", "/staff/t/{event}/results/")


def test_results_of_teams_are_headed_team(make_event: MakesEvents, clerk: Actor) -> None:
    event = teams(make_event)
    client = client_of(clerk)
    for one, other in (("Anna", "Bert"), ("Cleo", "Dana")):
        entry = register(event, clerk, player(one), player(other))
    assert "Teams appear here as soon as they bust." in text_of(client.get(f"/results/{event}/"))
    seat_everybody(event, [1])
    press(bust, event, by=clerk, entry=entry)
    for address in PAGES:
        page = text_of(client.get(address.format(event=event)))
        assert "Cleo / Dana" in page, address
        assert '<th scope="col">Team</th>' in page, address
        assert '<th scope="col">Player</th>' not in page, address
    assert '"entries.name": "Team"' in text_of(client.get(f"/staff/t/{event}/entries/"))
    assert '"deal.player": "Team"' in text_of(client.get(f"/staff/t/{event}/deal/"))
    draw = Draw.objects.filter(tournament=event).latest("pk")
    assert '<th scope="col">Team</th>' in text_of(client.get(f"/draw/{draw.digest}/"))


def test_results_of_players_are_headed_player(make_event: MakesEvents, clerk: Actor) -> None:
    event = make_event(book="munot")
    sold(event, extras=[])
    register(event, clerk, player("Anna"), None)
    page = text_of(client_of(clerk).get(f"/results/{event}/"))
    assert "Players appear here as soon as they bust." in page

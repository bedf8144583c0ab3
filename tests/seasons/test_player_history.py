"""A player's page over time: events by year, sums, season places, behind their link alone."""

import pytest
from django.test import Client

from players.models import Player
from seasons.services.player_history import played_years_of, season_places_of
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents
from tests.phone.people import path_of
from tests.seasons.nights import began_days_ago, members, season, written_night
from tests.web.visitors import text_of
from tourney.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(make_event: MakesEvents) -> list[int]:
    """Write three events of six members and a guest: two of this season, one years ago."""
    club = members("Ann Abel", "Ben Bauer", "Cid Cohn", "Dan Dorn", "Eve Ernst", "Fay Falk")
    gus = player("Gus Guest")
    old = written_night(make_event, [club[1], club[0], *club[2:]], name="Long ago")
    season()
    written_night(make_event, [gus, *club], name="First night")
    written_night(make_event, [club[0], *club[1:], gus], name="Second night")
    began_days_ago(old, 800)
    return [*club, gus]


def test_events_are_listed_by_year_with_places_and_knock_outs(people: list[int]) -> None:
    this, before = played_years_of(people[0])
    assert [(one.event.name, one.place, one.field, one.eliminated) for one in this.events] == [
        ("Second night", 1, 7, 6),
        ("First night", 2, 7, 0),
    ]
    assert (this.entries, this.wins, this.eliminated, dict(this.prizes)) == (2, 1, 6, {})
    assert [(one.event.name, one.place) for one in before.events] == [("Long ago", 2)]


def test_place_in_a_season_is_that_of_its_ranking(people: list[int]) -> None:
    (row,) = season_places_of(people[0])
    # 7 players: 7 4 2 1.
    assert (row.best, row.points, row.ranked) == (1, 11, 7)
    assert season_places_of(people[-1])[0].points == 7
    assert season_places_of(player("Nobody New")) == []


def test_page_opens_behind_the_link_alone_and_names_nobody_else(people: list[int], client: Client) -> None:
    path = path_of(Player.objects.get(pk=people[0]))
    assert f'href="{path}results/"' in text_of(client.get(path))
    answer = client.get(f"{path}results/")
    page = text_of(answer)
    for words in ("Ann Abel", "Second night", "1 of 7", "6 knockouts", "Place 1 of 7", "Long ago"):
        assert words in page, words
    assert "Ben" not in page
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert client.get("/p/nonsense-nonsense-nonsense/results/").status_code == 404


def test_demos_and_events_without_a_bust_are_left_out(people: list[int], client: Client) -> None:
    Tournament.objects.filter(name="Second night").update(demo_speed=10)
    assert [one.event.name for one in played_years_of(people[0])[0].events] == ["First night"]
    new = Player.objects.get(pk=player("Nobody New"))
    path = path_of(new)
    assert f"{path}results/" not in text_of(client.get(path))
    assert "No results yet." in text_of(client.get(f"{path}results/"))

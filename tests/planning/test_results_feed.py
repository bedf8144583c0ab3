"""The feed of results for a club's website: finished events, by the names that the public sees."""

import json
from typing import Any

import pytest
from django.test import Client

from clock.commands.events import close_event
from desk.models import Registration
from planning.boards.results_feed import finished_event
from players.commands.players import change_player
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import closed, evening, out
from tourney.access.roles import FIRST_START, Actor
from tourney.live import mark_cache
from tourney.models import Entry, Tournament
from web.public import results_feed

pytestmark = pytest.mark.django_db


def feed(**query: Any) -> dict[str, Any]:
    """Return the feed as it is a minute later."""
    results_feed.forget_all()
    return dict(Client().get("/results.json", query).json())


def finished(make_event: MakesEvents, desk: Actor, name: str, players: int = 3) -> tuple[int, list[int]]:
    """Play an event to its end; the first entry wins. Return it and its entries."""
    event = make_event(book="tda", name=name)
    entries = evening(event, desk, players)
    closed(event)
    out(event, *reversed(entries[1:]))
    return event, entries


def test_won_event_is_listed_with_places_and_prizes(
    make_event: MakesEvents, desk: Actor, director: Actor, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://clock.example"
    running = make_event(book="tda", name="Running")
    event, entries = finished(make_event, desk, "Friday Deep")
    winner = Entry.objects.get(pk=entries[0]).player
    press(
        change_player,
        by=director,
        player=winner.pk,
        name="Anna Maria Berger",
        privacy="short",
        nickname="Ace",
    )
    (one,) = feed()["events"]
    assert (one["id"], one["closed"], one["entries"], one["currency"]) == (event, False, 3, "EUR")
    assert one["url"] == f"https://clock.example/results/{event}/"
    assert [(row["place"], row["to"], row["name"]) for row in one["places"]] == [
        (1, 1, "Anna B."),
        (2, 2, "Player 2"),
        (3, 3, "Player 3"),
    ]
    assert sum(row["prize"] for row in one["places"]) == 30_000
    text = json.dumps(feed())
    assert "Berger" not in text
    assert "Ace" not in text
    assert winner.birth_date is None or str(winner.birth_date) not in text
    assert Tournament.objects.filter(pk=running).exists()
    short = feed(places=1)["events"][0]
    assert (len(short["places"]), short["more"]) == (1, 2)


def test_demos_home_games_and_events_in_play_are_left_out(make_event: MakesEvents, desk: Actor) -> None:
    event, _entries = finished(make_event, desk, "Friday Deep", 2)
    assert [one["id"] for one in feed()["events"]] == [event]
    Tournament.objects.filter(pk=event).update(demo_speed=60, seq=900)
    assert feed()["events"] == []
    Tournament.objects.filter(pk=event).update(demo_speed=None, seq=901)
    Registration.objects.filter(tournament=event).update(without_names=True)
    Tournament.objects.filter(pk=event).update(seq=902)
    assert feed()["events"] == []


def test_pages_of_the_feed_hold_each_event_once(
    make_event: MakesEvents, desk: Actor, director: Actor
) -> None:
    events = [finished(make_event, clerk, f"Event of {clerk.name}", 2)[0] for clerk in (desk, director)]
    for event in events:
        press(close_event, event, by=FIRST_START, although_unfinished=True)
    first = feed(limit=1)
    second = feed(limit=1, before=first["next"])
    assert [one["id"] for page in (first, second) for one in page["events"]] == events[::-1]
    assert second["next"] is None


def test_unchanged_feed_is_not_sent_again_and_any_website_may_read_it(event: int, director: Actor) -> None:
    client = Client()
    answer = client.get("/results.json", headers={"Origin": "https://club.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Cache-Control"] == "public, max-age=60"
    assert "Access-Control-Allow-Credentials" not in answer
    again = client.get("/results.json", headers={"If-None-Match": f'"x", W/{answer["ETag"]}'})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert client.post("/results.json").status_code == 405
    for query in ("limit=0", "limit=51", "places=x", "before=-1", "places=1e3"):
        assert client.get(f"/results.json?{query}").status_code == 422, query


def test_event_is_read_once_a_minute_whatever_is_asked_and_happens(
    make_event: MakesEvents, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, _entries = finished(make_event, desk, "Friday Deep", 2)
    read, calls = finished_event, []

    def counted(one: int) -> Any:
        calls.append(one)
        # Other pages can be read meanwhile.
        with mark_cache._READERS, mark_cache._READERS:
            return read(one)

    monkeypatch.setattr(results_feed, "finished_event", counted)
    client = Client()
    for before in range(event + 1, event + 4):
        for places in (1, 2, 3):
            answer = client.get("/results.json", {"before": before, "places": places, "limit": places})
            (one,) = answer.json()["events"]
            assert (one["id"], len(one["places"]), one["more"]) == (event, min(places, 2), max(0, 2 - places))
        Tournament.objects.filter(pk=event).update(seq=before)
    assert client.get("/results.json").json()["events"][0]["id"] == event
    assert client.get("/results.json", {"before": event}).json()["events"] == []
    assert calls == [event]


def test_readers_of_the_feed_are_limited(event: int, settings: Any) -> None:
    settings.POLLS_PER_MINUTE, settings.ROOM_ADDRESSES = 2, []
    client = Client()
    assert [client.get("/results.json").status_code for _read in range(3)] == [200, 200, 429]
    refused = client.get("/results.json")
    assert int(refused["Retry-After"]) > 0
    assert refused["Access-Control-Allow-Origin"] == "*"
    assert refused["Cache-Control"] == "no-store"

"""The page of stages: flights are made from an event, and their players are brought into day 2."""

import re

import pytest
from django.test import Client

from desk.commands.registration import close_registration, open_again, set_registration
from prizes.commands.payouts import set_payout
from stages.boards.stages import advance_preview, stages
from stages.commands.advance import advance_players
from stages.commands.multi_stage_events import add_stage_event, set_up_stages
from stages.models import Advance, Stage, StageEvent
from tests.desk.tills import drawer, sold
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import bagged_flight, enter_all, entry_of, events, flights, people
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.jobs.commands import run_job
from tourney.journal.undo import undo
from tourney.models import Job, JournalEntry, Tournament

pytestmark = pytest.mark.django_db


def sent(client: Client, event: int, what: str, **fields: object) -> tuple[int, str]:
    """Send one of the page's forms; return the status and the text of the page that follows."""
    address = f"/staff/t/{event}/stages/"
    page = client.get(address).content.decode()
    found = re.search(r'name="command_id" value="([^"]+)"', page)
    assert found is not None
    answer = client.post(address, {"command_id": found[1], "what": what, **fields}, follow=True)
    return answer.status_code, text_of(answer)


def test_an_event_becomes_two_flights_and_a_second_day(make_event: MakesEvents, director: Actor) -> None:
    event = make_event(name="Main Event", book="munot")
    sold(event)
    client = client_of(director)
    assert "Set up flights or a next day" in text_of(client.get(f"/staff/t/{event}/stages/"))
    fields: dict[str, object] = {
        "name": "Main Event",
        "preset": "flights_best",
        "label_b": "1B",
        "goes_on": "percent",
        "percent": 15,
        "next_start": "2099-03-28T14:00",
    }
    status, page = sent(client, event, "set_up", **fields)
    assert (status, list(events())) == (200, ["1A", "1B", "2"])
    assert "The best 15% of each event, rounded up, the best stack; others are forfeited" in page
    # Nothing has been played or sold that could end.
    assert 'value="end"' not in page
    stage = Stage.objects.get(number=2)
    fields = {"stage": stage.pk, "take": "sum", "goes_on": "with_chips"}
    status, page = sent(client, event, "rule", **fields)
    assert (status, "All players with chips, all stacks added up" in page) == (200, True)
    status, page = sent(client, event, "add", stage=StageEvent.objects.get(label="1B").stage_id, label="1C")
    assert (status, "Main Event 1C" in page) == (200, True)
    status, page = sent(client, event, "add", stage=StageEvent.objects.get(label="1B").stage_id, label="1C")
    assert (status, "Each event of a stage needs a label of its own." in page) == (422, True)


def test_set_up_of_an_event_leads_to_its_flights(make_event: MakesEvents, director: Actor) -> None:
    event = make_event(name="Main Event", book="munot")
    client = client_of(director)
    page = text_of(client.get(f"/staff/t/{event}/registration/"))
    assert 'name="flights"' not in page
    assert "For several flights or days: " in re.sub(r"<[^>]+>", "", page)
    # The tab is one of the set-up, not of the entries.
    assert 'aria-current="page">Flights and days</a>' in text_of(client.get(f"/staff/t/{event}/stages/"))
    tabs = text_of(client.get(f"/staff/t/{event}/tables/"))
    assert f'href="/staff/t/{event}/stages/"' in tabs
    found = flights(make_event)
    page = text_of(client.get(f"/staff/t/{found['1A']}/registration/"))
    assert "A flight or day of “Main Event”." in page


def test_flights_wait_to_be_opened_as_the_first_one_does_and_leave_the_prizes_to_the_last_day(
    make_event: MakesEvents, director: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    press(set_payout, event, by=director, method="table")
    press(close_registration, event, by=director)
    press(
        set_up_stages, by=director, name="Main", first=event, preset="flights_best", flights=[{"label": "1B"}]
    )
    client = client_of(director)
    press(add_stage_event, by=director, stage=Stage.objects.get(number=1).pk, label="1C")
    found = events()
    for label in ("1A", "1B", "1C"):
        address = f"/staff/t/{found[label]}/registration/"
        page = text_of(client.get(address))
        assert ("not open yet" in page, "Open registration</button>" in page) == (True, True), label
        prizes = text_of(client.get(f"/staff/t/{found[label]}/prizes/"))
        assert "“Main Day 2” pays the prizes, from the entries of all flights and days." in prizes
        assert f'href="/staff/t/{found["2"]}/prizes/"' in prizes
        assert "Prizes ✓" in prizes.partition('id="event-setup"')[2].partition("</section>")[0]
    drawer(director)
    press(open_again, found["1B"], by=director)
    assert "Opened the registration" in text_of(client.get(f"/staff/t/{found['1B']}/journal/"))
    # Players do not register for a later stage; a flight that was open is reopened.
    assert "not open yet" not in text_of(client.get(f"/staff/t/{found['2']}/registration/"))
    assert 'id="paid-later"' not in text_of(client.get(f"/staff/t/{found['2']}/prizes/"))
    enter_all(found["1B"], director, people("Anna"))
    press(close_registration, found["1B"], by=director)
    assert ">Reopen</button>" in text_of(client.get(f"/staff/t/{found['1B']}/registration/"))


def test_a_label_that_joins_events_stays_and_can_be_removed(make_event: MakesEvents, director: Actor) -> None:
    event = make_event()
    press(set_registration, event, by=director, pool=100, flights="Spring Main")
    page = text_of(client_of(director).get(f"/staff/t/{event}/registration/"))
    assert 'value="Spring Main"' in page


def test_players_of_two_flights_are_previewed_and_brought_in(
    make_event: MakesEvents, director: Actor, desk: Actor
) -> None:
    drawer(director)
    found = flights(make_event)
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    client = client_of(director)
    waiting = text_of(client.get(f"/staff/t/{found['2']}/stages/"))
    steps = text_of(client.get(f"/staff/t/{found['2']}/"))
    assert f'<a href="/staff/t/{found["2"]}/stages/">Advance players</a>' in steps
    assert "Sell at the desk" not in steps
    assert "“Main Event 1A” has no entries: end it, or leave it out." in waiting
    bagged_flight(found["1A"], director, [1], {anna: 12_000, bert: 8_000})
    # A flight without entries can't be counted: it is ended from here, and hides no players of others.
    waiting = text_of(client.get(f"/staff/t/{found['2']}/stages/"))
    assert "2 players advance with 20,000 chips." in waiting
    assert f'name="end" value="{found["1B"]}"' in waiting
    assert (waiting.count('id="unfinished"'), "End of day:" in waiting) == (1, False)
    # The page says why there is no button that advances players.
    assert ('value="advance"' in waiting, 'id="why-not"' in waiting) == (False, True)
    status, page = sent(client, found["2"], "", end=found["1B"])
    assert (status, "Ended the flight; its tables are free" in page) == (200, True)
    assert ('id="unfinished"' in page, 'value="advance"' in page) == (False, True)
    press(undo, found["1B"], by=director, seq=JournalEntry.journal(found["1B"]).latest("seq").seq)
    only = {f"source-{found['1A']}": "on"}
    status, page = sent(client, found["2"], "preview", **only)
    assert (status, "2 players advance with 20,000 chips." in page) == (200, True)
    assert 'value="end"' not in text_of(client_of(desk).get(f"/staff/t/{found['1A']}/stages/"))
    ended, page = sent(client, found["1A"], "end")
    assert (ended, "Ended the flight; its tables are free" in page) == (200, True)
    bagged_flight(found["1B"], director, [2], {anna: 15_000, cleo: 5_000})
    preview = text_of(client.get(f"/staff/t/{found['2']}/stages/"))
    assert "3 players advance with 28,000 chips. 12,000 chips are forfeited." in preview
    assert "“Main Event Day 2” begins with level 2." in preview
    # Each flight leads to the page where its players advance.
    of_flight = text_of(client.get(f"/staff/t/{found['1A']}/stages/"))
    assert "Advance players to “Main Event Day 2”" in of_flight
    assert f'href="/staff/t/{found["2"]}/stages/">Choose the players' in of_flight
    # Without a ticked flight nobody advances; to the command, none would mean all of them.
    for what in ("preview", "advance"):
        status, page = sent(client, found["2"], what, sources="1")
        assert (status, "Choose at least one event that advances." in page) == (422, True)
        assert not Advance.objects.exists()
        assert not Job.objects.exists()
    # The desk sees who comes, and leaves it to the floor.
    seen = text_of(client_of(desk).get(f"/staff/t/{found['2']}/stages/"))
    assert "The floor advances the players." in seen
    assert 'value="advance"' not in seen
    # A page that was opened before its form named the flights advances nobody.
    status, page = sent(client, found["2"], "advance")
    assert (status, "This form is incomplete." in page) == (422, True)
    ticked = {f"source-{found[label]}": "on" for label in ("1A", "1B")}
    status, waits = sent(client, found["2"], "advance", sources="1", **ticked)
    assert (status, "Advancing players…" in waits) == (200, True)
    run_job(Job.objects.get().pk)
    page = text_of(client.get(f"/staff/t/{found['2']}/stages/"))
    assert Advance.objects.count() == 3
    assert "Players advanced" in page
    assert "All players have advanced." in page
    assert "Choose the players" not in text_of(client.get(f"/staff/t/{found['1A']}/stages/"))
    kinds = {event: text_of(client.get(f"/staff/t/{found[event]}/entries/")) for event in ("1A", "2")}
    assert '"entries.first": "first entry"' in kinds["1A"]
    assert '"entries.first": "advanced"' in kinds["2"]


def test_equal_stacks_share_a_rank_in_the_preview(make_event: MakesEvents, director: Actor) -> None:
    drawer(director)
    found = flights(make_event)
    anna, bert, cleo, dora = people("Anna", "Bert", "Cleo", "Dora")
    bagged_flight(found["1A"], director, [1], {anna: 15_000, bert: 5_000})
    bagged_flight(found["1B"], director, [2], {cleo: 15_000, dora: 5_000})
    rows = advance_preview(StageEvent.objects.get(label="2")).rows
    assert [(row.rank, row.stack) for row in rows] == [(1, 15_000), (1, 15_000), (3, 5_000), (3, 5_000)]


def test_a_player_with_two_stacks_chooses_one(make_event: MakesEvents, director: Actor) -> None:
    drawer(director)
    found = flights(make_event, preset="flights_one")
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    bagged_flight(found["1A"], director, [1], {anna: 12_000, bert: 8_000})
    bagged_flight(found["1B"], director, [2], {anna: 15_000, cleo: 5_000})
    client = client_of(director)
    assert "Choose which stack goes forward for these players: Anna." in text_of(
        client.get(f"/staff/t/{found['2']}/stages/")
    )
    chosen = {f"stack-{anna}": entry_of(found["1A"], anna).pk}
    status, page = sent(client, found["2"], "preview", **chosen)
    assert (status, "3 players advance with 25,000 chips." in page) == (200, True)
    ticked = {f"source-{found[label]}": "on" for label in ("1A", "1B")}
    sent(client, found["2"], "advance", **chosen, sources="1", **ticked)
    run_job(Job.objects.get().pk)
    assert Advance.objects.get(entry__player=anna).stack == 12_000
    # Anna forfeited her stack of 1B, so she advanced from 1A alone.
    board = stages(Tournament.objects.get(pk=found["2"]))
    assert board is not None
    assert {one.label: one.advanced for one in board.stages[0].events} == {"1A": 2, "1B": 1}
    assert "· 1 advanced" in text_of(client.get(f"/results/{found['1B']}/"))


def test_floor_sees_that_an_event_has_no_stages(make_event: MakesEvents, floor: Actor) -> None:
    page = text_of(client_of(floor).get(f"/staff/t/{make_event()}/stages/"))
    assert "This event is not played in stages." in page


def test_guests_see_all_flights_and_the_places_over_all_stages(
    make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], director, [1], {anna: 20_000, bert: 0})
    guest = Client()
    page = text_of(guest.get(f"/events/{found['1B']}/"))
    # Under the name of the tournament, its flights and days are named by what tells them apart.
    for name, label in (
        ("1A", ">1A</a>"),
        ("1B", '<strong aria-current="page">1B</strong>'),
        ("2", ">Day 2</a>"),
    ):
        assert label in page, name
    assert "Main Event 1A" not in page
    press(advance_players, found["2"], by=director, sources=[found["1A"]])
    results = text_of(guest.get(f"/results/{found['2']}/"))
    assert "Places over all stages" in results
    overall = guest.get(f"/api/v1/tournaments/{found['1A']}/results/overall").json()
    assert overall["field"] == 2
    assert [(row["place"], row["name"], row["stage"]) for row in overall["rows"]] == [(2, "Bert", "Day 1A")]

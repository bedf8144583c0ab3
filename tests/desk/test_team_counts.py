"""Where two players share an entry, screens and answers count teams: an entry is one team."""

import re

import pytest
from django.template.loader import render_to_string

from clock.boards.clock import clock
from desk.commands.registration import close_registration
from prizes.commands.payouts import close_now, set_payout
from seating.boards.public import eliminations
from seating.commands import add_tables, assign_table, bust, draw_seats, redraw_field, set_plan
from seating.models import Seat
from tests.desk.tills import PRICE, cash, drawer, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.web.visitors import client_of, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.boards import text_of as summary_of
from tourney.journal.readable import readable
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db
TEAMS = (("Anna", "Bert"), ("Cleo", "Dana"), ("Emil", "Finn"), ("Gero", "Hans"))


def latest(event: int, by: Actor) -> str:
    """Return the summary of the newest journal entry."""
    return summary_of(readable(JournalEntry.journal(event).latest("seq"), by))


def test_screens_and_answers_of_an_event_for_teams_count_teams(
    make_event: MakesEvents, director: Actor, dealer: Actor
) -> None:
    from desk.commands.sales import register_player

    event = make_event(book="munot")
    sold(event, partner_until="entry", surrender_allowed=False, extras=[], re_entries_most=0)
    press(set_plan, event, by=FIRST_START, seats_per_table=2)
    drawer(director)
    entries = []
    for one, other in TEAMS:
        given = {"player": player(one), "partner": player(other), "payments": [cash(PRICE)]}
        entries.append((press(register_player, event, by=director, **given).answer or {})["entry"])
    press(add_tables, by=FIRST_START, first=1, last=2, seats=9)
    for number in (1, 2):
        press(assign_table, event, by=FIRST_START, number=number)
    press(draw_seats, event, by=director)
    assert latest(event, director) == "Drew seats for 4 teams at 2 tables"
    press(redraw_field, event, by=director, tables=2)
    assert latest(event, director) == "Redrew all seats: 4 teams at 2 tables"
    board = clock(event)
    assert board is not None
    assert (board.field.left, board.field.teams) == (4, True)
    pages = {
        name: text_of(client_of(director).get(f"/staff/t/{event}/{name}/"))
        for name in ("dealer", "seats/print", "moves/print", "floor")
    }
    assert pages["dealer"].count("<small>2 teams</small>") == 2
    # The list by name has two lines for each team.
    assert " · 4 teams · " in pages["seats/print"]
    assert re.search(r"\d teams?</caption>", pages["moves/print"])
    # The strip is complete before its figures are read.
    assert '<small data-strip="field">Teams</small>' in pages["floor"]
    press(set_payout, event, by=director, method="hand", amounts=[PRICE])
    press(close_registration, event, by=director)
    close_now(event)
    press(bust, event, by=director, entry=entries[0])
    out = eliminations(event)
    assert out is not None
    assert (out.left, out.teams) == (3, True)
    table = Seat.objects.filter(entry=entries[1]).get().tournament_table.table.number
    floor = text_of(client_of(director).get(f"/staff/t/{event}/floor/"))
    assert '"floor.some_players": "{count} teams"' in floor
    assert "Teams left" in text_of(client_of(director).get(f"/staff/t/{event}/"))
    tablet = text_of(client_of(director).get(f"/staff/t/{event}/dealer/{table}/"))
    assert '"dealer.players": "{count} teams"' in tablet


@pytest.mark.parametrize(("state", "text"), [("queued", ": waiting to start…"), ("running", "…")])
def test_the_progress_of_a_draw_counts_teams(state: str, text: str) -> None:
    drawn = {"event": {"pk": 1}, "plan": True, "job": {"state": state}, "counts": {"unseated": 4}}
    page = "office/part_tables_draw.html"
    assert f"Drawing seats for 4 teams{text}" in render_to_string(page, {**drawn, "for_teams": True})
    assert f"Drawing seats for 4 players{text}" in render_to_string(page, drawn)


def test_an_event_for_single_players_counts_players(make_event: MakesEvents, director: Actor) -> None:
    event = make_event(book="munot")
    sold(event)
    board = clock(event)
    assert board is not None
    assert not board.field.teams
    floor = text_of(client_of(director).get(f"/staff/t/{event}/floor/"))
    assert '"floor.some_players": "{count} players"' in floor
    assert '<small data-strip="field">Players</small>' in floor


def test_a_page_of_an_event_without_registration_is_shown(make_event: MakesEvents, director: Actor) -> None:
    """Some pages read with the event that it has no registration."""
    event = make_event(book="munot")
    pages = ("results", "dealer", "seats/print", "floor")
    answers = [client_of(director).get(f"/staff/t/{event}/{page}/").status_code for page in pages]
    assert answers == [200, 200, 200, 200]

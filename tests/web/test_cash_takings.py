"""The page of takings and visits: what managers of money see of a playing day, and comps used by a press."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from cash.boards.takings import cash_takings
from cash.boards.visits import cash_visits
from cash.commands.comps import use_comps
from cash.commands.games import set_cash_room
from cash.commands.money import confirm_money, count_drop, move_tray, top_up
from cash.commands.moves import change_seat
from cash.commands.seats import leave_seat, take_seat
from cash.models import CashSeat, CashVisit, CompMove
from cash.services.days import playing_day
from desk.commands.drawers import open_drawer
from tests.cash.scenes import offer, open_game, person, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tests.web.visitors import send, text_of
from tourney.access.roles import Actor, Role
from tourney.journal.undo import undo_in_room
from tourney.models import Room
from tourney.now import room_now

pytestmark = pytest.mark.django_db
PAGE = "/staff/cash/takings/"
takings, visits = as_sent(cash_takings), as_sent(cash_visits)


def played_long(hours: int) -> None:
    """Let all seated players have come some hours ago."""
    began = room_now() - timedelta(hours=hours)
    CashSeat.objects.update(taken_at=began)
    CashVisit.objects.update(started_at=began)


@pytest.mark.postgres
def test_a_playing_day_adds_up_by_table_and_by_currency(desk: Actor, floor: Actor) -> None:
    open_game(7)
    open_game(8, offer(currency="CHF", small_blind=1_000, big_blind=2_000))
    press(open_drawer, by=desk, opening_float=10_000)
    anna = person("Anna")
    press(take_seat, by=desk, player=anna, table=7, seat=1, buy_in=80_000, source="drawer")
    press(top_up, by=floor, table=7, seat=1, amount=20_000, source="cash")
    sit(8, {2: "Ben"}, buy_in=150_000)
    press(count_drop, by=floor, table=7, kind="rake", amount=3_000)
    press(count_drop, by=floor, table=7, kind="jackpot", amount=500)
    press(count_drop, by=floor, table=8, kind="rake", amount=7_000)
    fill = press(move_tray, by=floor, table=7, kind="fill", amount=40_000).answer
    waiting = press(move_tray, by=floor, table=7, kind="credit", amount=9_000).answer
    assert fill is not None
    assert waiting is not None
    press(confirm_money, by=desk, money=fill["money"])
    press(leave_seat, by=desk, table=7, seat=1, stake=60_000, from_drawer=True)
    day = takings()
    first, second = day["tables"]
    sums = first["sums"]
    assert (first["number"], sums["rake"], sums["jackpot"], sums["house"]) == (7, 3_000, 500, 3_500)
    # A credit that is on its way does not count.
    assert (sums["fills"], sums["credits"], sums["sold"]) == (40_000, 0, 20_000)
    assert (sums["drawer_in"], sums["drawer_out"]) == (80_000, 60_000)
    assert (second["currency"], second["sums"]["brought"]) == ("CHF", 150_000)
    by_currency = {one["currency"]: one for one in day["currencies"]}
    assert {one: row["sums"]["house"] for one, row in by_currency.items()} == {"EUR": 3_500, "CHF": 7_000}
    assert [by_currency[one]["visits"] for one in ("EUR", "CHF")] == [1, 1]
    before = takings(day=playing_day(room_now()) - timedelta(1))
    assert (before["tables"], before["currencies"]) == ([], [])


def test_a_visit_over_the_night_is_on_both_playing_days(floor: Actor) -> None:
    open_game(7)
    sit(7, {1: "Anna"})
    played_long(24)
    today = playing_day(room_now())
    assert [len(visits(day=today - timedelta(back))["visits"]) for back in (0, 1, 3)] == [1, 1, 0]


def test_a_change_of_seat_keeps_the_former_seat_with_its_times(floor: Actor, page: Client) -> None:
    open_game(7)
    anna = sit(7, {1: "Anna"})[1]
    for seat, to in ((1, 5), (5, 3)):
        change = press(change_seat, by=floor, table=7, seat=seat, to=to, owes_big_blind=False)
    (row,) = visits()["visits"]
    seats = row["seats"]
    assert [one["seat"] for one in seats] == [1, 5, 3]
    assert (seats[0]["until"], seats[1]["until"]) == (seats[1]["since"], seats[2]["since"])
    assert seats[2]["until"] is None
    shown = text_of(page.get(PAGE, {"player": anna}))
    assert re.search(r"table 7, seat 1 \d\d:\d\d–\d\d:\d\d; table 7, seat 5 .*; table 7, seat 3 from ", shown)
    press(undo_in_room, by=floor, seq=change.seq)
    assert [one["seat"] for one in visits()["visits"][0]["seats"]] == [1, 5]
    journal_tells_the_rows()


def test_comps_used_in_another_currency_do_not_reduce_those_of_the_room(director: Actor) -> None:
    open_game(7)
    anna = sit(7, {1: "Anna"})[1]
    played_long(4)
    press(set_cash_room, by=director, book="", comp_per_hour=500)
    CompMove.objects.create(player_id=anna, amount=-1_500, currency="USD", what="Dinner", at=room_now())
    assert Room.objects.get().currency != "USD"
    (row,) = visits()["visits"]
    assert (row["comps_earned"], row["comps_used"], row["comps"]) == (2_000, 0, 2_000)
    press(use_comps, by=director, player=anna, amount=1_200, what="Dinner")
    (row,) = visits()["visits"]
    assert (row["comps_used"], row["comps"]) == (1_200, 800)
    assert refusal(use_comps, by=director, player=anna, amount=801, what="Bar").code == "not_enough_comps"


def test_a_visit_that_has_ended_keeps_its_rate_of_comps(director: Actor, floor: Actor) -> None:
    press(set_cash_room, by=director, book="", comp_per_hour=500)
    open_game(7)
    anna = sit(7, {1: "Anna"})[1]
    played_long(2)
    left = press(leave_seat, by=floor, table=7, seat=1, stake=0).seq
    press(set_cash_room, by=director, book="", comp_per_hour=900)
    assert visits()["visits"][0]["comps_earned"] == 1_000
    # Back in the seat, the visit lasts on, and counts at the present rate again.
    press(undo_in_room, by=floor, seq=left)
    assert visits()["visits"][0]["comps_earned"] == 1_800
    press(leave_seat, by=floor, table=7, seat=1, stake=0)
    Room.objects.update(currency="USD")
    assert visits()["visits"][0]["comps_earned"] == 0
    assert refusal(use_comps, by=director, player=anna, amount=1, what="Bar").code == "not_enough_comps"


def test_the_page_filters_by_player_and_uses_comps_by_a_press(page: Client, director: Actor) -> None:
    open_game(7)
    seats = sit(7, {1: "Anna Berger", 2: "Ben Keller"})
    played_long(2)
    press(set_cash_room, by=director, book="", comp_per_hour=500)
    shown = text_of(page.get(PAGE))
    assert "Anna Berger" in shown
    assert "Ben Keller" in shown
    assert "table 7, seat 1 from" in shown
    anna = text_of(page.get(PAGE, {"name": "berg"}))
    assert "Anna Berger" in anna
    assert "Ben Keller" not in anna
    assert 'name="amount" ' in anna
    assert "No player with this name" in text_of(page.get(PAGE, {"name": "nobody"}))
    files = [
        text_of(page.get(f"{PAGE}visits.csv?{query}"))
        for name in ("berg", "nobody")
        for query in re.findall(
            r'visits\.csv\?([^"]*)"', unescape(page.get(PAGE, {"name": name}).content.decode())
        )
    ]
    assert [("Anna Berger" in one, "Ben Keller" in one) for one in files] == [(True, False), (False, False)]
    address = f"{PAGE}?player={seats[1]}&day="
    much = send(page, address, amount="10.01", what="Dinner")
    assert much.status_code == 422
    assert "Anna Berger has not earned that much." in text_of(much)
    assert send(page, address, amount="10", what="Dinner").status_code == 302
    assert CompMove.objects.get().amount == -1_000


def test_takings_and_visits_are_downloaded_as_the_page_shows_them(page: Client, floor: Actor) -> None:
    open_game(7)
    sit(7, {1: "=Anna"})
    press(count_drop, by=floor, table=7, kind="rake", amount=3_050)
    day = playing_day(room_now()).isoformat()
    tables = text_of(page.get(f"{PAGE}tables.csv", {"day": day}))
    assert f"{day},7,No-Limit Hold’em 5/10,EUR," in tables
    assert "30.50" in tables
    people = text_of(page.get(f"{PAGE}visits.csv", {"day": day}))
    # A name that a spreadsheet would read as a formula is marked as text.
    assert "'=Anna" in people
    assert "1000.00,0.00" in people
    assert text_of(page.get(f"{PAGE}visits.csv", {"day": "2001-01-01"})).count("\n") == 1


def test_only_those_who_manage_money_see_visits_and_the_entry_that_leads_there(
    people: dict[Role, Client],
) -> None:
    assert people[Role.FLOOR].get(PAGE).status_code == 403
    assert PAGE not in text_of(people[Role.FLOOR].get("/staff/cash/"))
    assert PAGE in text_of(people[Role.DIRECTOR].get("/staff/cash/"))

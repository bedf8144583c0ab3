"""Pages of the cash room: games are offered in whole units, and only those who manage tables open them."""

import pytest
from django.test import Client

from cash.models import CashGame, CashSettings
from seating.commands import add_tables, assign_table
from tests.cash.scenes import offer, open_game
from tests.fixtures.room import MakesEvents
from tests.web.visitors import done, send, text_of
from tourney.access.roles import Role

pytestmark = pytest.mark.django_db
GAMES = "/staff/cash/games/"
OFFERED = {
    "what": "offer", "variant": "omaha", "betting": "pot_limit", "small_blind": "2.50", "big_blind": "5", "ante": "",
    "buy_in_min": "200", "buy_in_max": "1,000", "seats": "8", "straddle": "button", "run_it_twice": "on",
    "note": "Phones off the table", "collection": "time", "time_charge": "6", "time_minutes": "",
}  # fmt: skip
SETTINGS = {
    "what": "settings", "book": "st_moritz_cash", "answer_seconds": "120", "recalls": "2", "call_in_minutes": "45",
    "reminder_minutes": "5", "day_starts": "07:30", "shown_as": "names", "calls_on": "on", "comp_per_hour": "2.50",
}  # fmt: skip


def test_a_game_is_offered_changed_and_taken_off_offer(page: Client) -> None:
    assert send(page, GAMES, **OFFERED).status_code == 302
    game = CashGame.objects.get()
    assert (game.small_blind, game.big_blind, game.buy_in_min, game.buy_in_max) == (250, 500, 20_000, 100_000)
    assert (game.collection, game.time_charge, game.time_minutes) == ("time", 600, 30)
    assert (game.straddle, game.run_it_twice, game.seats) == ("button", True, 8)
    shown = text_of(page.get(GAMES))
    assert "Pot-Limit Omaha 2.50/5" in shown
    assert "St. Moritz 15" in shown
    assert "Time: €6 every 30 min" in shown
    assert "Time: €6 every 30 min" in text_of(Client().get("/cash/"))
    # The fields of time collection are in parts that are shown only while it is chosen.
    assert shown.count('class="cash-by-time"') == 2
    change = {"buy_in_min": "300", "buy_in_max": "", "seats": "9", "straddle": "none", "note": ""}
    assert send(page, f"{GAMES}{game.pk}/", **change).status_code == 302
    game.refresh_from_db()
    assert (game.buy_in_min, game.buy_in_max, game.straddle, game.run_it_twice) == (
        30_000,
        None,
        "none",
        False,
    )
    assert 'value="6"' in text_of(page.get(f"{GAMES}{game.pk}/"))
    assert send(page, f"{GAMES}{game.pk}/", **change, collection="rake").status_code == 302
    game.refresh_from_db()
    assert game.collection == "rake"
    assert send(page, GAMES, what="retire", game=game.pk).status_code == 302
    assert page.get(f"{GAMES}{game.pk}/").status_code == 404


def test_amounts_and_refusals_are_shown_at_their_fields(page: Client) -> None:
    wrong = send(page, GAMES, **{**OFFERED, "buy_in_min": "many"})
    assert wrong.status_code == 422
    assert "“many” is not an amount" in text_of(wrong)
    small = send(page, GAMES, **{**OFFERED, "buy_in_min": "4"})
    assert small.status_code == 422
    assert "The minimum buy-in must cover the big blind." in text_of(small)
    open_game()
    paid = send(
        page, f"{GAMES}{CashGame.objects.get().pk}/", buy_in_min="500", buy_in_max="2000", seats="9", straddle="none",
        note="", collection="none",
    )  # fmt: skip
    assert paid.status_code == 422
    assert "Close it before you change how the house is paid." in text_of(paid)
    held = send(page, GAMES, what="retire", game=CashGame.objects.get().pk)
    assert "A table of this game is open. Close it first." in text_of(held)


def test_the_settings_of_the_cash_room_are_saved(page: Client) -> None:
    assert send(page, GAMES, **SETTINGS).status_code == 302
    row = CashSettings.objects.get()
    assert (row.answer_seconds, row.recalls, row.call_in_minutes, row.day_starts) == (120, 2, 45, 450)
    assert (row.shown_as, row.self_service, row.calls_on) == ("names", False, True)
    assert row.comp_per_hour == 250
    wrong = send(page, GAMES, **{**SETTINGS, "day_starts": "soon"})
    assert wrong.status_code == 422


def test_the_floor_offers_games_but_does_not_set_up_the_room(people: dict[Role, Client]) -> None:
    floor = people[Role.FLOOR]
    assert 'value="settings"' not in text_of(floor.get(GAMES))
    assert send(floor, GAMES, **SETTINGS).status_code == 422
    assert not CashSettings.objects.exists()
    assert send(floor, GAMES, **OFFERED).status_code == 302
    desk = people[Role.DESK]
    assert desk.get(GAMES).status_code == 403
    assert desk.get("/staff/cash/").status_code == 200
    assert people[Role.DEALER].get("/staff/cash/").status_code == 403


def test_free_tables_are_those_that_neither_an_event_nor_a_game_uses(
    page: Client, make_event: MakesEvents
) -> None:
    open_game(7, offer())
    done(add_tables, first=8, last=10, seats=8)
    done(assign_table, make_event(), number=8)
    assert page.get("/staff/cash/tables/").json() == {
        "tables": [{"number": 9, "seats": 8}, {"number": 10, "seats": 8}]
    }


def test_the_page_of_the_tables_names_cash_games(page: Client) -> None:
    open_game(7)
    shown = text_of(page.get("/staff/room/tables/"))
    assert "1 in the cash room" in shown
    assert '<span class="badge is-open">No-Limit Hold’em 5/10</span>' in shown

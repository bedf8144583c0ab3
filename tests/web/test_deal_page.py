"""The deal page of the remaining players: permissions, its data, and the calculated payouts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from clock.commands.events import close_event, reopen_event
from prizes.boards import event as event_boards
from prizes.commands.deals import agree, change_deal, close_deal, open_deal, void_deal
from prizes.commands.payments import pay_prize
from prizes.models import DealShare, Payout, PrizeItem
from prizes.rules import deal as rules
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.prizes.evenings import amounts, closed, evening, out
from tests.web.addresses import addresses_of
from tests.web.visitors import ROLES, lines, text_of
from tourney.access.roles import Actor, Role
from tourney.journal.undo import undo
from tourney.models import JournalEntry
from web.floor.deal import error_text, mix_text
from web.floor.texts_deal import DEAL_WORDS

PATTERNS = addresses_of("floor.deal")

deal_board = as_sent(event_boards.deal)

pytestmark = pytest.mark.django_db
MAY_OPEN = {Role.DIRECTOR, Role.FLOOR}
CHIPS = (50_000, 30_000, 10_000)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with a rulebook that has rules for deals."""
    return make_event(book="pokerstars_live")


@pytest.fixture
def left(event: int, floor: Actor) -> list[int]:
    """Seat nine players with a buy-in of 100.00, bust six, and return the entries of the others."""
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:6])
    return entries[6:]


def stacks(entries: list[int], chips: tuple[int, ...] = CHIPS) -> list[dict[str, int]]:
    """Return the counted stacks for a deal."""
    return [{"entry": entry, "chips": count} for entry, count in zip(entries, chips, strict=True)]


def asked(client: Client, event: int, **terms: Any) -> Any:
    """Return the calculated payouts."""
    given = {"mix": {"icm": 1}, **terms}
    answer = client.post(reverse("deal_preview", args=[event]), json.dumps(given), "application/json")
    return answer.status_code, json.loads(answer.content)


def page_data(client: Client, event: int) -> Any:
    """Return the data that the page starts with."""
    return json.loads(client.get(reverse("deal_now", args=[event])).content)


def board(event: int) -> Any:
    """Return the deal as every page receives it."""
    return deal_board(event, "")


# --- permissions --------------------------------------------------------------------------------------------
def test_only_directors_and_floor_open_it(
    people: dict[Role, Client], client: Client, event: int, left: list[int]
) -> None:
    before = lines(event)
    for pattern in PATTERNS:
        assert isinstance(pattern, URLPattern)
        address = reverse(str(pattern.name), args=[event])
        for role in ROLES:
            browser = people[role]
            send = browser.post if pattern.name == "deal_preview" else browser.get
            status = send(address).status_code
            assert (status == 403) is (role not in MAY_OPEN), (pattern.name, role)
        send = client.post if pattern.name == "deal_preview" else client.get
        assert send(address).status_code == 302
    assert lines(event) == before
    assert people[Role.FLOOR].get("/staff/t/4711/deal/").status_code == 404


def test_page_contains_script_texts_and_the_books_policy(page: Client, event: int) -> None:
    shown = text_of(page.get(reverse("deal", args=[event])))
    assert "1.5" in shown
    assert "Deals are allowed unless local law forbids them" in shown
    assert reverse("prizes", args=[event]) in shown
    for key in DEAL_WORDS:
        assert f'"{key}"' in shown


def test_munot_79_is_cited_for_bubble_prizes(page: Client, make_event: MakesEvents) -> None:
    shown = text_of(page.get(reverse("deal", args=[make_event(book="munot")])))
    assert re.search(r"Munot[^<]*79", shown)


def test_script_catalogue_matches_the_texts_of_the_scripts() -> None:
    folder = Path("static/floor")
    scripts = "".join(
        path.read_text() for path in sorted(folder.glob("deal*.js")) if "dealer" not in path.name
    )
    quoted = set(re.findall(r'"([a-z_]+)"', scripts))
    ways = {f"way_{way}" for way in ("icm", "chip_chop", "even", "mix")}
    # Keys that contain the name of the state or of the calculation.
    states = {"state_open", "state_stands", "state_none"}
    assert {key.removeprefix("deal.") for key in DEAL_WORDS} - quoted == ways | states


# --- the page's data ----------------------------------------------------------------------------------------
def test_page_lists_players_amount_to_divide_and_obstacles(page: Client, event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    assert page_data(page, event)["hindrance"]["code"] == "payout_open"
    closed(event)
    out(event, *entries[:6])
    state = page_data(page, event)
    assert state["hindrance"] is None
    assert [one["entry"] for one in state["players"]] == entries[6:]
    assert state["ladder"] == list(amounts(event)[:3])
    assert (state["currency"], state["places"], state["chips"]) == ("EUR", 2, 90_000)
    press(open_deal, event, by=floor, stacks=stacks(entries[6:]))
    assert page_data(page, event)["hindrance"]["code"] == "deal_stands"


def confirmed(event: int, by: Actor, entries: list[int], played_for: tuple[int, ...] = ()) -> None:
    """Make a deal of these players and confirm it."""
    press(open_deal, event, by=by, stacks=stacks(entries), left=list(played_for))
    for entry in entries:
        press(agree, event, by=by, entry=entry)
    press(close_deal, event, by=by)


def test_deal_of_a_closed_event_is_voided_only_once_it_is_reopened(
    page: Client, event: int, left: list[int], floor: Actor, director: Actor
) -> None:
    confirmed(event, floor, left)
    assert page_data(page, event)["closed"] is False
    press(close_event, event, by=director, although_unfinished=True)
    refused = refusal(void_deal, event, by=floor, reason="miscounted")
    text = "This event is closed. To void the deal, reopen the event first."
    assert (refused.code, refused.message) == ("event_closed", text)
    assert page_data(page, event)["closed"] is True
    assert refused.message in text_of(page.get(reverse("deal", args=[event])))
    press(reopen_event, event, by=director)
    press(void_deal, event, by=floor, reason="miscounted")


def test_pending_deal_of_a_closed_event_is_not_confirmed(
    event: int, left: list[int], floor: Actor, director: Actor
) -> None:
    press(open_deal, event, by=floor, stacks=stacks(left))
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    press(close_event, event, by=director, although_unfinished=True)
    assert refusal(close_deal, event, by=floor).code == "event_closed"
    assert refusal(void_deal, event, by=floor, reason="no").code == "event_closed"


@pytest.mark.parametrize(("played_for", "divided"), [((), True), ((10_000,), False)])
def test_page_knows_whether_a_deal_leaves_something_to_play_for(
    page: Client, event: int, left: list[int], floor: Actor, played_for: tuple[int, ...], divided: bool
) -> None:
    assert page_data(page, event)["divided"] is False
    press(open_deal, event, by=floor, stacks=stacks(left), left=list(played_for))
    assert page_data(page, event)["divided"] is False
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    assert page_data(page, event)["divided"] is divided


def test_every_method_and_the_mix_sum_to_the_divided_amount(
    page: Client, event: int, left: list[int]
) -> None:
    status, answer = asked(page, event, stacks=stacks(left), mix={"icm": 1, "even": 1}, left=[10_000])
    assert status == 200
    whole = sum(amounts(event)[:3]) - 10_000
    for way, found in answer["ways"].items():
        assert sum(found["amounts"]) == whole, way
        assert found["amounts"] == sorted(found["amounts"], reverse=True)
    alone = asked(page, event, stacks=stacks(left), left=[10_000])[1]["ways"]
    assert alone["mix"] == alone["icm"]
    assert re.fullmatch(r"€0\.0+1", alone["icm"]["error"])
    assert alone["even"]["error"] == ""


def test_refusals_show_messages_with_formatted_amounts(page: Client, event: int, left: list[int]) -> None:
    _status, answer = asked(page, event, stacks=stacks(left), left=[90_000])
    assert "At most €" in answer["ways"]["icm"]["fault"]
    _status, answer = asked(page, event, stacks=stacks(left), mix={})
    assert "at least one part" in answer["ways"]["mix"]["fault"]
    assert sum(answer["ways"]["icm"]["amounts"]) == 90_000
    _status, answer = asked(page, event, stacks=stacks(left, (0, 0, 0)))
    assert {found["fault"] for found in answer["ways"].values()} == {"No player has any chips."}
    typed = refusal(
        open_deal, event, by=Actor("user:1", "x", Role.DIRECTOR), stacks=stacks(left), left=[90_000]
    )
    assert re.search(r"At most EUR\xa0\d+\.\d\d can", str(typed))


@pytest.mark.parametrize(
    "wrong", ["", "[]", "7", "null", '{"stacks": 3, "mix": {}}', '{"mix": {"icm": -1}}', "{"]
)
def test_malformed_request_is_refused(page: Client, event: int, left: list[int], wrong: str) -> None:
    answer = page.post(reverse("deal_preview", args=[event]), wrong, "application/json")
    assert answer.status_code == 422
    assert json.loads(answer.content)["code"] == "bad_argument"


def test_an_error_is_rounded_up_and_never_down() -> None:
    assert error_text(0.0, "EUR") == ""
    assert error_text(8.8e-11, "EUR") == "€0.000000000001"
    assert error_text(1.1, "EUR") == "€0.1"
    assert error_text(0.5, "JPY") == "JPY\xa01"


# --- print --------------------------------------------------------------------------------------------------
def test_deal_sheet_lists_players_shares_and_signature_lines(
    page: Client, event: int, left: list[int], floor: Actor
) -> None:
    address = reverse("print_deal", args=[event])
    assert "There is no deal." in text_of(page.get(address))
    press(open_deal, event, by=floor, stacks=stacks(left), mix={"icm": 1, "even": 2}, left=[1_000])
    share = board(event)["shares"][0]
    press(change_deal, event, by=floor, amounts=[{"entry": left[0], "amount": share["amount"] - 1}])
    sheet = text_of(page.get(address))
    for number in (7, 8, 9):
        assert f"Player {number}" in sheet
    assert "1\xa0×\xa0ICM + 2\xa0×\xa0Even split" in sheet
    assert "Not assigned: €0.01" in sheet
    assert "1.5" in sheet
    assert sheet.count(" *</td>") == 1
    for one in board(event)["shares"]:
        assert f"{one['amount'] / 100:,.2f}" in sheet


def test_the_sheet_names_the_things_that_stay_with_their_places(
    page: Client, event: int, left: list[int], floor: Actor
) -> None:
    payout = Payout.objects.get(tournament=event)
    PrizeItem.objects.create(payout=payout, place=1, name="Silver Trophy", value=11_000, from_pool=False)
    press(open_deal, event, by=floor, stacks=stacks(left))
    sheet = text_of(page.get(reverse("print_deal", args=[event])))
    assert re.search(r"Silver Trophy \(€110(\.00)?\)", sheet)
    assert "They go to the player who takes the place" in sheet


def test_a_mix_is_named_by_its_parts() -> None:
    assert mix_text({"even": 1}) == "Even split"
    assert set(rules.METHODS) == {"icm", "chip_chop", "even"}


# --- links --------------------------------------------------------------------------------------------------
def test_the_floor_finds_it(people: dict[Role, Client], event: int) -> None:
    address = reverse("deal", args=[event])
    floor = reverse("floor", args=[event])
    assert address in text_of(people[Role.FLOOR].get(floor))
    assert address not in text_of(people[Role.DESK].get(floor))


def test_the_page_knows_that_a_deal_is_paid_and_its_event_over(
    page: Client, event: int, left: list[int], floor: Actor, director: Actor
) -> None:
    last = JournalEntry.journal(event).filter(kind="entry.bust").latest("seq").seq
    press(open_deal, event, by=floor, stacks=stacks(left))
    pending = refusal(undo, event, by=director, seq=last)
    assert pending.code == "deal_open"
    assert "A deal is pending without" in pending.message
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    assert refusal(undo, event, by=director, seq=last).code == "deal_stands"
    state = page_data(page, event)
    assert (state["over"], state["paid"]) == (False, False)
    out(event, *left[:-1])
    share = DealShare.objects.get(entry=left[0]).amount
    press(pay_prize, event, by=floor, entry=left[0], kind="deal", amount=share)
    state = page_data(page, event)
    assert (state["over"], state["paid"]) == (True, True)


def test_page_says_who_won_an_event_that_ended_without_a_deal(
    page: Client, event: int, left: list[int], director: Actor
) -> None:
    assert page_data(page, event)["outcome"] == ""
    out(event, *left[:-1])
    ended = "No deal was made. Player 9 has won."
    assert page_data(page, event)["outcome"] == ended
    press(close_event, event, by=director, although_unfinished=True)
    assert page_data(page, event)["outcome"] == ended


def test_page_does_not_name_a_winner_of_an_event_closed_before_its_end(
    page: Client, event: int, left: list[int], director: Actor
) -> None:
    press(close_event, event, by=director, although_unfinished=True)
    assert page_data(page, event)["outcome"] == "No deal was made. The event is over."


def test_page_says_who_won_what_a_deal_left_to_play_for(
    page: Client, event: int, left: list[int], floor: Actor
) -> None:
    confirmed(event, floor, left, (10_000, 4_000))
    assert page_data(page, event)["outcome"] == ""
    out(event, *left[:-1])
    won = "The amount left to play for was won by Player 9 (€100), Player 8 (€40)."
    assert page_data(page, event)["outcome"] == won


def test_page_says_nothing_of_winnings_after_a_deal_that_divided_all(
    page: Client, event: int, left: list[int], floor: Actor
) -> None:
    confirmed(event, floor, left)
    out(event, *left[:-1])
    state = page_data(page, event)
    assert (state["over"], state["outcome"]) == (True, "")

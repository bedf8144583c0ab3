"""The deal page of the remaining players: permissions, its data, and the calculated payouts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clock.boards.clock import clock as event_clock_board
from desk.commands.refunds import refund
from desk.models import Item
from prizes.boards import event as event_boards
from prizes.boards.event import prizes as prizes_board
from prizes.boards.structs import PrizesBoard
from prizes.commands.deals import agree, change_deal, close_deal, open_deal, void_deal, work_out_deal
from prizes.models import Payout, PrizeItem
from prizes.rules import deal as rules
from prizes.services.results import results_of
from procedures.boards.stack_counts import chip_leaders
from seating.commands import bust, count_stack, draw_seats, set_plan
from seating.commands.seats import remove_entry
from seating.models import Seat
from tests.examples import examples
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.prizes.evenings import amounts, closed, evening, out
from tests.seating.people import tables_for
from tests.web.addresses import addresses_of
from tests.web.visitors import ROLES, lines, text_of
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.journal.undo import undo
from tourney.models import Entry, Tournament
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


# --- two users ----------------------------------------------------------------------------------------------
def test_concurrent_change_is_not_overwritten(
    event: int, left: list[int], floor: Actor, director: Actor
) -> None:
    press(open_deal, event, by=floor, stacks=stacks(left))
    seen = board(event)["version"]
    share = board(event)["shares"][0]
    changed = [{"entry": share["entry"], "amount": share["amount"] - 100}]
    press(agree, event, by=director, entry=left[0], seen=seen)
    press(change_deal, event, by=floor, amounts=changed, seen=seen)
    before = lines(event)
    for made, arguments in (
        (agree, {"entry": left[0]}),
        (change_deal, {"amounts": changed}),
        (work_out_deal, {"stacks": stacks(left), "mix": {"even": 1}}),
        (close_deal, {}),
        (void_deal, {"reason": "no"}),
    ):
        assert refusal(made, event, by=director, seen=seen, **arguments).code == "deal_changed", made
    assert lines(event) == before
    press(agree, event, by=director, entry=left[0], seen=board(event)["version"])


def test_one_agreement_does_not_block_others(event: int, left: list[int], floor: Actor) -> None:
    press(open_deal, event, by=floor, stacks=stacks(left))
    seen = board(event)["version"]
    for entry in left:
        press(agree, event, by=floor, entry=entry, seen=seen)
    press(close_deal, event, by=floor, seen=seen)
    assert board(event)["state"] == "stands"
    assert board(event)["version"] != seen


def test_no_player_leaves_during_a_deal_except_by_a_disqualification(
    event: int, left: list[int], floor: Actor
) -> None:
    press(open_deal, event, by=floor, stacks=stacks(left))
    name = Entry.objects.get(pk=left[2]).player.name
    receipt = Item.objects.get(entry=left[2]).receipt_id
    for made, arguments in (
        (bust, {"entry": left[2]}),
        (remove_entry, {"entry": left[2]}),
        (refund, {"receipt": receipt, "reason": "no"}),
    ):
        refused = refusal(made, event, by=floor, **arguments)
        assert (refused.code, name in refused.message, "Confirm or cancel" in refused.message) == (
            "deal_open",
            True,
            True,
        ), made
    press(remove_entry, event, by=floor, entry=left[2], penalty="disqualified")
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    refused = refusal(close_deal, event, by=floor)
    assert (refused.code, name in refused.message) == ("players_changed", True)
    assert (
        refusal(work_out_deal, event, by=floor, stacks=stacks(left), mix={"icm": 1}).code == "players_changed"
    )
    # After the last one there would be nothing to divide.
    last = refusal(remove_entry, event, by=floor, entry=left[1], penalty="disqualified")
    assert last.code == "deal_open"


def test_every_clock_names_a_pending_deal_and_so_do_the_prizes(
    page: Client, event: int, left: list[int], floor: Actor
) -> None:
    def pending() -> bool:
        clock = event_clock_board(event)
        return clock is not None and clock.deal_pending

    prizes = reverse("prizes", args=[event])
    assert "deal-state" not in text_of(page.get(prizes))
    assert pending() is False
    press(open_deal, event, by=floor, stacks=stacks(left))
    assert pending() is True
    assert "A deal is pending." in text_of(page.get(prizes))
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    done = press(close_deal, event, by=floor)
    assert pending() is False
    text = text_of(page.get(prizes))
    assert "Its shares replace the prizes of places 1 to 3." in text
    assert "Prizes before the deal" in text
    assert "It divides all prizes left." in text_of(page.get(reverse("results", args=[event])))
    press(undo, event, by=FIRST_START, seq=done.seq)
    assert pending() is True


def test_stacks_of_a_deal_are_chip_counts_and_rank_the_last_table(
    event: int, left: list[int], floor: Actor
) -> None:
    tables_for(event, [1])
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)

    def counts() -> list[int | None]:
        return [Seat.objects.get(entry=entry).stack for entry in left]

    def leaders() -> list[int]:
        board = chip_leaders(event)
        return [] if board is None else [one.chips for one in board.rows]

    press(count_stack, event, by=floor, entry=left[0], chips=20_000)
    assert leaders() == []
    before = counts()
    done = press(open_deal, event, by=floor, stacks=stacks(left))
    assert counts() == list(CHIPS)
    assert leaders() == sorted(CHIPS, reverse=True)
    press(undo, event, by=FIRST_START, seq=done.seq)
    assert counts() == before
    assert leaders() == []


def test_all_players_of_a_deal_before_the_money_are_paid(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="pokerstars_live")
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:4])
    shown = prizes_board(event)
    assert isinstance(shown, PrizesBoard)
    assert shown.money is not None
    assert (shown.paid, shown.money.to_go) == (3, 2)
    press(open_deal, event, by=floor, stacks=stacks(entries[4:], (50, 40, 30, 20, 10)))
    for entry in entries[4:]:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    shown = prizes_board(event)
    assert isinstance(shown, PrizesBoard)
    assert shown.money is not None
    assert (shown.paid, shown.money.to_go) == (5, 0)
    assert [(tier.first, tier.to, tier.deal) for tier in shown.tiers] == [(1, 5, True)]


# --- money ------------------------------------------------------------------------------------------------------
def test_amount_played_for_in_an_unpaid_place_is_still_won(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:5])
    press(open_deal, event, by=floor, stacks=stacks(entries[5:], (1, 2, 3, 4)), left=[100, 100, 100, 100])
    for entry in entries[5:]:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    out(event, *entries[5:8])
    won = results_of(Tournament.objects.get(pk=event)).won
    assert sum(one.prize + one.deal for one in won.values()) == 90_000


@settings(
    max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_manual_changes_always_sum_to_the_prizes(
    event: int, left: list[int], floor: Actor, data: st.DataObject
) -> None:
    chips = data.draw(st.tuples(*[st.integers(1, 10**6)] * 3))
    ways = data.draw(
        st.fixed_dictionaries({way: st.integers(0, 3) for way in rules.METHODS}).filter(any_part)
    )
    play = data.draw(st.integers(0, 5_000))
    press(open_deal, event, by=floor, stacks=stacks(left, chips), mix=ways, left=[play])
    assert sum(one["amount"] for one in board(event)["shares"]) + play == sum(amounts(event)[:3])
    by = [data.draw(st.integers(-50, 50)) for _entry in left[:2]]
    # The last player gets what the others gave up; otherwise a cent would be lost.
    by.append(-sum(by) + data.draw(st.sampled_from([0, 0, 1, -1])))
    edits = [
        {"entry": one["entry"], "amount": max(0, one["amount"] + change)}
        for one, change in zip(board(event)["shares"], by, strict=True)
    ]
    press(change_deal, event, by=floor, amounts=edits)
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    rest = board(event)["left"]
    assert sum(one["amount"] for one in edits) + play + rest == sum(amounts(event)[:3])
    if rest:
        assert refusal(close_deal, event, by=floor).code == "deal_does_not_sum"
    else:
        press(close_deal, event, by=floor)
        won = results_of(Tournament.objects.get(pk=event)).won
        # The first place is still open, so no player has its money yet.
        assert sum(one.deal for one in won.values()) + play == 90_000
    press(void_deal, event, by=floor, reason="next example")


def any_part(mix: dict[Any, int]) -> bool:
    """Return whether a mix contains a part of any calculation."""
    return any(mix.values())


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

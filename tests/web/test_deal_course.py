"""The course of a deal: changes by two people, what waits for it, and the money that it pays."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clock.boards.clock import clock as event_clock_board
from desk.commands.refunds import refund
from desk.models import Item
from prizes.boards.event import prizes as prizes_board
from prizes.boards.structs import PrizesBoard
from prizes.commands.deals import agree, change_deal, close_deal, open_deal, void_deal, work_out_deal
from prizes.rules import deal as rules
from prizes.services.results import results_of
from procedures.boards.stack_counts import chip_leaders
from seating.commands import bust, count_stack, draw_seats, finish_hand, set_plan
from seating.commands.seats import remove_entry
from seating.models import Seat
from tests.examples import examples
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import amounts, closed, evening, out
from tests.seating.people import tables_for
from tests.web.test_deal_page import CHIPS, board, event, left, stacks
from tests.web.visitors import lines, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Entry, Tournament

__all__ = ["event", "left"]
pytestmark = pytest.mark.django_db


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
    # Nor is a hand completed or dealt again: none is played.
    tables_for(event, [1])
    before = lines(event)
    for misdeal in (False, True):
        refused = refusal(finish_hand, event, by=floor, number=1, hand=1, misdeal=misdeal)
        assert (refused.code, "Confirm or cancel the deal first" in refused.message) == ("deal_open", True)
    assert lines(event) == before
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
    public = [f"/events/{event}/", reverse("results", args=[event])]
    assert all("The remaining players are discussing a deal." in text_of(page.get(one)) for one in public)
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    done = press(close_deal, event, by=floor)
    assert pending() is False
    text = text_of(page.get(prizes))
    assert "Its shares replace the prizes of places 1 to 3." in text
    assert "Prizes before the deal" in text
    assert not any("discussing a deal" in text_of(page.get(one)) for one in public)
    assert "It divides all the prizes that were left." in text_of(page.get(reverse("results", args=[event])))
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

"""Bounties over all stages: they go on with the players who advance, and the last stage pays them."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from desk.services.prices import price_text
from prizes.boards.event import bounties
from prizes.boards.own import prize_of
from prizes.boards.payouts import envelopes, payout_person, payouts
from prizes.boards.structs import BountiesBoard, OwnPrize
from prizes.commands.bounties import ValueInput, draw_envelope, fill_envelopes
from prizes.commands.payments import pay_prize
from prizes.commands.payouts import lock_payout, set_payout
from prizes.rules.bounties import BountyStage, Knockout, settle_stages
from prizes.services.bounties import bounties_in_play, bounties_of
from prizes.services.early_bounties import early_bounty_of
from prizes.services.payables import account_of, won_in
from prizes.services.unclaimed_bounties import unclaimed_bounties
from seating.commands import bust
from seating.commands.eliminations import note_bust
from stages.commands.advance import advance_players
from stages.commands.event_end import end_event
from stages.commands.multi_stage_events import add_stage_event
from stages.models import Stage
from stages.receivers import answers
from tests.desk.tills import BOUNTY
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import bag, enter_all, entry_of, event_row, people, seat_everybody
from tests.stages.test_pool import with_prizes
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.journal.undo import undo

pytestmark = pytest.mark.django_db


def played(make_event: MakesEvents, director: Actor, **prizes: Any) -> dict[str, int]:
    """Play two flights and join them: Anna knocks Bert out in 1A, Dora busts in 1B to an unknown player."""
    found = with_prizes(make_event, director)
    press(set_payout, found["2"], by=director, **{"method": "table", "table": "club", **prizes})
    anna, bert, cleo, dora, emil = people("Anna", "Bert", "Cleo", "Dora", "Emil")
    first = enter_all(found["1A"], director, [anna, bert, emil])
    seat_everybody(found["1A"], [1])
    press(bust, found["1A"], by=director, entry=first[bert], knocked_out_by=[first[anna]])
    bag(found["1A"], director, {first[anna]: 20_000, first[emil]: 10_000})
    second = enter_all(found["1B"], director, [cleo, dora])
    seat_everybody(found["1B"], [2])
    press(bust, found["1B"], by=director, entry=second[dora])
    bag(found["1B"], director, {second[cleo]: 20_000})
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(lock_payout, found["2"], by=director)
    return {**found, "anna": anna, "bert": bert, "cleo": cleo, "dora": dora, "emil": emil}


def knocked_out(found: dict[str, int], director: Actor, who: str, by: str) -> None:
    """Bust a player of day 2."""
    loser, winner = (entry_of(found["2"], found[one]).pk for one in (who, by))
    press(bust, found["2"], by=director, entry=loser, knocked_out_by=[winner])


def won(found: dict[str, int]) -> dict[tuple[str, str], int]:
    """Return what day 2 pays for bounties, by player and stage of the entry."""
    rows = won_in(event_row(found["2"]))
    entries = {
        entry_of(found[stage], found[who]).pk: (who, stage)
        for who, stage in (("anna", "2"), ("cleo", "2"), ("emil", "2"), ("bert", "1A"), ("dora", "1B"))
    }
    return {entries[entry]: amount for (entry, kind), amount in rows.items() if kind == "bounty"}


def test_fixed_bounties_of_flights_are_settled_and_paid_by_the_last_stage(
    make_event: MakesEvents, director: Actor
) -> None:
    found = played(make_event, director, bounties="fixed")
    knocked_out(found, director, "emil", "cleo")
    knocked_out(found, director, "cleo", "anna")
    # Anna: Bert in 1A, Cleo on day 2, and her own bounty.
    assert won(found) == {("anna", "2"): 3 * BOUNTY, ("cleo", "2"): BOUNTY}
    assert [one.value for one in unclaimed_bounties(event_row(found["1B"]))] == [BOUNTY]
    # Day 2 pays them: its pages name the bounty of the flight without a winner, and where the winner is recorded.
    dora = entry_of(found["1B"], found["dora"]).pk
    assert [one.entry for one in unclaimed_bounties(event_row(found["2"]))] == [dora]
    text = text_of(client_of(director).get(f"/staff/t/{found['2']}/payouts/"))
    assert f'href="/staff/t/{found["1B"]}/results/{dora}/"' in text
    page = text_of(client_of(director).get(f"/staff/t/{found['1B']}/payouts/"))
    assert f"1 bounty has no winner yet</strong> · {price_text(BOUNTY, 'EUR')}" in page
    assert bounties_of(event_row(found["2"])).total == 5 * BOUNTY
    for one in payouts(event_row(found["2"])):
        for (entry, kind), amount in won_in(event_row(found["2"])).items():
            if entry == one["entry"]:
                press(pay_prize, found["2"], by=director, entry=entry, amount=amount, kind=kind)
    accounts = [account_of(event_row(found[label])) for label in ("1A", "1B", "2")]
    assert [one.difference for one in accounts] == [0, 0, 0]
    # The one without a winner is kept.
    assert [(one.bounties_paid, one.bounties_open) for one in accounts] == [
        (0, 0),
        (0, 0),
        (4 * BOUNTY, BOUNTY),
    ]
    anna = entry_of(found["1A"], found["anna"]).pk
    assert (
        refusal(pay_prize, found["1A"], by=director, entry=anna, amount=1, kind="bounty").code == "no_payout"
    )


def test_progressive_bounty_that_grew_in_a_flight_is_won_on_day_2(
    make_event: MakesEvents, director: Actor
) -> None:
    found = played(make_event, director, bounties="progressive", bounty_cash=5_000)
    # Half of Bert's bounty is Anna's, half raised her own one, which Emil wins half of at once.
    knocked_out(found, director, "anna", "emil")
    assert won(found) == {("anna", "2"): BOUNTY // 2, ("emil", "2"): 3 * BOUNTY // 4}
    knocked_out(found, director, "cleo", "emil")
    # Emil is the last one: all but Anna's part, and Dora's bounty without a winner.
    assert won(found) == {("anna", "2"): BOUNTY // 2, ("emil", "2"): 4 * BOUNTY - BOUNTY // 2}


def test_phones_and_the_wall_show_the_bounties_of_all_stages(
    make_event: MakesEvents, director: Actor
) -> None:
    found = played(make_event, director, bounties="fixed")
    knocked_out(found, director, "emil", "anna")
    board = bounties(found["2"])
    assert isinstance(board, BountiesBoard)
    assert (board.collected, board.in_play) == (5 * BOUNTY, 2 * BOUNTY)
    assert [(one.name, one.knockouts, one.won) for one in board.leaders] == [("Anna", 2, 2 * BOUNTY)]
    own = prize_of(found["2"], [found["anna"]])[found["anna"]]
    assert isinstance(own, OwnPrize)
    assert (own.bounty, own.own_bounty) == (2 * BOUNTY, BOUNTY)
    flight = bounties(found["1A"])
    assert isinstance(flight, BountiesBoard)
    assert [(one.name, one.won) for one in flight.leaders] == [("Anna", BOUNTY)]
    there = prize_of(found["1A"], [found["anna"]])[found["anna"]]
    assert isinstance(there, OwnPrize)
    assert (there.bounty, there.currency) == (BOUNTY, "EUR")


@pytest.mark.parametrize("kind", ["fixed", "progressive"])
def test_bounties_of_players_who_have_not_advanced_yet_stay_in_play_when_their_flight_ends(
    make_event: MakesEvents, director: Actor, kind: str
) -> None:
    found = with_prizes(make_event, director)
    press(set_payout, found["2"], by=director, method="table", table="club", bounties=kind)
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    first = enter_all(found["1A"], director, [anna, bert, cleo])
    seat_everybody(found["1A"], [1])
    press(bust, found["1A"], by=director, entry=first[bert], knocked_out_by=[first[anna]])
    bag(found["1A"], director, {first[anna]: 20_000, first[cleo]: 10_000})
    before = bounties_of(event_row(found["1A"]))
    press(end_event, found["1A"], by=director)
    assert bounties_of(event_row(found["1A"])) == before
    assert set(before.in_play) == {first[anna], first[cleo]}
    assert first[cleo] not in {entry for entry, _kind in won_in(event_row(found["2"]))}


def test_screens_of_the_last_stage_hear_of_a_bust_in_a_flight_its_winners_and_its_undo(
    make_event: MakesEvents,
    director: Actor,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(answers, "publish", lambda topic, _seq, _boards: shown.append(topic))
    found = with_prizes(make_event, director)
    press(set_payout, found["2"], by=director, method="table", table="club", bounties="fixed")
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    first = enter_all(found["1A"], director, [anna, bert, cleo])
    seat_everybody(found["1A"], [1])
    last = f"t{found['2']}"
    with django_capture_on_commit_callbacks(execute=True):
        press(bust, found["1A"], by=director, entry=first[bert])
    assert shown == [last]
    with django_capture_on_commit_callbacks(execute=True):
        noted = press(note_bust, found["1A"], by=director, entry=first[bert], knocked_out_by=[first[anna]])
    assert shown == [last] * 2
    with django_capture_on_commit_callbacks(execute=True):
        press(undo, found["1A"], by=director, seq=noted.seq)
    assert shown == [last] * 3


def test_envelopes_of_the_last_stage_hold_the_bounties_of_all_flights(
    make_event: MakesEvents, director: Actor
) -> None:
    found = played(make_event, director, bounties="mystery")
    values = [ValueInput(value=3 * BOUNTY, count=1), ValueInput(value=BOUNTY, count=2)]
    press(fill_envelopes, found["2"], by=director, values=values)
    knocked_out(found, director, "emil", "anna")
    knocked_out(found, director, "cleo", "anna")
    for entry in bounties_of(event_row(found["2"])).undrawn:
        press(draw_envelope, found["2"], by=director, entry=entry)
    assert won(found) == {("anna", "2"): 5 * BOUNTY}
    assert [account_of(event_row(found[label])).difference for label in ("1A", "1B", "2")] == [0, 0, 0]
    assert unclaimed_bounties(event_row(found["1B"])) == []


def before_the_lock(make_event: MakesEvents, director: Actor, **prizes: Any) -> dict[str, int]:
    """Play and bag flight 1A: Anna knocks Bert out, and Cleo knocks Anna's second victim Dora out; 1B is to come.

    Cleo is out as well, by Emil, who bags with Anna.
    """
    found = with_prizes(make_event, director)
    press(set_payout, found["2"], by=director, **{"method": "table", "table": "club", **prizes})
    anna, bert, cleo, dora, emil = people("Anna", "Bert", "Cleo", "Dora", "Emil")
    first = enter_all(found["1A"], director, [anna, bert, cleo, dora, emil])
    seat_everybody(found["1A"], [1])
    for loser, winner in ((bert, anna), (dora, cleo), (cleo, emil)):
        press(bust, found["1A"], by=director, entry=first[loser], knocked_out_by=[first[winner]])
    return {
        **found,
        **{name: first[who] for name, who in (("anna", anna), ("cleo", cleo), ("emil", emil))},
        "player": anna,
    }


def pay(found: dict[str, int], director: Actor, who: str, amount: int) -> None:
    """Pay a bounty with the entry of the flight, by the event of the last stage."""
    press(pay_prize, found["2"], by=director, entry=found[who], amount=amount, kind="bounty")


def refused_pay(found: dict[str, int], director: Actor, who: str, amount: int) -> Refused:
    """Return why a bounty is not paid."""
    return refusal(pay_prize, found["2"], by=director, entry=found[who], amount=amount, kind="bounty")


def test_bounties_of_a_flight_are_paid_when_it_has_ended_and_count_on_day_2(
    make_event: MakesEvents, director: Actor
) -> None:
    found = before_the_lock(make_event, director, bounties="fixed", early_bounties="all")
    assert refused_pay(found, director, "anna", BOUNTY).code == "payout_open"
    bag(found["1A"], director, {found["anna"]: 30_000, found["emil"]: 20_000})
    pay(found, director, "anna", BOUNTY)
    pay(found, director, "cleo", BOUNTY)
    refused = refused_pay(found, director, "anna", 1)
    assert (refused.code, "only bounties of flights" in refused.message) == ("payout_open", True)
    other: dict[str, Any] = {
        "method": "table",
        "table": "club",
        "bounties": "progressive",
        "early_bounties": "all",
    }
    assert refusal(set_payout, found["2"], by=director, **other).code == "bounties_paid"
    second = enter_all(found["1B"], director, people("Frida", "Gero"))
    seat_everybody(found["1B"], [2])
    bag(found["1B"], director, dict.fromkeys(second.values(), 10_000))
    press(advance_players, found["2"], by=director)
    # What was paid with Anna's entry of 1A counts for the one of day 2.
    day_2 = entry_of(found["2"], found["player"]).pk
    rows = {one["name"]: one for one in payouts(event_row(found["2"]))}
    assert (rows["Anna"]["entry"], rows["Anna"]["paid"], rows["Anna"]["open"]) == (day_2, BOUNTY, 0)
    person = payout_person(event_row(found["2"]), found["anna"])
    assert person is not None
    assert [one["amount"] for one in person["payments"]] == [BOUNTY]
    pay(found, director, "emil", BOUNTY)
    seat_everybody(found["2"], [3])
    press(lock_payout, found["2"], by=director)
    assert refused_pay(found, director, "anna", 1).code == "more_than_outstanding"
    assert [account_of(event_row(found[label])).difference for label in ("1A", "1B", "2")] == [0, 0, 0]


def test_early_bounties_can_be_left_to_players_who_are_out_and_the_own_head_goes_on(
    make_event: MakesEvents, director: Actor
) -> None:
    terms = {"bounties": "progressive", "bounty_cash": 5_000}
    found = before_the_lock(make_event, director, **terms, early_bounties="out")
    bag(found["1A"], director, {found["anna"]: 30_000, found["emil"]: 20_000})
    assert refused_pay(found, director, "anna", 1).code == "payout_open"
    # Half of Dora's bounty; the other half went to Emil with Cleo's own.
    assert early_bounty_of(event_row(found["2"]), found["cleo"]) == BOUNTY // 2
    pay(found, director, "cleo", BOUNTY // 2)
    assert bounties_of(event_row(found["1A"])).in_play[found["anna"]] == BOUNTY + BOUNTY // 2
    page = text_of(client_of(director).get(f"/staff/t/{found['2']}/payouts/?entry={found['cleo']}"))
    assert "Until then, bounties of flights that have ended are paid to players who are out." in page
    assert "are paid by “Main Event Day 2”" in text_of(
        client_of(director).get(f"/staff/t/{found['1A']}/payouts/")
    )
    page = text_of(client_of(director).get(f"/staff/t/{found['2']}/prizes/"))
    assert '<option value="out" selected>' in page


def test_groups_of_day_2_draw_from_the_same_envelopes_once_all_flights_have_advanced(
    make_event: MakesEvents, director: Actor
) -> None:
    found = with_prizes(make_event, director, days=3)
    press(set_payout, found["3"], by=director, method="table", table="club", bounties="mystery")
    group = press(add_stage_event, by=director, stage=Stage.objects.get(number=2).pk, label="2B").answer or {}
    later = {"1A": found["2"], "1B": group["tournament"]}
    values = [ValueInput(value=3 * BOUNTY, count=1), ValueInput(value=BOUNTY, count=3)]
    entries: dict[str, dict[int, int]] = {}
    who = {"1A": people("Anna", "Bert", "Cleo"), "1B": people("Dora", "Emil", "Finn")}
    for number, (flight, players) in enumerate(who.items(), start=1):
        first = enter_all(found[flight], director, players)
        seat_everybody(found[flight], [number])
        bag(found[flight], director, dict(zip(first.values(), (20_000, 10_000, 0), strict=True)))
        refused = refusal(fill_envelopes, found["3"], by=director, values=values)
        assert refused.code == "flights_open"
        press(advance_players, later[flight], by=director, sources=[found[flight]])
        seat_everybody(later[flight], [number + 2])
        entries[flight] = {one: entry_of(later[flight], one).pk for one in players[:2]}
    assert bounties_in_play(event_row(found["3"])) == 4
    press(fill_envelopes, found["3"], by=director, values=values)
    # One bust in each group, before the groups meet.
    for flight, day_2 in later.items():
        winner, loser = entries[flight].values()
        press(bust, day_2, by=director, entry=loser, knocked_out_by=[winner])
        press(draw_envelope, found["3"], by=director, entry=loser)
        assert sum(bounties_of(event_row(day_2)).won.values()) >= BOUNTY
        bag(day_2, director, {winner: 30_000})
    shown = envelopes(event_row(found["3"]))
    assert shown is not None
    assert ([one["name"] for one in shown["drawn"]], shown["left"]) == (["Emil", "Bert"], 2)
    press(advance_players, found["3"], by=director)
    seat_everybody(found["3"], [5])
    press(lock_payout, found["3"], by=director)
    anna, dora = (entry_of(found["3"], players[0]).pk for players in who.values())
    press(bust, found["3"], by=director, entry=dora, knocked_out_by=[anna])
    for entry in bounties_of(event_row(found["3"])).undrawn:
        press(draw_envelope, found["3"], by=director, entry=entry)
    settled = bounties_of(event_row(found["3"]))
    assert (settled.envelopes, settled.unfilled, settled.bare) == ({}, 0, 0)
    assert sum(settled.won.values()) == 6 * BOUNTY
    assert set(settled.won) == {anna, dora}
    assert account_of(event_row(found["3"])).difference == 0


def test_player_who_leaves_with_chips_keeps_the_bounty_and_several_stacks_bring_several() -> None:
    flight_a = BountyStage({1, 2, 3}, {1: 10, 2: 10, 3: 10}, [Knockout(3, (1,))], winners=[2])
    flight_b = BountyStage({4}, {4: 10}, [])
    day_2 = BountyStage({5, 6}, {6: 10}, [Knockout(5, (6,))], winners=[6])
    # Entries 1 and 4 are of one player, who goes on with entry 5.
    a, b, last = settle_stages([flight_a, flight_b, day_2], {1: 5, 4: 5})
    assert (a.won, a.in_play, b.in_play) == ({1: 10, 2: 10}, {}, {})
    assert last.won == {6: 30}

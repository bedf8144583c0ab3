"""Prizes of places behind the field of the last stage are paid to the players who were out before."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.models import Item
from prizes.boards.own import prize_of
from prizes.boards.payouts import payout_person, payouts, sums
from prizes.boards.structs import OwnPrize
from prizes.commands.deals import agree, close_deal, open_deal
from prizes.commands.payments import pay_prize, take_prize_back
from prizes.commands.payouts import lock_payout, set_payout
from prizes.services.event_end import ending_of
from prizes.services.payables import account_of
from prizes.services.results import results_of, without_player
from seasons.services.event_results import event_result_of
from seating.commands import bust
from stages.boards.overall_results import overall_results
from stages.commands.advance import advance_players
from tests.desk.tills import POOL
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import bagged_flight, entry_of, event_row, people, seat_everybody
from tests.stages.test_pool import with_prizes
from tests.web.visitors import client_of
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db

LADDER = [2 * POOL, POOL, POOL * 3 // 4, POOL // 4]


@pytest.fixture
def played(make_event: MakesEvents, director: Actor) -> dict[str, int]:
    """Play two flights whose day 2 has fewer players than places are paid: Bert and Dora are out before."""
    found = with_prizes(make_event, director)
    anna, bert, cleo, dora = people("Anna", "Bert", "Cleo", "Dora")
    bagged_flight(found["1A"], director, [1], {anna: 20_000, bert: 0})
    bagged_flight(found["1B"], director, [2], {cleo: 20_000, dora: 0})
    press(set_payout, found["2"], by=director, method="hand", amounts=LADDER)
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(lock_payout, found["2"], by=director)
    return {**found, "anna": anna, "bert": bert, "cleo": cleo, "dora": dora}


def test_places_behind_the_last_stage_are_paid_to_players_who_were_out_before(
    played: dict[str, int], director: Actor
) -> None:
    day_2 = played["2"]
    press(bust, day_2, by=director, entry=entry_of(day_2, played["cleo"]).pk)
    bert = entry_of(played["1A"], played["bert"]).pk
    # Second in each flight: Bert and Dora share places 3 and 4.
    places = {one["name"]: (one["best"], one["worst"], one["won"]) for one in payouts(event_row(day_2))}
    assert places == {
        "Anna": (1, 1, 2 * POOL), "Cleo": (2, 2, POOL), "Bert": (3, 4, POOL // 2), "Dora": (3, 4, POOL // 2),
    }  # fmt: skip
    too_much = refusal(pay_prize, day_2, by=director, entry=bert, amount=POOL)
    assert too_much.code == "more_than_outstanding"
    assert refusal(pay_prize, played["1A"], by=director, entry=bert, amount=1).code == "no_payout"
    for one in payouts(event_row(day_2)):
        press(pay_prize, day_2, by=director, entry=one["entry"], amount=one["won"])
    assert sums(payouts(event_row(day_2)))["outstanding_amount"] == 0
    ending = ending_of(event_row(day_2))
    assert ending is not None
    assert ending.paid
    accounts = [account_of(event_row(played[label])) for label in ("1A", "1B", "2")]
    assert [one.difference for one in accounts] == [0, 0, 0]
    assert [(one.prizes_paid, one.prizes_open) for one in accounts] == [(0, 0), (0, 0), (4 * POOL, 0)]
    assert set(Item.objects.filter(kind="prize").values_list("tournament", flat=True)) == {day_2}


def test_prize_that_is_withheld_completely_is_paid_by_the_last_stage(
    played: dict[str, int], director: Actor
) -> None:
    bert = entry_of(played["1A"], played["bert"]).pk
    press(pay_prize, played["2"], by=director, entry=bert, amount=POOL // 2, withheld=POOL // 2)
    accounts = [account_of(event_row(played[label])) for label in ("1A", "2")]
    assert [(one.prizes_paid, one.difference) for one in accounts] == [(0, 0), (POOL // 2, 0)]


def test_payout_to_a_player_of_an_earlier_stage_is_reversed(played: dict[str, int], director: Actor) -> None:
    day_2, bert = played["2"], entry_of(played["1A"], played["bert"]).pk
    paid = press(pay_prize, day_2, by=director, entry=bert, amount=POOL // 2).answer
    assert paid is not None
    assert (
        refusal(take_prize_back, played["1A"], by=director, payment=paid["payment"], reason="–").code
        == "not_found"
    )
    press(take_prize_back, day_2, by=director, payment=paid["payment"], reason="Wrong player")
    person = payout_person(event_row(day_2), bert)
    assert person is not None
    assert (person["open"], len(person["payments"])) == (POOL // 2, 2)
    assert account_of(event_row(day_2)).difference == 0


def test_players_who_were_out_before_read_their_prize(played: dict[str, int]) -> None:
    bert = played["bert"]
    own = prize_of(played["1A"], [bert])[bert]
    assert isinstance(own, OwnPrize)
    assert (own.best, own.worst, own.field) == (3, 4, 4)
    assert (own.prize, own.outstanding, own.currency) == (POOL // 2, POOL // 2, "EUR")
    rows = {one.name: one.prize for one in overall_results(event_row(played["2"])).rows}
    assert rows == {"Bert": POOL // 2, "Dora": POOL // 2}
    assert event_result_of(event_row(played["2"])).players[bert].prize == POOL // 2


def test_nobody_is_behind_until_all_flights_are_joined(make_event: MakesEvents, director: Actor) -> None:
    found = with_prizes(make_event, director)
    anna, bert, cleo, dora = people("Anna", "Bert", "Cleo", "Dora")
    bagged_flight(found["1A"], director, [1], {anna: 20_000, bert: 0})
    press(set_payout, found["2"], by=director, method="hand", amounts=LADDER)
    press(advance_players, found["2"], by=director, sources=[found["1A"]])
    assert results_of(event_row(found["2"])).behind == ()
    bagged_flight(found["1B"], director, [2], {cleo: 20_000, dora: 0})
    press(advance_players, found["2"], by=director)
    assert {one.player for one in results_of(event_row(found["2"])).behind} == {bert, dora}


def test_prizes_of_places_without_a_player_are_named_at_the_desk(
    make_event: MakesEvents, director: Actor
) -> None:
    found = with_prizes(make_event, director)
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    bagged_flight(found["1A"], director, [1], {anna: 20_000, bert: 0})
    bagged_flight(found["1B"], director, [2], {cleo: 10_000})
    press(set_payout, found["2"], by=director, method="hand", amounts=[POOL, POOL, POOL // 2, POOL // 2])
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(lock_payout, found["2"], by=director)
    assert without_player(event_row(found["2"])) == 0
    press(bust, found["2"], by=director, entry=entry_of(found["2"], cleo).pk)
    assert without_player(event_row(found["2"])) == POOL // 2
    text = client_of(director).get(reverse("payouts", args=[found["2"]])).content.decode()
    assert "Places without a player" in text


def test_public_places_over_all_stages_show_their_prizes(played: dict[str, int], client: Client) -> None:
    text = client.get(reverse("results", args=[played["1A"]])).content.decode()
    table = text.partition('id="overall"')[2].partition("</table>")[0]
    assert table.count(str(POOL // 200)) == 2
    assert "Prize" in table


def test_a_deal_on_the_last_day_stands_in_the_places_over_all_stages(
    played: dict[str, int], director: Actor, client: Client
) -> None:
    day_2 = played["2"]
    left = [entry_of(day_2, played[name]).pk for name in ("anna", "cleo")]
    stacks = [{"entry": entry, "chips": 20_000} for entry in left]
    press(open_deal, day_2, by=director, stacks=stacks, mix={"even": 1})
    for entry in left:
        press(agree, day_2, by=director, entry=entry)
    press(close_deal, day_2, by=director)
    # What the deal divided is not an empty prize.
    assert "Deal</td>" in client.get(f"/events/{day_2}/").content.decode()
    press(bust, day_2, by=director, entry=left[1])
    rows = {row.name: (row.prize, row.deal) for row in overall_results(event_row(day_2)).rows}
    share = 3 * POOL // 2
    assert (rows["Anna"], rows["Cleo"]) == ((0, share), (0, share))
    assert rows["Bert"] == rows["Dora"] == (POOL // 2, 0)
    page = client.get(f"/results/{played['1A']}/").content.decode()
    assert page.count('data-label="Deal"') >= 4
    # Its places are decided: the list of prizes has their sums.
    assert "Deal</td>" not in client.get(f"/events/{day_2}/").content.decode()

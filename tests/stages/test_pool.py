"""One prize pool over all stages: sales of the flights are paid on the last day."""

import pytest

from desk.models import Item
from prizes.commands.payouts import lock_payout, set_payout
from prizes.models import Payout
from prizes.services.money import entries_of, ladder_of, pool_of
from prizes.services.payables import account_of
from prizes.services.places import is_complete
from seating.commands import bust, set_plan
from stages.commands.advance import advance_players
from stages.commands.multi_stage_events import set_up_stages
from stages.models import Stage
from stages.rules.stage_rule import InMoney
from stages.services.rules import rule_of
from tests.desk.tills import POOL, drawer, sold
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import (
    bagged_flight,
    enter_all,
    entry_of,
    event_row,
    events,
    flights,
    people,
    seat_everybody,
)
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db


def with_prizes(make_event: MakesEvents, director: Actor, **more: object) -> dict[str, int]:
    """Make flights of an event that has prizes."""
    event = make_event(book="munot")
    sold(event, surrender_allowed=False, extras=[], re_entries_most=0)
    press(set_plan, event, by=director, seats_per_table=9)
    press(set_payout, event, by=director, method="table", table="club")
    press(
        set_up_stages,
        by=director,
        name="Main Event",
        first=event,
        flights=[{"label": "1B"}],
        **{"preset": "flights_best", **more},
    )
    drawer(director)
    return events()


def test_day_2_pays_from_the_sales_of_all_flights(make_event: MakesEvents, director: Actor) -> None:
    found = with_prizes(make_event, director)
    assert list(Payout.objects.values_list("tournament", flat=True)) == [found["2"]]
    anna, bert, cleo, dora = people("Anna", "Bert", "Cleo", "Dora")
    bagged_flight(found["1A"], director, [1], {anna: 20_000, bert: 0})
    bagged_flight(found["1B"], director, [2], {cleo: 12_000, dora: 8_000})
    day_2 = event_row(found["2"])
    assert (pool_of(day_2).prizes, entries_of(day_2), is_complete(day_2)) == (4 * POOL, 4, False)
    press(advance_players, found["2"], by=director)
    assert is_complete(day_2)
    seat_everybody(found["2"], [3])
    press(lock_payout, found["2"], by=director)
    payout = Payout.objects.get()
    assert (payout.locked_pool, payout.locked_entries) == (4 * POOL, 4)
    for who in (dora, cleo):
        press(bust, found["2"], by=director, entry=entry_of(found["2"], who).pk)
    assert sum(one.cash for one in ladder_of(day_2).prizes) == 4 * POOL
    assert [account_of(event_row(event)).difference for event in found.values()] == [0, 0, 0]
    assert Item.objects.count() == 4


def test_flights_that_pay_their_own_prizes_pass_on_the_rest(make_event: MakesEvents, director: Actor) -> None:
    found = with_prizes(make_event, director, in_money=True)
    rule = rule_of(Stage.objects.get(number=2))
    assert rule is not None
    assert isinstance(rule.who, InMoney)
    anna, bert = people("Anna", "Bert")
    enter_all(found["1A"], director, [anna, bert])
    own = sum(one.cash for one in ladder_of(event_row(found["1A"])).prizes)
    assert own > 0
    assert pool_of(event_row(found["2"])).prizes == 2 * POOL - own
    assert [account_of(event_row(event)).difference for event in found.values()] == [0, 0, 0]


def test_prizes_of_day_2_are_not_locked_while_flights_are_sold(
    make_event: MakesEvents, director: Actor
) -> None:
    found = flights(make_event)
    drawer(director)
    enter_all(found["1A"], director, people("Anna", "Bert"))
    assert not is_complete(event_row(found["2"]))

"""Chips are exact from the first entry to day 2, in fields played at random."""

from random import Random

import pytest

from stages.commands.advance import advance_players
from stages.models import AdvancedStack, Join
from tests.desk.tills import drawer
from tests.examples import in_soak
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import (
    STACK,
    bagged_flight,
    entry_of,
    event_row,
    flights,
    people,
    seat_everybody,
    stacks_in,
)
from tourney.access.roles import Actor
from tourney.models import Entry
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db


def shared_out(dice: Random, players: list[int]) -> dict[int, int]:
    """Share out all chips of a flight at random, in chips of 100; some players are out."""
    inside = dice.sample(players, dice.randint(1, len(players)))
    stacks = dict.fromkeys(players, 0) | dict.fromkeys(inside, 100)
    left = len(players) * STACK // 100 - len(inside)
    for who in inside[:-1]:
        part = dice.randint(0, left)
        stacks[who] += part * 100
        left -= part
    stacks[inside[-1]] += left * 100
    return stacks


@pytest.mark.parametrize("seed", [0, *map(in_soak, range(1, 4))])
@pytest.mark.parametrize("preset", ["flights_best", "flights_sum", "flights_one"])
def test_chips_of_four_flights_are_carried_forfeited_or_left(
    make_event: MakesEvents, director: Actor, preset: str, seed: int
) -> None:
    dice = Random(seed)
    drawer(director)
    percent = dice.choice([None, 40])
    found = flights(make_event, ("1B", "1C", "1D"), preset=preset, percent=percent)
    crowd = people(*(f"Player {number}" for number in range(6)))
    bags: dict[int, dict[int, int]] = {who: {} for who in crowd}
    sold = 0
    for table, label in enumerate(("1A", "1B", "1C", "1D"), start=1):
        stacks = shared_out(dice, dice.sample(crowd, dice.randint(2, 4)))
        bagged_flight(found[label], director, [table], stacks)
        sold += len(stacks) * STACK
        for who, chips in stacks.items():
            if chips:
                bags[who][entry_of(found[label], who).pk] = chips
    chosen = [dice.choice(list(own)) for own in bags.values() if len(own) > 1]
    answer = press(
        advance_players, found["2"], by=director, chosen=chosen if preset == "flights_one" else []
    ).answer
    assert answer is not None
    assert answer["chips"] + answer["forfeited"] + answer["left"] == sold
    assert sum(Join.objects.values_list("chips", flat=True)) == sold  # type: ignore[arg-type]
    assert field_of(event_row(found["2"])).chips == answer["chips"]
    seat_everybody(found["2"], [5])
    came = stacks_in(found["2"])
    for who, stack in came.items():
        own = bags[who]
        if preset == "flights_best":
            assert stack == max(own.values())
        elif preset == "flights_sum":
            assert stack == sum(own.values())
        else:
            assert stack in own.values()
    carried = AdvancedStack.objects.filter(carried=True).values_list("chips", flat=True)
    assert sum(carried) == answer["chips"] == sum(stack or 0 for stack in came.values())
    if percent is None:
        assert set(came) == {who for who, own in bags.items() if own}
    assert Entry.objects.filter(tournament=found["2"]).values("player").distinct().count() == len(came)
    journal_tells_the_rows()

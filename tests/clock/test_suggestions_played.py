"""Suggested structures against simulated play (simulation/rules/quick_event.py); the table is in docs/structures.md."""

import json
from pathlib import Path
from random import Random
from statistics import median

import pytest

from clock.rules.suggestion.generator import suggest
from clock.rules.suggestion.plan import Plan
from simulation.rules.quick_event import QuickLevel, ends_after
from tests.clock.suggestion_settings import PLANS, simulated_ends
from tests.examples import EXPLORES, in_soak

MINUTE = 60_000
# In the soak as many events as the table of docs/structures.md is made of.
EVENTS = 200 if EXPLORES else 20
PUBLISHED = json.loads(
    (Path(__file__).parents[1] / "data/structures/published_events.json").read_text("utf-8")
)
SOME = {(9, 120), (27, 480), (60, 480)}


def case(plan: Plan) -> object:
    return plan if (plan.players, plan.minutes) in SOME else in_soak(plan)


@pytest.mark.parametrize(
    "plan", [case(plan) for plan in PLANS], ids=lambda plan: f"{plan.players}-{plan.minutes}"
)
def test_simulated_events_end_where_the_suggestion_says(plan: Plan):
    found = suggest(plan)
    ends = simulated_ends(found, EVENTS)
    expected = found.forecast.expected / MINUTE
    assert abs(expected / median(ends) - 1) < 0.11
    assert min(ends) > found.forecast.early / MINUTE * 0.75
    assert max(ends) < found.forecast.late / MINUTE * 1.35


def test_the_same_seed_plays_the_same_event():
    levels = [QuickLevel(20, 100 * 2**number) for number in range(12)]
    once, again = (ends_after(Random(5), levels, 20, 10_000) for _twice in range(2))
    assert once == again > 0


def test_a_break_passes_without_hands():
    levels = [QuickLevel(20, 100 * 2**number) for number in range(12)]
    paused = [levels[0], QuickLevel(15, 0), *levels[1:]]
    assert ends_after(Random(5), paused, 20, 10_000) == pytest.approx(
        ends_after(Random(5), levels, 20, 10_000) + 15
    )


@pytest.mark.soak
@pytest.mark.parametrize("event", PUBLISHED["events"], ids=lambda event: event["name"])
def test_simulated_play_ends_near_the_published_events(event: dict[str, int]):
    growth = (event["big_blind"] / event["first_big_blind"]) ** (1 / (event["level"] - 1))
    levels = [
        QuickLevel(event["level_minutes"], round(event["first_big_blind"] * growth**number))
        for number in range(event["level"] + 15)
    ]
    # Ends hardly depend on the field, only on all chips together: a tenth of it is quick to play.
    players = max(9, min(event["entries"], 300))
    ends = sorted(
        ends_after(Random(number), levels, players, event["chips"] // players) for number in range(20)
    )
    assert median(ends) / event["level_minutes"] == pytest.approx(event["level"] - 0.5, rel=0.16)

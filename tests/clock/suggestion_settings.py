"""Thirty settings in which suggested structures are checked against simulated play."""

from random import Random
from statistics import median

from clock.rules.structure import Level
from clock.rules.suggestion.generator import Suggestion, suggest
from clock.rules.suggestion.plan import Plan
from simulation.rules.quick_event import QuickLevel, ends_after

_MINUTE = 60_000
# Players, starting stack, hours.
_SIZES = (
    (9, 5_000, 2), (9, 10_000, 3), (9, 20_000, 4), (9, 20_000, 6), (18, 10_000, 2), (18, 10_000, 4), (18, 30_000, 6),
    (27, 10_000, 3), (27, 20_000, 5), (27, 30_000, 8), (40, 10_000, 2), (40, 20_000, 4), (40, 20_000, 6),
    (60, 15_000, 3), (60, 20_000, 5), (60, 30_000, 8), (90, 20_000, 4), (90, 30_000, 6), (90, 30_000, 10),
    (120, 30_000, 6), (120, 30_000, 8), (200, 20_000, 5), (200, 30_000, 8), (300, 30_000, 6), (300, 30_000, 10),
    (500, 30_000, 8), (800, 30_000, 10), (1_200, 30_000, 12), (2_000, 30_000, 12), (3_000, 30_000, 14),
)  # fmt: skip
PLANS = tuple(Plan(players=players, stack=stack, minutes=hours * 60) for players, stack, hours in _SIZES)


def quick_levels(levels: tuple[Level, ...]) -> list[QuickLevel]:
    """Return rows for the quick simulation, with antes of a big blind for each table."""
    return [QuickLevel(level.duration / _MINUTE, level.big_blind, level.ante) for level in levels]


def simulated_ends(found: Suggestion, events: int, seed: int = 1) -> list[float]:
    """Return the ends of simulated events in minutes, in order."""
    levels = quick_levels(found.levels)
    plan = found.plan
    return sorted(
        ends_after(Random(f"{seed}/{number}"), levels, plan.players, plan.stack) for number in range(events)
    )


def row_of_table(plan: Plan, events: int) -> str:
    """Return a row of the table of docs/structures.md."""
    found = suggest(plan)
    ends = simulated_ends(found, events)
    expected, early, late = (
        round(ms / _MINUTE) for ms in (found.forecast.expected, found.forecast.early, found.forecast.late)
    )
    middle, low, high = median(ends), ends[events // 10], ends[-events // 10 - 1]
    off = 100 * (expected / middle - 1)
    return (
        f"| {plan.players:,} | {plan.stack:,} | {found.plan.level_minutes} | {plan.minutes} "
        f"| {expected} ({early}–{late}) "
        f"| {middle:.0f} ({low:.0f}–{high:.0f}) | {off:+.0f} % |"
    )


def main() -> None:
    """Print the table: `python -m tests.clock.suggestion_settings`."""
    for plan in PLANS:
        print(row_of_table(plan, 200))


if __name__ == "__main__":
    main()

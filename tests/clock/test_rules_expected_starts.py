"""When rows of a structure are expected to start."""

from hypothesis import given, settings

from clock.rules.expected_starts import expected_starts
from clock.rules.reading import Advance, ClockState, reading
from clock.rules.structure import Level
from tests.clock.strategies import MIDNIGHT, situations
from tests.examples import examples

LEVEL = Level(kind="level", small_blind=50, big_blind=100, duration=1_000_000)
BREAK = Level(kind="break", duration=600_000)
LAST = Level(kind="level", small_blind=50, big_blind=100, duration=1_000_000, ends_day=True)
LEVELS = (LEVEL, LEVEL, BREAK, LEVEL)
RUNNING = ClockState(True, True, 0, 0, MIDNIGHT)


def starts(
    clock: ClockState, now: int, planned: int | None = None, levels: tuple[Level, ...] = LEVELS
) -> list[int | None]:
    """Return the expected starts in ms after midnight."""
    found = expected_starts(levels, reading(levels, clock, planned, "auto", MIDNIGHT + now), MIDNIGHT + now)
    return [None if at is None else at - MIDNIGHT for at in found]


def test_rows_follow_the_planned_start() -> None:
    assert starts(ClockState(), 0, MIDNIGHT + 500) == [500, 1_000_500, 2_000_500, 2_600_500]
    assert starts(ClockState(), 400, MIDNIGHT + 500) == [500, 1_000_500, 2_000_500, 2_600_500]


def test_only_later_rows_are_expected_while_the_clock_runs() -> None:
    assert starts(RUNNING, 300_000) == [None, 1_000_000, 2_000_000, 2_600_000]
    assert starts(RUNNING, 1_300_000) == [None, None, 2_000_000, 2_600_000]


def test_no_row_is_expected_without_a_start_or_while_paused() -> None:
    assert starts(ClockState(), 0) == [None] * 4
    assert starts(ClockState(True, False, 1, 5_000, None), 0) == [None] * 4


def test_rows_of_the_next_day_are_not_expected() -> None:
    levels = (LEVEL, LAST, LEVEL)
    assert starts(ClockState(), 0, MIDNIGHT, levels) == [None, 1_000_000, None]
    assert starts(ClockState(), 0, MIDNIGHT + 1, levels) == [1, 1_000_001, None]
    assert starts(RUNNING, 1_000_000, None, levels) == [None] * 3


@given(situations())
@settings(max_examples=examples(200))
def test_a_row_starts_when_the_clock_reads_it(
    situation: tuple[tuple[Level, ...], ClockState, int | None, Advance, int],
) -> None:
    levels, clock, planned, advance, now = situation
    found = expected_starts(levels, reading(levels, clock, planned, advance, now), now)
    for row, at in enumerate(found):
        if at is not None:
            assert at > now
            if advance == "auto":
                read = reading(levels, clock, planned, advance, at)
                assert (read.position, read.elapsed) == (row, 0)

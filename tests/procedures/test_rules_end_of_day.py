from collections import Counter
from dataclasses import replace

import pytest

from clock.rules.reading import ClockState
from clock.rules.refusals import NotNow
from clock.rules.structure import Level
from procedures.rules.end_of_day import LastHands, check_window, draw_card, hands_for, stop_for_last_hands

POKERSTARS = LastHands(15, 5, 3, 7, 1, "PokerStars Live 3.12")
WSOP = LastHands(13, 7, 3, 7, 4, "WSOP 125")
MINUTE = 60_000
NOW = 1_732_150_000_000
LEVEL = Level(kind="level", small_blind=50, big_blind=100, duration=40 * MINUTE)
LEVELS = (LEVEL, replace(LEVEL, ends_day=True), LEVEL)


def left(ms: int, position: int = 1) -> ClockState:
    return ClockState(True, True, position, 40 * MINUTE - ms, NOW)


def refusal(clock: ClockState, policy: LastHands = POKERSTARS, tables: int | None = None) -> NotNow | None:
    try:
        check_window(LEVELS, clock, None, "auto", NOW, policy=policy, tables=tables)
    except NotNow as refused:
        return refused
    return None


@pytest.mark.parametrize(
    ("policy", "ms", "code"),
    [
        (POKERSTARS, 15 * MINUTE + 1, "too_early"),
        (POKERSTARS, 15 * MINUTE, None),
        (POKERSTARS, 5 * MINUTE, None),
        (POKERSTARS, 5 * MINUTE - 1, "too_late"),
        (WSOP, 13 * MINUTE + 1, "too_early"),
        (WSOP, 13 * MINUTE, None),
        (WSOP, 7 * MINUTE, None),
        (WSOP, 7 * MINUTE - 1, "too_late"),
    ],
)
def test_the_clock_is_stopped_only_within_the_books_window(policy: LastHands, ms: int, code: str | None):
    refused = refusal(left(ms), policy)
    assert (refused.code if refused else None) == code


def test_pokerstars_live_3_12_the_refusal_says_from_when_to_when():
    early, late = refusal(left(22 * MINUTE)), refusal(left(4 * MINUTE))
    assert early is not None
    assert late is not None
    assert str(early) == (
        "The clock is stopped with 15:00 to 5:00 left in the level (PokerStars Live 3.12). Now 22:00 "
        "is left: wait 7:00."
    )
    assert early.params["opens_in"] == 7 * MINUTE
    assert str(late).endswith("Now only 4:00 is left.")


def test_only_the_last_level_of_a_day_ends_with_a_card():
    for position in (0, 2):
        refused = refusal(left(10 * MINUTE, position))
        assert refused is not None
        assert refused.code == "not_last_of_day"


def test_before_the_start_and_after_the_end_it_is_refused():
    waiting, held = refusal(ClockState()), refusal(left(-5))
    assert waiting is not None
    assert held is not None
    assert (waiting.code, held.code) == ("not_started", "too_late")


def test_wsop_125_not_with_three_tables_or_fewer():
    refused = refusal(left(10 * MINUTE), WSOP, tables=3)
    assert refused is not None
    assert (refused.code, refused.params["tables"]) == ("too_few_tables", 3)
    assert refusal(left(10 * MINUTE), WSOP, tables=4) is None
    assert refusal(left(10 * MINUTE), WSOP) is None


def test_clock_stops_with_the_time_left():
    stopped = stop_for_last_hands(LEVELS, left(10 * MINUTE), None, "auto", NOW, policy=POKERSTARS)
    assert stopped == ClockState(True, False, 1, 30 * MINUTE, None)
    again = stop_for_last_hands(LEVELS, stopped, None, "auto", NOW + 5, policy=POKERSTARS)
    assert again == stopped
    with pytest.raises(NotNow):
        stop_for_last_hands(LEVELS, left(4 * MINUTE), None, "auto", NOW, policy=POKERSTARS)


def test_a_card_is_as_many_hands():
    assert [hands_for(card, POKERSTARS) for card in (3, 5, 7)] == [3, 5, 7]
    for card in (2, 8, 0, -3):
        with pytest.raises(NotNow) as refused:
            hands_for(card, POKERSTARS)
        assert refused.value.code == "card_out_of_range"


def test_the_same_seed_draws_the_same_card():
    assert draw_card("00ff", POKERSTARS) == draw_card("00ff", POKERSTARS)


@pytest.mark.parametrize(("lowest", "highest"), [(3, 7), (2, 5), (4, 4)])
def test_every_card_is_equally_likely(lowest: int, highest: int):
    policy = LastHands(15, 5, lowest, highest, 1, "")
    draws = 4_000
    counts = Counter(draw_card(f"{seed:032x}", policy) for seed in range(draws))
    cards = range(lowest, highest + 1)
    assert set(counts) == set(cards)
    expected = draws / len(cards)
    chi_square = sum((counts[card] - expected) ** 2 / expected for card in cards)
    # 99.99 % of fair draws with 4 degrees of freedom stay below 23.5; the seeds are fixed, so this test is
    # stable.
    assert chi_square < 23.5


@pytest.mark.parametrize("fields", [(5, 15, 3, 7, 1), (15, -1, 3, 7, 1), (15, 5, 7, 3, 1), (15, 5, 1, 7, 1)])
def test_a_policy_that_makes_no_sense_is_a_loud_bug(fields: tuple[int, int, int, int, int]):
    with pytest.raises(ValueError, match="No day"):
        LastHands(*fields, "")

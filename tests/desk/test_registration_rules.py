"""End of late registration, guaranteed places, and fees for late cancellations and no-shows, by rulebook."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.rules.dates import months_later
from desk.rules.late_registration import Late, Track, began_at, closing_row, due_at, is_due
from desk.rules.reservations import (
    DAY,
    HOUR,
    Reserved,
    ban_months,
    cancel_until,
    is_sure,
    lapses_at_start,
    yields_to_undo,
)
from tourney.rulebooks.books.loader import shipped

MUNOT, SPADES, WSOP, TDA = (shipped()[key] for key in ("munot", "five_spades", "wsop", "tda"))
LENGTHS = (20, 20, 10, 20, 20)
BREAKS = (False, False, True, False, False)


def track(row: int, began: int | None = 1_000, *, started: bool = True) -> Track:
    return Track(started, row, began, LENGTHS, BREAKS)


def test_wsop_12_entry_stays_open_in_the_break_that_follows_until_play_resumes() -> None:
    late = Late("row", row=1)
    assert closing_row(late, WSOP, BREAKS) == 3
    assert not is_due(late, WSOP, track(2), 1_005)
    assert is_due(late, WSOP, track(3), 1_005)


def test_silent_book_closes_entry_with_the_events_row() -> None:
    late = Late("row", row=1)
    assert closing_row(late, MUNOT, BREAKS) == 2
    assert is_due(late, MUNOT, track(2), 1_005)
    assert closing_row(Late("row", row=2), MUNOT, BREAKS) == 3, "until the end of a break"
    assert closing_row(Late("row", row=2), WSOP, BREAKS) == 3
    assert closing_row(Late("row", row=0), WSOP, BREAKS) == 1


def test_entry_never_closes_before_the_start() -> None:
    for late in (Late("none"), Late("row", row=0), Late("time", at=5)):
        assert not is_due(late, MUNOT, track(0, None, started=False), 1_000_000)
    assert is_due(Late("none"), MUNOT, track(0), 1_000)


def test_entry_until_a_time_closes_then_or_at_a_later_start() -> None:
    late = Late("time", at=1_010)
    assert not is_due(late, MUNOT, track(0), 1_009)
    assert is_due(late, MUNOT, track(0), 1_010)
    assert due_at(late, MUNOT, track(0), 1_500) == 1_010
    assert due_at(Late("time", at=5), MUNOT, track(0), 1_500) == 1_000


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 19))
def test_noticed_late_it_closed_when_its_row_began(late_row: int, row: int, late: int) -> None:
    rule = Late("row", row=late_row)
    now = 1_000 + late
    if is_due(rule, MUNOT, track(row), now):
        expected = 1_000 - sum(LENGTHS[late_row + 1 : row])
        assert due_at(rule, MUNOT, track(row), now) == expected
    else:
        assert row <= late_row


def test_stopped_clock_gives_no_start_time_of_a_row() -> None:
    assert began_at(track(3, None), 2) is None
    assert began_at(track(1), 2) is None
    assert due_at(Late("row", row=1), MUNOT, track(3, None), 77) == 77


def test_five_spades_2_3_a_member_a_week_ahead_has_a_sure_place() -> None:
    start = 100 * DAY
    assert is_sure(SPADES, member=True, at=start - 7 * DAY, starts_at=start)
    assert not is_sure(SPADES, member=True, at=start - 7 * DAY + 1, starts_at=start)
    assert not is_sure(SPADES, member=False, at=0, starts_at=start)
    assert not is_sure(SPADES, member=True, at=0, starts_at=None)
    assert not is_sure(MUNOT, member=True, at=0, starts_at=start)


def test_five_spades_2_3_the_last_reservation_without_a_sure_place_gives_way() -> None:
    start = 100 * DAY
    sure = Reserved(1, start - 9 * DAY, member=True)
    late_member = Reserved(2, start - 3 * DAY, member=True)
    guests = [Reserved(3, start - 20 * DAY, member=False), Reserved(4, start - 4 * DAY, member=False)]
    assert yields_to_undo([sure, late_member, *guests], SPADES, start) == 2
    assert yields_to_undo([sure, *guests], SPADES, start) == 4
    assert yields_to_undo([sure], SPADES, start) is None


def test_reservations_lapse_at_the_start_by_munot_73_otherwise_at_the_close() -> None:
    assert lapses_at_start(MUNOT)
    assert not lapses_at_start(SPADES)
    assert not lapses_at_start(TDA)


def test_cancelling_ends_six_hours_before_by_five_spades_2_6_otherwise_at_start() -> None:
    assert cancel_until(SPADES, 100 * HOUR) == 94 * HOUR
    assert cancel_until(MUNOT, 100 * HOUR) == 100 * HOUR
    assert cancel_until(SPADES, None) is None


def test_five_spades_2_7_repeatedly_three_months_and_any_further_time_twelve() -> None:
    assert [ban_months(SPADES, times) for times in range(1, 6)] == [0, 3, 12, 12, 12]
    assert [ban_months(MUNOT, times) for times in range(1, 4)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 11, 21), 3, date(2027, 2, 21)),
        (date(2026, 11, 30), 3, date(2027, 2, 28)),
        (date(2027, 11, 30), 3, date(2028, 2, 29)),
        (date(2026, 12, 31), 12, date(2027, 12, 31)),
    ],
)
def test_months_end_on_the_same_day_or_the_month_s_last(day: date, months: int, expected: date) -> None:
    assert months_later(day, months) == expected

"""Dates of a weekly plan: weeks, exceptions, closed days, and changes of daylight saving."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from planning.rules.schedule import Closing, Plan, dates_of, days_of, due_dates

VIENNA = ZoneInfo("Europe/Vienna")
FRIDAY = Plan(4, time(19), date(2026, 3, 1))


def test_an_event_starts_at_the_same_time_on_the_wall_before_and_after_the_change() -> None:
    starts = [one.at for one in dates_of(FRIDAY, date(2026, 3, 20), date(2026, 4, 3), [], VIENNA)]
    assert [f"{at.astimezone(VIENNA):%d %H:%M}" for at in starts] == ["20 19:00", "27 19:00", "03 19:00"]
    assert [at.hour for at in starts] == [18, 18, 17]


def test_a_start_that_the_wall_never_shows_is_later_by_the_gap() -> None:
    sunday = Plan(6, time(2, 30), date(2026, 3, 1))
    (one,) = dates_of(sunday, date(2026, 3, 29), date(2026, 3, 29), [], VIENNA)
    assert (one.change, one.at) == ("skipped", datetime(2026, 3, 29, 1, 30, tzinfo=UTC))


def test_of_a_start_that_the_wall_shows_twice_the_first_one_counts() -> None:
    sunday = Plan(6, time(2, 30), date(2026, 10, 1))
    (one,) = dates_of(sunday, date(2026, 10, 25), date(2026, 10, 25), [], VIENNA)
    assert (one.change, one.at) == ("repeated", datetime(2026, 10, 25, 0, 30, tzinfo=UTC))


def test_every_second_week_is_counted_from_the_first_date() -> None:
    plan = Plan(4, time(19), date(2026, 3, 6), every=2, last_day=date(2026, 4, 10))
    assert [day.day for day in days_of(plan, date(2026, 3, 10), date(2026, 6, 1))] == [20, 3]
    assert list(days_of(plan, date(2026, 3, 13), date(2026, 3, 19))) == []


def test_exceptions_and_closed_days() -> None:
    exceptions = {date(2026, 3, 13): None, date(2026, 3, 20): time(20), date(2026, 4, 3): time(18)}
    plan = Plan(4, time(19), date(2026, 3, 6), exceptions=exceptions)
    easter = Closing(date(2026, 4, 3), date(2026, 4, 10), "Easter")
    found = dates_of(plan, date(2026, 3, 6), date(2026, 4, 17), [easter], VIENNA)
    assert [(one.day.day, one.state, one.moved) for one in found] == [
        (6, "held", False), (13, "skipped", False), (20, "held", True), (27, "held", False),
        # A start of its own holds an event on a closed day.
        (3, "held", True), (10, "closed", False), (17, "held", False),
    ]  # fmt: skip
    assert found[5].reason == "Easter"


def test_an_event_is_due_from_the_first_minute_of_the_day_so_many_days_before() -> None:
    before = datetime(2026, 3, 19, 22, 59, tzinfo=UTC)
    assert due_dates(FRIDAY, [], before, VIENNA)[-1].day == date(2026, 3, 20)
    at_midnight = datetime(2026, 3, 19, 23, 0, tzinfo=UTC)
    assert due_dates(FRIDAY, [], at_midnight, VIENNA)[-1].day == date(2026, 3, 27)


def test_an_event_that_should_have_started_is_not_made() -> None:
    started = datetime(2026, 3, 20, 18, 0, tzinfo=UTC)
    assert [one.day for one in due_dates(FRIDAY, [], started, VIENNA)] == [date(2026, 3, 27)]

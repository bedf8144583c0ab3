"""While Redis is down, one warning a minute is logged, with the number of suppressed ones."""

import logging
import logging.config

import pytest
from django.conf import settings

from tourney.edge.log_repeats import OncePerMinute


class Clock:
    """A clock in seconds that the test advances."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def record(text: str, *values: object, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("tourney.live.publish", level, __file__, 1, text, values, None)


def test_repeated_errors_are_limited_if_configured() -> None:
    once = OncePerMinute(now=Clock(), max_level=logging.ERROR)
    assert [once.filter(record("Refused.", level=logging.ERROR)) for _time in range(2)] == [True, False]
    assert all(once.filter(record("Broken.", level=logging.CRITICAL)) for _time in range(2))


def test_a_warning_that_repeats_is_written_once_a_minute_with_its_number() -> None:
    clock = Clock()
    once = OncePerMinute(now=clock)
    passed = [once.filter(record("Entry %s was not published.", number)) for number in range(110)]
    assert passed == [True] + [False] * 109
    clock.now += 60
    last = record("Entry %s was not published.", 110)
    assert once.filter(last)
    assert last.getMessage() == "Entry 110 was not published. (109 more before.)"
    clock.now += 60
    alone = record("Entry %s was not published.", 111)
    assert once.filter(alone)
    assert alone.getMessage() == "Entry 111 was not published."


def test_other_warnings_and_errors_are_written_each_time() -> None:
    once = OncePerMinute(now=Clock())
    assert once.filter(record("Entry %s was not published.", 1))
    assert once.filter(record("Something else."))
    assert all(once.filter(record("It failed.", level=logging.ERROR)) for _time in range(3))


@pytest.mark.parametrize("name", ["tourney.live.publish", "tourney.jobs"])
def test_log_limit_applies_to_redis_warnings(name: str) -> None:
    assert settings.LOGGING["loggers"][name]["filters"] == ["once_per_minute"]
    assert settings.LOGGING["filters"]["once_per_minute"]["()"] == "tourney.edge.log_repeats.OncePerMinute"

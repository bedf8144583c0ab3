"""Warnings beside the rows of a structure: allowed, but probably a mistake."""

from dataclasses import replace

import pytest

from clock.rules.field import Chip
from clock.rules.shipped import Shipped, shipped_structures
from clock.rules.structure import Level
from clock.rules.structure_advice import structure_advice

MINUTE = 60_000
CHIPS = [Chip(value, "#000000", "#ffffff") for value in (25, 100, 500)]
PAUSE = Level(kind="break", duration=10 * MINUTE)


def level(big_blind: int, minutes: int = 20, **more: object) -> Level:
    return replace(
        Level(kind="level", small_blind=big_blind // 2, big_blind=big_blind, duration=minutes * MINUTE),
        **more,  # type: ignore[arg-type]
    )


def codes(*levels: Level, chips: list[Chip] = CHIPS) -> list[tuple[int | None, str, str]]:
    return [(fault.row, fault.field, fault.code) for fault in structure_advice(levels, chips)]


@pytest.mark.parametrize("shipped", shipped_structures().values(), ids=lambda shipped: shipped.key)
def test_shipped_structures_need_no_advice(shipped: Shipped):
    assert structure_advice(shipped.levels, shipped.chips) == []


def test_a_blind_that_more_than_doubles_is_named_and_a_double_is_not():
    assert codes(level(100), level(200), level(500)) == [(3, "big_blind", "blinds_jump")]
    # Limits of different games are not comparable.
    assert codes(level(100), level(500, game="Razz")) == []


def test_a_level_out_of_order_is_named():
    assert codes(level(200), level(100)) == [(2, "big_blind", "blinds_down")]


def test_more_than_two_hours_without_a_break_are_named_once_where_they_are_exceeded():
    rows = [level(100 * (number + 1), 40) for number in range(5)]
    assert codes(*rows) == [(4, "duration", "no_break")]
    assert codes(*rows[:3], PAUSE, *rows[3:]) == []
    assert codes(*rows[:2], replace(rows[2], ends_day=True), *rows[3:]) == []


def test_a_colour_up_outside_a_break_is_named():
    rows = (level(200, colour_up=(25,)), level(400))
    assert codes(*rows) == [(1, "colour_up", "colour_up_without_break")]
    assert codes(rows[0], PAUSE, rows[1]) == []
    assert codes(replace(rows[0], ends_day=True), rows[1]) == []


def test_a_chip_that_leaves_before_its_last_use_is_named_beside_its_colour_up():
    race = replace(PAUSE, colour_up=(25,))
    assert codes(level(100), race, level(150)) == [
        (2, "colour_up", "colour_up_early"),
        (3, "small_blind", "unpayable"),
        (3, "big_blind", "unpayable"),
    ]
    text = structure_advice((level(100), race, level(150)), CHIPS)[0].text
    assert text == "Too early: level 2 cannot be paid without these chips."
    assert codes(level(100), race, level(200)) == []


def test_a_chip_that_could_leave_in_an_earlier_break_is_named_beside_its_colour_up():
    race = replace(PAUSE, colour_up=(25,))
    rows = (level(100), level(200), PAUSE, level(400), race, level(600))
    assert codes(*rows) == [(5, "colour_up", "colour_up_late")]
    text = structure_advice(rows, CHIPS)[0].text
    assert text == "The 25 chips could be coloured up in the break after level 2: no later amount needs them."
    assert codes(*rows[:2], race, level(400), PAUSE, level(600)) == []
    # Without the chips of the event nothing is known of what is needed.
    assert codes(*rows, chips=[]) == []

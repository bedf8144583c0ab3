from dataclasses import replace

from clock.rules.field import Averages, Chip, averages, chips_in_play, unpayable
from clock.rules.structure import Level

LEVEL = Level(kind="level", small_blind=50, big_blind=100, duration=600_000)
RACE = Level(kind="break", duration=300_000, colour_up=(25,))
CHIPS = [Chip(value, "#000000", "#ffffff") for value in (500, 25, 100)]


def test_the_average_is_rounded_down_in_chips_and_in_tenths_of_a_big_blind():
    assert averages(270_000, 19, 1_000) == Averages(14_210, 142)
    assert averages(199, 100, 100) == Averages(1, 0)


def test_without_players_or_a_big_blind_there_is_no_average():
    assert averages(270_000, 0, 1_000) == Averages(None, None)
    assert averages(270_000, 27, 0) == Averages(10_000, None)


def test_a_denomination_leaves_play_once_its_colour_up_is_over():
    levels = (LEVEL, RACE, LEVEL)
    values = [[chip.value for chip in chips_in_play(CHIPS, levels, position)] for position in range(3)]
    assert values == [[25, 100, 500], [25, 100, 500], [100, 500]]


def test_a_blind_that_the_chips_in_play_cannot_make_up_is_named():
    odd = replace(LEVEL, small_blind=75, big_blind=150, ante=25, ante_kind="classic")
    found = [(fault.row, fault.field) for fault in unpayable((odd, RACE, odd), CHIPS)]
    assert found == [(3, "small_blind"), (3, "big_blind"), (3, "ante")]
    assert unpayable((odd,), []) == []


def test_rows_without_a_chip_in_play_are_unpayable():
    levels = (replace(LEVEL, colour_up=(25,)), LEVEL)
    assert [fault.row for fault in unpayable(levels, CHIPS[1:2])] == [2, 2]

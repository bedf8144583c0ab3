"""When chips can leave play, and whether a structure removes them in time."""

from dataclasses import replace

import pytest

from clock.rules.field import Chip, unpayable
from clock.rules.leaving_chips import leaving_chips, with_proposals
from clock.rules.structure import Level
from clock.rules.suggestion.generator import suggest
from clock.rules.suggestion.plan import Plan

MINUTES = 1_200_000
VALUES = (25, 100, 500, 1_000)


def level(small: int, *colour_up: int) -> Level:
    """Return a level."""
    return Level(kind="level", duration=MINUTES, small_blind=small, big_blind=2 * small, colour_up=colour_up)


def pause(*colour_up: int) -> Level:
    """Return a break."""
    return Level(kind="break", duration=MINUTES, colour_up=colour_up)


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ([level(25), level(75), pause(25), level(100), pause(), level(200)], "right"),
        ([level(25), pause(25), level(75), level(100), pause(), level(200)], "too_early"),
        ([level(25), level(75), pause(), level(100), pause(25), level(200)], "later"),
        ([level(25), level(75), pause(), level(100), pause(), level(200)], "missing"),
        ([level(25), level(75), pause(), level(125)], "stays"),
    ],
)
def test_a_chip_leaves_in_the_first_break_after_which_no_amount_needs_it(
    rows: list[Level], verdict: str
) -> None:
    assert leaving_chips(rows, VALUES)[0].verdict == verdict


def test_the_last_level_that_needs_a_chip_is_known() -> None:
    found = leaving_chips([level(25), level(75), pause(), level(100), pause(), level(500)], VALUES)
    assert [(one.value, one.last_needed, one.proposed) for one in found] == [
        (25, 1, 2), (100, 3, 4), (500, 5, None),
    ]  # fmt: skip


def test_rows_that_have_been_played_keep_their_colour_ups() -> None:
    rows = [level(25), pause(25), level(100), pause(), level(500), pause(), level(1_000)]
    assert with_proposals(rows, VALUES) == [(), (25,), (), (100,), (), (500,), ()]
    assert with_proposals(rows, VALUES, free=2)[1:4] == [(25,), (), (100,)]
    late = [level(25), pause(), level(100), pause(), level(500), level(1_000)]
    assert with_proposals(late, VALUES, free=2) == [(), (), (), (25, 100), (), ()]


def test_proposals_for_suggested_structures_are_payable() -> None:
    found = suggest(Plan(players=60, stack=20_000, minutes=300))
    proposed = with_proposals(found.levels, found.plan.chips)
    levels = [replace(one, colour_up=some) for one, some in zip(found.levels, proposed, strict=True)]
    assert any(proposed)
    assert unpayable(levels, [Chip(value, "#000000", "#ffffff") for value in found.plan.chips]) == []

"""Chips of an event: stacks, colour-ups, and whether the room has enough."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.pieces import worth
from clock.rules.structure import Level
from procedures.rules.chip_plan import Sale, Wanted, plan_chips
from tests.examples import examples

MINUTES = 1_200_000
VALUES = (25, 100, 500, 1_000, 5_000)


def level(small: int) -> Level:
    """Return a level."""
    return Level(kind="level", duration=MINUTES, small_blind=small, big_blind=2 * small)


def pause(*colour_up: int) -> Level:
    """Return a break."""
    return Level(kind="break", duration=MINUTES, colour_up=colour_up)


EVENING = (
    *(level(small) for small in (25, 50, 75, 100)), pause(25),
    *(level(small) for small in (200, 300, 400, 500)), pause(100),
    *(level(small) for small in (1_000, 1_500, 2_000, 3_000)),
)  # fmt: skip
ENTRIES = Sale("entry", 10_000, 0, 6, 90, 10)
ADD_ONS = Sale("add_on", 10_000, 4, 4, 40)


def test_stacks_after_a_colour_up_do_without_the_chip() -> None:
    plan = plan_chips(Wanted(EVENING, VALUES, [ENTRIES, ADD_ONS]))
    assert [(one.use, one.row, one.late, one.number) for one in plan.stacks] == [
        ("entry", 0, False, 90), ("entry", 5, True, 10), ("add_on", 4, False, 40),
    ]  # fmt: skip
    assert all(one.pieces is not None and worth(one.pieces) == 10_000 for one in plan.stacks)
    late = plan.stacks[1].pieces
    assert late is not None
    assert 25 not in dict(late)
    assert plan.enough_for is None


def test_a_colour_up_needs_whole_lots_and_one_chip_for_each_table() -> None:
    plan = plan_chips(Wanted(EVENING, VALUES, [ENTRIES], tables=[11, 11, 11, 11, 10, 9]))
    first, second = plan.colour_ups
    small = dict(plan.stacks[0].pieces or ())[25]
    assert (first.at, first.small, first.big, first.out) == (4, 25, 100, 90 * small)
    assert (first.lots, first.spare, first.tables) == (-(-90 * small // 4), 10, 10)
    hundreds = Counter(dict(plan.stacks[0].pieces or ()))[100] * 90
    hundreds += Counter(dict(plan.stacks[1].pieces or ()))[100] * 10
    assert (second.small, second.out) == (100, hundreds + first.lots + first.spare)


def test_missing_chips_are_named_and_stacks_made_of_others_if_the_room_has_them() -> None:
    sales = [Sale("entry", 10_000, 0, 3, 100)]
    best = plan_chips(Wanted(EVENING, VALUES, sales))
    needed = {one.value: one.needed for one in best.supply}
    enough = plan_chips(Wanted(EVENING, VALUES, sales, needed))
    assert (enough.fitted, enough.enough_for) == (False, 100)
    short = plan_chips(Wanted(EVENING, VALUES, sales, {**needed, 25: needed[25] - 1}))
    assert (short.fitted, short.enough_for, [one.missing for one in short.supply]) == (
        False,
        99,
        [1, 0, 0, 0, 0],
    )
    few = plan_chips(Wanted(EVENING, VALUES, sales, {**needed, 5_000: 0, 1_000: 2_000}))
    assert (few.fitted, few.enough_for) == (True, 100)
    assert 5_000 not in dict(few.stacks[0].pieces or ())


@settings(max_examples=examples(60), deadline=None)
@given(
    st.integers(1, 300), st.integers(0, 60), st.integers(0, 60),
    st.lists(st.integers(0, 9_000), min_size=5, max_size=5),
)  # fmt: skip
def test_the_chips_suffice_for_exactly_the_entries_that_are_said(
    early: int, late: int, add_ons: int, owned: list[int]
) -> None:
    cases = dict(zip(VALUES, owned, strict=True))

    def planned(number: int) -> bool:
        sales = [Sale("entry", 10_000, 0, 6, number, late), Sale("add_on", 10_000, 4, 4, add_ons)]
        plan = plan_chips(Wanted(EVENING, VALUES, sales, cases))
        return plan.fitted or not any(one.missing for one in plan.supply)

    sales = [Sale("entry", 10_000, 0, 6, early, late), Sale("add_on", 10_000, 4, 4, add_ons)]
    found = plan_chips(Wanted(EVENING, VALUES, sales, cases))
    assert found.enough_for is not None
    missing = any(one.missing for one in found.supply)
    assert missing == (found.enough_for < early) or found.enough_for == 0
    if found.enough_for and not found.fitted:
        assert planned(found.enough_for)

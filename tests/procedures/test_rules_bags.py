"""Numbers of bags, what is missing of them, and what may explain that stacks do not add up."""

from hypothesis import given
from hypothesis import strategies as some

from procedures.rules.bags import (
    Clue,
    bag_number,
    bags_by_table,
    clues,
    found_in_bags,
    place_of_bag,
    tables_for,
)
from procedures.rules.stack_counts import Stack

# Table, seat and series.
PLACES = some.tuples(some.integers(1, 2_000), some.integers(1, 12), some.integers(0, 30))
STACKS = some.dictionaries(some.tuples(some.integers(1, 6), some.integers(1, 9)), some.integers(1, 10**6))


@given(some.sets(PLACES, min_size=2))
def test_every_place_has_its_own_bag_number_and_back(places: set[tuple[int, int, int]]) -> None:
    assert len({bag_number(*place) for place in places}) == len(places)
    back = {place_of_bag(bag_number(*place)) for place in places}
    assert {(table, seat, series) for series, table, seat in back} == places
    assert bag_number(12, 4) == 1204


@given(
    some.dictionaries(
        some.tuples(some.integers(1, 4), some.integers(1, 9)),
        some.sampled_from(["open", "counted", "sealed", "handed_in", "opened"]),
        max_size=30,
    )
)
def test_every_stack_is_missing_exactly_until_its_bag_is_handed_in(
    states: dict[tuple[int, int], str],
) -> None:
    stacks = [
        Stack(table, seat, None, None if state == "open" else 100) for (table, seat), state in states.items()
    ]
    bags = {place: state for place, state in states.items() if state not in ("open", "counted")}
    found = bags_by_table(stacks, bags)  # type: ignore[arg-type]
    missing = {
        (table.number, seat)
        for table in found
        for seat in (*table.uncounted, *table.unsealed, *table.not_handed_in)
    }
    assert missing == {place for place, state in states.items() if state not in ("handed_in", "opened")}
    assert sum(table.stacks for table in found) == len(states)
    assert all(table.is_complete for table in found) == (not missing)


@given(
    STACKS, some.integers(-(10**6), 10**6), some.dictionaries(some.integers(1, 6), some.integers(1, 10**7))
)
def test_a_clue_about_a_stack_explains_the_whole_difference(
    chips: dict[tuple[int, int], int], difference: int, earlier: dict[int, int]
) -> None:
    stacks = [Stack(table, seat, None, one) for (table, seat), one in chips.items()]
    for clue in clues(stacks, difference, earlier):
        if clue.seat is None:
            assert clue.meant == earlier[clue.table]
            continue
        assert clue.chips == chips[clue.table, clue.seat]
        assert clue.chips - clue.meant == difference
        assert clue.meant > 0
        # Digits that are swapped stay the same digits.
        if clue.why == "swapped":
            assert sorted(str(clue.chips)) == sorted(str(clue.meant))


def test_swapped_digits_and_zeros_are_noticed_and_the_earlier_count_comes_first() -> None:
    stacks = [Stack(3, 1, None, 15_200), Stack(3, 4, None, 3_000), Stack(8, 2, None, 40_000)]
    assert clues(stacks, 2_700, {}) == [
        Clue(3, 1, 15_200, 12_500, "swapped"),
        Clue(3, 4, 3_000, 300, "zero"),
    ]
    assert clues(stacks, -27_000, {}) == [Clue(3, 4, 3_000, 30_000, "zero")]
    assert clues(stacks, 36_000, {8: 4_000, 3: 18_100}) == [
        Clue(8, None, 40_000, 4_000, "recounted"),
        Clue(8, 2, 40_000, 4_000, "zero"),
        Clue(3, None, 18_200, 18_100, "recounted"),
    ]
    assert clues(stacks, 0, {8: 1}) == []


@given(some.integers(1, 3_000), some.integers(2, 12))
def test_as_few_tables_as_hold_the_field(players: int, seats: int) -> None:
    tables = tables_for(players, seats)
    assert players <= tables * seats
    assert tables == 1 or players > (tables - 1) * seats


@given(some.lists(some.integers(1, 10**6), min_size=1, max_size=5), some.integers(0, 10**7))
def test_chips_found_in_several_bags_are_all_accounted_for(slips: list[int], found: int) -> None:
    chips = found_in_bags(slips, found)
    assert sum(chips) == found
    assert all(one >= 0 for one in chips)
    if found == sum(slips):
        assert chips == slips

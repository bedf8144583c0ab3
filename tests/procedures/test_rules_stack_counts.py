"""The stacks of an event added up, and compared with the chips in play."""

from hypothesis import given
from hypothesis import strategies as some

from procedures.rules.stack_counts import Stack, add_up, smallest_step

STACKS = some.dictionaries(
    some.tuples(some.integers(1, 6), some.integers(1, 9)), some.none() | some.integers(1, 10**6), max_size=40
)


@given(STACKS, some.integers(0, 10**7))
def test_totals_of_tables_add_up_to_those_of_the_event(
    chips: dict[tuple[int, int], int | None], in_play: int
) -> None:
    totals = add_up([Stack(table, seat, None, one) for (table, seat), one in chips.items()], in_play)
    assert totals.stacks == sum(table.stacks for table in totals.tables) == len(chips)
    assert (
        totals.chips == sum(table.chips for table in totals.tables) == sum(one or 0 for one in chips.values())
    )
    assert totals.counted == sum(one is not None for one in chips.values())
    assert [table.number for table in totals.tables] == sorted({table for table, _seat in chips})
    known = totals.is_complete and in_play > 0
    assert totals.difference == (totals.chips - in_play if known else None)


def test_every_stack_is_a_multiple_of_what_its_chips_can_make() -> None:
    assert smallest_step([100, 25, 500]) == 25
    assert smallest_step([200, 500]) == 100
    assert smallest_step([]) == 1

"""The smallest set of combinations that covers every value of every parameter."""

from tests.plugins.combinations import needed


def test_three_sizes_in_two_schemes_of_colours_are_three_combinations() -> None:
    cases = [{("size", size), ("scheme", scheme)} for size in "TLP" for scheme in ("light", "dark")]
    kept = needed(cases)
    assert len(kept) == 3
    assert set().union(*(cases[at] for at in kept)) == set().union(*cases)


def test_every_case_with_a_value_of_its_own_is_kept() -> None:
    assert sorted(needed([{("state", "a")}, {("state", "b")}, {("state", "c")}])) == [0, 1, 2]


def test_of_cases_that_cover_the_same_one_is_taken_in_turn() -> None:
    cases: list[set[tuple[str, str]]] = [set(), set(), set()]
    assert [needed(cases, first) for first in range(4)] == [[0], [1], [2], [0]]

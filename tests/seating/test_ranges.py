"""Lists of table numbers as people write them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.rules.ranges import MOST, RangeFault, read_numbers, write_numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("7", [7]),
        ("1-3", [1, 2, 3]),
        ("1 – 3; 12", [1, 2, 3, 12]),
        ("12, 1-2,2", [1, 2, 12]),
        ("3 1 2", [1, 2, 3]),
    ],
)
def test_a_list_of_numbers_is_read(text: str, numbers: list[int]) -> None:
    assert read_numbers(text) == numbers


@pytest.mark.parametrize("text", ["", ",", "0", "3-1", "1-", "a", "1-2-3", "-1", "1-501", "1.5", "²"])
def test_invalid_values_are_refused(text: str) -> None:
    with pytest.raises(RangeFault):
        read_numbers(text)


@given(st.sets(st.integers(1, 999_999), min_size=1, max_size=MOST).map(sorted))
def test_written_value_is_parsed_back(numbers: list[int]) -> None:
    assert read_numbers(write_numbers(numbers)) == numbers


@given(st.text(alphabet="0123456789-–, ;x", max_size=14))
def test_any_text_is_a_range_of_numbers_or_an_error(text: str) -> None:
    with contextlib.suppress(RangeFault):
        assert 0 < len(read_numbers(text)) <= MOST

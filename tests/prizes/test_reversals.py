"""Which payments are reversed to get an overpaid amount back."""

import pytest

from prizes.rules.reversals import to_reverse


@pytest.mark.parametrize(
    ("payments", "over", "keys"),
    [
        ([(2, 50), (1, 30)], 30, [1]),
        ([(2, 50), (1, 30)], 40, [2]),
        ([(3, 10), (2, 20), (1, 30)], 45, [3, 2, 1]),
        ([(3, 30), (2, 20), (1, 10)], 50, [3, 2]),
        ([], 50, []),
    ],
    ids=["exactly", "smallest that is enough", "several", "no more than needed", "without receipts"],
)
def test_as_few_payments_as_possible_are_reversed(
    payments: list[tuple[int, int]], over: int, keys: list[int]
) -> None:
    assert to_reverse(payments, over) == keys

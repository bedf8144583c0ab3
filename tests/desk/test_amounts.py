"""Amounts of money as people write them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desk.rules.amounts import MOST, AmountFault, places_of, read_amount, write_amount

HABITS = [(".", ","), (",", "."), (".", "'")]


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("12.50", 1250),
        ("12,50", 1250),
        ("12,5", 1250),
        ("12", 1200),
        ("0", 0),
        ("0.05", 5),
        ("1'250", 125_000),
        ("1’250.00", 125_000),
        ("1 250,00", 125_000),
        ("1.250,00", 125_000),
        ("1,250.00", 125_000),
        ("1'250'000.5", 125_000_050),
        ("1.250.000", 125_000_000),
        ("1,250,000", 125_000_000),
    ],
)
def test_an_amount_is_read_as_people_write_it(text: str, amount: int, decimal: str) -> None:
    assert read_amount(text, 2, decimal=decimal) == amount


@pytest.mark.parametrize(
    ("text", "decimal", "amount"),
    [("1.250", ",", 125_000), ("1,250", ".", 125_000), ("12,500", ".", 1_250_000)],
)
def test_a_mark_that_groups_in_this_language_groups(text: str, decimal: str, amount: int) -> None:
    assert read_amount(text, 2, decimal=decimal) == amount


@pytest.mark.parametrize(
    ("text", "decimal", "code"),
    [
        ("1.250", ".", "unclear"),
        ("1,250", ",", "unclear"),
        ("0,500", ".", "unclear"),
        ("1,000", ".,", "unclear"),
        ("1.000", ".,", "unclear"),
        ("1250.505", ".", "too_fine"),
        ("1,25,00", ".", "not_an_amount"),
        ("1.250.00", ".", "not_an_amount"),
        ("1'25", ".", "not_an_amount"),
        ("12.", ".", "not_an_amount"),
        (".50", ".", "not_an_amount"),
        ("", ".", "not_an_amount"),
        ("twelve", ".", "not_an_amount"),
        ("1e3", ".", "not_an_amount"),
        ("१२", ".", "not_an_amount"),
        ("12 CHF", ".", "not_an_amount"),
        ("-5", ".", "negative"),
        ("− 5", ".", "negative"),
        ("10'000'000'000.01", ".", "too_big"),
    ],
)
def test_invalid_or_ambiguous_amount_is_refused(text: str, decimal: str, code: str) -> None:
    with pytest.raises(AmountFault) as fault:
        read_amount(text, 2, decimal=decimal)
    assert fault.value.code == code


@pytest.mark.parametrize(("currency", "places"), [("CHF", 2), ("EUR", 2), ("JPY", 0), ("KWD", 3)])
def test_a_currency_has_its_own_minor_unit(currency: str, places: int) -> None:
    assert places_of(currency) == places


def test_yen_have_no_decimals_and_dinars_have_three() -> None:
    assert read_amount("1'500", 0, decimal=".") == 1500
    assert read_amount("1.250", 3, decimal=".") == 1250
    assert read_amount("1.250", 3, decimal=",") == 1_250_000
    with pytest.raises(AmountFault, match="too_fine"):
        read_amount("12.5", 0, decimal=".")


@example(amount=125_000, places=0, habit=HABITS[0])
@given(st.integers(0, MOST), st.sampled_from([0, 2, 3]), st.sampled_from(HABITS))
def test_written_value_is_parsed_back(amount: int, places: int, habit: tuple[str, str]) -> None:
    decimal, group = habit
    assert (
        read_amount(write_amount(amount, places, decimal=decimal, group=group), places, decimal=decimal)
        == amount
    )


@given(st.text(max_size=12), st.sampled_from([0, 2, 3]), st.sampled_from([".", ","]))
def test_any_text_is_an_amount_or_an_error(text: str, places: int, decimal: str) -> None:
    try:
        amount = read_amount(text, places, decimal=decimal)
    except AmountFault as fault:
        amount, code = 0, fault.code
    else:
        code = ""
    assert 0 <= amount <= MOST
    assert code in {"", "unclear", "too_fine", "too_big", "negative", "not_an_amount"}

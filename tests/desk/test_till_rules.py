"""Pure rules of money, vouchers and extras, for any input."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.rules.extras import Had, NotSold, Offer, chips_bought, may_surrender, usual_rows
from desk.rules.payments import Method, Paid, PaymentFault, change_due, give_back
from desk.rules.vouchers import LENGTH, SIGNS, new_number, read_number

METHODS: list[Method] = ["cash", "card", "voucher", "ticket"]
AMOUNTS = st.integers(1, 10**9)
NUMBER = st.text(alphabet=SIGNS, min_size=LENGTH, max_size=LENGTH)


@st.composite
def payments(draw: st.DrawFn) -> list[Paid]:
    """Generate payments that are valid one by one."""
    found: list[Paid] = []
    for place, amount in enumerate(draw(st.lists(AMOUNTS, max_size=6))):
        method = draw(st.sampled_from(METHODS))
        tendered = amount + draw(st.integers(0, 10**6)) if method == "cash" and draw(st.booleans()) else None
        number = f"N{place}" if method in ("voucher", "ticket") else ""
        found.append(Paid(method, amount, tendered, number))
    return found


@given(payments())
def test_change_is_the_amount_tendered_above_the_price(paid: list[Paid]) -> None:
    price = sum(one.amount for one in paid)
    cash = [one for one in paid if one.tendered is not None]
    assert change_due(price, paid) == sum(one.tendered or 0 for one in cash) - sum(one.amount for one in cash)


@given(payments(), st.integers(-(10**9), 10**9).filter(bool))
def test_payments_with_a_wrong_total_are_refused(paid: list[Paid], off: int) -> None:
    with pytest.raises(PaymentFault) as caught:
        change_due(sum(one.amount for one in paid) + off, paid)
    assert caught.value.code == "payments_do_not_add_up"


VOUCHER = new_number("V", lambda below: 1 % below)


@pytest.mark.parametrize(
    ("paid", "code", "place"),
    [
        ([Paid("card", 100, 200)], "tendered_is_cash", "payments.0.tendered"),
        ([Paid("cash", 100, 99)], "too_little_tendered", "payments.0.tendered"),
        ([Paid("voucher", 100)], "number_missing", "payments.0.number"),
        ([Paid("cash", 100, None, "V1")], "number_not_needed", "payments.0.number"),
        (
            [Paid("voucher", 50, None, "V1"), Paid("voucher", 50, None, "V1")],
            "voucher_twice",
            "payments.0.number",
        ),
        (
            [
                Paid("voucher", 50, None, VOUCHER),
                Paid("voucher", 50, None, f"{VOUCHER[:4]}-{VOUCHER[4:].lower()}"),
            ],
            "voucher_twice",
            "payments.0.number",
        ),
    ],
)
def test_a_payment_that_cannot_be_names_its_place(paid: list[Paid], code: str, place: str) -> None:
    with pytest.raises(PaymentFault) as caught:
        change_due(100, paid)
    assert (caught.value.code, caught.value.place) == (code, place)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6), st.data())
def test_refunds_add_up_and_vouchers_never_become_cash(
    cash: int, card: int, voucher: int, ticket: int, data: st.DataObject
) -> None:
    """An entry is paid with at most one ticket; other items cost what the ticket did not pay."""
    others = data.draw(st.integers(0, cash + card + voucher))
    entry = data.draw(st.booleans())
    amount = ticket + others if entry else others
    back = give_back(amount, {"cash": cash, "card": card, "voucher": voucher, "ticket": ticket}, entry=entry)
    assert back.money + back.voucher + back.ticket == amount
    assert min(back.money, back.voucher, back.ticket) >= 0
    assert back.money <= cash + card
    assert back.voucher <= voucher
    assert back.ticket == (ticket if entry else 0)


@given(st.randoms(use_true_random=False), st.sampled_from("VT"))
def test_number_is_parsed_in_any_notation(dice: Random, letter: str) -> None:
    number = new_number(letter, dice.randrange)
    assert len(number) == LENGTH
    assert number.startswith(letter)
    typed = "-".join([number[:1], number[1:5], number[5:9], number[9:]]).lower()
    assert read_number(number) == read_number(typed) == read_number(f" {typed.replace('-', 'ß')} ") == number


@given(NUMBER, st.integers(0, LENGTH - 1), st.sampled_from(SIGNS))
def test_one_wrong_sign_is_no_number(text: str, place: int, sign: str) -> None:
    number = new_number("V", _picks(text))
    wrong = number[:place] + sign + number[place + 1 :]
    assert read_number(wrong) == (number if wrong == number else None)


@given(NUMBER, st.integers(0, LENGTH - 1), st.integers(0, LENGTH - 1))
def test_two_signs_swapped_are_no_number(text: str, one: int, other: int) -> None:
    number = new_number("V", _picks(text))
    signs = list(number)
    signs[one], signs[other] = signs[other], signs[one]
    swapped = "".join(signs)
    assert read_number(swapped) == (number if swapped == number else None)


def _picks(text: str) -> Callable[[int], int]:
    signs = iter(text)
    return lambda _most: SIGNS.index(next(signs))


REBUY = Offer(kind="rebuy", chips=5_000, from_row=0, until_row=3, most=3, stack_most=10_000, double=True)
ADD_ON = Offer(kind="add_on", chips=8_000, from_row=4, until_row=4, most=1, without_rebuy_times=2)


@pytest.mark.parametrize(
    ("row", "started", "times", "bought", "stack", "code"),
    [
        (0, False, 1, 0, 0, "not_yet"),
        (4, True, 1, 0, 0, "no_longer"),
        (0, True, 1, 3, 0, "no_more_of_them"),
        (0, True, 2, 2, 0, "no_more_of_them"),
        (0, True, 1, 0, None, "stack_unknown"),
        (0, True, 1, 0, 10_001, "stack_too_big"),
    ],
)
def test_a_rebuy_outside_its_limits_is_not_sold(
    row: int, started: bool, times: int, bought: int, stack: int | None, code: str
) -> None:
    with pytest.raises(NotSold) as caught:
        chips_bought(REBUY, Had(rebuys=bought), times=times, stack=stack, row=row, started=started)
    assert caught.value.code == code


def test_two_at_once_are_sold_only_where_the_event_says_so() -> None:
    assert chips_bought(REBUY, Had(), times=2, stack=0, row=3, started=True) == 10_000
    single = Offer(kind="rebuy", chips=5_000, from_row=0, until_row=3)
    with pytest.raises(NotSold) as caught:
        chips_bought(single, Had(), times=2, stack=None, row=0, started=True)
    assert caught.value.code == "one_at_a_time"


def test_five_spades_4_13_double_add_on_needs_no_rebuy() -> None:
    assert chips_bought(ADD_ON, Had(), times=1, stack=None, row=4, started=True) == 16_000
    assert chips_bought(ADD_ON, Had(rebuys=1), times=1, stack=None, row=4, started=True) == 8_000
    strict = Offer(
        kind="add_on", chips=8_000, from_row=4, until_row=4, without_rebuy_times=2, not_after_rebuy=True
    )
    with pytest.raises(NotSold) as caught:
        chips_bought(strict, Had(rebuys=1), times=1, stack=None, row=4, started=True)
    assert caught.value.code == "had_a_rebuy"


@given(
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 9),
    st.booleans(),
    st.integers(0, 5),
    st.integers(1, 2),
)
def test_an_extra_is_sold_within_its_rows_and_number_and_nowhere_else(
    row: int, first: int, length: int, started: bool, bought: int, times: int
) -> None:
    offer = Offer(kind="rebuy", chips=700, from_row=first, until_row=first + length, most=4, double=True)
    may = started and first <= row <= first + length and bought + times <= 4
    try:
        chips = chips_bought(offer, Had(rebuys=bought), times=times, stack=None, row=row, started=started)
    except NotSold:
        assert not may
    else:
        assert may
        assert chips == 700 * times


def test_munot_74_surrender_while_entry_is_open_and_wsop_13_only_at_its_end() -> None:
    assert may_surrender("while_entry_is_open", closed=False, row=0, late_row=5)
    assert may_surrender(None, closed=False, row=0, late_row=None)
    assert not may_surrender("while_entry_is_open", closed=True, row=0, late_row=5)
    assert not may_surrender("end_of_registration", closed=False, row=4, late_row=5)
    assert may_surrender("end_of_registration", closed=False, row=5, late_row=5)


# Rows of the structure: two levels, a break, two levels, a break, a level.
_EVENING = (False, False, True, False, False, True, False)


@pytest.mark.parametrize(
    ("kind", "late_row", "rows"),
    [
        # Rebuys from the start until the end of registration or the first break.
        ("rebuy", 4, (0, 4)),
        ("rebuy", None, (0, 1)),
        # The add-on in the following break; if there is none, in the last row of registration.
        ("add_on", 4, (5, 5)),
        ("add_on", 2, (2, 2)),
        ("add_on", None, (2, 2)),
        ("add_on", 6, (6, 6)),
        ("add_on", 99, (6, 6)),
    ],
)
def test_a_form_begins_with_the_usual_rows_of_an_extra(
    kind: str, late_row: int | None, rows: tuple[int, int]
) -> None:
    assert usual_rows(kind, _EVENING, late_row) == rows


@given(
    st.sampled_from(["rebuy", "add_on"]),
    st.lists(st.booleans(), max_size=30),
    st.none() | st.integers(0, 40),
)
def test_usual_rows_are_rows_of_the_structure(kind: str, breaks: list[bool], late_row: int | None) -> None:
    first, last = usual_rows(kind, breaks, late_row)
    assert 0 <= first <= last < max(1, len(breaks))

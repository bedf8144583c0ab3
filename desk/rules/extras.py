"""Rules of rebuys, add-ons and surrenders: eligibility and chips."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Offer:
    """A rebuy or an add-on as an event sells it.

    Attributes:
        kind: which of the two.
        chips: chips of one.
        from_row, until_row: rows of the structure within which it is sold, counted from 0.
        most: maximum number per player; None: no limit.
        stack_most: maximum stack that may buy it, in chips; None: no limit.
        double: whether two may be bought at once.
        without_rebuy_times: multiplier of an add-on's chips for players without a rebuy (Five Spades 4.13).
        not_after_rebuy: whether players with a rebuy may not buy the add-on (Five Spades 4.13).
    """

    kind: Literal["rebuy", "add_on"]
    chips: int
    from_row: int
    until_row: int
    most: int | None = None
    stack_most: int | None = None
    double: bool = False
    without_rebuy_times: int = 1
    not_after_rebuy: bool = False


@dataclass(frozen=True, slots=True)
class Had:
    """Extras an entry has bought so far, without refunded ones."""

    rebuys: int = 0
    add_ons: int = 0


class NotSold(Exception):
    """Why an extra is not sold now.

    `code` is "not_yet", "no_longer", "one_at_a_time", "no_more_of_them", "stack_unknown", "stack_too_big"
    or "had_a_rebuy"; `bound` is the limit that was exceeded.
    """

    def __init__(self, code: str, bound: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.bound = bound


def usual_rows(kind: str, breaks: Sequence[bool], late_row: int | None) -> tuple[int, int]:
    """Return the default rows for selling an extra: rebuys until entry closes, the add-on in the next break.

    Args:
        kind: which of the two.
        breaks: which rows of the structure are breaks.
        late_row: the last row of late registration; None if it does not end with a row.

    Returns:
        The first row and the last.
    """
    if not breaks:
        return 0, 0
    rests = [row for row, is_break in enumerate(breaks) if is_break]
    if late_row is None:
        rest = rests[0] if rests else None
        last = len(breaks) - 1 if rest is None else max(0, rest - 1)
    else:
        last = min(late_row, len(breaks) - 1)
        rest = next((row for row in rests if row >= last), None)
    if kind == "rebuy":
        return 0, last
    return (last, last) if rest is None else (rest, rest)


def chips_bought(offer: Offer, had: Had, *, times: int, stack: int | None, row: int, started: bool) -> int:
    """Return the chips of an extra.

    Args:
        offer: what is sold.
        had: extras the entry has bought so far.
        times: how many at once.
        stack: chips of the buyer as counted; None if not counted.
        row: the running row of the structure, counted from 0.
        started: whether play has begun.

    Raises:
        NotSold: not now, not so many, or not to this player.
    """
    if not started or row < offer.from_row:
        raise NotSold("not_yet", offer.from_row)
    if row > offer.until_row:
        raise NotSold("no_longer", offer.until_row)
    if times > (2 if offer.double else 1):
        raise NotSold("one_at_a_time", 2 if offer.double else 1)
    bought = had.rebuys if offer.kind == "rebuy" else had.add_ons
    if offer.most is not None and bought + times > offer.most:
        raise NotSold("no_more_of_them", offer.most)
    if offer.stack_most is not None:
        if stack is None:
            raise NotSold("stack_unknown", offer.stack_most)
        if stack > offer.stack_most:
            raise NotSold("stack_too_big", offer.stack_most)
    if offer.kind == "rebuy":
        return offer.chips * times
    if had.rebuys and offer.not_after_rebuy:
        raise NotSold("had_a_rebuy")
    return offer.chips * times * (1 if had.rebuys else offer.without_rebuy_times)


def may_surrender(
    when: Literal["while_entry_is_open", "end_of_registration"] | None,
    *,
    closed: bool,
    row: int,
    late_row: int | None,
) -> bool:
    """Return whether a stack may be surrendered now (Munot 74; WSOP 13: only as registration closes).

    Args:
        when: the book's policy; None if it is silent.
        closed: whether entry has closed.
        row: the running row of the structure, counted from 0.
        late_row: the last row of late registration; None if it ends at a time or with the start.
    """
    if closed:
        return False
    return when != "end_of_registration" or late_row is None or row >= late_row

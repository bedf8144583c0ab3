"""Balancing in stud, worked out from the rulebooks.

By position (PokerStars Live 2.5, TDA 11A), by high card (WSOP 67b).
"""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from seating.rules.balancing import Transfer, transfers
from tests.seating.floors import book, floor, table, with_policy

ALL = tuple(range(1, 10))


class Case(NamedTuple):
    """A move from table 1 to table 2.

    Attributes:
        gives, takes: occupied seats of each table.
        opened: seat of table 2 that came free last; None: unknown.
        sent: seats of table 1 whose players have not arrived there yet.
        who, where: source and destination seat; None: staff decide.
    """

    says: str
    key: str
    gives: Sequence[int]
    takes: Sequence[int]
    opened: int | None
    who: int | None
    where: int | None
    sent: Sequence[int] = ()


CASES = [
    Case("PokerStars Live 2.5: the last seat that came free", "pokerstars_live", ALL, (1, 2, 3, 5, 6), 4, 4, 4),
    Case("PokerStars Live 2.5: not the worst position", "pokerstars_live", ALL, (2, 3, 4, 5, 6), 9, 9, 9),
    Case("TDA 11A: the last seat open at the short table", "tda", ALL, (1, 2, 3, 4, 5, 6, 7), 9, 9, 9),
    Case("TDA 11A: two seats are free, in an unknown order", "tda", ALL, (1, 3, 4, 5, 6, 7, 8), None, None, None),
    Case(
        "TDA 11A: no player in the same seat, so the next one clockwise",
        "tda", (1, 2, 4, 5, 6, 7, 8, 9), (1, 2, 4, 5, 6), 3, 4, 3,
    ),
    Case(
        "TDA 11A: clockwise continues past the last seat",
        "tda", (1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5), 8, 1, 8,
    ),
    Case(
        "TDA 11A: who has not arrived yet is not sent on",
        "tda", ALL, (1, 2, 3, 5, 6, 7, 8), 4, 5, 4, (4,),
    ),
    Case("TDA 11A: that seat is taken again: staff decide", "tda", ALL, (1, 2, 3, 4, 5, 6, 7), 3, None, None),
    Case("WSOP 67b: the high card says who", "wsop", ALL, (1, 2, 3, 4, 5, 6, 7), 8, None, 8),
    Case("WSOP 67b: the high card, without a last seat", "wsop", ALL, (1, 2, 3, 4, 5, 6, 7), None, None, None),
]  # fmt: skip


def found(case: Case, *, stud: bool = True) -> Transfer:
    """Return the first proposal."""
    source = table(1, case.gives, (1, 2, 3), sent=frozenset(100 + seat for seat in case.sent), breaks=1)
    destination = table(2, case.takes, (1, 2, 3), opened=case.opened, breaks=0)
    return transfers(floor(source, destination, stud=stud), book(case.key))[0]


@pytest.mark.parametrize("case", CASES, ids=[case.says for case in CASES])
def test_moving_player_and_seat_in_worked_examples(case: Case) -> None:
    one = found(case)
    assert (one.source, one.destination) == (1, 2)
    assert (one.mover.seat, one.spot.seat) == (case.who, case.where)
    assert one.mover.entry == (None if case.who is None else 100 + case.who)
    # Stud has no button, so staff are never asked for one.
    assert (one.mover.needs_button, one.spot.needs_button) == (False, False)


def test_only_free_seat_counts_as_the_last_freed_when_unrecorded() -> None:
    """TDA 11A: with eight players at a nine-seat table, only one seat can have come free last."""
    source = table(1, (*ALL, 10), seats=10)
    destination = table(2, (1, 2, 3, 4, 5, 6, 8, 9), seats=9)
    [one] = transfers(floor(source, destination, seats=10, stud=True), book("tda"))
    assert (one.mover.seat, one.spot.seat) == (7, 7)


def test_only_the_first_of_two_moves_takes_the_last_freed_seat() -> None:
    """TDA 11A: for the second move it is unknown which of the other seats was free earlier."""
    first, second = transfers(
        floor(table(1, ALL), table(2, (1, 2, 3, 4, 5), opened=8), stud=True), book("tda")
    )
    assert (first.mover.seat, first.spot.seat) == (8, 8)
    assert (second.mover.seat, second.spot.seat) == (None, None)


def test_wsop_67b_names_the_table_that_deals_for_high_card() -> None:
    one = found(CASES[-2])
    reasons = {why.code: dict(why.values) for why in one.why}
    assert reasons["high_card"] == {"table": 1}
    assert reasons["opened_last"] == {"seat": 8}
    assert one.rule == "WSOP 67, 67c"


def test_wsop_67b_both_movers_are_drawn_by_high_card() -> None:
    event = floor(table(1, ALL), table(2, (1, 2, 3, 4, 5), opened=8), stud=True)
    assert [one.mover.entry for one in transfers(event, book("wsop"))] == [None, None]


@pytest.mark.parametrize("key", ["pokerstars_live", "tda", "wsop"])
def test_next_big_blind_moves_in_games_other_than_stud(key: str) -> None:
    """PokerStars Live 2.5, TDA 11A, WSOP 67a: button 1, blinds 2 and 3, so seat 4 pays next."""
    case = Case("", key, ALL, (1, 2, 3, 5, 6), 9, None, None)
    one = found(case, stud=False)
    assert (one.mover.seat, one.spot.seat) == (4, 4)


@pytest.mark.parametrize("key", ["munot", "other_poker", "five_spades"])
def test_book_without_stud_rules_uses_the_big_blind_in_stud(key: str) -> None:
    """Munot 11, Other Poker 6, Five Spades 4.9 make no difference between games."""
    case = Case("", key, ALL, (1, 2, 3, 5, 6), 9, None, None)
    assert found(case, stud=True).mover.seat == found(case, stud=False).mover.seat == 4


def test_own_rulebook_may_add_stud_by_position() -> None:
    own = with_policy("munot", stud="by_position")
    source, destination = table(1, ALL, (1, 2, 3)), table(2, (1, 2, 3, 5, 6), (1, 2, 3), opened=9)
    assert transfers(floor(source, destination, stud=True), own)[0].mover.seat == 9

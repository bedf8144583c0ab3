"""Balancing moves, by the rulebooks' examples: player, source and destination."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from seating.rules.balancing import Transfer, least_difference, transfers
from seating.rules.review import Floor
from tests.seating.floors import book, changed, floor, moves, sized, table, with_policy
from tourney.rulebooks.books import Book

ALL = range(1, 10)


def only(event: Floor, rules: Book) -> Transfer:
    found = transfers(event, rules)
    assert len(found) == 1
    return found[0]


# ---- number of moves ----

WHEN = [
    # rule, rulebook, players at tables 1, 2, 3 …, number of moves
    ("Munot 11", "munot", (9, 8, 8), 0),
    ("Munot 11", "munot", (9, 8, 7), 1),
    ("Other Poker 6 (names no difference: 2)", "other_poker", (9, 7, 8), 1),
    ("Five Spades 4.9 (names no difference: 2)", "five_spades", (9, 7, 8), 1),
    ("PokerStars Live 2.5", "pokerstars_live", (9, 7, 8), 0),
    ("PokerStars Live 2.5", "pokerstars_live", (9, 6, 8), 1),
    ("TDA 11 (names no difference: 2)", "tda", (9, 7, 8), 1),
    ("TDA 11 (names no difference: 2)", "tda", (8, 8, 7), 0),
    ("WSOP 67c, within one from twelve tables down", "wsop", (9, 7, 8), 1),
    ("WSOP 67c, within one from twelve tables down", "wsop", (8, 8, 7), 0),
]


@pytest.mark.parametrize(("rule", "key", "sizes", "many"), WHEN, ids=[f"{one[0]}: {one[2]}" for one in WHEN])
def test_players_move_from_the_difference_the_book_names(
    rule: str, key: str, sizes: Sequence[int], many: int
) -> None:
    assert len(transfers(sized(*sizes), book(key))) == many


def test_wsop_67c_keeps_tables_within_one_from_twelve_tables_down() -> None:
    loose = with_policy("wsop", difference=4)
    twelve, thirteen = sized(*[9] * 11, 7), sized(*[9] * 12, 7)
    assert least_difference(twelve, loose) == (2, "WSOP 67, 67c")
    assert least_difference(thirteen, loose) == (4, "WSOP 67, 67a, 67b")
    assert len(transfers(twelve, loose)) == 1
    assert transfers(thirteen, loose) == []


def test_difference_of_one_moves_no_player() -> None:
    assert transfers(sized(8, 7, 7), with_policy("munot", difference=1)) == []


def test_pokerstars_live_2_5_1_late_in_the_event_the_director_decides() -> None:
    assert moves(sized(9, 5), book("pokerstars_live")) == [(1, 2)]
    assert transfers(sized(9, 5, late_stage=True), book("pokerstars_live")) == []
    assert moves(sized(9, 5, late_stage=True), book("tda")) == [(1, 2), (1, 2)]


def test_silent_book_balances_fullest_to_worst_position_from_two_players() -> None:
    silent = changed(book("tda"), seating=changed(book("tda").seating, balancing=None, halting=None))
    found = only(sized(9, 7, 9, seats=10), silent)
    assert (found.source, found.destination, found.least, found.rule) == (3, 2, 2, "")
    assert (found.mover.seat, found.spot.seat) == (4, 8)


# ---- player and destination seat ----
# Table 1 is full; its button is in seat 3, so the blinds are in 4 and 5, and seat 6 pays the big blind next.
FULL = table(1, ALL, (3, 4, 5))
WHERE = [
    # rule, rulebook, occupied seats at the other table, its positions, seat of the arriving player
    ("Munot 11: the worst position, the coming big blind", "munot", (1, 2, 3, 5, 7), (1, 2, 3), 4),
    (
        "Munot 11: the seat of the big blind that went out pays the small one",
        "munot",
        (1, 2, 5, 7),
        (1, 2, 3),
        4,
    ),
    ("Munot 11: never the small blind, rather on the button", "munot", (1, 2, 4, 5, 6, 7, 8), (1, 2, 3), 9),
    ("Other Poker 6: the big blind", "other_poker", (1, 2, 3, 5, 7), (1, 2, 3), 4),
    ("Other Poker 6: else under the gun", "other_poker", (1, 2, 3, 4, 6, 7), (1, 2, 3), 5),
    ("Other Poker 6: else one seat further", "other_poker", (1, 2, 3, 4, 5, 7), (1, 2, 3), 6),
    ("Five Spades 4.9: the big blind", "five_spades", (1, 4, 6, 9), (9, 1, 4), 5),
    ("Five Spades 4.9: else the earliest big blind", "five_spades", (1, 4, 5, 6, 9), (9, 1, 4), 7),
    ("PokerStars Live 2.5: the worst position", "pokerstars_live", (2, 3, 4, 6), (2, 3, 4), 5),
    ("TDA 11A: a single big blind is taken", "tda", (2, 3, 4, 5, 6), (4, 5, 6), 7),
    ("TDA 11A: between the blinds that come is the big blind too", "tda", (2, 5, 6, 8), (2, 5, 6), 7),
    ("WSOP 67a: the worst position, the way round", "wsop", (1, 2, 6, 8, 9), (6, 8, 9), 3),
]


@pytest.mark.parametrize(
    ("rule", "key", "seats", "positions", "seat"), WHERE, ids=[f"{one[0]} ({one[1]})" for one in WHERE]
)
def test_next_big_blind_takes_the_seat_named_by_the_book(
    rule: str, key: str, seats: Sequence[int], positions: tuple[int, int, int], seat: int
) -> None:
    found = transfers(floor(FULL, table(2, seats, positions)), book(key))[0]
    assert (found.mover.entry, found.mover.seat) == (106, 6)
    assert found.spot.seat == seat


def test_second_mover_is_the_following_big_blind() -> None:
    """Both leave before the next hand; the second player takes the next seat to pay the big blind."""
    found = transfers(floor(FULL, table(2, (1, 2, 3, 5, 7), (1, 2, 3))), book("tda"))
    assert [(one.mover.entry, one.spot.seat) for one in found] == [(106, 4), (107, 6)]
    assert [one.sizes for one in found] == [(9, 5), (8, 6)]


def test_big_blind_order_skips_players_who_moved() -> None:
    """Seats 6 and 7 busted in this hand: seat 8 pays the big blind next."""
    source = table(1, (1, 2, 3, 4, 5, 8, 9), (3, 4, 5))
    assert only(floor(source, table(2, ALL[:5], (1, 2, 3))), book("munot")).mover.entry == 108


def test_the_next_big_blind_may_be_on_the_other_side_of_seat_nine() -> None:
    source = table(1, (1, 3, 4, 5, 6, 7, 8), (6, 7, 8))
    assert only(floor(source, table(2, ALL[:5], (1, 2, 3))), book("wsop")).mover.entry == 101


def test_five_spades_9_5_ghost_stays_and_the_next_player_moves() -> None:
    source = table(1, ALL, (3, 4, 5), ghosts=(6, 7))
    found = only(floor(source, table(2, ALL[:7], (1, 2, 3))), book("five_spades"))
    assert (found.mover.entry, found.mover.seat) == (108, 8)
    crowd_of_ghosts = table(1, ALL, (3, 4, 5), ghosts=ALL)
    assert transfers(floor(crowd_of_ghosts, table(2, ALL[:4], (1, 2, 3))), book("five_spades")) == []


def test_player_under_way_is_not_moved_again() -> None:
    source = table(1, ALL, (3, 4, 5), under_way=2, sent=(106, 107))
    assert only(floor(source, table(2, ALL[:7], (1, 2, 3))), book("munot")).mover.entry == 108
    all_under_way = table(1, ALL, (3, 4, 5), under_way=9, sent=tuple(range(101, 110)))
    assert transfers(floor(all_under_way, table(2, ALL[:7], (1, 2, 3))), book("munot")) == []


def test_small_blind_as_the_only_seat_delays_arrival_to_the_next_hand() -> None:
    destination = table(2, (1, 2, 4, 5), (1, 2, 3), seats=9, closed=(6, 7, 8, 9))
    assert transfers(floor(FULL, destination), book("tda")) == []
    other = table(3, ALL[:6], (1, 2, 3))
    assert moves(floor(FULL, destination, other), book("tda")) == [(1, 3)]
    moved_on = table(2, (1, 2, 4, 5), (2, 3, 4), closed=(6, 7, 8, 9))
    assert moves(floor(FULL, moved_on), book("tda")) == [(1, 2)]


def test_players_move_at_once_to_a_table_with_one_player() -> None:
    """Seat 6, the big blind, busted, so seat 7 pays it next.

    The first player to arrive would be the small blind in any seat. Seat 6 stays free: the small blind is due
    there once three players are at the table.
    """
    alone = table(2, (7,), (4, 5, 6))
    found = transfers(floor(table(1, range(1, 6), (1, 2, 3)), alone), book("tda"))
    assert [(one.mover.seat, one.spot.seat) for one in found] == [(4, 8), (5, 9)]
    last = table(2, (7,), (4, 5, 6), closed=(1, 2, 3, 4, 5, 8, 9))
    assert transfers(floor(FULL, last), book("tda")) == []


def test_unknown_button_leaves_player_and_seat_open() -> None:
    blind = table(1, ALL)
    destination = table(2, (1, 2, 3, 5, 7, 8, 9), (1, 2, 3))
    found = only(floor(blind, destination), book("tda"))
    assert (found.mover.entry, found.mover.seat, found.mover.needs_button) == (None, None, True)
    assert (found.spot.seat, found.spot.needs_button) == (4, False)
    found = only(floor(FULL, table(2, ALL[:7])), book("tda"))
    assert (found.mover.entry, found.spot.seat, found.spot.needs_button) == (106, None, True)


def test_a_table_where_fewer_than_two_sit_has_no_button_to_ask_for() -> None:
    new = table(2, (5,), closed=(1,))
    found = transfers(floor(table(1, ALL[:5], (1, 2, 3)), new), book("tda"))
    assert [(one.spot.seat, one.spot.needs_button) for one in found] == [(2, False), (None, True)]


# ---- source table ----


def test_five_spades_4_9_of_equally_full_tables_the_highest_number_gives() -> None:
    assert moves(sized(9, 9, 9, 7), book("five_spades")) == [(3, 4)]
    assert moves(sized(9, 9, 7, 9), book("five_spades")) == [(4, 3)]
    # Independent of the breaking order: here table 1 breaks first.
    event = sized(9, 9, 9, 7)
    other_order = [replace(one, breaks=one.number) for one in event.tables]
    assert moves(replace(event, tables=tuple(other_order)), book("five_spades")) == [(3, 4)]
    assert moves(replace(event, tables=tuple(other_order)), book("munot")) == [(1, 4)]


def test_pokerstars_live_2_5_the_fullest_gives() -> None:
    assert moves(sized(8, 9, 6, seats=10), book("pokerstars_live")) == [(2, 3)]


def test_munot_11_one_of_the_overfull_gives_the_one_that_is_broken_first() -> None:
    assert moves(sized(9, 9, 9, 7), book("munot")) == [(3, 4)]


def test_other_poker_6_the_table_drawn_in_advance_gives() -> None:
    event = sized(9, 9, 9, 7, giving=(4, 2, 1, 3))
    assert moves(event, book("other_poker")) == [(2, 4)]
    # The draw decides between tables of equal size; a smaller table never gives a player before them.
    assert moves(sized(8, 9, 9, 7, giving=(1, 3, 2)), book("other_poker")) == [(3, 4)]


def test_other_poker_6_table_opened_after_the_draw_is_last_in_order() -> None:
    assert moves(sized(9, 9, 9, 7, giving=(4, 1)), book("other_poker")) == [(1, 4)]
    assert moves(sized(7, 9, 9, 8, giving=(4, 1)), book("other_poker")) == [(3, 1)]


def test_tda_11c_fixed_in_advance_is_the_order_of_breaking_unless_another_was_fixed() -> None:
    assert moves(sized(9, 9, 9, 7), book("tda")) == [(3, 4)]
    assert moves(sized(9, 9, 9, 7, giving=(1, 2, 3, 4)), book("tda")) == [(1, 4)]


def test_wsop_67_source_is_next_by_number_above_twenty_tables_else_break_order() -> None:
    twenty_one = [9] * 20 + [7]
    assert moves(sized(*twenty_one), book("wsop")) == [(1, 21)]
    assert moves(sized(*twenty_one, last_gave=7), book("wsop")) == [(8, 21)]
    assert moves(sized(*twenty_one, last_gave=20), book("wsop")) == [(1, 21)]
    assert moves(sized(*twenty_one[1:], last_gave=7), book("wsop")) == [(19, 20)]


def test_wsop_67_one_after_the_other_by_number() -> None:
    event = sized(*[9] * 20, 6, 6, last_gave=18)
    assert [source for source, _destination in moves(event, book("wsop"))] == [19, 20, 1, 2]


def test_the_table_that_breaks_last_takes_first_of_equally_short_ones() -> None:
    assert moves(sized(9, 7, 7, 9, 9), book("munot"))[0] == (5, 2)


# ---- stud ----


def test_pokerstars_live_2_5_stud_player_at_the_last_freed_seat_moves() -> None:
    stud = floor(FULL, table(2, (1, 2, 3, 5, 8, 9), (1, 2, 3), opened=7), stud=True)
    found = only(stud, book("pokerstars_live"))
    assert (found.mover.entry, found.mover.seat, found.spot.seat) == (107, 7, 7)
    flop = replace(stud, stud=False)
    assert only(flop, book("pokerstars_live")).mover.entry == 106


def test_tda_11a_stud_needs_the_last_opened_seat_but_no_button() -> None:
    stud = floor(table(1, ALL), table(2, ALL[:7], opened=8), stud=True)
    assert (only(stud, book("tda")).mover.entry, only(stud, book("tda")).spot.seat) == (108, 8)
    unknown = floor(table(1, ALL), table(2, ALL[:7]), stud=True)
    found = only(unknown, book("tda"))
    assert (found.mover.entry, found.spot.seat) == (None, None)
    assert (found.mover.needs_button, found.spot.needs_button) == (False, False)


def test_stud_moves_the_next_player_if_the_same_seat_is_empty() -> None:
    source = table(1, (1, 2, 3, 4, 5, 6, 9), ghosts=(9,))
    stud = floor(source, table(2, (1, 2, 3, 4, 5), opened=8), stud=True)
    assert only(stud, book("tda")).mover.entry == 101


def test_wsop_67b_stud_high_card_decides_who_moves() -> None:
    found = only(floor(FULL, table(2, ALL[:7], (1, 2, 3), opened=9), stud=True), book("wsop"))
    assert (found.mover.entry, found.mover.needs_button, found.spot.seat) == (None, False, 9)
    assert "high_card" in {why.code for why in found.why}


# ---- dismissals ----


def test_a_move_that_was_dismissed_is_named_and_its_tables_are_left_alone() -> None:
    event = sized(9, 9, 9, 6, 6)
    first = transfers(event, book("munot"))[0]
    assert (first.source, first.destination) == (3, 4)
    left = replace(event, dismissed=frozenset({f"{first.situation}|e1 4→7"}))
    assert moves(left, book("munot")) == [(3, 4), (2, 5), (1, 5)]

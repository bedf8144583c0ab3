"""Button and blinds by each rulebook: cases worked out by hand at a nine-seat table.

Unless noted otherwise, the last hand had its button at seat 2, the small blind at 3, the big blind at 5.
"""

from collections.abc import Sequence

import pytest

from seating.rules.positions import (
    ButtonRules,
    Positions,
    Ring,
    button_rules,
    first_hand,
    gets_cards,
    hands_until_big_blind,
    next_big_blind,
    next_hand,
    posts,
    worst_seat,
)
from tourney.rulebooks.books import SHIPPED_KEYS, shipped
from tourney.rulebooks.books.schema.seating import Arrival, Button, HeadsUp, Seating

LAST = Positions(2, 3, 5)
EVERY = ("tda", "other_poker", "pokerstars_live", "munot", "five_spades")


def rules(book: str) -> ButtonRules:
    """Return a shipped rulebook's rules for the button."""
    return button_rules(shipped()[book].seating)


def ring(*live: int) -> Ring:
    """Build a table with these seats occupied."""
    return Ring(9, live)


Hand = tuple[Sequence[int], tuple[int, int, int], int | None]
"""Who is dealt to, positions, which seat pays the small blind."""

OUT_OF_SIX: list[tuple[str, Sequence[str], Sequence[Hand]]] = [
    # Seats 1, 2, 3, 5, 6 and 8 are occupied: changes, rulebooks and rules, hand by hand.
    (
        "no_bust",
        ["munot 32", "other_poker 24", "five_spades 9.4", "pokerstars_live 3.1.1", "tda 32"],
        [((1, 2, 3, 5, 6, 8), (3, 5, 6), 5), ((1, 2, 3, 5, 6, 8), (5, 6, 8), 6)],
    ),
    (
        "the_small_blind_is_out_the_button_goes_to_the_empty_seat",
        ["other_poker 24", "pokerstars_live 3.1.1", "tda 32"],
        [((1, 2, 5, 6, 8), (3, 5, 6), 5), ((1, 2, 5, 6, 8), (5, 6, 8), 6)],
    ),
    (
        "the_small_blind_is_out_the_button_stays_with_the_same_player",
        ["munot 32", "five_spades 9.4"],
        [((1, 2, 5, 6, 8), (2, 5, 6), 5), ((1, 2, 5, 6, 8), (5, 6, 8), 6)],
    ),
    (
        "the_big_blind_is_out_no_small_blind_is_paid_then_the_button_is_dead",
        ["other_poker 24", "pokerstars_live 3.1.1", "tda 32"],
        [
            ((1, 2, 3, 6, 8), (3, 5, 6), None),
            ((1, 2, 3, 6, 8), (5, 6, 8), 6),
            ((1, 2, 3, 6, 8), (6, 8, 1), 8),
        ],
    ),
    (
        "the_big_blind_is_out_no_small_blind_is_paid_then_the_button_stays_put",
        ["munot 32", "five_spades 9.4"],
        [
            ((1, 2, 3, 6, 8), (3, 5, 6), None),
            ((1, 2, 3, 6, 8), (3, 6, 8), 6),
            ((1, 2, 3, 6, 8), (6, 8, 1), 8),
        ],
    ),
    (
        "both_blinds_are_out_the_button_is_dead_for_two_hands",
        ["other_poker 24", "pokerstars_live 3.1.1", "tda 32"],
        [((1, 2, 6, 8), (3, 5, 6), None), ((1, 2, 6, 8), (5, 6, 8), 6), ((1, 2, 6, 8), (6, 8, 1), 8)],
    ),
    (
        "both_blinds_are_out_the_order_of_the_big_blind_comes_first",
        ["munot 32", "five_spades 9.4"],
        [((1, 2, 6, 8), (2, 5, 6), None), ((1, 2, 6, 8), (2, 6, 8), 6), ((1, 2, 6, 8), (6, 8, 1), 8)],
    ),
    (
        "the_button_is_out",
        ["munot 32", "other_poker 24", "five_spades 9.4", "pokerstars_live 3.1.1", "tda 32"],
        [((1, 3, 5, 6, 8), (3, 5, 6), 5)],
    ),
    (
        "button_and_small_blind_are_out_the_button_is_dead",
        ["other_poker 24", "pokerstars_live 3.1.1", "tda 32"],
        [((1, 5, 6, 8), (3, 5, 6), 5)],
    ),
    (
        "button_and_small_blind_are_out_the_player_behind_them_has_the_button",
        ["munot 32", "five_spades 9.4"],
        [((1, 5, 6, 8), (1, 5, 6), 5)],
    ),
    (
        "button_and_both_blinds_are_out",
        ["other_poker 24", "pokerstars_live 3.1.1", "tda 32"],
        [((1, 6, 8), (3, 5, 6), None), ((1, 6, 8), (5, 6, 8), 6)],
    ),
    (
        "button_and_both_blinds_are_out_the_player_behind_them_has_the_button",
        ["munot 32", "five_spades 9.4"],
        [((1, 6, 8), (1, 5, 6), None), ((1, 6, 8), (1, 6, 8), 6)],
    ),
    (
        "the_next_big_blind_is_out",
        ["munot 32", "other_poker 24", "five_spades 9.4", "pokerstars_live 3.1.1", "tda 32"],
        [((1, 2, 3, 5, 8), (3, 5, 8), 5)],
    ),
    (
        "all_but_one_are_out",
        ["munot 32", "other_poker 24", "five_spades 9.4", "pokerstars_live 3.1.1", "tda 32"],
        [((8,), (8, 8, 8), None)],
    ),
]

HEADS_UP = ["munot 34", "other_poker 26", "five_spades 9.4", "pokerstars_live 3.1.2", "tda 34B"]
INTO_HEADS_UP: list[tuple[str, Sequence[str], Sequence[Hand]]] = [
    # Two players are left: button and small blind, big blind.
    ("of_three_the_button_is_out", HEADS_UP, [((3, 5), (5, 5, 3), 5), ((3, 5), (3, 3, 5), 3)]),
    ("of_three_the_small_blind_is_out", HEADS_UP, [((2, 5), (5, 5, 2), 5), ((2, 5), (2, 2, 5), 2)]),
    ("of_three_the_big_blind_is_out_the_small_one_pays_it_again", HEADS_UP, [((2, 3), (3, 3, 2), 3)]),
    ("both_blinds_are_left", HEADS_UP, [((3, 5), (5, 5, 3), 5)]),
    ("both_blinds_are_out", HEADS_UP, [((2, 8), (2, 2, 8), 2), ((2, 8), (8, 8, 2), 8)]),
    ("small_blind_and_button_are_out", HEADS_UP, [((5, 8), (5, 5, 8), 5)]),
    ("big_blind_and_button_are_out", HEADS_UP, [((3, 8), (3, 3, 8), 3)]),
]

FROM_HEADS_UP: list[tuple[str, Sequence[str], Sequence[Hand]]] = [
    # Seat 2 had the button and the small blind, seat 5 the big blind; another player sits down.
    (
        "a_newcomer_in_the_big_blind_the_button_is_not_moved_on",
        ["pokerstars_live 3.1.1", "munot 8", "five_spades 4.10", "other_poker 24", "tda 32"],
        [((2, 5, 7), (2, 5, 7), 5), ((2, 5, 7), (5, 7, 2), 7)],
    ),
    (
        "a_newcomer_behind_the_big_blinds_back_has_the_button",
        ["pokerstars_live 2.4", "munot 8", "five_spades 4.10", "other_poker 5", "tda 8A"],
        [((2, 3, 5), (3, 5, 2), 5), ((2, 3, 5), (5, 2, 3), 2)],
    ),
    (
        "newcomers_on_both_sides",
        ["pokerstars_live 2.4", "munot 8", "five_spades 4.10", "other_poker 5", "tda 8A"],
        [((2, 3, 5, 7), (2, 5, 7), 5), ((2, 3, 5, 7), (5, 7, 2), 7)],
    ),
    (
        "the_big_blind_is_out_and_two_sit_down",
        ["pokerstars_live 3.1.1", "munot 8", "five_spades 4.10", "other_poker 24", "tda 32"],
        [((2, 6, 8), (2, 5, 6), None)],
    ),
    (
        "the_small_blind_is_out_and_two_sit_down",
        ["pokerstars_live 3.1.1", "other_poker 24", "tda 32"],
        [((5, 6, 8), (2, 5, 6), 5)],
    ),
    (
        "the_small_blind_is_out_and_two_sit_down_the_last_to_act_has_the_button",
        ["munot 32", "five_spades 9.4"],
        [((5, 6, 8), (8, 5, 6), 5)],
    ),
]


def cases(before: Positions, scenarios: list[tuple[str, Sequence[str], Sequence[Hand]]]) -> list[object]:
    """Build one case per rulebook and scenario, named after the rule."""
    return [
        pytest.param(cited.split()[0], before, hands, id=f"{cited.replace(' ', '_')}-{story}")
        for story, books, hands in scenarios
        for cited in books
    ]


@pytest.mark.parametrize(
    ("book", "before", "hands"),
    [
        *cases(LAST, OUT_OF_SIX),
        *cases(LAST, INTO_HEADS_UP),
        *cases(Positions(2, 2, 5), FROM_HEADS_UP),
    ],
)
def test_the_next_hands(book: str, before: Positions, hands: Sequence[Hand]) -> None:
    for live, expected, small in hands:
        table = ring(*live)
        before = next_hand(table, before, rules(book))
        assert before == Positions(*expected)
        assert posts(table, before, rules(book)) == (small, expected[2])


# Seat of the new player, seats dealt in, resulting positions, whether the new player is dealt in at once.
ARRIVALS = [
    ("in_the_gap_behind_the_button", 4, (1, 2, 3, 4, 5, 6, 8), (3, 5, 6), False),
    ("under_the_gun", 7, (1, 2, 3, 5, 6, 7, 8), (3, 5, 6), True),
    ("right_behind_the_big_blind_and_pays_it", 6, (1, 2, 3, 5, 6, 8), (3, 5, 6), True),
    ("last_but_one_to_act", 9, (1, 2, 3, 5, 6, 8, 9), (3, 5, 6), True),
    (
        "in_the_seat_of_the_busted_big_blind_and_pays_the_small_one",
        5,
        (1, 2, 3, 5, 6, 8),
        (3, 5, 6),
        True,
    ),
    (
        "in_the_seat_of_the_busted_small_blind_and_has_the_button",
        3,
        (1, 2, 3, 5, 6, 8),
        (3, 5, 6),
        True,
    ),
]


@pytest.mark.parametrize(
    ("book", "seat", "live", "expected", "cards"),
    [
        pytest.param(cited.split()[0], *rest, id=f"{cited.replace(' ', '_')}-{name}")
        for name, *rest in ARRIVALS
        for cited in ("munot 8", "other_poker 5", "five_spades 4.10", "pokerstars_live 2.4", "tda 10A")
    ],
)
def test_newcomer_positions_and_cards_by_book(
    book: str, seat: int, live: Sequence[int], expected: tuple[int, int, int], cards: bool
) -> None:
    table = ring(*live)
    coming = next_hand(table, LAST, rules(book))
    assert coming == Positions(*expected)
    assert gets_cards(table, coming, seat, rules(book)) is cards


@pytest.mark.parametrize("book", EVERY)
def test_five_spades_4_10_button_passes_the_waiting_player_who_is_then_dealt_in(book: str) -> None:
    table = ring(1, 2, 3, 4, 5, 6, 8)
    waiting = next_hand(table, LAST, rules(book))
    assert not gets_cards(table, waiting, 4, rules(book))
    after = next_hand(table, waiting, rules(book))
    assert after == Positions(5, 6, 8)
    assert gets_cards(table, after, 4, rules(book))


@pytest.mark.parametrize(
    ("book", "button", "cards"),
    [("five_spades", 1, False), ("munot", 2, True), ("tda", 3, True)],
    ids=["five_spades_9.4_and_4.10", "munot_32", "tda_32"],
)
def test_newcomer_between_button_and_busted_small_blind(book: str, button: int, cards: bool) -> None:
    # The button was at seat 1, and seat 2 was taken during the hand.
    table = ring(1, 2, 5, 6, 8)
    coming = next_hand(table, Positions(1, 3, 5), rules(book))
    assert coming == Positions(button, 5, 6)
    assert gets_cards(table, coming, 2, rules(book)) is cards
    assert gets_cards(table, next_hand(table, coming, rules(book)), 2, rules(book))


@pytest.mark.parametrize("book", EVERY)
def test_no_hand_is_played_by_the_blinds_alone_while_a_third_sits_behind_the_button(book: str) -> None:
    # Button and blinds were at 1, 3 and 5; the small blind busted, and seat 4 was taken.
    table = ring(1, 4, 5)
    coming = next_hand(table, Positions(1, 3, 5), rules(book))
    assert coming == Positions(4, 5, 1)
    assert gets_cards(table, coming, 4, rules(book))


@pytest.mark.parametrize("book", EVERY)
def test_five_spades_9_4_big_blind_reaches_newcomers_who_would_be_skipped(
    book: str,
) -> None:
    # Button and blinds were at 1, 3 and 6; only the big blind is left, and 4 and 5 were taken.
    table = ring(4, 5, 6)
    coming = next_hand(table, Positions(1, 3, 6), rules(book))
    assert coming == Positions(5, 6, 4)
    assert all(gets_cards(table, coming, seat, rules(book)) for seat in table.live)


WORST = [
    # name, seats dealt in, free seats, expected seat
    ("a_free_big_blind", (1, 2, 3, 5, 8), (4, 6, 7, 9), 6),
    ("the_first_of_two_that_pay_it_next", (1, 2, 3, 5, 8), (4, 7, 9), 7),
    ("otherwise_the_soonest_to_pay_it", (1, 2, 3, 5, 6, 8), (4, 7, 9), 7),
    ("behind_the_button_only_if_nothing_else_is_free", (1, 2, 3, 5, 6, 7, 8, 9), (4,), 4),
    ("a_big_blind_alone_when_the_last_one_is_out", (1, 2, 3, 8), (4, 5, 6, 7, 9), 6),
    ("never_the_small_blind", (1, 2, 3, 6, 8), (5, 9), 9),
    ("not_even_if_only_that_is_free", (1, 2, 3, 4, 6, 7, 8, 9), (5,), None),
    ("nothing_is_free", (1, 2, 3, 4, 5, 6, 7, 8, 9), (), None),
    ("who_joins_the_last_one_pays_the_big_blind", (8,), (2, 6), 6),
]


@pytest.mark.parametrize(
    ("book", "live", "free", "seat"),
    [
        pytest.param(cited.split()[0], *rest, id=f"{cited.replace(' ', '_')}-{name}")
        for name, *rest in WORST
        for cited in ("munot 11", "other_poker 6", "five_spades 4.9", "pokerstars_live 2.5", "tda 11A")
    ],
)
def test_the_worst_position(book: str, live: Sequence[int], free: Sequence[int], seat: int | None) -> None:
    assert worst_seat(ring(*live), LAST, free, rules(book)) == seat
    assert worst_seat(ring(*live), LAST, free[::-1], rules(book)) == seat


def test_a_small_blind_that_may_be_taken_is_taken_last() -> None:
    table, house = ring(1, 2, 3, 6, 8), rules("tda")
    assert worst_seat(table, LAST, (5, 4), house, small_blind_allowed=True) == 4
    assert worst_seat(table, LAST, (5,), house, small_blind_allowed=True) == 5


def test_pokerstars_live_2_5_next_big_blind_moves() -> None:
    assert next_big_blind(ring(1, 2, 3, 5, 8), LAST) == 8
    assert next_big_blind(ring(1, 2, 3, 8), LAST) == 8
    assert next_big_blind(ring(1, 2, 3), LAST) == 1


def test_hands_until_each_seat_pays_the_big_blind() -> None:
    table = ring(1, 2, 3, 5, 8)
    assert [hands_until_big_blind(table, LAST, seat) for seat in (6, 7, 8, 9, 1, 2, 3, 4, 5)] == [
        *(1, 1, 1, 2, 2, 3, 4, 5, 5)
    ]


OTHER_HOUSE = button_rules(
    Seating(
        arrival=Arrival(rule="1", dealt_in="with_the_big_blind"),
        button=Button(rule="2", dead_button=True),
        heads_up=HeadsUp(rule="3", button_pays="big_blind", big_blind_twice_running=True),
    )
)


def test_button_pays_the_big_blind_heads_up_by_policy() -> None:
    assert next_hand(ring(2, 5), LAST, OTHER_HOUSE) == Positions(2, 5, 2)
    assert posts(ring(2, 5), Positions(2, 5, 2), OTHER_HOUSE) == (5, 2)
    assert first_hand(ring(2, 5), 5, OTHER_HOUSE) == Positions(5, 2, 5)
    assert next_hand(ring(2, 5, 7), Positions(5, 2, 5), OTHER_HOUSE) == Positions(2, 5, 7)


def test_newcomers_wait_for_the_big_blind_or_not_by_policy() -> None:
    table, coming = ring(1, 2, 3, 4, 5, 6, 7), Positions(3, 5, 6)
    waiting = [seat for seat in table.live if not gets_cards(table, coming, seat, OTHER_HOUSE)]
    assert waiting == [1, 2, 3, 4, 5, 7]
    assert gets_cards(ring(2, 5), Positions(2, 5, 2), 5, OTHER_HOUSE)
    assert gets_cards(table, coming, 4, ButtonRules(dealt_in="at_once"))
    assert not gets_cards(table, coming, 4, ButtonRules())


@pytest.mark.parametrize("book", SHIPPED_KEYS)
def test_button_rules_of_each_book(book: str) -> None:
    expected = {
        "munot": ButtonRules(dead_button=False),
        "five_spades": ButtonRules(lies="last_player", skips_newcomer=True),
    }
    assert rules(book) == expected.get(book, ButtonRules())

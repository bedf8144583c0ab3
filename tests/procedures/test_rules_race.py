"""The chip race of one table: the rulebooks' own examples, and properties of every race."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from procedures.rules.race import BigChips, Colours, Held, Raced, big_chips, deal_cards, odd_chips, race
from seating.rules.button import Card

HUNDREDS = Colours(25, 100)
POLICIES: tuple[BigChips, ...] = ("half", "up", "full_then_half", "round_each")
RICH = 10_000


def cards(*texts: str) -> tuple[Card, ...]:
    """Parse cards in short notation: "As" is the ace of spades."""
    suits = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}
    ranks = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
    return tuple(Card(ranks.get(text[0]) or int(text[0]), suits[text[1]]) for text in texts)


def won(outcome: dict[int, Raced]) -> set[int]:
    return {seat for seat, one in outcome.items() if one.won}


# --- number of big chips ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("policy", "odd", "big"),
    [
        ("up", {1: 3, 2: 2, 3: 2}, 2),  # Five Spades 3.17: 175 are rounded up to 200
        ("up", {1: 1}, 1),
        ("up", {1: 2, 2: 2}, 1),
        ("half", {1: 3, 2: 2, 3: 2}, 2),  # 175: one whole chip, and 75 is more than half of one
        ("half", {1: 3, 2: 2}, 1),  # 125: the remaining 25 are less than half
        ("half", {1: 3, 2: 3}, 2),  # 150: exactly half of one is left
        ("half", {1: 1}, 0),
        ("full_then_half", {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}, 1),  # no player holds half of one
        ("full_then_half", {1: 2, 2: 1}, 1),
        ("round_each", {1: 1, 2: 1, 3: 1, 4: 1}, 0),  # Other Poker 16, self-dealt: no 25 becomes a hundred
        ("round_each", {1: 2, 2: 3}, 2),
    ],
)
def test_a_table_races_as_many_big_chips_as_the_book_says(
    policy: BigChips, odd: dict[int, int], big: int
) -> None:
    assert big_chips(odd, HUNDREDS, policy) == big


# --- winners ---------------------------------------------------------------------------------------------
def test_highest_cards_win_at_most_one_chip_per_player() -> None:
    held = {1: Held(3, RICH), 2: Held(2, RICH), 3: Held(6, RICH)}
    dealt = {1: cards("As", "Ah", "Ad"), 2: cards("2s", "Kc"), 3: cards("Kd", "Qs")}
    outcome = race(held, HUNDREDS, "half", cards=dealt)
    assert won(outcome) == {1, 3}  # Five Spades 3.17: of two kings, diamonds rank above clubs
    assert outcome[3].exchanged == 1
    assert {seat: one.big for seat, one in outcome.items()} == {1: 1, 2: 0, 3: 2}


def test_munot_24_no_player_is_raced_out() -> None:
    held = {1: Held(1, 0), 2: Held(3, RICH), 4: Held(4, 0)}
    outcome = race(held, HUNDREDS, "half", cards={1: cards("2c"), 2: cards("3c", "4c", "5c")})
    assert won(outcome) == {2}
    assert (outcome[1].saved, outcome[1].big) == (True, 1)
    assert (outcome[4].saved, outcome[4].big) == (False, 1)


def test_last_chip_goes_to_the_best_card_among_players_with_half_a_chip() -> None:
    held = {1: Held(1, RICH), 2: Held(2, RICH), 3: Held(3, RICH)}
    dealt = {1: cards("Kh"), 2: cards("2h", "3h"), 3: cards("As", "4h", "5h")}
    assert won(race(held, HUNDREDS, "full_then_half", cards=dealt)) == {3, 2}
    assert won(race(held, HUNDREDS, "up", cards=dealt)) == {3, 1}


def test_all_cards_of_a_player_are_dealt_before_the_next_ones() -> None:
    odd = {1: 2, 3: 1, 9: 3}
    first, second = deal_cards(odd, [1, 3, 9], "ab"), deal_cards(odd, [3, 9, 1], "ab")
    assert [*first[1], *first[3], *first[9]] == [*second[3], *second[9], *second[1]]


def test_a_second_deck_is_taken_where_one_is_not_enough() -> None:
    odd = dict.fromkeys(range(1, 11), 9)
    dealt = deal_cards(odd, sorted(odd), "ab")
    every = [card for seat in sorted(odd) for card in dealt[seat]]
    assert len(set(every[:52])) == 52
    assert len(every) == 90


@pytest.mark.parametrize(("small", "big"), [(200, 500), (100, 100), (500, 100), (0, 100)])
def test_only_a_multiple_can_be_raced_for(small: int, big: int) -> None:
    with pytest.raises(ValueError, match="cannot be raced"):
        Colours(small, big)


def test_too_few_race_cards_raise_an_error() -> None:
    with pytest.raises(ValueError, match="as many cards"):
        race({1: Held(3, 0)}, HUNDREDS, "half", cards={1: cards("As")})


# --- properties of every race ------------------------------------------------------------------------------
COLOURS = st.sampled_from([(25, 100), (100, 500), (100, 1_000), (500, 1_000), (1_000, 5_000)]).map(
    lambda pair: Colours(*pair)
)
TABLES = st.dictionaries(
    st.integers(1, 10),
    st.builds(Held, st.integers(0, 60), st.sampled_from([0, 0, 5_000, 75_000])),
    min_size=1,
)


@given(TABLES, COLOURS, st.sampled_from(POLICIES), st.integers(0, 2**64))
def test_chips_in_play_change_only_by_the_books_rounding(
    held: dict[int, Held], colours: Colours, policy: BigChips, number: int
) -> None:
    odd = odd_chips(held, colours)
    dealt = deal_cards(odd, sorted(held), f"{number:064x}")
    outcome = race(held, colours, policy, cards=dealt)
    assert set(outcome) == {seat for seat, one in held.items() if one.small}
    # No player gains more than one chip, and none is raced out.
    for seat, one in outcome.items():
        assert one.won + one.saved <= 1
        assert one.exchanged * colours.lot + one.odd == held[seat].small
        assert one.big or held[seat].others
        assert not (one.saved and held[seat].others)
    # The table's total changes by the rulebook's rounding and by chips given to players who would be raced
    # out.
    was = sum(one.small for one in held.values()) * colours.small
    saved = sum(one.saved for one in outcome.values())
    change = sum(one.big - one.saved for one in outcome.values()) * colours.big - was
    assert sum(one.won for one in outcome.values()) <= big_chips(odd, colours, policy)
    match policy:
        case "half":
            assert -colours.big < 2 * change <= colours.big
        case "up":
            assert 0 <= change < colours.big
        case "full_then_half":
            assert -colours.big < change < colours.big
        case "round_each":
            assert abs(2 * change) <= colours.big * len(odd)
    assert saved <= len(odd)


@given(TABLES, COLOURS, st.sampled_from(POLICIES[:3]), st.integers(0, 2**64))
def test_no_loser_holds_a_higher_card_than_a_winner_of_a_whole_chip(
    held: dict[int, Held], colours: Colours, policy: BigChips, number: int
) -> None:
    dealt = deal_cards(odd_chips(held, colours), sorted(held), f"{number:064x}")
    outcome = race(held, colours, policy, cards=dealt)
    best = {seat: max(card.rank for card in one.cards) for seat, one in outcome.items() if one.odd}
    losers = [best[seat] for seat, one in outcome.items() if one.odd and not one.won]
    higher = [seat for seat in won(outcome) if losers and best[seat] < max(losers)]
    # Only the chip for the remainder may pass a player who holds too little for it.
    assert len(higher) <= (1 if policy == "full_then_half" else 0)

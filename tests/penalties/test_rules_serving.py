"""How long penalties last and how they are served, by the rulebooks' own words."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penalties.rules.serving import HandOver, Sentence, after, hands_since, of_hands, of_orbits, suggested
from tourney.rulebooks.books import shipped
from tourney.rulebooks.books.schema import Book

BOOKS = shipped()
a_book = st.sampled_from(sorted(BOOKS)).map(BOOKS.__getitem__)
seat_lists = st.sets(st.integers(1, 9), min_size=2).map(sorted)


def button_goes(seats: Sequence[int], start: int, hands: int) -> list[HandOver]:
    """Build hands in which the button moves from player to player."""
    at = [seats[(start + hand) % len(seats)] for hand in range(hands + 1)]
    return [HandOver(button=one, next_button=other) for one, other in pairwise(at)]


def hands_until_served(left: Sentence, hands: Sequence[HandOver], book: Book) -> int:
    """Count the hands needed to serve the penalty."""
    for number, hand in enumerate(hands, start=1):
        left = after(left, hand, book)
        if left.served:
            return number
    raise AssertionError("never served")


# --- an orbit -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("book", "orbits", "players", "hands"),
    [
        ("other_poker", 3, 8, 24),  # Other Poker 40: players when it was imposed, times the rounds
        ("pokerstars_live", 1, 6, 6),  # PokerStars Live 6.9.1: six players, six hands
        ("tda", 2, 9, 18),  # TDA 71A: the offender included
        ("munot", 5, 9, 45),  # Munot 71 does not define an orbit: as TDA 71A
        ("wsop", 4, 7, 28),  # WSOP 113: one to four rounds
    ],
)
def test_an_orbit_is_so_many_hands(book: str, orbits: int, players: int, hands: int) -> None:
    assert of_orbits(orbits, players, BOOKS[book]) == Sentence(hands=hands)


def test_an_orbit_of_five_spades_is_over_when_the_button_went_round_once() -> None:
    book = BOOKS["five_spades"]
    left = of_orbits(1, 6, book)
    seats = (1, 3, 4, 6, 7, 9)
    assert hands_until_served(left, button_goes(seats, 2, 12), book) == 6
    # The player at the button's seat has left since: the button passes it.
    hands = [
        HandOver(button=4, next_button=6),
        HandOver(button=6, next_button=9),
        HandOver(button=9, next_button=1),
    ]
    hands += [HandOver(button=1, next_button=3), HandOver(button=3, next_button=6)]
    assert hands_until_served(left, hands, book) == 5
    # Two rounds heads-up are four hands.
    assert hands_until_served(of_orbits(2, 2, book), button_goes((2, 8), 0, 9), book) == 4


def test_orbit_does_not_end_while_the_button_is_unknown() -> None:
    book = BOOKS["five_spades"]
    left = of_orbits(1, 9, book)
    assert after(left, HandOver(), book) == left


# --- serving ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("book", ["munot", "tda", "wsop"], ids=["Munot 35", "TDA 35C", "no rule"])
def test_a_misdeal_and_its_replay_are_one_hand(book: str) -> None:
    left = after(of_hands(2), HandOver(), BOOKS[book])
    assert after(left, HandOver(replay=True), BOOKS[book]) == left == Sentence(hands=1)


@given(a_book, st.integers(1, 5), seat_lists, st.integers(0, 8), st.data())
def test_orbit_at_an_unchanged_table_is_one_hand_per_player_in_every_book(
    book: Book, orbits: int, seats: list[int], start: int, data: st.DataObject
) -> None:
    hands = button_goes(seats, start, orbits * len(seats))
    replays = data.draw(st.lists(st.integers(0, len(hands) - 1), max_size=3))
    for at in sorted(replays, reverse=True):
        hands.insert(at, HandOver(replay=True, button=hands[at].button, next_button=hands[at].button))
    played = hands_until_served(of_orbits(orbits, len(seats), book), hands, book)
    assert played - sum(hand.replay for hand in hands[:played]) == orbits * len(seats)


@given(a_book, st.integers(1, 40), st.lists(st.booleans(), max_size=60))
def test_rest_of_a_penalty_never_grows_and_ends_at_zero(book: Book, count: int, replays: list[bool]) -> None:
    left = of_hands(count)
    for replay in replays:
        following = after(left, HandOver(replay=replay), book)
        assert 0 <= (following.hands or 0) <= (left.hands or 0)
        left = following
    assert left.served == (count <= replays.count(False))


def test_penalty_has_either_hands_or_rounds() -> None:
    for wrong in ({}, {"hands": 1, "rounds": 1}, {"hands": -1}):
        with pytest.raises(ValueError, match=r"penalty counts|less than nothing"):
            Sentence(**wrong)
    with pytest.raises(ValueError, match="one hand or one orbit"):
        of_hands(0)


# --- escalation -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("book", "steps"),
    [
        ("munot", [1, 5, 5]),  # Munot 71: first one orbit, then five
        ("other_poker", [1, 2, 3, 4, 4]),  # Other Poker 40: more each time, four at most
        ("tda", [1, 2, 3]),  # TDA 71A: repetition costs more
        ("five_spades", [1, 1]),  # no rule
        ("pokerstars_live", [1, 1]),  # PokerStars Live 6.9.2: no fixed steps
        ("wsop", [1, 1]),  # WSOP 113: not in sequence
    ],
)
def test_repeated_penalties_escalate_by_the_book(book: str, steps: list[int]) -> None:
    assert [suggested(before, BOOKS[book]) for before in range(len(steps))] == [
        ("orbits", step) for step in steps
    ]


def test_uncounted_hands_are_estimated_and_never_overestimated() -> None:
    assert [hands_since(minutes, 25) for minutes in (0, 2, 2.4, 60, -1)] == [0, 0, 1, 25, 0]
    with pytest.raises(ValueError, match="in an hour"):
        hands_since(1, 0)

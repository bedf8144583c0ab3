"""Rules for the first button. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourney.rules.randomness import SeededRandom

SUITS = ("spade", "heart", "diamond", "club")
RANKS = tuple(range(2, 15))


@dataclass(frozen=True, slots=True)
class Card:
    """A card: rank 2 to 14 (the ace), and suit."""

    rank: int
    suit: str


@dataclass(frozen=True, slots=True)
class HighCard:
    """Inputs of a high-card draw.

    Attributes:
        table: number of the table where cards are dealt.
        seats: seats that get a card, clockwise.
        suits: from the highest to the lowest.
    """

    table: int
    seats: tuple[int, ...]
    suits: tuple[str, ...] = SUITS


@dataclass(frozen=True, slots=True)
class Drawn:
    """Outcome of a high-card draw: every card, and the seat with the highest."""

    seat: int
    cards: tuple[tuple[int, Card], ...]


def deck(suits: Sequence[str] = SUITS) -> list[Card]:
    """Return 52 cards: for each suit in the given order, from the deuce to the ace."""
    return [Card(rank, suit) for suit in suits for rank in RANKS]


def draw_high_card(seed: str, given: HighCard) -> Drawn:
    """Deal one card to every seat of a table; the highest gets the button, and its seat number counts at
    every table (Five Spades 3.12, PokerStars Live 3.1). Suits decide between equal ranks.

    Args:
        seed: hexadecimal digits.
        given: seats and suits.

    Raises:
        ValueError: there are no seats to deal to.
    """
    if not given.seats:
        raise ValueError("There is nobody to deal to.")
    dealt = SeededRandom(seed).shuffled(deck(given.suits))[: len(given.seats)]
    cards = tuple(zip(given.seats, dealt, strict=True))
    best = max(cards, key=lambda one: (one[1].rank, -given.suits.index(one[1].suit)))
    return Drawn(best[0], cards)

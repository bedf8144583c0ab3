"""Chip race of one table: odd small chips become bigger ones when their colour leaves play. Pure.

Small chips are first exchanged for as many bigger ones as they make. The remaining odd chips are raced: each
gets a card, player by player, and the highest cards win one bigger chip each, at most one per player.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from seating.rules.button import SUITS, Card, deck
from tourney.rules.randomness import SeededRandom

BigChips = Literal["half", "up", "full_then_half", "round_each"]


@dataclass(frozen=True, slots=True)
class Held:
    """A player's chips when the race begins.

    Attributes:
        small: chips of the colour that leaves play.
        others: value of all other chips of the player.
    """

    small: int
    others: int


@dataclass(frozen=True, slots=True)
class Colours:
    """The chips of a race.

    Attributes:
        small: value of the chip that leaves play. `big`: of the smallest one that stays, a multiple of it.
    """

    small: int
    big: int

    def __post_init__(self) -> None:
        if not 0 < self.small < self.big or self.big % self.small:
            raise ValueError(f"Chips of {self.small} cannot be raced for chips of {self.big}.")

    @property
    def lot(self) -> int:
        """Return how many small chips make a big one."""
        return self.big // self.small


@dataclass(frozen=True, slots=True)
class Raced:
    """Result of a player's small chips.

    Attributes:
        exchanged: big chips for whole lots. `odd`: small chips that were raced. `cards`: dealt for them.
        won: big chips won in the race. `saved`: whether the player lost the race and all chips with it, and
            received one of the smallest chips that stay.
    """

    exchanged: int
    odd: int
    cards: tuple[Card, ...]
    won: int
    saved: bool

    @property
    def big(self) -> int:
        """Return the big chips the player receives for the small ones."""
        return self.exchanged + self.won + self.saved


def odd_chips(held: Mapping[int, Held], colours: Colours) -> dict[int, int]:
    """Return each seat's small chips that do not make a whole big chip; seats without any are left out."""
    odd = {seat: one.small % colours.lot for seat, one in held.items()}
    return {seat: count for seat, count in odd.items() if count}


def big_chips(odd: Mapping[int, int], colours: Colours, policy: BigChips) -> int:
    """Return the maximum number of big chips in a table's race (`race` decides the winners).

    `half`: as many as the odd chips make, and one more if the rest is worth at least half of one. `up`: the
    rest is rounded up (Five Spades 3.17). `full_then_half`: the one for the rest only if a player holds half
    of one. `round_each`: none is raced; each player's own rest counts as one from half of one on (Other Poker
    16, self-dealt).

    Args:
        odd: small chips that are raced, by seat.
    """
    if policy == "round_each":
        return sum(2 * count >= colours.lot for count in odd.values())
    whole, rest = divmod(sum(odd.values()), colours.lot)
    if policy == "up":
        return whole + (rest > 0)
    if policy == "half":
        return whole + (2 * rest >= colours.lot)
    # A player with half of one may have won one already; then the next eligible card wins it, or none.
    return whole + (rest > 0 and any(2 * count >= colours.lot for count in odd.values()))


def deal_cards(odd: Mapping[int, int], order: Sequence[int], seed: str) -> dict[int, tuple[Card, ...]]:
    """Deal a card for each odd chip, player by player, from a shuffled deck, followed by a second one if 52
    are not enough.

    Args:
        odd: small chips that are raced, by seat.
        order: all those seats, beginning as the book says: with seat 1 (Munot 24, Five Spades 3.17) or left
            of the button (PokerStars Live 3.2).
        seed: hexadecimal digits, sealed before.
    """
    rng = SeededRandom(seed)
    cards: list[Card] = []
    while len(cards) < sum(odd.values()):
        cards += rng.shuffled(deck())
    dealt: dict[int, tuple[Card, ...]] = {}
    at = 0
    for seat in order:
        if count := odd.get(seat, 0):
            dealt[seat] = tuple(cards[at : at + count])
            at += count
    return dealt


def race(
    held: Mapping[int, Held],
    colours: Colours,
    policy: BigChips,
    *,
    cards: Mapping[int, Sequence[Card]] | None = None,
    suits: Sequence[str] = SUITS,
) -> dict[int, Raced]:
    """Settle the race of a table: at most one big chip per winner, no player raced out (Munot 24, TDA 24A).

    Args:
        held: by seat, all players at the table with chips.
        policy: how many big chips are raced.
        cards: for each seat with odd chips, one per chip, in the order dealt; ignored if nothing is raced.
        suits: from the highest to the lowest.

    Returns:
        Results by seat, of all players who held small chips.

    Raises:
        ValueError: a player does not have one card per odd chip.
    """
    odd = odd_chips(held, colours)
    if policy == "round_each":
        dealt: dict[int, tuple[Card, ...]] = dict.fromkeys(odd, ())
        won = {seat for seat, count in odd.items() if 2 * count >= colours.lot}
    else:
        dealt = {seat: tuple((cards or {}).get(seat, ())) for seat in odd}
        if any(len(dealt[seat]) != count for seat, count in odd.items()):
            raise ValueError("Everybody is dealt as many cards as they have odd chips.")
        won = _winners(odd, colours, policy, dealt, suits)
    return {
        seat: Raced(
            exchanged=one.small // colours.lot,
            odd=odd.get(seat, 0),
            cards=dealt.get(seat, ()),
            won=int(seat in won),
            saved=one.others == 0 and one.small < colours.lot and seat not in won,
        )
        for seat, one in held.items()
        if one.small
    }


def _winners(
    odd: Mapping[int, int],
    colours: Colours,
    policy: BigChips,
    dealt: Mapping[int, Sequence[Card]],
    suits: Sequence[str],
) -> set[int]:
    def best(seat: int) -> tuple[int, int]:
        return max((card.rank, -suits.index(card.suit)) for card in dealt[seat])

    # Of two equal cards from two decks the one dealt first is higher: sorting keeps that order.
    ranked = sorted(dealt, key=best, reverse=True)
    whole = sum(odd.values()) // colours.lot
    if policy != "full_then_half":
        return set(ranked[: big_chips(odd, colours, policy)])
    won = set(ranked[:whole])
    if sum(odd.values()) % colours.lot:
        last = next((seat for seat in ranked[whole:] if 2 * odd[seat] >= colours.lot), None)
        won |= {last} if last is not None else set()
    return won

"""How long a penalty lasts, and how it is served hand by hand. Pure.

A penalty is so many hands, or so many orbits. Where the book makes an orbit a number of hands (Other Poker 40,
PokerStars Live 6.9.1, TDA 71A) both are counted the same way. Where it is a round of the button (Five Spades 3.8) the
button is watched instead: it is over once the button has come round to, or past, the chair it was at.
"""

from dataclasses import dataclass, replace
from typing import Literal

from tourney.rulebooks.books.schema import Book


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is left of a penalty.

    Attributes:
        hands: to be sat out still; None where rounds of the button are counted.
        rounds: of the button still to pass; None where hands are counted.
        mark: the button's chair from which the present round counts; None until the first hand of it is known.
    """

    hands: int | None = None
    rounds: int | None = None
    mark: int | None = None

    def __post_init__(self) -> None:
        if (self.hands is None) == (self.rounds is None):
            raise ValueError("A penalty counts hands or rounds of the button.")
        if (self.hands or 0) < 0 or (self.rounds or 0) < 0:
            raise ValueError("Nothing less than nothing is left.")

    @property
    def served(self) -> bool:
        """Whether the player may come back."""
        return not self.hands and not self.rounds


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand that was played while a penalty ran.

    Attributes:
        replay: it is the exact replay of a misdeal, which was counted already.
        button: chair of the button in this hand; None: nobody knows.
        next_button: in the next one.
        seats: chairs at the table, numbered clockwise from 1.
    """

    replay: bool = False
    button: int | None = None
    next_button: int | None = None
    seats: int = 9


def of_hands(count: int) -> Sentence:
    """A penalty of so many hands.

    Args:
        count: 1 at least.
    """
    return Sentence(hands=_some(count))


def of_orbits(count: int, players: int, book: Book) -> Sentence:
    """A penalty of so many orbits. Where the book is silent an orbit is one hand for each player (TDA 71A). One hand
    for each player who is there as it is served is a round of the button.

    Args:
        count: 1 at least.
        players: at the table when it is imposed, the offender included.
    """
    policy = book.penalties.orbit
    if policy is not None and (policy.lasts == "button_round" or policy.counted == "as_served"):
        return Sentence(rounds=_some(count))
    included = policy is None or policy.offender_included is not False
    return Sentence(hands=_some(count) * max(players if included else players - 1, 1))


def _some(count: int) -> int:
    if count < 1:
        raise ValueError("A penalty lasts one hand or one orbit at least.")
    return count


def after(left: Sentence, hand: HandOver, book: Book) -> Sentence:
    """What is left after a hand. A misdeal and its replay are one hand (Munot 35, TDA 35C), where a book does not say
    otherwise.

    Where rounds of the button are counted and nobody knows the button, the hand changes nothing.
    """
    policy = book.penalties.misdeal
    if left.served or (hand.replay and (policy is None or policy.replay_counts_once)):
        return left
    if left.hands is not None:
        return replace(left, hands=left.hands - 1)
    if hand.button is None or hand.next_button is None:
        return left
    mark = hand.button if left.mark is None else left.mark
    if not _comes_round(mark, hand.button, hand.next_button, hand.seats):
        return replace(left, mark=mark)
    # The next round counts from where this one ended.
    return Sentence(rounds=(left.rounds or 1) - 1, mark=mark)


def _comes_round(mark: int, button: int, following: int, seats: int) -> bool:
    """Whether the button reaches or passes a chair as it moves on."""
    moved = (following - button) % seats
    to_mark = (mark - button) % seats or seats
    # Between two the button goes to and fro: it has come round once it is back.
    return moved >= to_mark


Length = tuple[Literal["hands", "orbits"], int]


def suggested(before: int, book: Book) -> Length | None:
    """How long the next penalty of a player should be, from the book's ladder; free to be changed.

    Steps where the book names some (Munot 71: one orbit, then five), one orbit more each time where repetition grows
    (Other Poker 40, TDA 71A), at most as many as the book has; one orbit where it leaves it to the floor.

    Args:
        before: penalties of hands or orbits that the player has had in this event.

    Returns:
        None where the book knows no orbits.
    """
    kinds, ladder = book.penalties.kinds, book.penalties.escalation
    if kinds is not None and "orbits" not in kinds.kinds:
        return None
    count = 1
    if ladder is not None and ladder.orbits:
        count = ladder.orbits[min(before, len(ladder.orbits) - 1)]
    elif ladder is not None and ladder.repetition == "grows":
        count = before + 1
    most = None if kinds is None else kinds.most_orbits
    return "orbits", count if most is None else min(count, most)


def hands_since(minutes: float, hands_per_hour: float) -> int:
    """How many hands were played about, where nobody counts them: rounded down, so that nobody comes back too soon.

    Args:
        minutes: of play, without breaks.
        hands_per_hour: at such a table, more than 0.
    """
    if hands_per_hour <= 0:
        raise ValueError("Some hands are played in an hour.")
    return int(max(minutes, 0) * hands_per_hour / 60)

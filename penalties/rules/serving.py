"""Length of a penalty, and serving it hand by hand. Pure.

A penalty is a number of hands or orbits. If the book defines an orbit as a number of hands (Other Poker 40,
PokerStars Live 6.9.1, TDA 71A) both are counted the same way. If it is a round of the button (Five Spades
3.8), the button decides: the round is over once the button has returned to, or passed, its starting seat.
"""

from dataclasses import dataclass, replace
from typing import Literal

from tourney.rulebooks.books.schema import Book


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is left of a penalty.

    Attributes:
        hands: hands left; None if rounds of the button are counted.
        rounds: rounds of the button left; None if hands are counted.
        mark: button seat at the start of the current round; None until its first hand is known.
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
        """Return whether the player may come back."""
        return not self.hands and not self.rounds


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand that was played while a penalty was running.

    Attributes:
        replay: it is the exact replay of a misdeal, which was counted already.
        button: seat of the button in this hand; None: unknown.
        next_button: seat of the button in the next hand.
        seats: number of seats at the table, numbered clockwise from 1.
    """

    replay: bool = False
    button: int | None = None
    next_button: int | None = None
    seats: int = 9


def of_hands(count: int) -> Sentence:
    """Return a penalty of a number of hands.

    Args:
        count: at least 1.
    """
    return Sentence(hands=_some(count))


def of_orbits(count: int, players: int, book: Book) -> Sentence:
    """Return a penalty of a number of orbits. If the book is silent, an orbit is one hand per player (TDA
    71A). One hand per player present while it is served is a round of the button.

    Args:
        count: at least 1.
        players: number at the table when it is imposed, including the offender.
    """
    policy = book.penalties.orbit
    if policy is not None and (policy.lasts == "button_round" or policy.counted == "as_served"):
        return Sentence(rounds=_some(count))
    included = policy is None or policy.offender_included is not False
    return Sentence(hands=_some(count) * max(players if included else players - 1, 1))


def _some(count: int) -> int:
    if count < 1:
        raise ValueError("A penalty lasts at least one hand or one orbit.")
    return count


def after(left: Sentence, hand: HandOver, book: Book) -> Sentence:
    """Return what is left after a hand. A misdeal and its replay are one hand (Munot 35, TDA 35C), unless the
    book says otherwise.

    If rounds of the button are counted and the button is unknown, the hand changes nothing.
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
    # The next round counts from the end of this one.
    return Sentence(rounds=(left.rounds or 1) - 1, mark=mark)


def _comes_round(mark: int, button: int, following: int, seats: int) -> bool:
    """Return whether the button reaches or passes a seat as it moves on."""
    moved = (following - button) % seats
    to_mark = (mark - button) % seats or seats
    # Heads-up the button alternates: a round is complete once it is back.
    return moved >= to_mark


Length = tuple[Literal["hands", "orbits"], int]


def suggested(before: int, book: Book) -> Length | None:
    """Return the suggested length of a player's next penalty from the book's ladder.

    Follow the book's steps, if it has any (Munot 71: one orbit, then five); add one orbit each time if
    repetition increases it (Other Poker 40, TDA 71A), up to the book's limit; one orbit if the book leaves it
    to the floor.

    Args:
        before: number of the player's earlier penalties of hands or orbits in this event.

    Returns:
        None if the book has no orbits.
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
    """Estimate the hands played if they are not counted; rounded down, so that no player returns too soon.

    Args:
        minutes: minutes of play, without breaks.
        hands_per_hour: rate at such a table, more than 0.
    """
    if hands_per_hour <= 0:
        raise ValueError("Some hands are played in an hour.")
    return int(max(minutes, 0) * hands_per_hour / 60)

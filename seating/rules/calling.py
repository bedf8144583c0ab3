"""How long somebody has whose time was called, and what follows when it is up. Pure."""

from dataclasses import dataclass
from typing import Literal

from tourney.rulebooks.books.schema import Book

Outcome = Literal["acted", "hand_dead", "check", "cancelled"]

# Where a book is silent (TDA 29, Munot 29).
_SECONDS, _COUNTDOWN = 25, 5
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Count:
    """What somebody has to decide in.

    Attributes:
        seconds: to think. `countdown`: counted down aloud after that.
        shortened: whether the book lets the floor give less.
    """

    seconds: int
    countdown: int
    shortened: bool

    @property
    def whole(self) -> int:
        """Seconds until the time is up."""
        return self.seconds + self.countdown


def count_of(book: Book, level_ms: int | None) -> Count:
    """How long somebody has: 25 s and 5 counted (Munot 29, TDA 29, WSOP 80), 60 and 10 (Other Poker 20, Five Spades
    9.5), 50 and 10, or 25 and 5 where levels are short (PokerStars Live 3.11.1).

    Args:
        level_ms: how long the running level lasts; None: nobody knows, or it is a break.
    """
    policy = book.clock.calling_time
    if policy is None:
        return Count(_SECONDS, _COUNTDOWN, shortened=True)
    shortened = bool(policy.may_be_shortened)
    short = policy.short_level_minutes
    if short is not None and level_ms is not None and level_ms <= short * MINUTE:
        assert policy.short_seconds is not None
        assert policy.short_countdown_seconds is not None
        return Count(policy.short_seconds, policy.short_countdown_seconds, shortened)
    return Count(policy.seconds, policy.countdown_seconds, shortened)


def when_up(book: Book, *, facing_bet: bool) -> Outcome:
    """What becomes of the hand when the time is up: dead facing a bet; without one it checks, or is dead as well (Other
    Poker 20, Five Spades 9.5, PokerStars Live 3.11).

    Args:
        facing_bet: whether somebody has bet before.
    """
    policy = book.clock.calling_time
    if facing_bet or (policy is not None and policy.without_bet == "hand_dead"):
        return "hand_dead"
    return "check"

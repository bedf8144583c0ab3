"""Rules for a call for time: the time to decide, and the result when it is up. Pure."""

from dataclasses import dataclass
from typing import Literal

from tourney.rulebooks.books.schema import Book

Outcome = Literal["acted", "hand_dead", "check", "cancelled"]

# If a book is silent (TDA 29, Munot 29).
_SECONDS, _COUNTDOWN = 25, 5
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Count:
    """A player's time to decide.

    Attributes:
        seconds: time to decide. `countdown`: seconds counted down aloud after that.
        shortened: whether the book lets the floor give less time.
    """

    seconds: int
    countdown: int
    shortened: bool

    @property
    def whole(self) -> int:
        """Return the seconds until the time is up."""
        return self.seconds + self.countdown


def count_of(book: Book, level_ms: int | None) -> Count:
    """Return the time to decide: 25 s and 5 counted (Munot 29, TDA 29, WSOP 80), 60 and 10 (Other Poker 20,
    Five Spades 9.5), 50 and 10, or 25 and 5 if levels are short (PokerStars Live 3.11.1).

    Args:
        level_ms: duration of the running level; None: unknown, or a break.
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
    """Return the result for the hand when time is up: dead facing a bet; otherwise it checks, or is dead as
    well (Other Poker 20, Five Spades 9.5, PokerStars Live 3.11).

    Args:
        facing_bet: whether the player faces a bet.
    """
    policy = book.clock.calling_time
    if facing_bet or (policy is not None and policy.without_bet == "hand_dead"):
        return "hand_dead"
    return "check"

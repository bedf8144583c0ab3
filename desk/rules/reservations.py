"""Reservations: who has a sure place, until when one may cancel, what staying away costs. Pure; moments in ms."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourney.rulebooks.books.schema import Book

DAY = 24 * 3_600_000
HOUR = 3_600_000


@dataclass(frozen=True, slots=True)
class Reserved:
    """A reservation.

    Attributes:
        booking: whose; of two made at the same moment the lower one was first.
        at: when it was made.
        member: whether by a member.
    """

    booking: int
    at: int
    member: bool


def is_sure(book: Book, *, member: bool, at: int, starts_at: int | None) -> bool:
    """Whether a registration gives a sure place: a member's, early enough (Five Spades 2.3). Silent: nobody's.

    Args:
        member: whether the person was a member when registering.
        at: when they registered.
        starts_at: when the event begins; None where that is not known, and nothing is early enough.
    """
    policy = book.entering.priority
    if policy is None or not member or starts_at is None:
        return False
    return at <= starts_at - policy.member_days_ahead * DAY


def yields_to_undo(reservations: Sequence[Reserved], book: Book, starts_at: int | None) -> int | None:
    """Whose reservation gives way to somebody who has a sure place: the last one made by who has not.

    Returns:
        The booking, or None when all places are sure.
    """
    others = [
        one for one in reservations if not is_sure(book, member=one.member, at=one.at, starts_at=starts_at)
    ]
    return max(others, key=lambda one: (one.at, one.booking)).booking if others else None


def lapses_at_start(book: Book) -> bool:
    """Whether a reservation ends with the start (Munot 73). Silent: it holds until entry closes."""
    policy = book.entering.reservation
    return policy is not None and policy.lapses == "at_start"


def cancel_until(book: Book, starts_at: int | None) -> int | None:
    """Until when one may cancel: so many hours before the start (Five Spades 2.6). Silent: until the start.

    Returns:
        The moment, or None where the start is not planned.
    """
    if starts_at is None:
        return None
    policy = book.entering.cancelling
    return starts_at - (policy.hours_before * HOUR if policy is not None else 0)


def ban_months(book: Book, no_shows: int) -> int:
    """Months somebody is banned for having stayed away without a word, the latest time included (Five Spades 2.7).

    The first time costs nothing, the second is the repetition, any further one costs more. Silent: nothing.

    Args:
        no_shows: how often by now.
    """
    policy = book.entering.no_shows
    if policy is None or no_shows < 2:
        return 0
    return policy.repeated_ban_months if no_shows == 2 else policy.further_ban_months

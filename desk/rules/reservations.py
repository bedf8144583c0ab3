"""Reservations: guaranteed places, cancellation limit, bans for no-shows. Pure; times in ms."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourney.rulebooks.books.schema import Book

DAY = 24 * 3_600_000
HOUR = 3_600_000


@dataclass(frozen=True, slots=True)
class Reserved:
    """A reservation.

    Attributes:
        booking: its id; of two made at the same time, the lower one was first.
        at: when it was made.
        member: whether by a member.
    """

    booking: int
    at: int
    member: bool


def is_sure(book: Book, *, member: bool, at: int, starts_at: int | None) -> bool:
    """Return whether a reservation is guaranteed: a member's, made early enough (Five Spades 2.3).

    If
    the book is silent, none is.

    Args:
        member: whether the person was a member when registering.
        at: when they registered.
        starts_at: when the event begins; None if unknown; then no reservation is early enough.
    """
    policy = book.entering.priority
    if policy is None or not member or starts_at is None:
        return False
    return at <= starts_at - policy.member_days_ahead * DAY


def yields_to_undo(reservations: Sequence[Reserved], book: Book, starts_at: int | None) -> int | None:
    """Return the reservation that yields to a guaranteed one: the last one made without a guarantee.

    Returns:
        The booking, or None when all places are sure.
    """
    others = [
        one for one in reservations if not is_sure(book, member=one.member, at=one.at, starts_at=starts_at)
    ]
    return max(others, key=lambda one: (one.at, one.booking)).booking if others else None


def lapses_at_start(book: Book) -> bool:
    """Return whether reservations lapse at the start (Munot 73). If the book is silent, they hold until entry
    closes.
    """
    policy = book.entering.reservation
    return policy is not None and policy.lapses == "at_start"


def cancel_until(book: Book, starts_at: int | None) -> int | None:
    """Return the cancellation limit: hours before the start (Five Spades 2.6); the start if the book is
    silent.

    Returns:
        The time, or None if no start is planned.
    """
    if starts_at is None:
        return None
    policy = book.entering.cancelling
    return starts_at - (policy.hours_before * HOUR if policy is not None else 0)


def ban_months(book: Book, no_shows: int) -> int:
    """Return the months of a ban for no-shows, the latest included (Five Spades 2.7).

    The first no-show has no consequence, the second is a repetition, any further one leads to a longer ban.
    If the book is silent, there is no ban.

    Args:
        no_shows: number of no-shows.
    """
    policy = book.entering.no_shows
    if policy is None or no_shows < 2:
        return 0
    return policy.repeated_ban_months if no_shows == 2 else policy.further_ban_months

"""Late registration of an event. Pure; times are integer milliseconds, rows are counted from 0."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tourney.rulebooks.books.schema import Book, cite

Ends = Literal["none", "row", "time"]


@dataclass(frozen=True, slots=True)
class Late:
    """When late registration of an event ends.

    Attributes:
        ends: with the start ("none"), with a row of the structure, or at a time.
        row: the last row of late registration.
        at: the time.
    """

    ends: Ends
    row: int | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """The progress of the event's clock.

    Attributes:
        started: whether play has begun.
        row: the running row.
        began: when it began by the clock; None while the clock is stopped.
        lengths: length of each row.
        breaks: which rows are breaks.
    """

    started: bool
    row: int
    began: int | None
    lengths: Sequence[int]
    breaks: Sequence[bool]


def began_at(track: Track, row: int) -> int | None:
    """Return when a reached row began, if the clock has run without a stop since; otherwise None.

    After an outage, overdue changes count from this time.
    """
    if not track.started or track.began is None or row > track.row:
        return None
    return track.began - sum(track.lengths[row : track.row])


def closing_row(late: Late, book: Book, breaks: Sequence[bool]) -> int:
    """Return the row at whose start entry closes, if it closes with a row or the start.

    If a break follows the last row of late registration, some books keep entry open until play resumes (WSOP
    12).
    """
    if late.ends != "row" or late.row is None:
        return 0
    policy = book.entering.late_entry
    over = policy is not None and policy.ends == "end_of_level_or_following_break"
    after = late.row + 1
    return after + 1 if over and after < len(breaks) and breaks[after] and not breaks[late.row] else after


def rule_of(late: Late, book: Book) -> str:
    """Return the rule that ends late registration, "" if only the event's settings do."""
    return cite(book, book.entering.late_entry) if late.ends == "row" else ""


def is_due(late: Late, book: Book, track: Track, now: int) -> bool:
    """Return whether entry is due to close. It never closes before the start."""
    if not track.started:
        return False
    if late.ends == "time":
        return late.at is not None and late.at <= now
    return track.row >= closing_row(late, book, track.breaks)


def due_at(late: Late, book: Book, track: Track, now: int) -> int:
    """Return when entry that `is_due` to close was due; now if the clock does not say."""
    start = began_at(track, 0)
    if late.ends == "time" and late.at is not None:
        return min(now, max(late.at, start)) if start is not None else late.at
    found = began_at(track, closing_row(late, book, track.breaks))
    return now if found is None else min(found, now)

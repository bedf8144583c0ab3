"""When entry into an event closes. Pure; moments are integers of milliseconds, rows are counted from 0."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tourney.rulebooks.books.schema import Book, cite

Ends = Literal["none", "row", "time"]


@dataclass(frozen=True, slots=True)
class Late:
    """When an event's late entry ends.

    Attributes:
        ends: with the start ("none"), with a row of the structure, or at a time.
        row: the last row in which somebody may enter.
        at: the time.
    """

    ends: Ends
    row: int | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """How far the event's clock is.

    Attributes:
        started: whether play has begun.
        row: the running row.
        began: when it began, as the clock counts; None while the clock stands.
        lengths: length of each row.
        breaks: which rows are breaks.
    """

    started: bool
    row: int
    began: int | None
    lengths: Sequence[int]
    breaks: Sequence[bool]


def began_at(track: Track, row: int) -> int | None:
    """When a row that has been reached began, as long as the clock ran through since; None where that is not known.

    What is noticed late, after an outage, counts from when it was due by this.
    """
    if not track.started or track.began is None or row > track.row:
        return None
    return track.began - sum(track.lengths[row : track.row])


def closing_row(late: Late, book: Book, breaks: Sequence[bool]) -> int:
    """The row with whose beginning entry is closed, where it closes with a row or the start.

    Where a break follows the last row of entry, some books keep entry open until play resumes (WSOP 12).
    """
    if late.ends != "row" or late.row is None:
        return 0
    policy = book.entering.late_entry
    over = policy is not None and policy.ends == "end_of_level_or_following_break"
    after = late.row + 1
    return after + 1 if over and after < len(breaks) and breaks[after] and not breaks[late.row] else after


def rule_of(late: Late, book: Book) -> str:
    """The rule that says when late entry ends, "" where the event alone does."""
    return cite(book, book.entering.late_entry) if late.ends == "row" else ""


def is_due(late: Late, book: Book, track: Track, now: int) -> bool:
    """Whether entry has to close by now. It never closes before the start, however late that is."""
    if not track.started:
        return False
    if late.ends == "time":
        return late.at is not None and late.at <= now
    return track.row >= closing_row(late, book, track.breaks)


def due_at(late: Late, book: Book, track: Track, now: int) -> int:
    """When entry that `is_due` to close was due to close; now, where the clock does not tell."""
    start = began_at(track, 0)
    if late.ends == "time" and late.at is not None:
        return min(now, max(late.at, start)) if start is not None else late.at
    found = began_at(track, closing_row(late, book, track.breaks))
    return now if found is None else min(found, now)

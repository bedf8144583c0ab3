"""Hand-for-hand: all tables play one hand, wait for each other, and play the next one together. Pure.

Every report names its hand. A late or repeated report changes nothing, so a tablet that was offline never
lets a table begin before the others.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum


class Fault(StrEnum):
    """Why a report is refused."""

    NO_SUCH_TABLE = "no_such_table"
    ANOTHER_HAND = "another_hand"
    STILL_PLAYING = "still_playing"
    NOT_ALL_IN = "not_all_in"
    BEING_RESOLVED = "being_resolved"


class ReportFault(ValueError):
    """A report that contradicts the state of the hand."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class HandState:
    """One hand at all tables. Every table is in exactly one of the four groups.

    Attributes:
        hand: its number: 0 is the hand in progress at the announcement.
        playing: tables that have not reported the end of the hand.
        waiting: tables with a called all-in, cards face down, in the order of their reports.
        resolving: the table whose cards are being turned up.
        done: tables that wait for the next hand.
    """

    hand: int
    playing: frozenset[int]
    waiting: tuple[int, ...] = ()
    resolving: int | None = None
    done: frozenset[int] = frozenset()

    @property
    def tables(self) -> frozenset[int]:
        """Return all tables of the event."""
        return self.playing | self.done | set(self.waiting) | ({self.resolving} - {None})  # type: ignore[operator]

    @property
    def over(self) -> bool:
        """Return whether the next hand may be dealt."""
        return not self.playing and not self.waiting and self.resolving is None

    @property
    def next_to_resolve(self) -> int | None:
        """Return the table to turn up next: one after the other, when all others are done (PokerStars Live
        3.13.1).
        """
        return self.waiting[0] if self.waiting and self.resolving is None and not self.playing else None


def announce(tables: Collection[int]) -> HandState:
    """Announce hand-for-hand: each table finishes its hand and waits."""
    return HandState(0, frozenset(tables))


def finished(this: HandState, table: int, hand: int) -> HandState:
    """Record that a table's hand is over.

    Args:
        hand: the hand it reports on.

    Raises:
        ReportFault: no such table, or another hand is in progress.
    """
    _check(this, table, hand)
    if table == this.resolving:
        return replace(this, resolving=None, done=this.done | {table})
    return replace(
        this,
        playing=this.playing - {table},
        waiting=tuple(one for one in this.waiting if one != table),
        done=this.done | {table},
    )


def all_in(this: HandState, table: int, hand: int) -> HandState:
    """Record a called all-in; the table's cards stay face down until the others are done.

    Args:
        hand: the hand it reports on.

    Raises:
        ReportFault: no such table, or another hand is in progress.
    """
    _check(this, table, hand)
    if table not in this.playing:
        return this
    return replace(this, playing=this.playing - {table}, waiting=(*this.waiting, table))


def resolve(this: HandState, table: int, hand: int) -> HandState:
    """Turn up the cards of a waiting table; by default the first one, or another by choice.

    Raises:
        ReportFault: no such table, or another hand is in progress; it is not waiting; others are still
            playing; another table's cards are being turned up.
    """
    _check(this, table, hand)
    if table == this.resolving:
        return this
    if table not in this.waiting:
        raise ReportFault(Fault.NOT_ALL_IN)
    if this.playing:
        raise ReportFault(Fault.STILL_PLAYING)
    if this.resolving is not None:
        raise ReportFault(Fault.BEING_RESOLVED)
    return replace(this, waiting=tuple(one for one in this.waiting if one != table), resolving=table)


def take_back(this: HandState, table: int, hand: int) -> HandState:
    """Withdraw a table's report: it is still playing.

    Raises:
        ReportFault: no such table, or another hand is in progress; its cards are being turned up.
    """
    _check(this, table, hand)
    if table == this.resolving:
        raise ReportFault(Fault.BEING_RESOLVED)
    return replace(
        this,
        playing=this.playing | {table},
        waiting=tuple(one for one in this.waiting if one != table),
        done=this.done - {table},
    )


def with_tables(this: HandState, tables: Collection[int]) -> HandState:
    """Update the tables after breaks and openings: broken ones are dropped; a new one waits for the next
    hand.
    """
    now = frozenset(tables)
    return replace(
        this,
        playing=this.playing & now,
        waiting=tuple(one for one in this.waiting if one in now),
        resolving=this.resolving if this.resolving in now else None,
        done=(this.done & now) | (now - this.tables),
    )


def deal(this: HandState, hand: int) -> HandState:
    """Deal the next hand at all tables.

    Args:
        hand: the completed hand, so that a second press has no effect.

    Raises:
        ReportFault: another hand is in progress; a table is not done.
    """
    if hand != this.hand:
        raise ReportFault(Fault.ANOTHER_HAND)
    if not this.over:
        raise ReportFault(Fault.STILL_PLAYING)
    return HandState(this.hand + 1, this.tables)


def _check(this: HandState, table: int, hand: int) -> None:
    if hand != this.hand:
        raise ReportFault(Fault.ANOTHER_HAND)
    if table not in this.tables:
        raise ReportFault(Fault.NO_SUCH_TABLE)

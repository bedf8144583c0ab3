"""Hand-for-hand: all tables play one hand, wait for each other, and play the next one together. Pure.

Every report names the hand it speaks of. One that arrives late, twice, or after somebody else has said the same changes
nothing, so that a tablet that was dark for a while never lets a table begin before the others.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum


class Fault(StrEnum):
    """Why a report cannot be taken."""

    NO_SUCH_TABLE = "no_such_table"
    ANOTHER_HAND = "another_hand"
    STILL_PLAYING = "still_playing"
    NOT_ALL_IN = "not_all_in"
    BEING_RESOLVED = "being_resolved"


class ReportFault(ValueError):
    """A report that cannot be taken as the round stands."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Round:
    """One hand at all tables. Every table is in one of the four, and in no other.

    Attributes:
        hand: its number: 0 is the one that ran when hand-for-hand was announced.
        playing: tables that have not said yet that they are done.
        waiting: tables with a called all-in, cards face down, in the order in which they said so.
        resolving: the one of them whose cards are turned up now.
        done: tables that wait for the next hand.
    """

    hand: int
    playing: frozenset[int]
    waiting: tuple[int, ...] = ()
    resolving: int | None = None
    done: frozenset[int] = frozenset()

    @property
    def tables(self) -> frozenset[int]:
        """All tables of the event."""
        return self.playing | self.done | set(self.waiting) | ({self.resolving} - {None})  # type: ignore[operator]

    @property
    def over(self) -> bool:
        """Whether the next hand may be dealt."""
        return not self.playing and not self.waiting and self.resolving is None

    @property
    def next_to_resolve(self) -> int | None:
        """The table whose all-in is turned up next: one after the other, when all others are done (PokerStars Live
        3.13.1)."""
        return self.waiting[0] if self.waiting and self.resolving is None and not self.playing else None


def announce(tables: Collection[int]) -> Round:
    """Hand-for-hand is announced: each table ends the hand it is in, and waits."""
    return Round(0, frozenset(tables))


def finished(this: Round, table: int, hand: int) -> Round:
    """A table says that its hand is over.

    Args:
        hand: the hand it speaks of.

    Raises:
        ReportFault: no such table, or it speaks of another hand.
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


def all_in(this: Round, table: int, hand: int) -> Round:
    """A table says that an all-in was called; its cards stay face down until the others are done.

    Args:
        hand: the hand it speaks of.

    Raises:
        ReportFault: no such table, or it speaks of another hand.
    """
    _check(this, table, hand)
    if table not in this.playing:
        return this
    return replace(this, playing=this.playing - {table}, waiting=(*this.waiting, table))


def resolve(this: Round, table: int, hand: int) -> Round:
    """Turn up the cards of a table that waits; any of them, the first one unless somebody chose another.

    Raises:
        ReportFault: no such table, or it speaks of another hand; it does not wait; others are playing still; another
            one's cards are being turned up.
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


def take_back(this: Round, table: int, hand: int) -> Round:
    """What a table said was wrong: it is playing still.

    Raises:
        ReportFault: no such table, or it speaks of another hand; its cards are being turned up.
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


def with_tables(this: Round, tables: Collection[int]) -> Round:
    """Tables were broken, merged or opened: who is gone is waited for no more; a new one waits for the next hand."""
    now = frozenset(tables)
    return replace(
        this,
        playing=this.playing & now,
        waiting=tuple(one for one in this.waiting if one in now),
        resolving=this.resolving if this.resolving in now else None,
        done=(this.done & now) | (now - this.tables),
    )


def deal(this: Round, hand: int) -> Round:
    """The next hand is dealt, at all tables.

    Args:
        hand: the one that is over, so that pressing twice deals once.

    Raises:
        ReportFault: it speaks of another hand; a table is not done.
    """
    if hand != this.hand:
        raise ReportFault(Fault.ANOTHER_HAND)
    if not this.over:
        raise ReportFault(Fault.STILL_PLAYING)
    return Round(this.hand + 1, this.tables)


def _check(this: Round, table: int, hand: int) -> None:
    if hand != this.hand:
        raise ReportFault(Fault.ANOTHER_HAND)
    if table not in this.tables:
        raise ReportFault(Fault.NO_SUCH_TABLE)

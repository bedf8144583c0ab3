"""Which tables stop because they are too short, and which may play on. Pure."""

from collections.abc import Sequence
from datetime import datetime

from seating.rules.balancing import least_difference
from seating.rules.played import Floor, PlayedTable
from tourney.rulebooks.books.schema import Book


def short_by(floor: Floor, book: Book) -> int:
    """How many players fewer than at the fullest table stop a table; where the book stops none, the difference from
    which it evens out, by which a table that was stopped by hand goes on.
    """
    policy = book.seating.halting
    return policy.short_by if policy is not None else least_difference(floor, book)[0]


def missing_by_elimination(busts: Sequence[datetime], arrivals: Sequence[datetime]) -> int:
    """How many a table is short of what it last had because they busted (TDA 11D, WSOP 67).

    Whoever comes later, from another table or as a late entry, fills one place, whichever chair it is; whoever came
    before fills none.

    Args:
        busts: when players busted there.
        arrivals: when players came to the table, those included who busted since.
    """
    missing = 0
    events = [(at, 1) for at in busts] + [(at, -1) for at in arrivals]
    for _at, step in sorted(events):
        missing = max(0, missing + step)
    return missing


def is_short(floor: Floor, table: PlayedTable, fullest: int, book: Book) -> bool:
    """Whether a table stops, or goes on standing (PokerStars Live 2.5, TDA 11D, WSOP 67).

    Where eliminations alone count, so many must be missing by them: chairs that were never sold, or that late entries
    took again, stop nobody. A table that stands goes on once those who were sent there sit.

    Args:
        fullest: players at the fullest table.
    """
    policy, balancing = book.seating.halting, book.seating.balancing
    if floor.late_stage and balancing is not None and balancing.late_stage_at_discretion:
        return False
    least = short_by(floor, book)
    if table.halted:
        return fullest - (table.size - table.under_way) >= least
    if policy is None or fullest - table.size < least:
        return False
    return not policy.only_by_elimination or table.busted >= least

"""Rules for halting short tables and resuming them. Pure."""

from collections.abc import Sequence
from datetime import datetime

from seating.rules.balancing import least_difference
from seating.rules.played import Floor, PlayedTable
from tourney.rulebooks.books.schema import Book


def short_by(floor: Floor, book: Book) -> int:
    """Return how many players fewer than the largest table halt a table. If the book halts none, return the
    difference that triggers balancing, at which a table halted by hand resumes.
    """
    policy = book.seating.halting
    return policy.short_by if policy is not None else least_difference(floor, book)[0]


def missing_by_elimination(busts: Sequence[datetime], arrivals: Sequence[datetime]) -> int:
    """Return by how many players a table is short through busts (TDA 11D, WSOP 67).

    A player who arrives later, from another table or as a late entry, fills one place, whichever the seat;
    earlier arrivals fill none. The place of a player who moves away is not empty by elimination.

    Args:
        busts: times of busts there.
        arrivals: times of arrivals at the table, including players who busted or moved away since.
    """
    missing = 0
    events = [(at, 1) for at in busts] + [(at, -1) for at in arrivals]
    for _at, step in sorted(events):
        missing = max(0, missing + step)
    return missing


def is_short(floor: Floor, table: PlayedTable, fullest: int, book: Book) -> bool:
    """Return whether a table halts, or stays halted (PokerStars Live 2.5, TDA 11D, WSOP 67).

    If only eliminations count, that many players must be missing through them: seats that were never sold, or
    that late entries have filled, do not halt a table. A halted table resumes once the players moved there
    are seated.

    Args:
        fullest: players at the largest table.
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

"""Which tables stop because they are too short, and which may play on. Pure."""

from seating.rules.balancing import least_difference
from seating.rules.played import Floor, PlayedTable
from tourney.rulebooks.books.schema import Book


def short_by(floor: Floor, book: Book) -> int:
    """How many players fewer than at the fullest table stop a table; where the book stops none, the difference from
    which it evens out, by which a table that was stopped by hand goes on.
    """
    policy = book.seating.halting
    return policy.short_by if policy is not None else least_difference(floor, book)[0]


def is_short(floor: Floor, table: PlayedTable, fullest: int, book: Book) -> bool:
    """Whether a table stops, or goes on standing (PokerStars Live 2.5, TDA 11D, WSOP 67).

    Where eliminations alone count, so many must have gone out here: chairs that were never sold stop nobody. A table
    that stands goes on once those who were sent there sit.

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

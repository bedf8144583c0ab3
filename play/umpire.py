"""Whether what is done on the floor is what the book says, worked out from the book's own policies in another way than
the rules of the seating do. Each function answers with faults in words; none when all is well.
"""

from collections.abc import Iterable, Sequence

from play.mirror import TableNow
from tourney.rulebooks.books.schema import Book

# Difference from which tables are evened out where a book names none.
_SILENT = 2


def least(book: Book, tables: int) -> int:
    """From which difference between two tables somebody is moved."""
    balancing, halting = book.seating.balancing, book.seating.halting
    if halting is not None and tables <= (halting.within_one_from_tables or 0):
        return 2
    named = balancing.difference if balancing is not None else None
    return max(named or _SILENT, 2)


def clockwise(seats: int, start: int, chairs: Iterable[int]) -> list[int]:
    """Chairs as they come when one goes round the table, the one after `start` first."""
    return sorted(chairs, key=lambda chair: (chair - start - 1) % seats)


def balance(
    giver: TableNow, taker: TableNow, entry: int, chairs: tuple[int, int], tables: int, book: Book
) -> list[str]:
    """Who pays the big blind next goes from a table that is too full to the chair that pays it soonest.

    Args:
        giver, taker: as they stood before.
        entry: who was moved. `chairs`: from which chair to which.
        tables: how many are played at.
    """
    found = []
    if giver.size - taker.size < least(book, tables):
        found.append(f"tables {giver.number} and {taker.number} were even enough: {giver.size}, {taker.size}")
    left, taken = chairs
    if giver.people.get(left) != entry:
        found.append(f"entry {entry} did not sit at table {giver.number}, seat {left}")
    if taken not in taker.free:
        found.append(f"seat {taken} at table {taker.number} was not free")
    if giver.positions is None or (taker.positions is None and len(taker.people) > 1):
        return [*found, f"moved from table {giver.number} to {taker.number} without knowing the button"]
    # Who is still under way to a table is not sent on.
    may_go = [chair for chair, who in giver.people.items() if who not in giver.sent]
    due = clockwise(giver.seats, giver.positions.big_blind, may_go)[:1]
    if due != [left]:
        found.append(f"at table {giver.number} seat {due} pays the big blind next, and seat {left} was moved")
    return found + _chair(taker, taken, book)


def _chair(taker: TableNow, taken: int, book: Book) -> list[str]:
    if taker.positions is None:
        # One player alone is dealt nothing, so one chair is as good as another.
        return []
    policy = book.seating.balancing
    # The small blind goes where the big blind was.
    small = taker.positions.big_blind
    if taken == small and not (policy is not None and policy.small_blind_allowed):
        return [f"at table {taker.number} seat {taken} is the small blind's"]
    sooner = clockwise(taker.seats, small, {*taker.free, *taker.live})

    def ahead(chair: int) -> int:
        return sum(1 for other in sooner[: sooner.index(chair)] if other in taker.live)

    best = min((ahead(chair) for chair in taker.free if chair != small), default=0)
    if taken != small and taken in taker.free and ahead(taken) > best:
        return [f"at table {taker.number} another chair pays the big blind sooner than seat {taken}"]
    return []


def breaks(
    gone: TableNow,
    tables: Sequence[TableNow],
    waiting: int,
    entry_open: bool,
    book: Book,
    expected: tuple[int, int] = (0, 0),
) -> list[str]:
    """A table goes when the book lets it and everybody finds a chair elsewhere: those who have none yet too.

    Args:
        gone: the table; `tables`: all that were played at, this one included.
        expected: how many hold a reservation, and how many are out and may re-enter.
    """
    policy = book.seating.breaking
    needed: int | None = 1
    if entry_open:
        needed = None
        if policy is not None and policy.spare_tables_during_entry is not None:
            needed = policy.spare_tables_during_entry
        elif policy is not None and policy.only_after_entry_closes is False:
            needed = 1
    if needed is None:
        return [f"table {gone.number} was broken while people could still enter"]
    order = sorted(tables, key=lambda table: table.turn)
    reserved, returning = expected if entry_open else (0, 0)
    hasty = entry_open and needed == 1
    kept = reserved + (returning if hasty else 0)
    spare = spare_tables(order, waiting, kept, each=int(hasty))
    if not entry_open:
        spare = min(spare, max(len(order) - 2, 0))
    may_go = [table.number for table in order[: max(spare - needed + 1, 0)]]
    if gone.number not in may_go:
        return [f"table {gone.number} was broken, and only {may_go} may go"]
    return []


def spare_tables(order: Sequence[TableNow], waiting: int, kept: int = 0, each: int = 0) -> int:
    """How many tables could go, those first in order, with a chair for everybody at the others.

    Args:
        kept: chairs, free or a ghost's, that have to stay for latecomers. `each`: more, at each of the others.
    """
    could = 0
    for count in range(1, len(order)):
        going, stay = order[:count], order[count:]
        seeking = sum(len(table.people) for table in going) + waiting
        if seeking > sum(len(table.free) for table in stay):
            break
        if seeking + kept > sum(len(table.free) + len(table.ghosts) - each for table in stay):
            break
        could = count
    return could


def spread(after: Sequence[TableNow], came_to: set[int], waiting: int) -> list[str]:
    """Nobody was drawn to a table that is two fuller now than one with a free chair, tables that go next left out."""
    order = sorted(after, key=lambda table: table.turn)
    stay = order[spare_tables(order, waiting) :]
    room = min((table.size for table in stay if table.free), default=99)
    return [
        f"table {table.number} has {table.size} after a break, and another one with a free chair {room}"
        for table in after
        if table.number in came_to and table.size > room + 1
    ]


def redraw(after: Sequence[TableNow], wanted: int, entry_open: bool) -> list[str]:
    """Everybody sits at as many tables as were to be drawn at, which are equally full."""
    found = []
    sizes = [table.size for table in after]
    if entry_open:
        found.append("seats were drawn anew while people could still enter")
    if len(sizes) != wanted:
        found.append(f"{len(sizes)} tables are played at after a redraw at {wanted}")
    if sizes and max(sizes) - min(sizes) > 1:
        found.append(f"tables have {sorted(sizes)} players after a redraw")
    return found


def halt(table: TableNow, fullest: int, stops: bool, book: Book) -> list[str]:
    """A table stops that is too short, where the book says so; only one that was stopped plays on."""
    if not stops:
        return [] if table.halted else [f"table {table.number} was not stopped"]
    policy = book.seating.halting
    if policy is None or fullest - table.size < policy.short_by:
        return [f"table {table.number} was stopped with {table.size} of {fullest}"]
    if policy.only_by_elimination and table.busted < policy.short_by:
        return [f"table {table.number} was stopped although only {table.busted} went out there"]
    return []


def settled(tables: Sequence[TableNow], waiting: int, entry_open: bool, book: Book) -> list[str]:
    """Where the book wants nothing more, the sizes are even and no table could go."""
    giving = [table.size for table in tables if set(table.people.values()) - table.sent]
    taking = [table.size for table in tables if _takes(table, book)]
    found = []
    if giving and taking and max(giving) - min(taking) >= least(book, len(tables)):
        found.append(f"tables are not even: {max(giving)} and {min(taking)}")
    if not entry_open and len(tables) > 2:
        spare = spare_tables(sorted(tables, key=lambda table: table.turn), waiting)
        if spare:
            found.append(f"{spare} of {len(tables)} tables could go")
    return found


def _takes(table: TableNow, book: Book) -> bool:
    """Whether somebody can be moved here: a chair is free that does not pay the small blind next."""
    policy = book.seating.balancing
    if table.positions is None or (policy is not None and policy.small_blind_allowed):
        return bool(table.free)
    return bool(set(table.free) - {table.positions.big_blind})

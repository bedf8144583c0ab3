"""Checks of changes at the tables against the book, computed differently from the rules of seating.

Every function takes tables as they stand and what the book says of them (`facts`), and returns faults in words; none
when all is well. They check events while these are played, journals afterwards, and events played with the pure rules.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from tests.oracle.facts import Facts


class TableView(Protocol):
    """A table as it stands.

    Attributes:
        number: painted on it. `seats`: those in use.
        people: players by seat, ascending. `ghosts`: seats of ghosts. `free`: seats a player can be seated in.
        sent: entries that were sent here lately and have not arrived.
        big_blind: the seat that paid it last; None: nobody has said where the button is.
        busted: how many went out there, less those whose seats are taken again where that is known.
        turn: place in the order of breaking, lowest first.
    """

    @property
    def number(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def people(self) -> Mapping[int, int]: ...
    @property
    def ghosts(self) -> Sequence[int]: ...
    @property
    def free(self) -> Sequence[int]: ...
    @property
    def sent(self) -> Collection[int]: ...
    @property
    def big_blind(self) -> int | None: ...
    @property
    def halted(self) -> bool: ...
    @property
    def busted(self) -> int: ...
    @property
    def turn(self) -> tuple[bool | int, ...]: ...


def live(table: TableView) -> list[int]:
    """Return the seats that are dealt to."""
    return sorted((*table.people, *table.ghosts))


def size(table: TableView) -> int:
    """Return how many seats are dealt to."""
    return len(table.people) + len(table.ghosts)


def least(facts: Facts, tables: int) -> int:
    """Return from which difference between two tables a player is moved, with so many tables in play."""
    return 2 if tables <= facts.within_one_from else facts.least


def clockwise(seats: int, start: int, chairs: Iterable[int]) -> list[int]:
    """Return seats in the order of the deal, the one after `start` first."""
    return sorted(chairs, key=lambda seat: (seat - start - 1) % seats)


def balance(
    source: TableView,
    destination: TableView,
    entry: int | None,
    seats: tuple[int, int],
    tables: int,
    facts: Facts,
) -> list[str]:
    """Check a move between tables: the next big blind leaves the fuller one, for the seat that pays it soonest.

    Args:
        source, destination: as they stood before.
        entry: who is moved. `seats`: from which seat to which.
        tables: how many are played at.
    """
    found = uneven(source, destination, tables, facts)
    left, taken = seats
    if source.people.get(left) != entry:
        found.append(f"entry {entry} did not sit at table {source.number}, seat {left}")
    if taken not in destination.free:
        found.append(f"seat {taken} at table {destination.number} was not free")
    if source.big_blind is None or (destination.big_blind is None and len(destination.people) > 1):
        return [*found, f"moved from table {source.number} to {destination.number}: nobody knew the button"]
    return found + mover(source, left) + seat_check(destination, taken, facts)


def uneven(source: TableView, destination: TableView, tables: int, facts: Facts) -> list[str]:
    """Check that a table has so many players more than another one that the book wants a move."""
    if size(source) - size(destination) >= least(facts, tables):
        return []
    return [
        f"tables {source.number} and {destination.number} were even enough: {size(source)}, {size(destination)}"
    ]


def mover(source: TableView, left: int) -> list[str]:
    """Check that the player who is moved pays the big blind next."""
    assert source.big_blind is not None
    # Who is still under way to a table is not sent on.
    may_go = [one for one, who in source.people.items() if who not in source.sent]
    due = clockwise(source.seats, source.big_blind, may_go)[:1]
    if due == [left]:
        return []
    return [f"at table {source.number} seat {due} pays the big blind next, and seat {left} was moved"]


def seat_check(destination: TableView, taken: int, facts: Facts) -> list[str]:
    """Check that a seat pays the big blind soonest of the free ones, and is not the small blind's."""
    if destination.big_blind is None:
        # One player alone is dealt nothing, so one seat is as good as another.
        return []
    # The small blind goes where the big blind was.
    small, dealt = destination.big_blind, live(destination)
    if taken == small and not facts.small_blind:
        return [f"at table {destination.number} seat {taken} is the small blind's"]
    sooner = clockwise(destination.seats, small, {*destination.free, *dealt})

    def ahead(one: int) -> int:
        return sum(1 for other in sooner[: sooner.index(one)] if other in dealt)

    best = min((ahead(one) for one in destination.free if one != small), default=0)
    if taken != small and taken in destination.free and ahead(taken) > best:
        return [f"at table {destination.number} another chair pays the big blind sooner than seat {taken}"]
    return []


def breaks(
    gone: TableView,
    tables: Sequence[TableView],
    waiting: int,
    entry_open: bool,
    facts: Facts,
    expected: tuple[int, int] = (0, 0),
) -> list[str]:
    """Check that a table may be broken: the book lets it, and everybody finds a seat elsewhere.

    Args:
        gone: the table. `tables`: all that were played at, this one included.
        waiting: how many are in play and have no seat.
        expected: how many hold a reservation, and how many are out and may re-enter.
    """
    needed = facts.spare if entry_open else 1
    if needed is None:
        return [f"table {gone.number} was broken while people could still enter"]
    order = sorted(tables, key=lambda table: table.turn)
    spare = _spare(order, waiting, entry_open, facts, expected)
    if not entry_open:
        # The last two become one by a redraw.
        spare = min(spare, max(len(order) - 2, 0))
    may_go = [table.number for table in order[: max(spare - needed + 1, 0)]]
    if gone.number not in may_go:
        return [f"table {gone.number} was broken, and only {may_go} may go"]
    return []


def _spare(
    order: Sequence[TableView], waiting: int, entry_open: bool, facts: Facts, expected: tuple[int, int]
) -> int:
    reserved, returning = expected if entry_open else (0, 0)
    # Where one spare table is enough, the next entry must not open it again.
    hasty = entry_open and facts.spare == 1
    return spare_tables(order, waiting, reserved + (returning if hasty else 0), each=int(hasty))


def spare_tables(order: Sequence[TableView], waiting: int, kept: int = 0, each: int = 0) -> int:
    """Return how many tables could go, those first in order, with a seat for everybody at the others.

    Args:
        kept: seats, free or a ghost's, that have to stay for latecomers. `each`: more, at each of the others.
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


def spread(after: Sequence[TableView], came_to: Collection[int], waiting: int) -> list[str]:
    """Check that no table that got somebody from a broken one is two fuller than one with a free seat.

    Tables that go next are left out.
    """
    order = sorted(after, key=lambda table: table.turn)
    return spread_over(after, order[spare_tables(order, waiting) :], came_to)


def spread_over(after: Sequence[TableView], stay: Sequence[TableView], came_to: Collection[int]) -> list[str]:
    """Check that nobody came to a table that is two fuller than one of those that stay and have a free seat."""
    room = min((size(table) for table in stay if table.free), default=99)
    return [
        f"table {table.number} has {size(table)} after a break, and another one with a free chair {room}"
        for table in after
        if table.number in came_to and size(table) > room + 1
    ]


def redraw(after: Sequence[TableView], wanted: int, entry_open: bool) -> list[str]:
    """Check that everybody sits at as many tables as were to be drawn at, and that these are equally full."""
    found = []
    sizes = [size(table) for table in after]
    if entry_open:
        found.append("seats were drawn anew while people could still enter")
    if len(sizes) != wanted:
        found.append(f"{len(sizes)} tables are played at after a redraw at {wanted}")
    if sizes and max(sizes) - min(sizes) > 1:
        found.append(f"tables have {sorted(sizes)} players after a redraw")
    return found


def final_table(facts: Facts, seats: int) -> int:
    """Return how many players the final table has, with so many seats at a table."""
    return facts.final.get(seats, seats)


def redraw_due(tables: int, players: int, entries: int, seats: int, facts: Facts) -> list[str]:
    """Check that seats are drawn anew when the book says so: at the final table, and before it where it wants that.

    Args:
        tables: at how many. `players`: in play. `entries`: in the event. `seats`: at a table.
    """
    if tables == 1:
        most = final_table(facts, seats)
        return [] if players <= most else [f"the final table was drawn with {players}, and has {most} seats"]
    due = max((at for at in facts.redraws if at <= entries), default=0)
    if tables in facts.redraws.get(due, ()):
        return []
    return [f"seats were drawn anew at {tables} tables with {entries} entries"]


def halt(table: TableView, fullest: int, stops: bool, facts: Facts) -> list[str]:
    """Check that a table stops when it is too short, where the book says so, and that only a stopped one plays on."""
    if not stops:
        return [] if table.halted else [f"table {table.number} was not stopped"]
    if facts.halt is None or fullest - size(table) < facts.halt:
        return [f"table {table.number} was stopped with {size(table)} of {fullest}"]
    if facts.by_elimination and table.busted < facts.halt:
        return [
            f"table {table.number} was stopped, and only {table.busted} of its chairs are empty by elimination"
        ]
    return []


def plays_on(table: TableView, fullest: int, facts: Facts) -> list[str]:
    """Check that a stopped table plays on only when it is not too short any more, without those under way to it."""
    short = fullest - (size(table) - len(table.sent))
    if facts.halt is not None and short >= facts.halt:
        return [f"table {table.number} plays on, {short} short"]
    return []


def settled(
    tables: Sequence[TableView],
    waiting: int,
    entry_open: bool,
    facts: Facts,
    expected: tuple[int, int] | None = None,
) -> list[str]:
    """Check that sizes are even and no table could go where the book wants nothing more.

    Args:
        expected: as of `breaks`; None: whether a table could go while players may enter is not looked at.
    """
    giving = [size(table) for table in tables if set(table.people.values()) - set(table.sent)]
    taking = [size(table) for table in tables if _takes(table, facts)]
    found = []
    if giving and taking and max(giving) - min(taking) >= least(facts, len(tables)):
        found.append(f"tables are not even: {max(giving)} and {min(taking)}")
    return found + could_go(tables, waiting, entry_open, facts, expected)


def could_go(
    tables: Sequence[TableView],
    waiting: int,
    entry_open: bool,
    facts: Facts,
    expected: tuple[int, int] | None = None,
) -> list[str]:
    """Check that no table could go. See `settled`."""
    order = sorted(tables, key=lambda table: table.turn)
    if entry_open:
        if expected is None or facts.spare is None:
            return []
        spare = _spare(order, waiting, entry_open, facts, expected)
        return [f"{spare} of {len(order)} tables could go"] if spare >= facts.spare else []
    spare = spare_tables(order, waiting) if len(order) > 2 else 0
    return [f"{spare} of {len(order)} tables could go"] if spare else []


def _takes(table: TableView, facts: Facts) -> bool:
    """Whether a player can be moved here: a seat is free that does not pay the small blind next."""
    if table.big_blind is None or facts.small_blind:
        return bool(table.free)
    return bool(set(table.free) - {table.big_blind})

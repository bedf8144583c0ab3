"""Check changes at the tables against the rulebook, computed differently from the rules of seating.

Each function takes the current tables and the rulebook's `facts`, and returns a list of faults, empty if
there are none. They check events in progress, finished journals, and events played with the pure rules.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from tests.oracle.facts import Facts


class TableView(Protocol):
    """State of a table.

    Attributes:
        number: number of the table in the room. `seats`: number of seats in use.
        people: players by seat, ascending. `ghosts`: seats of ghosts. `free`: free seats, without closed
            ones.
        sent: entries that were moved here recently and have not arrived.
        big_blind: last big blind; None while the button is unknown.
        busted: busts at the table, minus seats taken again if known.
        turn: sort key of the breaking order, lowest first.
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
    """Return the seats that are dealt in."""
    return sorted((*table.people, *table.ghosts))


def size(table: TableView) -> int:
    """Return the number of seats that are dealt in."""
    return len(table.people) + len(table.ghosts)


def least(facts: Facts, tables: int) -> int:
    """Return the difference between two tables from which a player moves, for a number of tables in play."""
    return 2 if tables <= facts.within_one_from else facts.least


def clockwise(seats: int, start: int, order: Iterable[int]) -> list[int]:
    """Sort seats in the order of the deal, starting after `start`."""
    return sorted(order, key=lambda seat: (seat - start - 1) % seats)


def balance(
    source: TableView,
    destination: TableView,
    entry: int | None,
    seats: tuple[int, int],
    tables: int,
    facts: Facts,
) -> list[str]:
    """Check a move between tables: the next big blind goes to the seat that pays it soonest.

    Args:
        source, destination: the tables before the move.
        entry: the moved entry. `seats`: source and destination seat.
        tables: number of tables in play.
    """
    found = uneven(source, destination, tables, facts)
    left, taken = seats
    if source.people.get(left) != entry:
        found.append(f"entry {entry} did not sit at table {source.number}, seat {left}")
    if taken not in destination.free:
        found.append(f"seat {taken} at table {destination.number} was not free")
    if source.big_blind is None or (destination.big_blind is None and len(destination.people) > 1):
        return [*found, f"moved from table {source.number} to {destination.number} with an unknown button"]
    return found + mover(source, left) + seat_check(destination, taken, facts)


def uneven(source: TableView, destination: TableView, tables: int, facts: Facts) -> list[str]:
    """Check that the tables differ enough for a move."""
    if size(source) - size(destination) >= least(facts, tables):
        return []
    return [
        f"tables {source.number} and {destination.number} were even enough: {size(source)}, {size(destination)}"
    ]


def mover(source: TableView, left: int) -> list[str]:
    """Check that the moved player pays the big blind next."""
    assert source.big_blind is not None
    # A player who is still under way to a table is not moved on.
    may_go = [one for one, who in source.people.items() if who not in source.sent]
    due = clockwise(source.seats, source.big_blind, may_go)[:1]
    if due == [left]:
        return []
    return [f"at table {source.number} seat {due} pays the big blind next, and seat {left} was moved"]


def seat_check(destination: TableView, taken: int, facts: Facts) -> list[str]:
    """Check that no free seat pays the big blind sooner, and that the seat is not the small blind's."""
    if destination.big_blind is None or len(live(destination)) < 2:
        # A single player is not dealt in, so all seats are equal: the next hand is heads-up.
        return []
    # The small blind goes to the seat of the last big blind.
    small, dealt = destination.big_blind, live(destination)
    if taken == small and not facts.small_blind:
        return [f"at table {destination.number} seat {taken} is the small blind's"]
    sooner = clockwise(destination.seats, small, {*destination.free, *dealt})

    def ahead(one: int) -> int:
        return sum(1 for other in sooner[: sooner.index(one)] if other in dealt)

    best = min((ahead(one) for one in destination.free if one != small), default=0)
    if taken != small and taken in destination.free and ahead(taken) > best:
        return [f"at table {destination.number} another seat pays the big blind sooner than seat {taken}"]
    return []


def breaks(
    gone: TableView,
    tables: Sequence[TableView],
    waiting: int,
    entry_open: bool,
    facts: Facts,
    expected: tuple[int, int] = (0, 0),
    last: int = 2,
) -> list[str]:
    """Check that a table may be broken: the rulebook allows it, and its players fit at the others.

    Args:
        gone: the table. `tables`: all tables in play, including this one.
        waiting: number of entries in play without a seat.
        expected: number of reservations, and of busted players who may re-enter.
        last: number of tables that are not broken any more.
    """
    needed = facts.spare if entry_open else 1
    if needed is None:
        return [f"table {gone.number} was broken during registration"]
    order = sorted(tables, key=lambda table: table.turn)
    spare = _spare(order, waiting, entry_open, facts, expected)
    if not entry_open:
        # The last two tables become one by a redraw.
        spare = min(spare, max(len(order) - last, 0))
    may_go = [table.number for table in order[: max(spare - needed + 1, 0)]]
    if gone.number not in may_go:
        return [f"table {gone.number} was broken, and only {may_go} may go"]
    return []


def _spare(
    order: Sequence[TableView], waiting: int, entry_open: bool, facts: Facts, expected: tuple[int, int]
) -> int:
    reserved, returning = expected if entry_open else (0, 0)
    # If one spare table is enough, the next entry must not reopen it.
    hasty = entry_open and facts.spare == 1
    return spare_tables(order, waiting, reserved + (returning if hasty else 0), each=int(hasty))


def spare_tables(order: Sequence[TableView], waiting: int, kept: int = 0, each: int = 0) -> int:
    """Return how many tables, in breaking order, can go with seats for all players at the others.

    Args:
        kept: seats, free or a ghost's, to keep for late entries. `each`: additional seats at each other
            table.
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
    """Check the tables after a break: none that received players has two more than one with a free seat.

    Tables that break next are left out.
    """
    order = sorted(after, key=lambda table: table.turn)
    return spread_over(after, order[spare_tables(order, waiting) :], came_to)


def spread_over(after: Sequence[TableView], stay: Sequence[TableView], came_to: Collection[int]) -> list[str]:
    """Check that no receiving table has two players more than a remaining one with a free seat."""
    room = min((size(table) for table in stay if table.free), default=99)
    return [
        f"table {table.number} has {size(table)} after a break, and another one with a free seat {room}"
        for table in after
        if table.number in came_to and size(table) > room + 1
    ]


def redraw(after: Sequence[TableView], wanted: int, entry_open: bool) -> list[str]:
    """Check that a redraw left the wanted number of tables, equally full."""
    found = []
    sizes = [size(table) for table in after]
    if entry_open:
        found.append("seats were redrawn during registration")
    if len(sizes) != wanted:
        found.append(f"{len(sizes)} tables are played at after a redraw at {wanted}")
    if sizes and max(sizes) - min(sizes) > 1:
        found.append(f"tables have {sorted(sizes)} players after a redraw")
    return found


def final_table(facts: Facts, seats: int) -> int:
    """Return the number of players at the final table, by seats per table."""
    return facts.final.get(seats, seats)


def redraw_due(tables: int, players: int, entries: int, seats: int, facts: Facts) -> list[str]:
    """Check that the rulebook asks for the redraw: at the final table, or at an earlier stage.

    Args:
        tables: number of tables. `players`: in play. `entries`: in the event. `seats`: per table.
    """
    if tables == 1:
        most = final_table(facts, seats)
        return [] if players <= most else [f"the final table was drawn with {players}, and has {most} seats"]
    due = max((at for at in facts.redraws if at <= entries), default=0)
    if tables in facts.redraws.get(due, ()):
        return []
    return [f"seats were redrawn at {tables} tables with {entries} entries"]


def halt(table: TableView, fullest: int, stops: bool, facts: Facts) -> list[str]:
    """Check that a table halts only if the rulebook says so, and that only a halted one resumes."""
    if not stops:
        return [] if table.halted else [f"table {table.number} was not stopped"]
    if facts.halt is None or fullest - size(table) < facts.halt:
        return [f"table {table.number} was stopped with {size(table)} of {fullest}"]
    if facts.by_elimination and table.busted < facts.halt:
        return [
            f"table {table.number} was stopped, and only {table.busted} of its seats are empty by elimination"
        ]
    return []


def plays_on(table: TableView, fullest: int, facts: Facts) -> list[str]:
    """Check that a halted table resumes only when it is full enough, not counting players under way."""
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
    last: int = 2,
) -> list[str]:
    """Check that sizes are even and no table can break when no proposal is open.

    Args:
        expected: as for `breaks`; None: breaking during registration is not checked.
        last: as for `breaks`.
    """
    giving = [size(table) for table in tables if set(table.people.values()) - set(table.sent)]
    taking = [size(table) for table in tables if _takes(table, facts)]
    found = []
    if giving and taking and max(giving) - min(taking) >= least(facts, len(tables)):
        found.append(f"tables are not even: {max(giving)} and {min(taking)}")
    return found + could_go(tables, waiting, entry_open, facts, expected, last)


def could_go(
    tables: Sequence[TableView],
    waiting: int,
    entry_open: bool,
    facts: Facts,
    expected: tuple[int, int] | None = None,
    last: int = 2,
) -> list[str]:
    """Check that no table can break. See `settled`."""
    order = sorted(tables, key=lambda table: table.turn)
    if entry_open:
        if expected is None or facts.spare is None:
            return []
        spare = _spare(order, waiting, entry_open, facts, expected)
        return [f"{spare} of {len(order)} tables could go"] if spare >= facts.spare else []
    spare = spare_tables(order, waiting) if len(order) > last else 0
    return [f"{spare} of {len(order)} tables could go"] if spare else []


def _takes(table: TableView, facts: Facts) -> bool:
    """Return whether a player can be moved here: to a free seat other than the next small blind."""
    if table.big_blind is None or facts.small_blind:
        return bool(table.free)
    return bool(set(table.free) - {table.big_blind})

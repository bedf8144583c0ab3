"""An event's floor as the rules see it, and their proposals. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from seating.rules.positions import Positions

# Seats of the largest table that a room has.
LARGEST_TABLE = 12


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table in play.

    Attributes:
        number: table number.
        seats: seats in use, numbered clockwise from 1.
        players: (seat, entry), ascending; an entry of None is a ghost.
        free: seats that can be assigned, ascending.
        positions: of the hand in progress; None: the button is unknown.
        breaks: place in the breaking order, lowest first.
        halted: halted until it is balanced.
        busted: by how many players it is short through busts.
        under_way: number of its players who were moved here recently and have not arrived.
        sent: their entries, which are not moved again before they are seated.
        opened: seat freed last, which decides moves in stud; None: unknown.
        physical_seats: physical seats of the table; None: unlimited.
        size: number dealt in, with ghosts, which post and fold like players (Five Spades 9.5).
        people: how many players would need a seat elsewhere if the table broke; ghosts never move.
    """

    number: int
    seats: int
    players: tuple[tuple[int, int | None], ...]
    free: tuple[int, ...]
    positions: Positions | None = None
    breaks: int = 0
    halted: bool = False
    busted: int = 0
    under_way: int = 0
    sent: tuple[int, ...] = ()
    opened: int | None = None
    physical_seats: int | None = None
    # Computed once, because the rules read it many times for each of a thousand tables.
    size: int = field(init=False, compare=False, repr=False)
    people: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Count the players."""
        object.__setattr__(self, "size", len(self.players))
        object.__setattr__(self, "people", sum(1 for _seat, entry in self.players if entry is not None))

    @property
    def most(self) -> int:
        """Return the physical capacity, whatever the event seats at a table."""
        return LARGEST_TABLE if self.physical_seats is None else max(self.physical_seats, self.seats)

    @property
    def capacity(self) -> int:
        """Return how many can sit here."""
        return len(self.players) + len(self.free)


@dataclass(frozen=True, slots=True)
class Floor:
    """An event's floor.

    Attributes:
        tables: tables in play, without paused ones and the reserve.
        seats_per_table: of the event.
        entry_open: whether players can still enter.
        coming: players who have paid or were called and have no seat yet.
        reserved: others who hold a reservation or have checked in.
        returning: players who are out and may still re-enter.
        entries: of the whole event.
        late_stage: balancing is only at the director's discretion.
        giving: table numbers in the order of giving up players, drawn or fixed in advance.
        last_gave: number of the table that gave up a player last.
        redrawn_at: fewest tables of any redraw so far; None: none yet.
        stud: players move as in stud (`seating.rules.stud`).
        dismissed: keys of dismissed proposals; they stay listed while required, but block nothing else.
        held_up: what the book suspends until the day's last hands are played ("redraws", "balancing"; WSOP
            125).
        cup_final: whether it is the final of a cup.
        absentees: proposals for absent players, in order.
        over: a player has won, everyone left in a satellite has a ticket, or the day is over.
        paused: players at each paused table with players: they are in the event, and in every redraw.
        goes_on: stacks of the day go on to another one, as in a flight: no table of it is the final one, and the book's
            redraws are those of the whole tournament.
        final_table: numbers of the tables at which the best of earlier stages play for the first places (Five
            Spades 4.19); nobody moves to or from them.
    """

    tables: tuple[PlayedTable, ...]
    seats_per_table: int
    entry_open: bool = False
    coming: int = 0
    reserved: int = 0
    returning: int = 0
    entries: int = 0
    late_stage: bool = False
    giving: tuple[int, ...] = ()
    last_gave: int | None = None
    redrawn_at: int | None = None
    stud: bool = False
    dismissed: frozenset[str] = frozenset()
    paused: tuple[int, ...] = ()
    held_up: tuple[str, ...] = ()
    cup_final: bool = False
    absentees: tuple["Proposed", ...] = ()
    over: bool = False
    final_table: tuple[int, ...] = ()
    goes_on: bool = False

    @property
    def moving(self) -> "Floor":
        """Return the floor without the final table of the best, between whose tables players move."""
        if not self.final_table:
            return self
        others = tuple(table for table in self.tables if table.number not in self.final_table)
        return replace(self, tables=others, held_up=(*self.held_up, "redraws"))

    @property
    def people(self) -> int:
        """Return everyone who needs a seat: seated players, and those coming."""
        return sum([table.people for table in self.tables]) + self.coming


@dataclass(frozen=True, slots=True)
class Why:
    """One reason of a proposal, for screens to phrase. Codes, with the names of their values:

    - redraw: `final_table` players, seats; `tables_left` tables; `redraw_at` tables, entries; `fits` players,
      tables
    - break: `fits` players, tables; `entry_closed`, or `entry_open` spare, least; `coming` players; `kept`
      chairs; `next_to_break` table, place
    - balance: `difference` from_size, to_size, least; why this table gives, each with table: `fullest`,
      `fullest_highest_number`, `overfull`, `drawn`, `not_drawn`, `fixed`, `breaking_order`, `next_number`;
      who: `next_big_blind` seat, `same_position` seat where known, `high_card` table; where: `worst_position`
      seat, hands until it pays the big blind, `opened_last` seat where known; `at_discretion`
    - advance: `alone` minutes; no_hand: `never_came` level
    - halt: `short`, resume: `not_short`, each with fullest, players, least
    """

    code: str
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """A change that the book requires.

    Attributes:
        kind: "redraw", "break", "halt", "balance", "resume", "advance", "no_hand".
        key: the situation, a stroke, and what exactly is proposed. The situation stays the same until table
            sizes change; the rest changes with every hand.
        detail: as described in docs/floor.md, without "name".
        rule: the cited rule; empty if the book is silent.
        why: reasons, the most important first.
    """

    kind: str
    key: str
    detail: Mapping[str, Any]
    rule: str
    why: tuple[Why, ...]

    @property
    def situation(self) -> str:
        """Return the part of the key that identifies a dismissal: without player and seats."""
        return situation_of(self.key)


def situation_of(key: str) -> str:
    """Return the part of a proposal's key that stays the same until table sizes change."""
    return key.partition("|")[0]


def stands_still(floor: Floor) -> bool:
    """Return whether all play has stopped: every table that is not halted deals to fewer than two."""
    return not any(table.size > 1 and not table.halted for table in floor.tables)


def dismissed_situations(floor: Floor) -> frozenset[str]:
    """Return situations whose dismissal still holds.

    None if all play has stopped: table sizes would never change, and what was dismissed would never be
    proposed again. With one player at each of two tables the final table has to be drawn despite any
    dismissal (Munot 78, Other Poker 7, TDA RP-9).
    """
    if not floor.dismissed or stands_still(floor):
        return frozenset()
    return frozenset(situation_of(key) for key in floor.dismissed)


def breaking_order(floor: Floor) -> list[PlayedTable]:
    """Return tables in breaking order (WSOP 66), the highest number first among equals."""
    # Two sorts by one column each take half the time of one by a pair.
    by_number = sorted(floor.tables, key=attrgetter("number"), reverse=True)
    return sorted(by_number, key=attrgetter("breaks"))

"""An event's floor as the rules see it, and what they propose. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from seating.rules.positions import Positions


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table that is played at.

    Attributes:
        number: painted on it.
        seats: chairs in use, numbered clockwise from 1.
        players: (chair, entry), ascending; an entry of None is a ghost.
        free: chairs somebody can be seated in, ascending.
        positions: of the hand being played; None: nobody has said where the button is.
        breaks: place in the order of breaking, lowest first.
        halted: stopped until it is balanced.
        busted: how many it is short of what it last had because they went out here.
        under_way: how many of the players were sent here lately and have not arrived.
        sent: entries of those, who are not moved again before they sit.
        opened: chair that came free last, by which players of stud move; None: nobody knows.
        chairs: the table itself has; None: as many as anybody could want.
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
    chairs: int | None = None

    @property
    def most(self) -> int:
        """How many could sit here at all, whatever the event seats at a table."""
        return 12 if self.chairs is None else max(self.chairs, self.seats)

    @property
    def size(self) -> int:
        """How many are dealt to, ghosts included: they post and fold like everybody (Five Spades 9.5)."""
        return len(self.players)

    @property
    def people(self) -> int:
        """How many would need a chair elsewhere if the table went: everybody but ghosts, who never move."""
        return sum(1 for _chair, entry in self.players if entry is not None)

    @property
    def capacity(self) -> int:
        """How many can sit here."""
        return len(self.players) + len(self.free)


@dataclass(frozen=True, slots=True)
class Floor:
    """An event's floor.

    Attributes:
        tables: those played at; paused ones and the reserve are left out.
        seats_per_table: of the event.
        entry_open: whether anybody can still enter.
        coming: people who have paid or are called and have no chair yet.
        reserved: others who hold a reservation or have checked in.
        returning: players who are out and may still re-enter.
        entries: of the whole event.
        late_stage: balancing is at the director's discretion alone.
        giving: numbers of tables in the order in which they give a player away, drawn or fixed in advance.
        last_gave: number of the table that gave a player last.
        redrawn_at: fewest tables a redraw was held at; None: none yet.
        stud: players move as in stud (`seating.rules.stud`).
        dismissed: keys of what was dismissed. It is still named while it is wanted, but holds nothing else back.
        held_up: what the book holds up until the day's last hands are played ("redraws", "balancing"; WSOP 125).
        cup_final: it is the final of a club's cup.
        absentees: what is wanted where players are away, in its order.
        over: somebody has won, or everybody left in a satellite has a ticket.
        paused: players at each paused table where somebody sits: they are in the event, and of every draw anew.
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

    @property
    def people(self) -> int:
        """Everybody who needs a chair: those who sit, and those who are coming."""
        return sum(table.people for table in self.tables) + self.coming


@dataclass(frozen=True, slots=True)
class Why:
    """One reason of a proposal, for screens to put into words. Codes, with the names of their values:

    - redraw: `final_table` players, seats; `tables_left` tables; `redraw_at` tables, entries; `fits` players, tables
    - break: `fits` players, tables; `entry_closed`, or `entry_open` spare, least; `coming` players; `kept` chairs;
      `next_to_break` table, place
    - balance: `difference` from_size, to_size, least; why this table gives, each with table: `fullest`,
      `fullest_highest_number`, `overfull`, `drawn`, `not_drawn`, `fixed`, `breaking_order`, `next_number`; who:
      `next_big_blind` seat, `same_position` seat where known, `high_card` table; where: `worst_position` seat, hands
      until it pays the big blind, `opened_last` seat where known; `at_discretion`
    - advance: `alone` minutes; no_hand: `never_came` level
    - halt: `short`, resume: `not_short`, each with fullest, players, least
    """

    code: str
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """What the book wants next.

    Attributes:
        kind: "redraw", "break", "halt", "balance", "resume", "advance", "no_hand".
        key: the situation, a stroke, and what exactly is proposed in it. The situation stays the same until the tables'
            sizes are others; the rest changes with every hand.
        detail: as docs/floor.md has it, without "name".
        rule: what it rests on, as it is cited; empty where the book is silent.
        why: reasons, the first one first.
    """

    kind: str
    key: str
    detail: Mapping[str, Any]
    rule: str
    why: tuple[Why, ...]

    @property
    def situation(self) -> str:
        """By what a dismissal is known again: the key without who moves from which chair to which."""
        return situation_of(self.key)


def situation_of(key: str) -> str:
    """The part of a proposal's key that stays the same until the tables' sizes are others."""
    return key.partition("|")[0]


def stands_still(floor: Floor) -> bool:
    """Whether nobody can play on: no table that is not stopped deals to two."""
    return not any(table.size > 1 and not table.halted for table in floor.tables)


def left_be(floor: Floor) -> frozenset[str]:
    """Situations in which a proposal was dismissed and is left be.

    None while nobody can play on: the tables' sizes would stay as they are, and what was dismissed would never come
    back. With one player at each of two tables the final table has to be drawn, whatever was said before (Munot 78,
    Other Poker 7, TDA RP-9).
    """
    if not floor.dismissed or stands_still(floor):
        return frozenset()
    return frozenset(situation_of(key) for key in floor.dismissed)


def breaking_order(floor: Floor) -> list[PlayedTable]:
    """Tables in the order in which they are broken (WSOP 66), among equals the highest number first."""
    return sorted(floor.tables, key=lambda table: (table.breaks, -table.number))

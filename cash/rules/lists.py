"""The lists of the cash room: order, calls, skips and expiry (St. Moritz 11). Pure.

First come, first served. A called player has some time to come, is called again as often as the room has set,
and goes behind the list after that; the second time, they are taken off it. How patient the room is, is counted
as on the waiting list of a tournament. Times are integer milliseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from desk.rules.waiting_list import Patience

Does = Literal["recall", "skip", "pass", "expire"]


@dataclass(frozen=True, slots=True)
class Waiter:
    """A player on a list, or called from it.

    Attributes:
        entry: its id; of two who joined at the same time, the lower one was first.
        since: since when they wait.
        calls: how often they have been called.
        until: while called, the time until which the seat is kept; None while waiting.
        expires: for a player who is not in the room, the time until which the place is kept.
    """

    entry: int
    since: int
    calls: int = 0
    until: int | None = None
    expires: int | None = None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table of a game.

    Attributes:
        key: its id.
        number: in the room.
        open: seats that are neither taken nor kept for a called player.
        players: number of players at it, those called to it included.
        feeds: id of its main table; None if it feeds none.
        movers: players in their seats, who could move to the main table now.
    """

    key: int
    number: int
    open: int
    players: int
    feeds: int | None = None
    movers: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """An action for a place on a list."""

    entry: int
    does: Does


def in_order(waiters: Sequence[Waiter]) -> list[Waiter]:
    """Return the waiting players, first come, first served."""
    waiting = (one for one in waiters if one.until is None)
    return sorted(waiting, key=lambda one: (one.since, one.entry))


def position_of(entry: int, waiters: Sequence[Waiter]) -> int | None:
    """Return a player's position, counted from 1; None if they are not waiting."""
    places = {one.entry: place for place, one in enumerate(in_order(waiters), start=1)}
    return places.get(entry)


def skipped(waiter: Waiter, now: int, patience: Patience) -> Waiter | None:
    """Return a skipped player: behind the list the first time, None (off the list) the second time."""
    if patience.has_been_skipped(waiter.calls):
        return None
    return replace(waiter, since=now, until=None, calls=max(waiter.calls, patience.round))


def called_back(waiter: Waiter) -> Waiter:
    """Return a player whose seat is gone: in the old place, and without having been called."""
    return replace(waiter, until=None, calls=max(0, waiter.calls - 1))


def steps(waiters: Sequence[Waiter], now: int, patience: Patience) -> list[Step]:
    """Return what is due on a list because time has passed: another call, a skip, or the end of a place.

    Returns:
        The steps, calls that ran out first. Once they are carried out, nothing more is due at the same time.
    """
    found: list[Step] = []
    called = [one for one in waiters if one.until is not None and one.until <= now]
    for one in sorted(called, key=lambda one: (one.until or 0, one.entry)):
        if one.calls % patience.round:
            found.append(Step(one.entry, "recall"))
        elif one.expires is not None and one.expires <= now:
            found.append(Step(one.entry, "expire"))
        else:
            found.append(Step(one.entry, "skip" if skipped(one, now, patience) else "pass"))
    late = (one for one in in_order(waiters) if one.expires is not None and one.expires <= now)
    return found + [Step(one.entry, "expire") for one in late]


def seats_for_list(table: OpenTable, tables: Sequence[OpenTable]) -> int:
    """Return how many open seats of a table go to the list of its game (St. Moritz 11).

    A seat of a main table is kept for each player of its must-move tables who could move there now. A main table
    without players is filled from the list.

    Args:
        table: the table.
        tables: all tables of the game.
    """
    movers = sum(one.movers for one in tables if one.feeds == table.key)
    return max(0, table.open - movers) if table.players else table.open


def table_for(tables: Sequence[OpenTable]) -> OpenTable | None:
    """Return the table that the next player of a list goes to; None if no seat is open for the list.

    Main tables are filled before must-move tables, and of several the one with the fewest players first.
    """
    free = [one for one in tables if seats_for_list(one, tables) > 0]
    return min(free, key=lambda one: (one.feeds is not None, one.players, one.number), default=None)


def next_calls(waiters: Sequence[Waiter], tables: Sequence[OpenTable]) -> list[tuple[int, int]]:
    """Return the calls that fill the open seats: entry and table, first in line first."""
    found: list[tuple[int, int]] = []
    left = {one.key: one for one in tables}
    for waiter in in_order(waiters):
        table = table_for(list(left.values()))
        if table is None:
            break
        found.append((waiter.entry, table.key))
        # A called player counts as one of the table, so that the next one goes to the other short table.
        left[table.key] = replace(table, open=table.open - 1, players=table.players + 1)
    return found

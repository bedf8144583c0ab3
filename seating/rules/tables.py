"""Rules for the number of tables a field needs, and their sizes. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Table:
    """A table of an event as draws see it.

    Attributes:
        number: table number.
        free: free seats, counted from 1, ascending.
        taken: number of seated players.
        open: whether it is in play; otherwise it is in reserve.
        accessible: whether everybody can reach it.
        ghosts: seats of ghosts, which a late entry takes over.
    """

    number: int
    free: tuple[int, ...]
    taken: int = 0
    open: bool = True
    accessible: bool = False
    ghosts: tuple[int, ...] = ()


def places(tables: Sequence[Table], players: int) -> tuple[list[int], list[int], int]:
    """Distribute players so that table sizes differ by one at most, as far as seats and seated players allow.

    Args:
        tables: with enough free seats.
        players: number of players to seat.

    Returns:
        How many sit down at each table, which tables (their indexes) could take one more, and how many of
        those do.
    """
    level = 0
    highest = max((table.taken + len(table.free) for table in tables), default=0)
    while level < highest and sum(_down(table, level + 1) for table in tables) <= players:
        level += 1
    sizes = [_down(table, level) for table in tables]
    candidates = [at for at, table in enumerate(tables) if _down(table, level + 1) > sizes[at]]
    return sizes, candidates, players - sum(sizes)


def _down(table: Table, level: int) -> int:
    """Return how many sit down at a table that is filled up to a size."""
    return max(0, min(table.taken + len(table.free), level) - table.taken)


def accessible_places(tables: Sequence[Table], players: int) -> int:
    """Return how many of them can sit at accessible tables."""
    sizes, candidates, more = places(tables, players)
    fixed = sum(size for table, size in zip(tables, sizes, strict=True) if table.accessible)
    return fixed + min(more, sum(1 for at in candidates if tables[at].accessible))


def tables_for(tables: Sequence[Table], players: int, needs: int) -> list[Table]:
    """Return the tables for a field: those with players, then as many as needed, open ones before the
    reserve, each in the floor's order. An accessible table replaces the last other one while too few
    accessible seats are available.

    Args:
        tables: in the floor's order; together with enough seats.
        players: number of players to seat.
        needs: how many of them need an accessible table.
    """
    order = sorted(tables, key=lambda table: (table.taken == 0, not table.open))
    chosen: list[Table] = []
    room = 0
    for table in order:
        if table.taken or room < players:
            chosen.append(table)
            room += len(table.free)
    used = {table.number for table in chosen}
    spare = [table for table in order if table.number not in used and table.accessible]
    while spare and accessible_places(chosen, players) < needs:
        chosen.append(spare.pop(0))
        room += len(chosen[-1].free)
        given_up = next((one for one in reversed(chosen) if not one.accessible and not one.taken), None)
        if given_up is not None and room - len(given_up.free) >= players:
            chosen.remove(given_up)
            room -= len(given_up.free)
    used = {table.number for table in chosen}
    return [replace(table, open=True) for table in tables if table.number in used]


def numbers_all_taken(played: Sequence[Table], seats: int) -> list[int]:
    """Return seat numbers that are taken at every table in play: absent stacks in such seats come into play
    once the last seat of that number is claimed (PokerStars Live 2.1.2).

    Args:
        played: the tables in play.
        seats: seats at a table.
    """
    free = {seat for table in played for seat in (*table.free, *table.ghosts)}
    return [seat for seat in range(1, seats + 1) if played and seat not in free]

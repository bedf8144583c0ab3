"""How many tables a field needs, and how many sit at each. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Table:
    """A table of an event as a draw sees it.

    Attributes:
        number: painted on it.
        chairs: free ones, counted from 1, ascending.
        taken: how many players sit there.
        open: whether it is played at; otherwise it is kept in reserve.
        accessible: whether everybody can reach it.
        ghosts: chairs of ghosts, which a latecomer takes over.
    """

    number: int
    chairs: tuple[int, ...]
    taken: int = 0
    open: bool = True
    accessible: bool = False
    ghosts: tuple[int, ...] = ()


def places(tables: Sequence[Table], players: int) -> tuple[list[int], list[int], int]:
    """Share players out so that the tables' sizes differ by one at most, as far as chairs and those who sit allow.

    Args:
        tables: with enough free chairs.
        players: how many are to sit down.

    Returns:
        How many sit down at each table, which tables (their places in the list) could take one more, and how many
        of those do.
    """
    level = 0
    highest = max((table.taken + len(table.chairs) for table in tables), default=0)
    while level < highest and sum(_down(table, level + 1) for table in tables) <= players:
        level += 1
    sizes = [_down(table, level) for table in tables]
    candidates = [at for at, table in enumerate(tables) if _down(table, level + 1) > sizes[at]]
    return sizes, candidates, players - sum(sizes)


def _down(table: Table, level: int) -> int:
    """How many sit down at a table that is filled up to so many players."""
    return max(0, min(table.taken + len(table.chairs), level) - table.taken)


def accessible_places(tables: Sequence[Table], players: int) -> int:
    """How many of them can sit at accessible tables."""
    sizes, candidates, more = places(tables, players)
    fixed = sum(size for table, size in zip(tables, sizes, strict=True) if table.accessible)
    return fixed + min(more, sum(1 for at in candidates if tables[at].accessible))


def tables_for(tables: Sequence[Table], players: int, needs: int) -> list[Table]:
    """The tables a field is seated at: those where somebody sits, then as many as it takes, open ones before the
    reserve, each in the floor's order. An accessible one takes the place of the last other one while there are
    not enough chairs for those who need it.

    Args:
        tables: in the floor's order; together with enough chairs.
        players: how many are to sit down.
        needs: how many of them need an accessible table.
    """
    order = sorted(tables, key=lambda table: (table.taken == 0, not table.open))
    chosen: list[Table] = []
    room = 0
    for table in order:
        if table.taken or room < players:
            chosen.append(table)
            room += len(table.chairs)
    used = {table.number for table in chosen}
    spare = [table for table in order if table.number not in used and table.accessible]
    while spare and accessible_places(chosen, players) < needs:
        chosen.append(spare.pop(0))
        room += len(chosen[-1].chairs)
        given_up = next((one for one in reversed(chosen) if not one.accessible and not one.taken), None)
        if given_up is not None and room - len(given_up.chairs) >= players:
            chosen.remove(given_up)
            room -= len(given_up.chairs)
    used = {table.number for table in chosen}
    return [replace(table, open=True) for table in tables if table.number in used]


def numbers_all_taken(played: Sequence[Table], seats: int) -> list[int]:
    """Chair numbers that are taken at every table played at: stacks of absent players in such chairs come into play
    once the last chair of that number is claimed (PokerStars Live 2.1.2).

    Args:
        played: the tables played at.
        seats: chairs at a table.
    """
    free = {chair for table in played for chair in (*table.chairs, *table.ghosts)}
    return [chair for chair in range(1, seats + 1) if played and chair not in free]

"""Rules for whether players who must not sit together can be kept apart at all. Pure."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

# Search limit; beyond it, the shuffles decide.
_MOST_STEPS = 20_000


def may_be_apart(
    pairs: Sequence[tuple[int, int]], barred: Sequence[tuple[int, int]], room: Mapping[int, int]
) -> bool:
    """Return whether some seating keeps all pairs apart, so that shuffling is worthwhile.

    Args:
        pairs: entries that must not sit at one table.
        barred: (entry, table) where an entry must not sit.
        room: maximum number of players to be seated at each table.

    Returns:
        False only if it is certain that there is none.
    """
    others: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        others[one].add(other)
        others[other].add(one)
    not_at: dict[int, set[int]] = defaultdict(set)
    for entry, table in barred:
        not_at[entry].add(table)
        others.setdefault(entry, set())
    order = sorted(others, key=lambda entry: (-len(others[entry]), entry))
    named = {table for _entry, table in barred}
    at: dict[int, int] = {}
    taken: Counter[int] = Counter()
    steps = 0

    def seat(place: int) -> bool:
        nonlocal steps
        if place == len(order):
            return True
        entry = order[place]
        alike: set[int] = set()
        for table, most in room.items():
            steps += 1
            if steps > _MOST_STEPS:
                return True
            if taken[table] >= most or table in not_at[entry]:
                continue
            if any(at.get(other) == table for other in others[entry]):
                continue
            if not taken[table] and table not in named:
                # Empty tables of the same size are equivalent.
                if most in alike:
                    continue
                alike.add(most)
            at[entry] = table
            taken[table] += 1
            if seat(place + 1):
                return True
            del at[entry]
            taken[table] -= 1
        return False

    return seat(0)

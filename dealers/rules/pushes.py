"""Pushes: every dealer moves to the next table, and breaks rotate. Pure.

Tables form a ring by number; a dealer moves to the next one in play. If more dealers are on shift than tables
are in play, those who have dealt longest go on break, and those on break longest take the free tables. If
there are fewer, no dealer goes on break, and the tables without a dealer change with each push.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

Plan = Mapping[int, int | None]
"""Where each dealer goes, by key: a table's number, or None to rest. In the order in which they are to be queued."""


@dataclass(frozen=True, slots=True)
class DealerState:
    """A dealer on shift.

    Attributes:
        key: the dealer.
        table: number of the table where they deal; None while on break.
        since: their place in the queue since they began to deal without a rest, or to rest: the lowest began
            first.
    """

    key: int
    table: int | None
    since: int


def push(dealers: Sequence[DealerState], tables: Sequence[int]) -> Plan:
    """Return the next place of every dealer at a push.

    Args:
        dealers: on shift, each once.
        tables: numbers of those that play, each once.
    """
    ring = sorted(tables)
    following = dict(pairwise([*ring, *ring[:1]]))
    queue = sorted(dealers, key=lambda one: (one.since, one.key))
    dealing = [one for one in queue if one.table is not None]
    resting = [one for one in queue if one.table is None]
    spare = max(0, len(dealers) - len(ring))
    # Longest dealing go on break first; latest on break stay there.
    plan: dict[int, int | None] = {one.key: None for one in (*dealing, *reversed(resting))[:spare]}
    for one in dealing:
        # A dealer from a closed table has no next one, and takes a free one.
        if one.key not in plan and one.table in following:
            plan[one.key] = following[one.table]
    free = [table for table in ring if table not in plan.values()]
    waiting = [one for one in (*resting, *dealing) if one.key not in plan]
    for one, table in zip(waiting, free, strict=False):
        plan[one.key] = table
    return plan


def after(dealers: Sequence[DealerState], plan: Plan) -> list[DealerState]:
    """Return the dealers' state after a push.

    Args:
        plan: names each of them.
    """
    known = {one.key: one for one in dealers}
    number = max((one.since for one in dealers), default=0)
    found = []
    for key, table in plan.items():
        one = known[key]
        if (one.table is None) != (table is None):
            number += 1
            one = replace(one, since=number)
        found.append(replace(one, table=table))
    return found


def ahead(dealers: Sequence[DealerState], tables: Sequence[int], pushes: int) -> list[Plan]:
    """Return a number of coming pushes, if neither dealers nor tables change."""
    plans = []
    states = list(dealers)
    for _number in range(pushes):
        plans.append(push(states, tables))
        states = after(states, plans[-1])
    return plans

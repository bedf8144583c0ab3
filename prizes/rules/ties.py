"""A player who shares a place among those who went out together. Pure.

| out in one hand at | Munot 79 | Five Spades 9.5 | PokerStars Live 3.13.2–3, WSOP 126b | a silent book |
|---|---|---|---|---|
| different tables | shared | bigger stack ahead | shared | shared |
| one table | shared | bigger stack ahead | bigger stack ahead | bigger stack ahead |

"Bigger" is the stack at the start of the hand; equal stacks always share. Where tables share but stacks
decide at a table, the books do not say how three are ranked of whom two sat at one table: here the biggest
stacks of each table share, then the second biggest, and so on, so nobody loses a place to another table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, Literal, TypeVar

from tourney.rulebooks.books.schema import Book, cite

T = TypeVar("T")
By = Literal["share", "stack"]


@dataclass(frozen=True, slots=True)
class Together(Generic[T]):
    """One of those who went out together: who, at which table, with how many chips.

    Attributes:
        order: by the stack where somebody said who had more: 1 for the biggest, the same number for equal ones.
    """

    who: T
    table: int | None
    stack: int | None
    order: int | None = None


@dataclass(frozen=True, slots=True)
class Group(Generic[T]):
    """Those who went out together, ranked.

    Attributes:
        tied: the best first; who stands in one tuple shares a place.
        rule: what the order rests on.
        needs_stack: a stack that would decide was not counted.
    """

    tied: tuple[tuple[T, ...], ...]
    rule: str = ""
    needs_stack: bool = False


def in_one_hand(together: int, book: Book) -> bool:
    """Return whether busts that have the same number are of one hand.

    Of hand-for-hand the hand that ran at the announcement, round 0, is one of them in some books (TDA RP-8A,
    WSOP 126); where a book is silent it is not.
    """
    policy = book.hand_for_hand.first_hand
    return together > 0 or (policy is not None and policy.sharing_from == "running_hand")


def sharing(members: Sequence[Together[T]], *, removal: bool, claimed: bool, book: Book) -> Group[T]:
    """Rank those who went out together.

    Args:
        members: at least two.
        removal: they were taken out at once, with their chips (Five Spades 9.5).
        claimed: hand-for-hand or the bubble had been announced: from then on a book may have all share (Munot 79).
        book: the event's.
    """
    if removal:
        policy = book.seating.absent
        by: By = "share" if policy is not None and policy.removed_together == "share" else "stack"
        return _ordered(members, by, cite(book, policy))
    other, same = book.places.same_hand_other_table, book.places.same_hand_same_table
    claim = book.places.prize_claim
    early = claim is not None and claim.arises == "hand_for_hand_or_bubble_announced" and not claimed
    # Before the claim arises such a book says nothing about ties.
    across: By = other.by if other is not None and not early else "share"
    within: By = same.by if same is not None and not early else "stack"
    across_rule, within_rule = ("", "") if early else (cite(book, other), cite(book, same))
    tables: dict[int | None, list[Together[T]]] = {}
    for one in members:
        tables.setdefault(one.table, []).append(one)
    if len(tables) == 1:
        return _ordered(members, within, within_rule)
    if len(tables) == len(members):
        # Nobody sat with another one: what a book says of one table does not come into it.
        return _ordered(members, across, across_rule)
    if across == within:
        return _ordered(members, across, _both(book, across_rule, within_rule))
    groups = [_ordered(at_table, within, within_rule) for at_table in tables.values()]
    if across == "share":
        layers = max(len(group.tied) for group in groups)
        tied = tuple(
            tuple(who for group in groups if layer < len(group.tied) for who in group.tied[layer])
            for layer in range(layers)
        )
        rule = across_rule if layers == 1 else _both(book, across_rule, within_rule)
        return Group(tied, rule=rule, needs_stack=any(group.needs_stack for group in groups))
    # A table shares its places, and tables are told apart by the biggest stack of each.
    biggest = [_biggest(at_table) for at_table in tables.values()]
    first = [
        min((one.order for one in here if one.order is not None), default=None) for here in tables.values()
    ]
    found = _ordered(
        [
            Together(group.tied[0], None, stack, order)
            for group, stack, order in zip(groups, biggest, first, strict=True)
        ],
        "stack",
        across_rule,
    )
    return Group(
        tuple(tuple(who for part in tie for who in part) for tie in found.tied),
        rule=found.rule,
        needs_stack=found.needs_stack,
    )


def _biggest(members: Sequence[Together[T]]) -> int | None:
    """Return the biggest stack; None if one of them is not known."""
    stacks = [one.stack for one in members if one.stack is not None]
    return max(stacks) if len(stacks) == len(members) else None


def _ordered(members: Sequence[Together[T]], by: By, rule: str) -> Group[T]:
    """By the stacks, the biggest first; all in one where they share, or nobody knows who had more.

    Stacks that were counted decide before what somebody said of who had more.
    """
    if len(members) == 1:
        return Group(((members[0].who,),), rule=rule)
    keys = _keys(members)
    if by == "share" or keys is None:
        return Group((tuple(one.who for one in members),), rule=rule, needs_stack=by == "stack")
    order = sorted(zip(keys, members, strict=True), key=lambda one: one[0])
    tied = tuple(tuple(one.who for _key, one in tie) for _key, tie in groupby(order, key=lambda one: one[0]))
    return Group(tied, rule=rule)


def _keys(members: Sequence[Together[T]]) -> list[int] | None:
    """Return what sorts them, the biggest stack first; None if that is not known."""
    stacks = [-one.stack for one in members if one.stack is not None]
    if len(stacks) == len(members):
        return stacks
    orders = [one.order for one in members if one.order is not None]
    return orders if len(orders) == len(members) else None


def _both(book: Book, one: str, other: str) -> str:
    """Two rules of one book as one citation: "PokerStars Live 3.13.2, 3.13.3"."""
    if not one or not other or one == other:
        return one or other
    return f"{one}, {other.removeprefix(book.short).strip()}"

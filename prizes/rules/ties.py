"""Ties: which players share a place when several bust in one hand. Pure.

| out in one hand at | Munot 79 | Five Spades 9.5 | PokerStars Live 3.13.2–3, WSOP 126b | a silent book |
|---|---|---|---|---|
| different tables | shared | bigger stack ahead | shared | shared |
| one table | shared | bigger stack ahead | bigger stack ahead | bigger stack ahead |

"Bigger" is the stack at the start of the hand; equal stacks always share. If players at different tables share
but stacks decide at one table, the books do not rank three players of whom two sat at one table: here the biggest
stacks of each table share, then the second biggest, and so on, so no player loses a place to another table.
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
    """An entry that busted in the same hand as others: table and stack.

    Attributes:
        order: by stack, as stated by staff: 1 for the biggest, equal numbers for equal stacks.
    """

    who: T
    table: int | None
    stack: int | None
    order: int | None = None


@dataclass(frozen=True, slots=True)
class Group(Generic[T]):
    """The ranked entries of a tie.

    Attributes:
        tied: best first; the members of one tuple share a place.
        rule: the rule for the order.
        needs_stack: the order depends on a stack that was not counted.
    """

    tied: tuple[tuple[T, ...], ...]
    rule: str = ""
    needs_stack: bool = False


def in_one_hand(together: int, book: Book) -> bool:
    """Return whether busts with the same number belong to one hand.

    The hand in progress when hand-for-hand was announced, round 0, belongs to it in some books (TDA RP-8A,
    WSOP 126); if a book is silent, it does not.
    """
    policy = book.hand_for_hand.first_hand
    return together > 0 or (policy is not None and policy.sharing_from == "running_hand")


def sharing(members: Sequence[Together[T]], *, removal: bool, claimed: bool, book: Book) -> Group[T]:
    """Rank the entries of a tie.

    Args:
        members: at least two.
        removal: they were removed at the same time with their chips (Five Spades 9.5).
        claimed: hand-for-hand or the bubble was announced before; a book may then have all share (Munot 79).
        book: the event's.
    """
    if removal:
        policy = book.seating.absent
        by: By = "share" if policy is not None and policy.removed_together == "share" else "stack"
        return _ordered(members, by, cite(book, policy))
    other, same = book.places.same_hand_other_table, book.places.same_hand_same_table
    claim = book.places.prize_claim
    early = claim is not None and claim.arises == "hand_for_hand_or_bubble_announced" and not claimed
    # Before the announcement, such a book has no rule for ties.
    across: By = other.by if other is not None and not early else "share"
    within: By = same.by if same is not None and not early else "stack"
    across_rule, within_rule = ("", "") if early else (cite(book, other), cite(book, same))
    tables: dict[int | None, list[Together[T]]] = {}
    for one in members:
        tables.setdefault(one.table, []).append(one)
    if len(tables) == 1:
        return _ordered(members, within, within_rule)
    if len(tables) == len(members):
        # All sat at different tables: rules for one table do not apply.
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
    # Tables share their places; the biggest stack of each decides between tables.
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
    """Return the biggest stack; None if a stack is unknown."""
    stacks = [one.stack for one in members if one.stack is not None]
    return max(stacks) if len(stacks) == len(members) else None


def _ordered(members: Sequence[Together[T]], by: By, rule: str) -> Group[T]:
    """Rank by stack, the biggest first; one tuple if they share or the order is unknown.

    Counted stacks take precedence over an order stated by staff.
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
    """Return the sort key, the biggest stack first; None if unknown."""
    stacks = [-one.stack for one in members if one.stack is not None]
    if len(stacks) == len(members):
        return stacks
    orders = [one.order for one in members if one.order is not None]
    return orders if len(orders) == len(members) else None


def _both(book: Book, one: str, other: str) -> str:
    """Join two rules of one book in one citation: "PokerStars Live 3.13.2, 3.13.3"."""
    if not one or not other or one == other:
        return one or other
    return f"{one}, {other.removeprefix(book.short).strip()}"

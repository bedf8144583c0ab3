"""Who gets which prize: places against the ladder, shared places, pay jumps. Pure. Amounts in minor units."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from prizes.rules.payouts import Item, Prize
from prizes.rules.places import Place, Ranking
from prizes.rules.shares import even_parts
from tourney.rulebooks.books.schema import Book


@dataclass(frozen=True, slots=True)
class Award:
    """The winnings of an entry.

    Attributes:
        entry, player: the winner.
        best, worst: the places held.
        cash: what is paid.
        items: tickets and things.
        undivided: things of shared places that differ, the same for all who share them: the floor settles who
            gets which.
        rule: what the sharing rests on.
    """

    entry: int
    player: int
    best: int
    worst: int
    cash: int
    items: tuple[Item, ...] = ()
    undivided: tuple[Item, ...] = ()
    rule: str = ""


def ladder(amounts: Sequence[int]) -> list[Prize]:
    """Cash prizes by place, the first place's first."""
    return [Prize(place, amount) for place, amount in enumerate(amounts, start=1)]


def awards(
    places: Sequence[Place], prizes: Sequence[Prize], held: Mapping[int, int] | None = None
) -> list[Award]:
    """Give the prizes won so far: of players who are out for good, and of the winner. An unconfirmed tie
    has won nothing yet.

    A player who shares a place gets an equal part of what the places concerned are worth together, paid or
    not: a tie over the edge of the money shares what lies within (Munot 79, PokerStars Live 3.13.2, WSOP
    126b). Cents that can't be divided go one each to the bigger stack at the start of the hand, then to the
    earlier entry. Who is ranked without a claim to a prize is passed over, and those behind move up to it, so
    that the pool is paid out in full (PokerStars Live 6.9.6).

    Args:
        places: of one event, the best first (`places.rank`).
        prizes: by place, the first place's first, without gaps.
        held: who was handed which thing, entries by its key: of equal tickets everybody keeps the one handed
            over.
    """
    found: list[Award] = []
    passed = 0
    for (best, worst), group in groupby(places, key=lambda one: (one.best, one.worst)):
        sharing = [one for one in group if one.paid]
        if not sharing:
            passed += worst - best + 1
            continue
        first = best - passed
        if first > len(prizes):
            break  # Nobody further behind gets anything either.
        within = prizes[first - 1 : first - 1 + len(sharing)]
        if within and not any(one.state == "open" or one.unconfirmed for one in sharing):
            found += _shared(sharing, within, held or {})
        passed += worst - best + 1 - len(sharing)
    return found


def _shared(sharing: Sequence[Place], prizes: Sequence[Prize], held: Mapping[int, int]) -> list[Award]:
    items = tuple(item for prize in prizes for item in prize.items)
    parts = even_parts(sum(prize.cash for prize in prizes), len(sharing))
    order = sorted(sharing, key=lambda one: (-(one.stack if one.stack is not None else -1), one.entry))
    each = _one_each([one.entry for one in order], prizes, held)
    return [
        Award(
            one.entry,
            one.player,
            one.best,
            one.worst,
            part,
            items=each.get(one.entry, ()),
            undivided=() if each else items,
            rule=one.rule,
        )
        for one, part in zip(order, parts, strict=True)
    ]


def _one_each(
    entries: Sequence[int], prizes: Sequence[Prize], held: Mapping[int, int]
) -> dict[int, tuple[Item, ...]]:
    """Return who gets the things of which place, where all places concerned have the same ones; empty if they
    differ.
    """
    things = [prize.items for prize in prizes]
    same = len({tuple((item.name, item.value, item.from_pool) for item in items) for items in things}) == 1
    if len(things) != len(entries) or not same:
        return {}
    found: dict[int, tuple[Item, ...]] = {}
    for items in list(things):
        holder = next((held[item.key] for item in items if item.key in held), None)
        if holder is not None and holder in entries and holder not in found:
            found[holder] = items
            things.remove(items)
    found |= zip((entry for entry in entries if entry not in found), things, strict=True)
    return found


def undecided(places: Sequence[Place], prizes: Sequence[Prize]) -> frozenset[int]:
    """Return entries whose cash prize hangs on an uncounted stack: what they share may go to one of them
    alone.

    Who shares places that pay the same gets it whatever the stacks were.

    Args:
        places: of one event, the best first (`places.rank`).
        prizes: by place, the first place's first, without gaps.
    """
    found: set[int] = set()
    passed = 0
    for (best, _worst), group in groupby(places, key=lambda one: (one.best, one.worst)):
        members = list(group)
        sharing = [one for one in members if one.paid]
        # As in `awards`: those behind move up to prizes of anyone who has no claim to one.
        first = best - passed
        passed += len(members) - len(sharing)
        if first > len(prizes):
            break
        within = [prize.cash for prize in prizes[first - 1 : first - 1 + len(sharing)]]
        within += [0] * (len(sharing) - len(within))
        if any(one.needs_stack for one in sharing) and len(set(within)) > 1:
            found.update(one.entry for one in sharing)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Money:
    """Distance to the money and pay jumps for the players left.

    Attributes:
        paid: places paid.
        to_go: how many have to go out until everybody left is in the money; 0: they are.
        certain: the minimum prize of every player left.
        jump: what it is after the next step up; None if only the first prize is left to be had.
        jump_after: how many have to go out until then.
    """

    paid: int
    to_go: int
    certain: int
    jump: int | None
    jump_after: int


def money(prizes: Sequence[Prize], left: int) -> Money:
    """Pay jumps, as displays and phones show them.

    Args:
        prizes: by place, the first place's first.
        left: how many are in play, at least one.
    """
    worth = [prize.worth for prize in prizes]
    certain = worth[left - 1] if left <= len(worth) else 0
    better = next(
        (place for place in range(min(left - 1, len(worth)), 0, -1) if worth[place - 1] > certain), None
    )
    return Money(
        paid=len(worth),
        to_go=max(0, left - len(worth)),
        certain=certain,
        jump=worth[better - 1] if better is not None else None,
        jump_after=left - better if better is not None else 0,
    )


def points(ranking: Ranking, book: Book) -> dict[int, int]:
    """Points by entry, where a club plays for these (Five Spades 5.4): by place and field, only those above
    nothing.

    A player who shares a place has it, and so the points of it: the best of the places concerned.

    Args:
        ranking: of one event; who may still come back has no points yet.
        book: without a season's ranking there are none.
    """
    policy = book.season.ranking
    if policy is None:
        return {}
    found = {
        one.entry: policy.points_for(ranking.field, one.best)
        for one in ranking.places
        if one.paid and one.state != "open" and not one.unconfirmed
    }
    return {entry: count for entry, count in found.items() if count}

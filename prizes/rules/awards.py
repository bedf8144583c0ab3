"""Award prizes: places against the ladder, shared places, pay jumps. Pure. Amounts in minor units."""

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
        undivided: different non-cash prizes of shared places, listed for each player who shares; the floor
            divides them.
        rule: the rule for sharing.
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
    """Award the prizes won so far: of players who are out for good, and of the winner. An unconfirmed tie
    has won nothing yet.

    A player who shares a place gets an equal part of the prizes of all places concerned, paid or not: a
    tie across the edge of the money shares the paid part (Munot 79, PokerStars Live 3.13.2, WSOP
    126b). Cents that can't be divided go one each to the bigger stack at the start of the hand, then to the
    earlier entry. A player ranked without a claim to a prize is skipped, and the players behind move up, so
    that the pool is paid out in full (PokerStars Live 6.9.6).

    Args:
        places: of one event, the best first (`places.rank`).
        prizes: by place, the first place's first, without gaps.
        held: non-cash prizes handed over, entries by prize key: of equal tickets each player keeps the one
            received.
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
            break  # All further places are unpaid.
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
    """Return the owners of non-cash prizes if all places concerned have the same ones; empty if they
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
    """Return entries whose cash prize depends on an uncounted stack: one of them may get the whole shared
    prize.

    Players who share places with equal prizes are not included.

    Args:
        places: of one event, the best first (`places.rank`).
        prizes: by place, the first place's first, without gaps.
    """
    found: set[int] = set()
    passed = 0
    for (best, _worst), group in groupby(places, key=lambda one: (one.best, one.worst)):
        members = list(group)
        sharing = [one for one in members if one.paid]
        # As in `awards`: players behind move up past anyone without a claim to a prize.
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
        to_go: eliminations until all players left are in the money; 0: they are.
        certain: the minimum prize of every player left.
        jump: the minimum prize after the next pay jump; None if only the first prize is above the minimum.
        jump_after: eliminations until then.
    """

    paid: int
    to_go: int
    certain: int
    jump: int | None
    jump_after: int


def money(prizes: Sequence[Prize], left: int) -> Money:
    """Return the distance to the money and the pay jumps, as shown on displays and phones.

    Args:
        prizes: by place, the first place's first.
        left: number of players in play, at least one.
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
    """Return ranking points by entry (Five Spades 5.4), from place and field; entries without points are
    left out.

    Players who share places all get the points of the best of these places.

    Args:
        ranking: of one event; players who may still re-enter have no points yet.
        book: without a season ranking there are no points.
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

"""Payouts: the prize of each place, from a table, from a formula, or by hand. Pure.

A ladder is a list of prizes by place, the first place first, in minor units of one currency; it never rises and
adds up to the pool. Prizes are rounded down to whole notes; the remainder goes to the upper places (`spread`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from prizes.rules.curves import in_tiers, places_paid, smooth
from prizes.rules.refusals import CannotPay
from prizes.rules.refusals import gettext_noop as _
from prizes.rules.spread import spread
from prizes.rules.tables import Table, weights_of
from tourney.rulebooks.books.schema import Book, cite


@dataclass(frozen=True, slots=True)
class Formula:
    """A payout by formula.

    Attributes:
        percent: part of the field that is paid, in hundredths of a percent (1500: 15 %).
        rounded: whether the number of places is rounded "up" or "down".
        ratio: first prize to second.
        minimum: the lowest prize, in hundredths of a buy-in (150: one and a half).
        tiered: lower places share tiers of equal prizes, as on a printed sheet; otherwise each step is smooth.
    """

    percent: int = 1500
    rounded: str = "up"
    ratio: float = 1.6
    minimum: int = 150
    tiered: bool = True


def formula_for(book: Book, formula: Formula) -> tuple[Formula, str]:
    """Return a formula for the part of the field that the book pays (WSOP: 15 %, rounded up), and its
    rule.
    """
    policy = book.places.places_paid
    if policy is None:
        return formula, ""
    return (
        Formula(
            policy.percent_of_entries * 100,
            policy.rounded,
            formula.ratio,
            formula.minimum,
            formula.tiered,
        ),
        cite(book, policy),
    )


def check_pool(entries: int, pool: int) -> None:
    """Raise CannotPay if there are no entries (`no_entries`), or no money to pay (`no_pool`)."""
    if entries < 1:
        raise CannotPay("no_entries", _("There are no entries yet."))
    if pool < 1:
        raise CannotPay("no_pool", _("There is no money in the pool."))


def by_table(table: Table, entries: int, pool: int, *, note: int = 1) -> list[int]:
    """Return the ladder of a table for a field of this size.

    If the pool is too small for one note per place, fewer places are paid.

    Args:
        table: the table that the room chose.
        entries: number of entries, re-entries included.
        pool: in minor units.
        note: smallest unit in which prizes are paid.

    Raises:
        CannotPay: no entries, no money, or more entries than the table covers (`field_too_large`).
    """
    check_pool(entries, pool)
    return _ladder(pool, weights_of(table, entries), note, note)


def by_formula(formula: Formula, entries: int, pool: int, buy_in: int, *, note: int = 1) -> list[int]:
    """Return the ladder of a formula.

    If the pool is too small for the minimum prize in each place, fewer places are paid, but at least the first.

    Args:
        formula: the director's parameters.
        entries: number of entries, re-entries included.
        pool: in minor units.
        buy_in: unit of the minimum prize.
        note: smallest unit in which prizes are paid; the minimum prize is rounded up to it.

    Raises:
        CannotPay: no entries, no money, or a ratio out of bounds (`bad_ratio`).
    """
    check_pool(entries, pool)
    least = max(1, -(-buy_in * formula.minimum // 100 // note)) * note
    least = min(least, pool)
    places = min(places_paid(entries, formula.percent, rounded=formula.rounded), pool // least)
    weights = smooth(pool, places, formula.ratio, least)
    return _ladder(pool, in_tiers(weights) if formula.tiered else weights, note, least)


def _ladder(pool: int, weights: Sequence[int], note: int, least: int) -> list[int]:
    places = min(len(weights), max(1, pool // least))
    lows = [least if least * places <= pool else 0] * places
    amounts, left = spread(pool, weights[:places], note=note, lows=lows)
    assert left == 0
    return amounts


@dataclass(frozen=True, slots=True)
class ByHand:
    """A ladder typed by hand.

    Attributes:
        amounts: by place.
        left: the part of the pool that is not assigned; negative if too much is.
        rising: places that would get more than the place above.
    """

    amounts: tuple[int, ...]
    left: int
    rising: tuple[int, ...]

    @property
    def stands(self) -> bool:
        """Return whether the ladder can be used."""
        return self.left == 0 and not self.rising and min(self.amounts, default=0) >= 0


def by_hand(pool: int, amounts: Sequence[int]) -> ByHand:
    """Check a ladder typed by hand: it is complete if nothing is left and no place pays more
    than the place above.
    """
    rising = [place + 1 for place in range(1, len(amounts)) if amounts[place] > amounts[place - 1]]
    return ByHand(tuple(amounts), pool - sum(amounts), tuple(rising))


def filled_up(pool: int, ladder: Sequence[int], kept: Mapping[int, int], *, note: int = 1) -> ByHand:
    """Return a ladder that keeps some places as typed and changes the others in proportion, so that it
    sums to the pool.

    Args:
        pool: in minor units.
        ladder: the previous one; positive amounts that never rise.
        kept: amount by place, counted from 1.
        note: smallest unit in which the others are paid.

    Raises:
        CannotPay: a kept place would pay more than one kept above it (`kept_rise`), a place is not on
            the ladder (`no_such_place`), or the kept places alone are more than the pool allows
            (`kept_too_much`).
    """
    lows, highs = _bounds(len(ladder), kept)
    if sum(lows) > pool:
        raise CannotPay("kept_too_much", _("The fixed places need more than the pool holds."))
    weights = [max(1, amount) for amount in ladder]
    amounts, left = spread(pool, weights, note=note, lows=lows, highs=highs)
    return ByHand(tuple(amounts), left, ())


def _bounds(places: int, kept: Mapping[int, int]) -> tuple[list[int], list[int | None]]:
    """Return the bounds that kept places set: a minimum for the places above, a maximum for the places
    below.
    """
    for place, amount in kept.items():
        if not 1 <= place <= places or amount < 0:
            raise CannotPay("no_such_place", _("Place %(place)s does not exist."), {"place": place})
    lows = [0] * places
    highs: list[int | None] = [None] * places
    least = 0
    for place in range(places, 0, -1):
        least = kept.get(place, least)
        lows[place - 1] = least
    most: int | None = None
    for place in range(1, places + 1):
        typed = kept.get(place)
        if typed is not None:
            if most is not None and typed > most:
                message = _("Place %(place)s would pay more than a place above it.")
                raise CannotPay("kept_rise", message, {"place": place})
            most = typed
        highs[place - 1] = most
    return lows, highs


@dataclass(frozen=True, slots=True)
class Item:
    """A ticket, or a prize in kind.

    Attributes:
        place: the place that wins it.
        name: of the prize.
        value: in minor units.
        from_pool: bought with money of the pool; otherwise it is given in addition and not part of the sums.
        key: the caller's identifier; the rules ignore it.
    """

    place: int
    name: str
    value: int
    from_pool: bool = True
    key: int = 0


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of a place: `cash` in minor units, and things. `worth`: cash and things from the pool, together."""

    place: int
    cash: int
    items: tuple[Item, ...] = ()

    @property
    def worth(self) -> int:
        """In minor units."""
        return self.cash + sum(item.value for item in self.items if item.from_pool)


def with_items(ladder: Sequence[int], items: Sequence[Item], *, note: int = 1) -> list[Prize]:
    """Return a ladder in which some places get a thing of a fixed value, and the rest of their prize in cash.

    A thing worth more than the prize of its place raises that prize, and those above it; the other places
    pay for it in proportion.

    Args:
        ladder: prizes by place, never rising.
        items: several with the same place if it gets several.
        note: smallest unit in which cash is paid.

    Raises:
        CannotPay: a place is not on the ladder (`no_such_place`), or the things are worth more than the pool
            (`items_too_dear`).
    """
    pool = sum(ladder)
    worth: dict[int, int] = {}
    for item in items:
        if not 1 <= item.place <= len(ladder):
            raise CannotPay("no_such_place", _("Place %(place)s does not exist."), {"place": item.place})
        if item.from_pool:
            worth[item.place] = worth.get(item.place, 0) + item.value
    lows, least = [0] * len(ladder), 0
    for place in range(len(ladder), 0, -1):
        least = lows[place - 1] = max(least, worth.get(place, 0))
    if sum(lows) > pool:
        raise CannotPay("items_too_dear", _("The non-cash prizes are worth more than the pool."))
    amounts = list(ladder)
    if any(amount < low for amount, low in zip(ladder, lows, strict=True)):
        amounts, _left = spread(pool, [max(1, one) for one in ladder], note=note, lows=lows)
    return [
        Prize(place, amount - worth.get(place, 0), tuple(item for item in items if item.place == place))
        for place, amount in enumerate(amounts, start=1)
    ]


def satellite(pool: int, name: str, value: int) -> list[Prize]:
    """Return as many tickets as the pool pays for, one per place, and the rest in cash for the next place.

    Args:
        pool: in minor units.
        name: of the ticket.
        value: of one, positive.

    Raises:
        CannotPay: the pool does not pay for one (`ticket_too_dear`).
    """
    count, rest = divmod(pool, value)
    if not count:
        raise CannotPay("ticket_too_dear", _("The pool does not cover one ticket."))
    prizes = [Prize(place, 0, (Item(place, name, value),)) for place in range(1, count + 1)]
    return [*prizes, Prize(count + 1, rest)] if rest else prizes


@dataclass(frozen=True, slots=True)
class Change:
    """A place's prize now and in a larger field; 0 if it is not paid."""

    place: int
    now: int
    then: int


def changes(now: Sequence[int], then: Sequence[int]) -> list[Change]:
    """Return the places where two ladders differ, for "and with ten more entries?"."""
    places = max(len(now), len(then))
    pairs = zip([*now, *[0] * (places - len(now))], [*then, *[0] * (places - len(then))], strict=True)
    return [Change(place, one, other) for place, (one, other) in enumerate(pairs, 1) if one != other]

"""Deals: the remaining players divide the prizes left (PokerStars Live 1.5; Munot 79). Pure.

Amounts are integers of minor units of one currency. Rounding happens once, at the end, so that the amounts add
up: the largest remainders are rounded up, the bigger stack first among equal ones, then in the order of the players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from prizes.rules.icm import MOST, icm_values
from prizes.rules.refusals import CannotPay
from prizes.rules.refusals import gettext_noop as _
from prizes.rules.shares import in_cents

Method = Literal["icm", "chip_chop", "even"]
METHODS: tuple[Method, ...] = ("icm", "chip_chop", "even")


@dataclass(frozen=True, slots=True)
class Deal:
    """Shares of the remaining players.

    Attributes:
        amounts: one for each player, in the order of the stacks.
        left: prizes that are still played for, the first place first; () if none.
        error: maximum error of a share before rounding, in minor units; 0 if exact.
    """

    amounts: tuple[int, ...]
    left: tuple[int, ...] = ()
    error: float = 0.0


def ladder_of(players: int, prizes: Sequence[int]) -> list[int]:
    """Return the prizes of this many players, with a 0 for each place that is not paid.

    Args:
        players: number of players left.
        prizes: the first place first; at most one for each player.

    Raises:
        CannotPay: there are no players or no prizes (`too_few_players`, `no_prizes`), more prizes than players
            (`too_many_prizes`), a negative one (`negative_prize`), or one above the one before it
            (`prizes_rise`).
    """
    if players < 1:
        raise CannotPay("too_few_players", _("A deal needs at least one player."))
    if not prizes:
        raise CannotPay("no_prizes", _("A deal needs at least one prize."))
    if len(prizes) > players:
        message = _("There are more prizes (%(prizes)s) than players (%(players)s).")
        raise CannotPay("too_many_prizes", message, {"prizes": len(prizes), "players": players})
    for place, prize in enumerate(prizes, start=1):
        if prize < 0:
            raise CannotPay("negative_prize", _("Prize %(place)s is negative."), {"place": place})
        if place > 1 and prize > prizes[place - 2]:
            message = _("Prize %(place)s is higher than the prize above it.")
            raise CannotPay("prizes_rise", message, {"place": place})
    return [*prizes, *[0] * (players - len(prizes))]


def check_stacks(stacks: Sequence[int]) -> None:
    """Raise CannotPay if a stack is negative (`negative_stack`) or all stacks are empty (`no_chips`)."""
    for place, stack in enumerate(stacks, start=1):
        if stack < 0:
            raise CannotPay("negative_stack", _("Stack %(place)s is negative."), {"place": place})
    if not any(stacks):
        raise CannotPay("no_chips", _("No player has any chips."))


def even_shares(players: int, prizes: Sequence[int]) -> list[Fraction]:
    """Return equal shares."""
    return [Fraction(sum(prizes), players)] * players


def chip_chop_shares(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """Divide by chips: each player gets the lowest prize left, the rest goes by chips, at most the first prize each.

    The lowest prize is certain for each player. A share above the first prize is cut to it, and the excess goes to
    the others by their chips, until no share is above it.

    Args:
        stacks: none negative, at least one positive.
        prizes: as `ladder_of` gives them.
    """
    first, least = prizes[0], prizes[-1]
    shares = [Fraction(least)] * len(stacks)
    rest = sum(prizes) - least * len(stacks)
    open_places = list(range(len(stacks)))
    while rest:
        chips = sum(stacks[place] for place in open_places)
        # Only players without chips are below the first prize: they share evenly.
        parts = {
            place: Fraction(rest * stacks[place], chips) if chips else Fraction(rest, len(open_places))
            for place in open_places
        }
        full = [place for place in open_places if least + parts[place] > first]
        for place in full or open_places:
            shares[place] = Fraction(first) if full else least + parts[place]
        if not full:
            break
        rest -= (first - least) * len(full)
        open_places = [place for place in open_places if place not in full]
    return shares


def take_from_top(prizes: Sequence[int], amount: int) -> list[int]:
    """Return prizes less an amount that is taken from the first one until it equals the second, then
    from both, and so on.

    They never rise from one place to the next, and the lowest is reduced last. Odd cents stay with the upper
    places.

    Args:
        prizes: none above the one before it.
        amount: at most their sum.
    """
    low, high = 0, prizes[0] if prizes else 0
    # The highest level that takes enough.
    while low < high:
        level = (low + high + 1) // 2
        if sum(max(0, prize - level) for prize in prizes) >= amount:
            low = level
        else:
            high = level - 1
    taken = [min(prize, low) for prize in prizes]
    # One level higher would take too little: these cents fit above it.
    for place in range(sum(prizes) - amount - sum(taken)):
        taken[place] += 1
    return taken


def bubble_deal(prizes: Sequence[int], amount: int) -> list[int]:
    """Return the prizes with one more place that the players agreed to pay, taken from the top prizes (Munot 79:
    it is a prize).

    Args:
        prizes: of the paid places, the first place's first, none above the one before it.
        amount: the extra prize; positive.

    Raises:
        CannotPay: the places above would get less than the extra prize (`bubble_prize_too_big`).
    """
    total = sum(prizes)
    if amount > total or take_from_top(prizes, amount)[-1] < amount:
        message = _("A bubble prize of %(money)s would be more than the lowest prize.")
        raise CannotPay("bubble_prize_too_big", message, {"money": amount})
    return [*take_from_top(prizes, amount), amount]


def propose(
    stacks: Sequence[int],
    prizes: Sequence[int],
    mix: Mapping[Method, int],
    *,
    left: Sequence[int] = (),
) -> Deal:
    """Divide the prizes left by ICM, by chips, evenly, or any mix of these.

    Args:
        stacks: chips of each player left; players without chips share the part that the others cannot win.
        prizes: of the places left, the first place first.
        mix: parts of each method; {"icm": 1} or {"icm": 1, "even": 1} for half and half.
        left: prizes still played for, the first place first; taken from the top prizes. The lowest prize, which is
            certain for each player, is never part of it.

    Raises:
        CannotPay: as `ladder_of` and `check_stacks`; more than 100 stacks for ICM (`too_many_players`); no
            part of any method (`no_method`); more left to play for than is above the lowest prize
            (`too_much_left`), or rising from one place to the next (`left_rises`).
    """
    ladder = ladder_of(len(stacks), prizes)
    check_stacks(stacks)
    parts = {method: part for method, part in mix.items() if part}
    if not parts or any(part < 0 for part in parts.values()):
        raise CannotPay("no_method", _("Choose at least one part of at least one way to divide."))
    for place, (one, after) in enumerate(pairwise(left), start=2):
        if after > one:
            raise CannotPay(
                "left_rises",
                _("Place %(place)s would play for more than the place above it."),
                {"place": place},
            )
    most = sum(ladder) - ladder[-1] * len(ladder)
    if any(amount < 0 for amount in left) or len(left) > len(stacks) or sum(left) > most:
        message = _("At most %(money)s can be left to play for. The rest is already guaranteed.")
        raise CannotPay("too_much_left", message, {"money": most})
    if "icm" in parts and sum(1 for stack in stacks if stack) > MOST:
        message = _("ICM can be calculated for at most %(most)s players.")
        raise CannotPay("too_many_players", message, {"most": MOST})
    ladder = take_from_top(ladder, sum(left))
    exact, error = _mixed(stacks, ladder, parts)
    turn = [-stack for stack in stacks]
    return Deal(tuple(in_cents(exact, sum(ladder), turn)), tuple(left), error)


def _mixed(
    stacks: Sequence[int], ladder: Sequence[int], parts: Mapping[Method, int]
) -> tuple[list[Fraction], float]:
    """Return each player's exact share, and the maximum error."""
    whole = sum(parts.values())
    shares, error = [Fraction(0)] * len(stacks), 0.0
    for method, part in parts.items():
        if method == "icm":
            values = icm_values(stacks, ladder)
            found, error = [Fraction(value) for value in values.values], values.error * part / whole
        elif method == "chip_chop":
            found = chip_chop_shares(stacks, ladder)
        else:
            found = even_shares(len(stacks), ladder)
        shares = [share + one * Fraction(part, whole) for share, one in zip(shares, found, strict=True)]
    return shares, error


def by_hand(prizes: Sequence[int], amounts: Sequence[int], *, left: Sequence[int] = ()) -> int:
    """Return the part of the prizes that typed amounts leave over; negative if they exceed the prizes.

    A deal can be confirmed when this is 0.

    Args:
        prizes: of the places left.
        amounts: one for each player.
        left: prizes still played for.
    """
    return sum(prizes) - sum(amounts) - sum(left)


def after_deal(prizes: Sequence[int], players: int, left: Sequence[int]) -> list[int]:
    """Return the prizes by place after a deal: the places divided hold the prizes left to play for, the
    others are unchanged.

    The players' shares of the deal are paid in addition, so all of their places are paid, also those that had no prize
    before.

    Args:
        prizes: of all paid places.
        players: number of players in the deal.
        left: prizes still played for.
    """
    return [*left, *[0] * (players - len(left)), *prizes[players:]]

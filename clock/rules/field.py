"""Chips and field: averages and denominations in play."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import Fault, Level


@dataclass(frozen=True, slots=True)
class Chip:
    """A denomination and how it looks.

    Attributes:
        value: chips.
        face, edge: colours of the face and the edge spots, as ``#rrggbb``.
    """

    value: int
    face: str
    edge: str


@dataclass(frozen=True, slots=True)
class Averages:
    """The average stack, both values rounded down; None without players or a big blind.

    Attributes:
        chips: chips per player.
        big_blind_tenths: the same in tenths of a big blind.
    """

    chips: int | None
    big_blind_tenths: int | None


def averages(chips: int, left: int, big_blind: int) -> Averages:
    """The average stack.

    Args:
        chips: total chips in play.
        left: number of players left.
        big_blind: chips; 0 if there is none.
    """
    if left <= 0:
        return Averages(None, None)
    tenths = chips * 10 // (left * big_blind) if big_blind > 0 else None
    return Averages(chips // left, tenths)


def chips_in_play(chips: Sequence[Chip], levels: Sequence[Level], position: int) -> list[Chip]:
    """Return the denominations still in play, the smallest first.

    A denomination leaves once the position is past the row whose colour-up names it.

    Args:
        position: index of the current row, from 0.
    """
    gone = {value for level in levels[:position] for value in level.colour_up}
    return sorted((chip for chip in chips if chip.value not in gone), key=lambda chip: chip.value)


def unpayable(levels: Sequence[Level], chips: Sequence[Chip]) -> list[Fault]:
    """Warn about blinds and antes that the chips in play cannot pay, even with change.

    Args:
        chips: the event's denominations; if empty, there are no warnings.
    """
    if not chips:
        return []
    odd: list[Fault] = []
    for position, level in enumerate(levels):
        smallest = gcd(*(chip.value for chip in chips_in_play(chips, levels, position)))
        for name in ("small_blind", "big_blind", "ante"):
            amount: int = getattr(level, name)
            if amount and (smallest == 0 or amount % smallest):
                message = _("%(amount)s cannot be paid with the chips in play.")
                odd.append(Fault(position + 1, name, "unpayable", message, {"amount": amount}))
    return odd

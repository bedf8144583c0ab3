"""When a chip can leave play, by the amounts still to come, and when a structure removes it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from clock.rules.structure import Level
from clock.rules.suggestion.payable import smallest_needed, with_colour_ups

Verdict = Literal["right", "too_early", "later", "missing", "stays"]


@dataclass(frozen=True, slots=True)
class Leaving:
    """A chip and the rows of a structure that concern it, from 0.

    Attributes:
        last_needed: the last level with an amount that the larger chips cannot pay; None: no level has one.
        proposed: the first break after which no amount needs it; None: there is none.
        removed: the row after which the structure removes it; None: it does not.
    """

    value: int
    last_needed: int | None
    proposed: int | None
    removed: int | None

    @property
    def verdict(self) -> Verdict:
        """Return whether the structure removes the chip at the right time.

        `too_early`: an amount still to come needs it; `later`: it could leave in an earlier break; `missing`: it is
        never removed, although it could be; `stays`: it is needed, and not removed.
        """
        if self.removed is None:
            return "stays" if self.proposed is None else "missing"
        if self.last_needed is not None and self.removed < self.last_needed:
            return "too_early"
        return "later" if self.proposed is not None and self.removed > self.proposed else "right"


def leaving_chips(levels: Sequence[Level], values: Sequence[int]) -> list[Leaving]:
    """Return all chips but the largest, the smallest first, with the row after which each can leave.

    Args:
        values: denominations of the event.
    """
    rising = sorted(set(values))
    proposed = {value: row for row, some in enumerate(with_colour_ups(levels, rising)) for value in some}
    removed: dict[int, int] = {}
    for row, level in enumerate(levels):
        for value in level.colour_up:
            removed.setdefault(value, row)
    found = []
    for place, value in enumerate(rising[:-1]):
        larger = rising[place + 1 :]
        needing = [
            row
            for row, level in enumerate(levels)
            for amount in (level.small_blind, level.big_blind, level.ante)
            if amount and not smallest_needed((amount,), larger)
        ]
        found.append(Leaving(value, max(needing, default=None), proposed.get(value), removed.get(value)))
    return found


def with_proposals(levels: Sequence[Level], values: Sequence[int], free: int = 0) -> list[tuple[int, ...]]:
    """Return for each row the denominations that leave play when it is over, as proposed.

    Args:
        values: denominations of the event.
        free: rows before this index have been played; they keep theirs.
    """
    played = [level.colour_up for level in levels[:free]]
    gone = {value for some in played for value in some}
    # Chips that should have left before leave in the first break still to come.
    ahead = with_colour_ups(levels[free:], sorted(set(values)))
    return played + [tuple(value for value in some if value not in gone) for some in ahead]

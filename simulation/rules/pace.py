"""Times of busts and late entries, and which player busts: plausible and reproducible. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

# Busts are rare in the first fifth of an event; the factor at its very beginning.
_CALM = 0.2
_WARM_UP = 0.2


@dataclass(frozen=True, slots=True)
class Course:
    """The planned course of a field.

    Attributes:
        field: number of first entries.
        minutes: of play until about one is left.
        late: minutes of play with late entry.
    """

    field: int
    minutes: float
    late: float


def until_next_bust(dice: Random, course: Course, at: float, left: int) -> float:
    """Return the minutes of play until the next bust.

    Every player has the same chance to bust in a minute, so equal times eliminate equal parts of the field; one
    player is left after the planned minutes. There are few busts at first, and once the event should be over,
    the blinds end it quickly.

    Args:
        at: minutes played so far.
        left: number in play, at least two.
    """
    rate = math.log(max(course.field, 3)) / course.minutes
    calm = min(1.0, _CALM + (1 - _CALM) * at / (_WARM_UP * course.minutes))
    hurry = 1.0 if at < course.minutes else 3.0
    return dice.expovariate(rate * calm * hurry * left)


def late_arrivals(dice: Random, course: Course, count: int) -> list[float]:
    """Return the minutes of play at which late entries come, in order; most of them early."""
    return sorted(course.late * 0.95 * dice.betavariate(1.0, 2.0) for _one in range(count))


def comes_again(dice: Random, course: Course, at: float) -> bool:
    """Return whether a busted player buys another entry: the earlier the bust, the more likely."""
    return dice.random() < 0.6 * (1 - at / course.late) + 0.1 if at < course.late else False


def loser(dice: Random, stacks: Mapping[int, int], candidates: Sequence[int]) -> int:
    """Choose the entry that busts: mostly one with few chips.

    Args:
        stacks: chips by entry.
        candidates: entries, at least one.
    """
    some = [dice.choice(candidates) for _one in range(3)]
    return min(some, key=lambda entry: stacks.get(entry, 0))


def chip_winners(dice: Random, stacks: Mapping[int, int], others: Sequence[int]) -> tuple[int, ...]:
    """Choose the winners of the chips: the bigger a stack the more likely; sometimes two share them.

    Args:
        others: the other players at the table, at least one.
    """
    weights = [1 + stacks.get(entry, 0) for entry in others]
    count = 2 if len(others) > 1 and dice.random() < 0.06 else 1
    return tuple(dict.fromkeys(dice.choices(others, weights, k=count)))


def shares(chips: int, winners: int, unit: int = 1) -> list[int]:
    """Divide chips; odd ones go to the first.

    Args:
        unit: value of the smallest chip in play.
    """
    part, odd = divmod(chips // unit, winners)
    found = [unit * (part + (1 if at < odd else 0)) for at in range(winners)]
    return [found[0] + chips % unit, *found[1:]]

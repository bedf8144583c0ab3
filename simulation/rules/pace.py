"""When a player busts, who it is, and who comes late: plausible, and the same for the same dice. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

# In the first fifth of an event few go out; how much fewer at its very beginning.
_CALM = 0.2
_WARM_UP = 0.2


@dataclass(frozen=True, slots=True)
class Course:
    """What becomes of an event's field.

    Attributes:
        field: how many play, first entries alone.
        minutes: of play until about one is left.
        late: minutes of play in which people may still enter.
    """

    field: int
    minutes: float
    late: float


def until_next_bust(dice: Random, course: Course, at: float, left: int) -> float:
    """Minutes of play until somebody goes out next.

    Every player has the same chance to go out in a minute, so that in equal times equal parts of the field go: of
    so many players one is left after the minutes of the course. It is calm at first, and once the event should be over
    the blinds make short work of it.

    Args:
        at: minutes played so far.
        left: how many are in, two at least.
    """
    chance = math.log(max(course.field, 3)) / course.minutes
    calm = min(1.0, _CALM + (1 - _CALM) * at / (_WARM_UP * course.minutes))
    hurry = 1.0 if at < course.minutes else 3.0
    return dice.expovariate(chance * calm * hurry * left)


def late_arrivals(dice: Random, course: Course, count: int) -> list[float]:
    """At which minutes of play late entries come: most of them early, in order."""
    return sorted(course.late * 0.95 * dice.betavariate(1.0, 2.0) for _one in range(count))


def comes_again(dice: Random, course: Course, at: float) -> bool:
    """Whether somebody who went out pays once more: the sooner they are out the more likely."""
    return dice.random() < 0.6 * (1 - at / course.late) + 0.1 if at < course.late else False


def loser(dice: Random, stacks: Mapping[int, int], candidates: Sequence[int]) -> int:
    """Who of some goes out: mostly one of those with few chips.

    Args:
        stacks: chips by entry.
        candidates: entries, one at least.
    """
    some = [dice.choice(candidates) for _one in range(3)]
    return min(some, key=lambda entry: stacks.get(entry, 0))


def hunters(dice: Random, stacks: Mapping[int, int], others: Sequence[int]) -> tuple[int, ...]:
    """Who wins the chips: the bigger a stack the more likely; now and then two share them.

    Args:
        others: who else plays at the table, one at least.
    """
    weights = [1 + stacks.get(entry, 0) for entry in others]
    count = 2 if len(others) > 1 and dice.random() < 0.06 else 1
    return tuple(dict.fromkeys(dice.choices(others, weights, k=count)))


def shares(chips: int, winners: int, unit: int = 1) -> list[int]:
    """Chips shared out: odd ones go to the first.

    Args:
        unit: value of the smallest chip in play.
    """
    part, odd = divmod(chips // unit, winners)
    found = [unit * (part + (1 if at < odd else 0)) for at in range(winners)]
    return [found[0] + chips % unit, *found[1:]]

"""Incidents of an event: frequencies, penalties, and outcomes of calling the clock. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

# Kinds of penalties to impose, if the book has them.
KINDS = ("reminder", "warning", "hands", "orbits")
REASONS = ("Phone at the table", "Spoke of a hand that was played", "Threw cards", "Exposed a card")
# Probabilities of a penalty and of a called clock in a hand with a bust.
PENALTIES, TIMES = 0.05, 0.05
# Probability that a running penalty is counted by hand after such a hand, and then that it is lifted.
TAPS, MERCY = 0.3, 0.05
# Outcomes of calling the clock.
OUTCOMES = ("acted", "acted", "hand_dead", "check", "cancelled")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A penalty.

    Attributes:
        count: hands, for penalties of hands; otherwise None.
    """

    kind: str
    count: int | None
    reason: str


def draw_penalty(dice: Random, kinds: Sequence[str], most_of: Callable[[str], int | None]) -> Drawn:
    """Draw a penalty.

    Args:
        kinds: kinds that the book has.
        most_of: the longest penalty of a kind; None if the book sets no maximum.
    """
    kind = dice.choice(kinds)
    most = most_of(kind) or 3
    count = dice.randint(1, min(3, most)) if kind == "hands" else None
    return Drawn(kind, count, dice.choice(REASONS))

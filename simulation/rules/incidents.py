"""What upsets an evening: how often, which penalties, and how it ends when a player's time is called. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

# Kinds of penalties that are imposed, where the book knows them.
KINDS = ("reminder", "warning", "hands", "orbits")
REASONS = ("Phone at the table", "Spoke of a hand that was played", "Threw cards", "Exposed a card")
# How often, of the hands in which a player busts, a penalty is imposed and a player's time is called.
PENALTIES, TIMES = 0.05, 0.05
# How often a running penalty is counted by hand after such a hand, and how often it is lifted then.
TAPS, MERCY = 0.3, 0.05
# How it ends when a player's time is called.
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
        kinds: those that the book knows.
        most_of: the longest penalty of a kind; None where the book names none.
    """
    kind = dice.choice(kinds)
    most = most_of(kind) or 3
    count = dice.randint(1, min(3, most)) if kind == "hands" else None
    return Drawn(kind, count, dice.choice(REASONS))

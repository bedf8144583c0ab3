"""What a suggested structure is asked for. Pure."""

from dataclasses import dataclass
from typing import Literal

from clock.rules.suggestion.field_model import Field

Antes = Literal["none", "classic", "big_blind"]
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10_000
SHORTEST_MINUTES, LONGEST_MINUTES = 45, 16 * 60
# Part of the first entries that come after the start, if registration stays open (our estimate).
_LATE_PART = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A planned event.

    Attributes:
        players: expected first entries.
        stack: chips of one entry.
        minutes: planned length with breaks.
        level_minutes: length of the first level; 0 lets the generator choose.
        last_level_minutes: length towards the end, for levels that grow; 0 for constant ones.
        antes: none, of every player ("classic"), or of the big blind.
        late_minutes: minutes of play with late registration.
        reentries, rebuys, add_ons: expected numbers.
        rebuy_stack, add_on_stack: chips of each; 0 for a starting stack.
        chips: denominations, the smallest first; empty for a usual set.
    """

    players: int
    stack: int
    minutes: int
    level_minutes: int = 0
    last_level_minutes: int = 0
    antes: Antes = "big_blind"
    late_minutes: int = 0
    reentries: int = 0
    rebuys: int = 0
    rebuy_stack: int = 0
    add_ons: int = 0
    add_on_stack: int = 0
    chips: tuple[int, ...] = ()

    @property
    def field(self) -> Field:
        """Return the field of the planned event."""
        extra = self.reentries * self.stack
        extra += self.rebuys * (self.rebuy_stack or self.stack)
        extra += self.add_ons * (self.add_on_stack or self.stack)
        return Field(
            players=self.players,
            stack=self.stack,
            extra_chips=extra,
            returns=self.reentries,
            late=_LATE_PART if self.late_minutes else 0.0,
            late_until=self.late_minutes,
        )

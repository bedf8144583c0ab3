"""Levels and time, and the chips that leave play with them."""

from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from .base import (
    CardRank,
    Minutes,
    Policy,
    Seats,
    Seconds,
    Section,
    Suits,
    Tables,
    all_or_none,
    in_order,
    no_repeats,
)

HandBeginning = Literal["first_riffle", "shuffler_button", "dealer_change", "dealer_push"]


class NewLevel(Policy, frozen=True, kw_only=True):
    """How a new level begins. Silent: automatically at 0:00, for the next hand.

    `starts`: `announced` holds the clock at 0:00 until the floor announces the level; `by_itself` goes on.
    `hand_begins`: a hand that has begun in one of these ways still belongs to the old level.
    `announced_early`: the floor may announce before 0:00 when the next hand surely falls into the level.
    """

    text_only: ClassVar = frozenset({"hand_begins"})

    starts: Literal["by_itself", "announced"]
    counts_from: Literal["next_hand"] = "next_hand"
    hand_begins: Annotated[tuple[HandBeginning, ...], Meta(min_length=1, max_length=4)]
    announced_early: bool | None = None

    def __post_init__(self) -> None:
        no_repeats("hand_begins", self.hand_begins)


class CallingTime(Policy, frozen=True, kw_only=True):
    """How long a player on the clock has. Silent: 25 s and a countdown of 5 s.

    `short_*` hold where levels last `short_level_minutes` or less.
    """

    seconds: Seconds
    countdown_seconds: Seconds
    short_level_minutes: Annotated[int, Meta(ge=1, le=240)] | None = None
    short_seconds: Seconds | None = None
    short_countdown_seconds: Seconds | None = None
    may_be_shortened: bool | None = None
    facing_bet: Literal["hand_dead"] = "hand_dead"
    without_bet: Literal["check", "hand_dead"]

    def __post_init__(self) -> None:
        all_or_none(
            "short_level_minutes, short_seconds and short_countdown_seconds",
            self.short_level_minutes,
            self.short_seconds,
            self.short_countdown_seconds,
        )

    def seconds_for(self, level_minutes: float) -> tuple[int, int]:
        """Return thinking time and countdown, in seconds, in a level that lasts `level_minutes`."""
        if (
            self.short_level_minutes is not None
            and self.short_seconds is not None
            and self.short_countdown_seconds is not None
            and level_minutes <= self.short_level_minutes
        ):
            return self.short_seconds, self.short_countdown_seconds
        return self.seconds, self.countdown_seconds


class Ante(Policy, frozen=True, kw_only=True):
    """Which antes are played and what comes first when chips are short. Silent: as the structure says.

    `first`: what an all-in stack that cannot pay both pays first.
    """

    text_only: ClassVar = frozenset({"kinds", "paid_by", "first", "reduced_short_handed"})

    kinds: Annotated[
        tuple[Literal["classic", "small_blind", "big_blind"], ...], Meta(min_length=1, max_length=3)
    ]
    paid_by: Literal["everyone", "big_blind"]
    first: Literal["ante", "big_blind"] | None = None
    reduced_short_handed: bool | None = None

    def __post_init__(self) -> None:
        no_repeats("kinds", self.kinds)


class EndOfDay(Policy, frozen=True, kw_only=True):
    """How a day ends. Silent: with the level's last hand.

    The clock stops between `from_minutes` and `to_minutes` before the end of the last level, and a card between
    `lowest_card` and `highest_card` is the number of hands still to play. `six_max_*` hold at tables of
    `six_max_seats` or fewer. With fewer than `min_tables` tables no card is drawn.
    """

    from_minutes: Minutes
    to_minutes: Minutes
    lowest_card: CardRank
    highest_card: CardRank
    six_max_seats: Seats | None = None
    six_max_lowest: CardRank | None = None
    six_max_highest: CardRank | None = None
    min_tables: Tables | None = None
    then_frozen: Annotated[tuple[Literal["entries", "redraws", "balancing"], ...], Meta(max_length=3)] = ()

    def __post_init__(self) -> None:
        in_order("to_minutes", self.to_minutes, "from_minutes", self.from_minutes)
        in_order("lowest_card", self.lowest_card, "highest_card", self.highest_card)
        in_order("six_max_lowest", self.six_max_lowest, "six_max_highest", self.six_max_highest)
        all_or_none(
            "six_max_seats, six_max_lowest and six_max_highest",
            self.six_max_seats,
            self.six_max_lowest,
            self.six_max_highest,
        )

    def cards_for(self, seats: int) -> tuple[int, int]:
        """Return the lowest and highest card of the draw in an event with `seats` seats per table."""
        if (
            self.six_max_seats is not None
            and self.six_max_lowest is not None
            and self.six_max_highest is not None
            and seats <= self.six_max_seats
        ):
            return self.six_max_lowest, self.six_max_highest
        return self.lowest_card, self.highest_card


class Clock(Section, frozen=True, kw_only=True):
    """Chapter: the clock."""

    new_level: NewLevel | None = None
    calling_time: CallingTime | None = None
    ante: Ante | None = None
    end_of_day: EndOfDay | None = None


class Race(Policy, frozen=True, kw_only=True):
    """How odd small chips turn into big ones. Silent: from seat 1, `half`, one big chip at most.

    `big_chips`: how many big chips a table's race gives. `half`: the odd chips' whole multiples, one more if the
    rest is at least half a big chip. `up`: the rest rounded up. `full_then_half`: whole multiples, the last one
    only to a player holding half of it. `round_each`: no race, each player's rest is rounded.
    `self_dealt`: procedure if the players deal themselves.
    """

    always: ClassVar = MappingProxyType({"most_won": 1, "raced_out": False})

    starts: Literal["seat_1", "left_of_button"]
    big_chips: Literal["half", "up", "full_then_half", "round_each"]
    most_won: Annotated[int, Meta(ge=1, le=10)] | None = None
    raced_out: bool | None = None
    self_dealt: Literal["race", "round_each"] | None = None
    suits: Suits = ()

    def __post_init__(self) -> None:
        no_repeats("suits", self.suits)


class OldChips(Policy, frozen=True, kw_only=True):
    """Chips found after their colour has left play. Silent: exchanged at value, the rest removed.

    `exchanged_at_value`: never rounded up; a value below one chip in play is removed.
    `forfeited`: lost, unless they make up the value of a chip in play.
    """

    text_only: ClassVar = frozenset({"found_later"})

    found_later: Literal["exchanged_at_value", "forfeited"]


class DiscretionaryColourUp(Policy, frozen=True, kw_only=True):
    """Colouring up a single player at any time. Silent: the floor may, and says so."""

    text_only: ClassVar = frozenset({"player_may_watch"})

    allowed: bool
    player_told: bool
    player_may_watch: bool | None = None


class ChipsSection(Section, frozen=True, kw_only=True):
    """Chapter: chips."""

    race: Race | None = None
    old_chips: OldChips | None = None
    discretionary_colour_up: DiscretionaryColourUp | None = None

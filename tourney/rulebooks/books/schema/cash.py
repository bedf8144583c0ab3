"""The cash room."""

from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from .base import Count, Policy, Section


class CashWaitingLists(Policy, frozen=True, kw_only=True):
    """How waiting lists are organised. Silent: one per game and limit."""

    always: ClassVar = MappingProxyType({"one_per": ("limit", "game")})

    one_per: Annotated[tuple[Literal["limit", "game"], ...], Meta(min_length=1, max_length=2)]


class TableChange(Policy, frozen=True, kw_only=True):
    """Moving to another table by choice. Silent: with the floor's approval, the whole stake comes along."""

    always: ClassVar = MappingProxyType({"needs_floor": True})

    needs_floor: bool
    whole_stake_comes_along: bool


class DinnerBreak(Policy, frozen=True, kw_only=True):
    """Keeping a seat while away. Silent: none."""

    minutes: Annotated[int, Meta(ge=1, le=600)]
    per_day: Count
    most_away_per_table: Count
    stake_counted_and_kept: bool


class DealtInAway(Policy, frozen=True, kw_only=True):
    """How long an empty seat is dealt in. Silent: until the big blind."""

    until: Literal["big_blind", "missed_hand"]


class NewPlayer(Policy, frozen=True, kw_only=True):
    """What a new player at a table must post. Silent: nothing until the blinds come."""

    posts_on_arrival: bool


class MissedBlinds(Policy, frozen=True, kw_only=True):
    """What a returning player must post. Silent: both blinds, the small one dead, or wait for the big blind.

    `both_missed`: a big blind was missed. `only_small_missed`: the small one alone.
    `posts_in_any_position`: otherwise not between the button and the small blind.
    `between_button_and_small_blind`: a player who returns there posts both alone and has the button next
        hand.
    """

    both_missed: Literal["both_small_dead", "big_blind"]
    only_small_missed: Literal["small_dead", "nothing"]
    may_wait_for_big_blind: bool
    posts_in_any_position: bool
    between_button_and_small_blind: Literal["both_and_next_button", "not_possible"]
    place_kept_until_button: Annotated[int, Meta(ge=1, le=10)]


class MovedByFloor(Policy, frozen=True, kw_only=True):
    """Posts of players whom the floor moves or whose table broke. Silent: none."""

    posts: bool


class SeatChange(Policy, frozen=True, kw_only=True):
    """Changing seats by choice. `from_seats`: occupied seats further from the button. Silent: nothing to
    post.
    """

    from_seats: Annotated[int, Meta(ge=1, le=10)]
    posts: Literal["big_blind", "both"]


class BuyIn(Policy, frozen=True, kw_only=True):
    """The minimum buy-in. Silent: set per table."""

    minimum_set_per: Literal["table"]
    changed_by: Literal["floor"]
    must_cover: Literal["big_blind_or_ante"]


class TableStakes(Policy, frozen=True, kw_only=True):
    """What may leave or join the stake. Silent: nothing leaves, chips are added between hands."""

    always: ClassVar = MappingProxyType({"may_be_reduced": False})

    may_be_reduced: bool
    added: Literal["between_hands"]


class Cash(Section, frozen=True, kw_only=True):
    """Chapter: the cash room."""

    waiting_lists: CashWaitingLists | None = None
    table_change: TableChange | None = None
    dinner_break: DinnerBreak | None = None
    dealt_in_away: DealtInAway | None = None
    new_player: NewPlayer | None = None
    missed_blinds: MissedBlinds | None = None
    moved_by_floor: MovedByFloor | None = None
    seat_change: SeatChange | None = None
    buy_in: BuyIn | None = None
    table_stakes: TableStakes | None = None

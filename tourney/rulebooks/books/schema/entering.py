"""How players enter an event, and how they leave it before it starts."""

from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from .base import Money, Policy, Section


class Reservation(Policy, frozen=True, kw_only=True):
    """How long a reservation holds. Silent: until entry closes."""

    text_only: ClassVar = frozenset({"latecomer_must_check_in_before"})

    lapses: Literal["at_start", "when_entry_closes"]
    latecomer_must_check_in_before: bool | None = None


class WaitingList(Policy, frozen=True, kw_only=True):
    """How the waiting list is processed. Silent: first come, first served, as seats become free."""

    opens: Literal["at_start", "when_full"]
    guaranteed_at_close: bool | None = None


class LateEntry(Policy, frozen=True, kw_only=True):
    """When late entry ends. Silent: when the event says so."""

    ends: Literal["end_of_level", "end_of_level_or_following_break"]


class ReEntry(Policy, frozen=True, kw_only=True):
    """How an eliminated player re-enters. Silent: as a new player, behind the waiting list."""

    always: ClassVar = MappingProxyType(
        {"as_new_player": True, "old_seat": False, "needs_no_chips_left": True}
    )

    as_new_player: bool
    old_seat: bool | None = None
    before_waiting_list: Literal["only_at_once", "always", "never"] | None = None
    needs_no_chips_left: bool | None = None


class Surrender(Policy, frozen=True, kw_only=True):
    """Giving up a stack for a new one. Silent: not offered."""

    old_chips: Literal["leave_play", "stay_in_play"]
    when: Literal["while_entry_is_open", "end_of_registration"]
    before_waiting_list: Literal["only_at_once", "always", "never"] | None = None


class Rebuy(Policy, frozen=True, kw_only=True):
    """Buying more chips at the table. Silent: the event decides.

    `announced_binds`: one announced before a hand must be bought and counts as chips behind.
    """

    text_only: ClassVar = frozenset({"hand_may_be_missed", "blinds_due"})

    offered: Literal["by_event", "by_mode"]
    hand_may_be_missed: bool | None = None
    blinds_due: bool | None = None
    announced_binds: bool | None = None


class DoubleEntry(Policy, frozen=True, kw_only=True):
    """Return whether one person may be registered twice. Silent: no."""

    allowed: bool
    over_heats: bool


class Identification(Policy, frozen=True, kw_only=True):
    """When photo ID is required. Silent: at the desk's discretion."""

    text_only: ClassVar = frozenset({"when", "false_one"})

    when: Annotated[
        tuple[Literal["at_the_seat", "at_resumption", "on_request"], ...], Meta(min_length=1, max_length=3)
    ]
    false_one: Literal["penalty_up_to_disqualification"] | None = None


class Membership(Policy, frozen=True, kw_only=True):
    """What membership a club requires of players. Silent: none.

    `board_confirms`: a board member confirms a membership before its holder plays.
    `day_for_one_event`: a day membership is good for one event of the day; left out: for all of them.
    """

    text_only: ClassVar = frozenset({"application_before_play"})

    season_fee: Money
    day_fee: Money
    minimum_age: Annotated[int, Meta(ge=0, le=99)]
    application_before_play: bool
    board_confirms: bool
    day_for_one_event: bool | None = None


class Priority(Policy, frozen=True, kw_only=True):
    """Who gets a place first. Silent: first come, first served.

    `member_days_ahead`: a member registered at least this long before has a sure place.
    """

    member_days_ahead: Annotated[int, Meta(ge=0, le=365)]
    others: Literal["first_come"]
    same_day: Literal["if_room", "no"]


class Cancelling(Policy, frozen=True, kw_only=True):
    """Deadline for cancelling. Silent: until the start."""

    hours_before: Annotated[int, Meta(ge=0, le=720)]


class NoShows(Policy, frozen=True, kw_only=True):
    """The cost of not showing up without cancelling. Silent: nothing."""

    repeated_ban_months: Annotated[int, Meta(ge=0, le=120)]
    further_ban_months: Annotated[int, Meta(ge=0, le=120)]


class Entering(Section, frozen=True, kw_only=True):
    """Chapter: entering an event."""

    reservation: Reservation | None = None
    waiting_list: WaitingList | None = None
    late_entry: LateEntry | None = None
    re_entry: ReEntry | None = None
    surrender: Surrender | None = None
    rebuy: Rebuy | None = None
    double_entry: DoubleEntry | None = None
    identification: Identification | None = None
    membership: Membership | None = None
    priority: Priority | None = None
    cancelling: Cancelling | None = None
    no_shows: NoShows | None = None

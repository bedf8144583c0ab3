"""What a club adds to single events: its tournament modes and its season."""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from .base import SAID, Chips, Count, Level, Money, Points, Policy, Seats, Section, in_order, no_repeats

PointList = Annotated[tuple[Points, ...], Meta(min_length=1, max_length=100)]


def _never_rising(name: str, points: tuple[int, ...]) -> None:
    if list(points) != sorted(points, reverse=True):
        raise ValueError(f"{name} must not rise from one place to the next")


class FreezeOut(Policy, frozen=True, kw_only=True):
    """One stack each, no re-entry."""

    text_only: ClassVar = frozenset({"rebuys"})

    rebuys: bool | None = None


class RebuyAddOn(Policy, frozen=True, kw_only=True):
    """A freeze-out with a re-buy; players who took none get an add-on. `add_on_stacks`: in starting
    stacks.
    """

    rebuys: Count
    rebuy_price: Money | None = None
    add_on_after_levels: Level
    add_on_stacks: Count
    add_on_only_without_rebuy: bool


class ReStart(Policy, frozen=True, kw_only=True):
    """The first levels are played more than once, and the best stack goes on."""

    text_only: ClassVar = frozenset({"after_level"})

    after_level: Level
    rounds: Count
    resumes_at_level: Level
    carried_on: Literal["best_stack", "sum"]

    def __post_init__(self) -> None:
        in_order("after_level", self.after_level, "resumes_at_level", self.resumes_at_level)


class PlayTheClock(Policy, frozen=True, kw_only=True):
    """Fixed blinds and time; most chips at the end wins."""

    text_only: ClassVar = frozenset({"round_minutes", "blinds_rise", "redraw_with_stacks"})

    rounds: Count
    round_minutes: Annotated[int, Meta(ge=1, le=1_440)]
    blinds_rise: bool
    redraw_with_stacks: bool


class Cannonball(Policy, frozen=True, kw_only=True):
    """Levels whose length changes steadily."""

    level_times: Literal["rising", "falling"]


class Bounty(Policy, frozen=True, kw_only=True):
    """A bounty on every player. `prize_for`: the winner of the extra prize."""

    text_only: ClassVar = frozenset({"prize_for"})

    prize_for: Literal["most_knockouts", "each_knockout"]


class MysteryBounty(Policy, frozen=True, kw_only=True):
    """Each player gets a list of names before the start; knocking one of them out wins an extra prize."""

    names_per_player: Count


class Landesliga(Policy, frozen=True, kw_only=True):
    """One heat whose points become the final's starting stacks."""

    text_only: ClassVar = frozenset({"heat_seats"})

    heat_seats: Seats
    points: PointList
    chips_per_point: Chips
    smallest_stack: Chips
    largest_stack: Chips

    def __post_init__(self) -> None:
        _never_rising("points", self.points)
        in_order("smallest_stack", self.smallest_stack, "largest_stack", self.largest_stack)

    def stack_for(self, place: int) -> int:
        """Return the final's starting stack, in chips, of the player who finished the heat in `place` (1 =
        first).
        """
        points = self.points[place - 1] if place <= len(self.points) else 0
        return min(max(points * self.chips_per_point, self.smallest_stack), self.largest_stack)


class MultiRound(Policy, frozen=True, kw_only=True):
    """Heats for points, a redraw after each, and the best at the final table."""

    heats: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=10)]
    points: PointList
    early_win_bonus: Points
    final_seats: Seats

    def __post_init__(self) -> None:
        _never_rising("points", self.points)


class WinTheButton(Policy, frozen=True, kw_only=True):
    """The button goes to the winner of the pot."""

    button_goes_to: Literal["pot_winner"]


class Modes(Section, frozen=True, kw_only=True):
    """Chapter: tournament modes. Silent: the mode is not played here."""

    freeze_out: FreezeOut | None = None
    rebuy_add_on: RebuyAddOn | None = None
    re_start: ReStart | None = None
    play_the_clock: PlayTheClock | None = None
    cannonball: Cannonball | None = None
    bounty: Bounty | None = None
    mystery_bounty: MysteryBounty | None = None
    landesliga: Landesliga | None = None
    multi_round: MultiRound | None = None
    win_the_button: WinTheButton | None = None


class Ranking(Policy, frozen=True, kw_only=True):
    """Points by place and field: a row per field, first `smallest_field` players, then one more each.

    The last row holds for every larger field. A place beyond its row earns nothing.
    """

    smallest_field: Annotated[int, Meta(ge=2, le=1_000)]
    points: Annotated[tuple[PointList, ...], Meta(min_length=1, max_length=200)]

    def __post_init__(self) -> None:
        for row in self.points:
            _never_rising("points", row)

    def points_for(self, field: int, place: int) -> int:
        """Return the points of `place` (1 = first) among `field` players; 0 in a field too small to rank."""
        if field < self.smallest_field:
            return 0
        row = self.points[min(field - self.smallest_field, len(self.points) - 1)]
        return row[place - 1] if 1 <= place <= len(row) else 0


class SeasonPeriod(Policy, frozen=True, kw_only=True):
    """What a season is made of."""

    text_only: ClassVar = frozenset({"open_events", "points_reset"})

    open_events: Count
    starts: Literal["after_cup_final"]
    ends: Literal["with_cup_final"]
    points_reset: bool


class AllTimePoints(Policy, frozen=True, kw_only=True):
    """A ranking over all years."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=SAID)]
    counts: Annotated[tuple[Literal["wins", "places", "eliminations"], ...], Meta(min_length=1, max_length=3)]

    def __post_init__(self) -> None:
        no_repeats("counts", self.counts)


class Championship(Policy, frozen=True, kw_only=True):
    """A championship by eliminations over all events of the season."""

    points_per_elimination: Points
    drawn_names: Count
    drawn_name_bonus: Points
    members_only: bool
    counts_when: Literal["no_way_back", "at_once"]


class FixedPlaces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With `members_from` to `members_to` members, how many of the ranking's best are in the final."""

    members_from: Count
    members_to: Count | None = None
    places: Count

    def __post_init__(self) -> None:
        in_order("members_from", self.members_from, "members_to", self.members_to)


class Cup(Policy, frozen=True, kw_only=True):
    """A cup with a qualification."""

    text_only: ClassVar = frozenset({"of_events"})

    events_played_from: Count
    of_events: Count
    times_in_points_from: Count
    final_seats: Seats
    fixed_places: Annotated[tuple[FixedPlaces, ...], Meta(max_length=20)]

    def __post_init__(self) -> None:
        in_order("events_played_from", self.events_played_from, "of_events", self.of_events)
        for row, after in zip(self.fixed_places, self.fixed_places[1:], strict=False):
            if row.members_to is None or row.members_to >= after.members_from:
                raise ValueError("fixed_places overlap or are out of order")

    def fixed_for(self, members: int) -> int:
        """Return how many of the ranking's best are in the final of a club with that many members."""
        for row in self.fixed_places:
            if row.members_from <= members and (row.members_to is None or members <= row.members_to):
                return row.places
        return 0


class Titles(Policy, frozen=True, kw_only=True):
    """What can be won in a season."""

    titles: Annotated[
        tuple[Literal["champion", "player_of_the_year", "cup_winner"], ...], Meta(min_length=1, max_length=3)
    ]
    members_only: bool

    def __post_init__(self) -> None:
        no_repeats("titles", self.titles)


class HatTrick(Policy, frozen=True, kw_only=True):
    """When a challenge cup is kept permanently."""

    in_a_row: Count
    all_titles_in_one_season: bool


class PublicLists(Policy, frozen=True, kw_only=True):
    """How names appear in public. Silent: as the player is registered."""

    guests_shortened: bool


class Season(Section, frozen=True, kw_only=True):
    """Chapter: the season. Silent: none is kept."""

    ranking: Ranking | None = None
    period: SeasonPeriod | None = None
    all_time: AllTimePoints | None = None
    championship: Championship | None = None
    cup: Cup | None = None
    titles: Titles | None = None
    hat_trick: HatTrick | None = None
    public_lists: PublicLists | None = None

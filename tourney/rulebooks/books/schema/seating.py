"""Seating: seats, the button, breaking, balancing, ghost stacks and absent players."""

from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from .base import (
    Entries,
    Level,
    Minutes,
    Policy,
    Seats,
    Section,
    Suits,
    Tables,
    all_or_none,
    in_order,
    no_repeats,
)


class SeatsPerTable(Policy, frozen=True, kw_only=True):
    """How many sit at a table. Silent: the event decides, nine unless it says otherwise."""

    text_only: ClassVar = frozenset({"most", "six_max"})

    normal: Seats
    most: Seats | None = None
    six_max: Seats | None = None

    def __post_init__(self) -> None:
        in_order("normal", self.normal, "most", self.most)


class FinalTableSize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The final table of events played with `handed` seats per table."""

    handed: Seats
    seats: Seats


class FinalTable(Policy, frozen=True, kw_only=True):
    """The number of seats at the final table. Silent: as many as at other tables.

    `seats`: where `sizes` does not name the event's. `cup_seats`: of the final of a club's cup.
    """

    seats: Seats | None = None
    cup_seats: Seats | None = None
    sizes: Annotated[tuple[FinalTableSize, ...], Meta(max_length=10)] = ()

    def __post_init__(self) -> None:
        if self.seats is None and not self.sizes:
            raise ValueError("either seats or sizes is needed")
        no_repeats("sizes", tuple(size.handed for size in self.sizes))

    def seats_for(self, handed: int, *, cup_final: bool = False) -> int | None:
        """Return the seats of the final table of an event with `handed` seats per table, if known."""
        if cup_final and self.cup_seats is not None:
            return self.cup_seats
        by_size = {size.handed: size.seats for size in self.sizes}
        return by_size.get(handed, self.seats)


class SeatDraw(Policy, frozen=True, kw_only=True):
    """How the first seats are assigned. Silent: at random, never chosen."""

    text_only: ClassVar = frozenset({"players_may_swap", "staff_may_even_out"})

    method: Literal["random"]
    players_may_swap: bool | None = None
    staff_may_even_out: bool | None = None


class SpecialNeeds(Policy, frozen=True, kw_only=True):
    """Return whether a seat may be chosen for a player with special needs. Silent: where possible."""

    met: Literal["where_possible", "not"]


class WrongSeat(Policy, frozen=True, kw_only=True):
    """What happens to a player who played in the wrong seat. Silent: moved back with the current stack."""

    moves_back: Literal["always", "unless_stack_changed"]
    otherwise: Literal["other_reseated", "assignments_swapped"] | None = None

    def __post_init__(self) -> None:
        if (self.moves_back == "always") != (self.otherwise is None):
            raise ValueError("otherwise belongs to moves_back = 'unless_stack_changed', and only there")


class Arrival(Policy, frozen=True, kw_only=True):
    """When a new player at a table is dealt in. Silent: at once except behind the button.

    `at_once_except_behind_button`: everywhere but between the small blind and the button.
    """

    dealt_in: Literal["at_once_except_behind_button", "at_once", "with_the_big_blind"]
    button_skips_newcomer: bool | None = None


class LateStack(Policy, frozen=True, kw_only=True):
    """What a late or re-entering player plays with. Silent: a full stack."""

    text_only: ClassVar = frozenset({"stack"})

    stack: Literal["full", "ghost"]


class UnclaimedStacks(Policy, frozen=True, kw_only=True):
    """What happens to unclaimed starting stacks. Silent: they stay out of play.

    `with_last_equal_seat`: all stacks at seat number N enter play when the last seat N of the room is claimed.
    """

    enter_play: Literal["never", "as_ghosts", "with_last_equal_seat"]


class InitialButton(Policy, frozen=True, kw_only=True):
    """Where the button starts. Silent: seat 1.

    `scope`: whether each table finds its own, or one seat number counts for the whole field.
    """

    method: Literal["fixed_seat", "high_card", "right_of_dealer"]
    seat: Annotated[int, Meta(ge=1, le=11)] | None = None
    scope: Literal["each_table", "whole_field"] = "each_table"
    again: Annotated[tuple[Literal["day_resumes", "final_table", "redraw"], ...], Meta(max_length=3)] = ()
    suits: Suits = ()

    def __post_init__(self) -> None:
        if (self.method == "fixed_seat") != (self.seat is not None):
            raise ValueError("seat belongs to method = 'fixed_seat', and only there")
        no_repeats("again", self.again)
        no_repeats("suits", self.suits)


class Button(Policy, frozen=True, kw_only=True):
    """How the button moves when a player is gone. Silent: a dead button is played, in the empty seat.

    `lies`: `empty_seat` puts a dead button where its player would have sat; `last_player` leaves it with the player
    who acts last without it, usually the one who had it. Silent: in the empty seat.
    """

    dead_button: bool
    lies: Literal["empty_seat", "last_player"] | None = None

    def __post_init__(self) -> None:
        if self.lies is not None and not self.dead_button:
            raise ValueError("lies belongs to dead_button = true, and only there")


class ButtonError(Policy, frozen=True, kw_only=True):
    """What happens after a misplaced button. Silent: the floor decides."""

    text_only: ClassVar = frozenset({"stands_after", "found_earlier"})

    stands_after: Literal["substantial_action"]
    found_earlier: Literal["hand_void"] | None = None


class HeadsUp(Policy, frozen=True, kw_only=True):
    """The button heads-up. Silent: button pays the small blind, no player has the big blind twice in a row."""

    always: ClassVar = MappingProxyType({"big_blind_twice_running": False})

    button_pays: Literal["small_blind", "big_blind"]
    big_blind_twice_running: bool


class BlindDodging(Policy, frozen=True, kw_only=True):
    """What dodging blinds while moving costs. Silent: a penalty at the floor's discretion."""

    text_only: ClassVar = frozenset({"must_post"})

    penalty: bool
    must_post: bool | None = None


class Breaking(Policy, frozen=True, kw_only=True):
    """When and how a table is broken. Silent: after entry closes, seats drawn twice at random.

    `spare_tables_during_entry`: while entry is open a table is broken only once this many could go.
    `draw`: `random` shuffles the open seats; `double_random` also draws the order of picking.
    """

    text_only: ClassVar = frozenset({"order"})
    always: ClassVar = MappingProxyType({"overflow_tables_first": True, "position_regarded": False})

    only_after_entry_closes: bool | None = None
    spare_tables_during_entry: Tables | None = None
    draw: Literal["random", "double_random"] | None = None
    order: Literal["posted", "floor"] | None = None
    overflow_tables_first: bool | None = None
    position_regarded: bool | None = None

    def __post_init__(self) -> None:
        if self.spare_tables_during_entry is not None and self.only_after_entry_closes:
            raise ValueError("spare_tables_during_entry contradicts only_after_entry_closes")


class Balancing(Policy, frozen=True, kw_only=True):
    """Who moves from where to where. Silent on a field: 2, fullest table, worst position.

    `difference`: players between fullest and shortest table from which balancing is proposed.
    `to_seat`: `worst_position` is the open seat that pays the big blind soonest, the big blind included;
    `big_blind_first` takes an open big blind and otherwise the next one to pay it.
    """

    text_only: ClassVar = frozenset({"to_seat"})

    who: Literal["next_big_blind"]
    to_seat: Literal["worst_position", "big_blind_first"]
    difference: Annotated[int, Meta(ge=1, le=10)] | None = None
    at_discretion: bool | None = None
    from_table: (
        Literal[
            "fullest", "any_overfull", "drawn_in_advance", "fixed_in_advance", "number_then_breaking_order"
        ]
        | None
    ) = None
    from_tie: Literal["highest_number"] | None = None
    by_number_above_tables: Tables | None = None
    small_blind_allowed: bool | None = None
    stud: Literal["by_position", "high_card"] | None = None
    stud_in: Literal["stud_events", "events_with_stud"] | None = None
    late_stage_at_discretion: bool | None = None

    def __post_init__(self) -> None:
        by_number = self.from_table == "number_then_breaking_order"
        if by_number != (self.by_number_above_tables is not None):
            raise ValueError(
                "by_number_above_tables belongs to from_table = 'number_then_breaking_order', and only there"
            )
        if self.stud_in is not None and self.stud is None:
            raise ValueError("stud_in belongs to stud")


class StudButton(Policy, frozen=True, kw_only=True):
    """Return whether the button stays where it is while stud is played. Silent: it stays."""

    stays: bool


class Halting(Policy, frozen=True, kw_only=True):
    """When a short table stops until balanced. Silent: no table is stopped by rule."""

    short_by: Annotated[int, Meta(ge=1, le=10)]
    only_by_elimination: bool | None = None
    within_one_from_tables: Tables | None = None


class Redraw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields of at least `entries_from` entries redraw when this many tables are left."""

    entries_from: Entries
    at_tables: Annotated[tuple[Tables, ...], Meta(min_length=1, max_length=10)]

    def __post_init__(self) -> None:
        no_repeats("at_tables", self.at_tables)


class Redraws(Policy, frozen=True, kw_only=True):
    """When all players redraw seats. Silent: at the final table only."""

    redraws: Annotated[tuple[Redraw, ...], Meta(min_length=1, max_length=10)]

    def at_tables(self, entries: int) -> tuple[int, ...]:
        """Return the table counts at which a field of `entries` redraws, most tables first."""
        fitting = [redraw for redraw in self.redraws if entries >= redraw.entries_from]
        return max(fitting, key=lambda redraw: redraw.entries_from).at_tables if fitting else ()


class Ghosts(Policy, frozen=True, kw_only=True):
    """Stacks without a player, so that tables start equal. Silent: there are none."""

    always: ClassVar = MappingProxyType({"ranked": False})

    stack: Literal["full"]
    latecomer_takes_over: bool
    leave: Literal["first_break", "entry_closes"]
    leave_after_levels: Level | None = None
    leave_at_most_minutes: Minutes | None = None
    ranked: bool | None = None


class Absent(Policy, frozen=True, kw_only=True):
    """What happens to the stack of an absent player. Silent: blinded off until gone.

    `removed_after_minutes`: net playing time. `alone_*`: one player present at a table; the button is moved after
    this time, and then at intervals. `out_without_hand_by_level`: a player without a hand when that level begins
    loses the stack, and the buy-in is kept separate.
    """

    text_only: ClassVar = frozenset({"plays_on_as"})

    plays_on_as: Literal["blinded_off", "ghost"]
    removed_after_minutes: Minutes | None = None
    ranked_at_removal: bool | None = None
    removed_together: Literal["stack", "share"] | None = None
    bounty_for_removed: bool | None = None
    alone_after_minutes: Minutes | None = None
    alone_button_every_minutes: Minutes | None = None
    out_without_hand_by_level: Level | None = None

    def __post_init__(self) -> None:
        all_or_none(
            "alone_after_minutes and alone_button_every_minutes",
            self.alone_after_minutes,
            self.alone_button_every_minutes,
        )


class AtSeat(Policy, frozen=True, kw_only=True):
    """When a player must be at the seat to keep the hand. Silent: when the last card is dealt."""

    text_only: ClassVar = frozenset({"deadline"})

    deadline: Literal["last_card_of_first_round", "last_card_dealt"]


class Seating(Section, frozen=True, kw_only=True):
    """Chapter: seating."""

    seats_per_table: SeatsPerTable | None = None
    final_table: FinalTable | None = None
    draw: SeatDraw | None = None
    special_needs: SpecialNeeds | None = None
    wrong_seat: WrongSeat | None = None
    arrival: Arrival | None = None
    late_stack: LateStack | None = None
    unclaimed_stacks: UnclaimedStacks | None = None
    initial_button: InitialButton | None = None
    button: Button | None = None
    button_error: ButtonError | None = None
    heads_up: HeadsUp | None = None
    blind_dodging: BlindDodging | None = None
    breaking: Breaking | None = None
    balancing: Balancing | None = None
    stud_button: StudButton | None = None
    halting: Halting | None = None
    redraws: Redraws | None = None
    ghosts: Ghosts | None = None
    absent: Absent | None = None
    at_seat: AtSeat | None = None

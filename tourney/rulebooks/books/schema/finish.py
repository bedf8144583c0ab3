"""The bubble, hand-for-hand, finishing places, and penalties."""

from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from .base import Count, Minutes, Policy, Section, Tables, in_order, no_repeats


class HandForHandPlay(Policy, frozen=True, kw_only=True):
    """When hand-for-hand is played. Silent: at the direct bubble from two tables on.

    `players_ahead`: where it starts before the money, it is proposed this many players before the paid places;
    left out: as soon as one bust at each table would reach the money.
    """

    starts: Literal["direct_bubble", "before_the_money"]
    from_tables: Tables = 2
    players_ahead: Count | None = None

    def __post_init__(self) -> None:
        if self.players_ahead is not None and self.starts == "direct_bubble":
            raise ValueError("players_ahead belongs to starts = 'before_the_money', and only there")

    def ahead(self, tables: int) -> int:
        """Return how many players before the money hand-for-hand starts, with this number of tables."""
        return 1 if self.starts == "direct_bubble" else self.players_ahead or tables


class FirstHand(Policy, frozen=True, kw_only=True):
    """From which hand on busts share a place. Silent: from the next hand dealt together."""

    sharing_from: Literal["running_hand", "next_hand"]


class HandForHandAllIn(Policy, frozen=True, kw_only=True):
    """What a called all-in waits for. Silent: cards stay face down until all tables are done."""

    text_only: ClassVar = frozenset({"face_down_until"})

    face_down_until: Literal["other_tables_done", "told"]
    resolved: Literal["one_after_another"] | None = None


class HandForHandClock(Policy, frozen=True, kw_only=True):
    """Clock time per hand, whatever it takes. Silent: two minutes."""

    minutes_per_hand: Minutes
    most_minutes_per_hand: Minutes | None = None
    event_may_set: bool | None = None
    paused_meanwhile: bool | None = None

    def __post_init__(self) -> None:
        in_order(
            "minutes_per_hand", self.minutes_per_hand, "most_minutes_per_hand", self.most_minutes_per_hand
        )


class HandForHand(Section, frozen=True, kw_only=True):
    """Chapter: hand-for-hand."""

    play: HandForHandPlay | None = None
    first_hand: FirstHand | None = None
    all_in: HandForHandAllIn | None = None
    clock: HandForHandClock | None = None


class SameHand(Policy, frozen=True, kw_only=True):
    """Two busts in one hand. `share`: the place is shared; `stack`: the bigger stack at its start ranks
    higher.

    Silent: shared at different tables, by stack at the same one. Equal stacks always share.
    """

    by: Literal["share", "stack"]


class PrizeClaim(Policy, frozen=True, kw_only=True):
    """When a claim to a prize arises. Silent: when the paid places are reached."""

    text_only: ClassVar = frozenset({"bubble_deal_shared"})

    arises: Literal["hand_for_hand_or_bubble_announced", "in_the_money"]
    bubble_deal_shared: bool | None = None


class FinalBust(Policy, frozen=True, kw_only=True):
    """When a bust counts for good. Silent: when there is no way back."""

    counts_when: Literal["no_way_back", "at_once"]


class PlacesPaid(Policy, frozen=True, kw_only=True):
    """How many places are paid. Silent: the event decides."""

    percent_of_entries: Annotated[int, Meta(ge=1, le=100)]
    rounded: Literal["up", "down"]


class Deals(Policy, frozen=True, kw_only=True):
    """Return whether the players left may agree on a deal. Silent: the event decides."""

    allowed: bool


class Places(Section, frozen=True, kw_only=True):
    """Chapter: finishing places and prizes."""

    same_hand_other_table: SameHand | None = None
    same_hand_same_table: SameHand | None = None
    prize_claim: PrizeClaim | None = None
    final_bust: FinalBust | None = None
    places_paid: PlacesPaid | None = None
    deals: Deals | None = None


PenaltyKind = Literal[
    "reminder",
    "warning",
    "dead_hand",
    "hand",
    "hands",
    "orbits",
    "time_out",
    "exclusion",
    "elimination",
    "disqualification",
    "event_ban",
    "all_events_ban",
]


class PenaltyKinds(Policy, frozen=True, kw_only=True):
    """Which penalties there are. Silent: warning, hands, orbits, disqualification."""

    kinds: Annotated[tuple[PenaltyKind, ...], Meta(min_length=1, max_length=12)]
    most_orbits: Count | None = None

    def __post_init__(self) -> None:
        no_repeats("kinds", self.kinds)


class Orbit(Policy, frozen=True, kw_only=True):
    """What an orbit's penalty is. Silent: one hand per player, counted when imposed, offender included.

    `counted`: whether the players are counted when the penalty is given, or as it is served.
    """

    lasts: Literal["one_hand_per_player", "button_round"]
    counted: Literal["when_imposed", "as_served"] | None = None
    offender_included: bool | None = None


class Escalation(Policy, frozen=True, kw_only=True):
    """Steps for repeated offences. Silent: the floor decides. `orbits`: suggested steps, first offence
    first.
    """

    text_only: ClassVar = frozenset({"straight_to_disqualification"})

    repetition: Literal["grows", "free"]
    orbits: Annotated[tuple[Count, ...], Meta(max_length=10)] = ()
    straight_to_disqualification: bool | None = None

    def __post_init__(self) -> None:
        if list(self.orbits) != sorted(self.orbits):
            raise ValueError("orbits must not shrink from one offence to the next")


class Serving(Policy, frozen=True, kw_only=True):
    """How a penalty is served. Silent: away from the table, the hand is dealt and killed, blinds are posted."""

    text_only: ClassVar = frozenset(
        {"where", "cards_dealt", "blinds_posted", "can_bust", "dealer_tells_floor"}
    )

    where: Literal["away_from_table", "out_of_tournament_area"]
    begins: Literal["end_of_hand", "at_once"] | None = None
    cards_dealt: bool | None = None
    blinds_posted: bool | None = None
    can_bust: bool | None = None
    dealer_tells_floor: bool | None = None


class Carrying(Policy, frozen=True, kw_only=True):
    """Return whether an unserved penalty moves with the player. Silent: yes."""

    always: ClassVar = MappingProxyType({"to_next_day": True})

    to_other_tables: bool
    to_next_day: bool


class Misdeal(Policy, frozen=True, kw_only=True):
    """Return whether a misdeal and its replay count as one hand of a penalty. Silent: as one."""

    replay_counts_once: bool


class Disqualification(Policy, frozen=True, kw_only=True):
    """What remains of a disqualified player. Silent: chips out, not ranked, buy-in stays, no prize."""

    always: ClassVar = MappingProxyType({"buy_in_stays": True, "prize": False})

    chips_leave_play: bool
    ranked: bool | None = None
    buy_in_stays: bool | None = None
    prize: bool | None = None


class Elimination(Policy, frozen=True, kw_only=True):
    """What elimination by penalty means. Silent: ranked by the players left at that time."""

    ranked_at_that_moment: bool
    chips_leave_play: bool


class HealthWithdrawal(Policy, frozen=True, kw_only=True):
    """What happens to the stack of a player who cannot continue. Silent: blinded off."""

    text_only: ClassVar = frozenset({"stack"})

    stack: Literal["blinded_off", "removed"]


class Penalties(Section, frozen=True, kw_only=True):
    """Chapter: penalties."""

    kinds: PenaltyKinds | None = None
    orbit: Orbit | None = None
    escalation: Escalation | None = None
    serving: Serving | None = None
    carrying: Carrying | None = None
    misdeal: Misdeal | None = None
    disqualification: Disqualification | None = None
    elimination: Elimination | None = None
    health_withdrawal: HealthWithdrawal | None = None

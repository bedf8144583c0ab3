"""The rule of a stage, as data: who advances to it from earlier stages, with which stack, and how the field is
ranked.

It belongs to the stage that players advance to, because some rules read several earlier stages: a restart carries
the better of two stacks, a final table is seated by the points of all heats.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Chips = Annotated[int, Meta(ge=1, le=10**12)]
Count = Annotated[int, Meta(ge=1, le=100_000)]
Per = Literal["event", "table", "field"]
Take = Literal["only", "best", "sum", "one"]
Seating = Literal["redraw", "kept"]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """A part of a rule; `kind` says which."""


class WithChips(_Part, frozen=True, kw_only=True, tag="with_chips"):
    """Everybody with chips at the end of at least one event. Out in all of them is out."""


class Everybody(_Part, frozen=True, kw_only=True, tag="everybody"):
    """Everybody who has played, with or without chips."""


class Best(_Part, frozen=True, kw_only=True, tag="best"):
    """The best `count` players of each event, each table or the field; all who are level on the line."""

    count: Count
    per: Per = "event"


class Percent(_Part, frozen=True, kw_only=True, tag="percent"):
    """The best per cent of the entries of each event, each table or the field, rounded up; all who are level on the
    line.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]
    per: Per = "event"


class InMoney(_Part, frozen=True, kw_only=True, tag="in_money"):
    """Those with chips in the places that their own event pays; each event pays its own prizes as well."""


class Carried(_Part, frozen=True, kw_only=True, tag="carried"):
    """The stacks that players had.

    Of several stacks of a player: `best` carries the best and forfeits the others, `sum` adds them up, `one` carries
    the one that the player chooses, and `only` allows no more than one.
    """

    take: Take = "best"


class Equal(_Part, frozen=True, kw_only=True, tag="equal"):
    """The same new stack for everybody. Without `chips`: the starting stack of the event."""

    chips: Chips | None = None


class ByPoints(_Part, frozen=True, kw_only=True, tag="by_points"):
    """Chips for points, within limits (Five Spades 4.18)."""

    chips_per_point: Chips
    smallest: Chips
    largest: Chips

    def __post_init__(self) -> None:
        if self.smallest > self.largest:
            raise ValueError("smallest must not exceed largest")

    def stack_for(self, points: int) -> int:
        """Return the stack for a number of points."""
        return min(max(points * self.chips_per_point, self.smallest), self.largest)


class StageRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How players advance to a stage.

    Attributes:
        sources: the stages that it looks at: the previous one, or all earlier ones.
        who, stack: who advances, and with which stack.
        points: points by place in an event or at a table (`points_per`), the first place's first; a place beyond
            them earns none. Empty: places count, not points.
        points_per: where those places are counted.
        early_bonus: additional points for winning before the time was over, as the only player left.
        final_seats: seats of the final table for the best, by rank; the others play at the other tables for the
            places behind. None: all seats are drawn.
        seats: `redraw`: all seats are drawn again; `kept`: all players keep the seats of the stage before.
        others: how players who do not advance are ranked: by chips at the end of their event, by points, or by their
            place in it.
        goes_on: whether the clock continues after the rows that were played; otherwise it starts with its first row,
            or with the level `level`.
        rule: where the rulebook says so ("Five Spades 4.14"), or "".
    """

    who: WithChips | Everybody | Best | Percent | InMoney = WithChips()
    stack: Carried | Equal | ByPoints = Carried()
    sources: Literal["previous", "all"] = "previous"
    points: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=100)] = ()
    points_per: Literal["event", "table"] = "event"
    early_bonus: Annotated[int, Meta(ge=0, le=10_000)] = 0
    final_seats: Annotated[int, Meta(ge=2, le=12)] | None = None
    seats: Seating = "redraw"
    others: Literal["chips", "points", "place"] = "place"
    goes_on: bool = False
    level: Annotated[int, Meta(ge=1, le=200)] | None = None
    rule: Annotated[str, Meta(max_length=120)] = ""

    def __post_init__(self) -> None:
        if list(self.points) != sorted(self.points, reverse=True):
            raise ValueError("points must not rise from one place to the next")
        if isinstance(self.stack, ByPoints) and not self.points:
            raise ValueError("chips for points need points")
        if self.others == "points" and not self.points:
            raise ValueError("a ranking by points needs points")
        if self.early_bonus and not self.points:
            raise ValueError("a bonus needs points")
        if self.goes_on and self.level is not None:
            raise ValueError("the clock either goes on or starts with a level")
        if self.seats == "kept" and (self.sources != "previous" or not self.needs_stacks or self.final_seats):
            raise ValueError("only players who go on with the stacks of one stage keep their seats")

    @property
    def needs_stacks(self) -> bool:
        """Return whether the stacks at the end of the earlier events have to be known."""
        return isinstance(self.stack, Carried)

    @property
    def several_stacks(self) -> bool:
        """Return whether a player may have stacks of several events of one stage."""
        return isinstance(self.stack, Carried) and self.stack.take != "only"


def to_plain(rule: StageRule) -> dict[str, Any]:
    """Return a rule as JSON values."""
    plain: dict[str, Any] = msgspec.to_builtins(rule)
    return plain


def from_plain(plain: object) -> StageRule:
    """Return a rule from JSON values.

    Raises:
        msgspec.ValidationError: it is not one.
    """
    return msgspec.convert(plain, StageRule)

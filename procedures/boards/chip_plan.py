"""Board of the plan of an event's chips: stacks by value, colour-ups, and whether the room has enough."""

from typing import Annotated

from msgspec import Struct
from pydantic import Field

from clock.rules.expected_starts import expected_starts
from clock.rules.leaving_chips import Verdict
from clock.services.event_clock import event_clock_of
from procedures.boards.stack_counts import ChipsOfValue
from procedures.rules.chip_plan import MOST_PLAYERS, Use
from procedures.services.chip_plan import Expected, expected_of, plan_of_event
from tourney.access.roles import Permission
from tourney.live.resources import resource
from tourney.models import Tournament
from tourney.now import room_now, to_ms

Number = Annotated[int | None, Field(ge=0, le=MOST_PLAYERS)]


class StackToHandOut(Struct, frozen=True):
    """A stack as it is handed out from a row of the structure on (from 0).

    Attributes:
        late: a chip of the event has left play before.
        number: how many are expected.
        pieces: by value, the largest first; null: the chips in play cannot make it.
    """

    use: Use
    chips: int
    row: int
    late: bool
    number: int
    pieces: list[ChipsOfValue] | None


class ColourUpToPrepare(Struct, frozen=True):
    """What to have ready for a colour-up.

    Attributes:
        at: row of the race, from 0; `in_break`: whether it is a break.
        starts: when it is expected to begin, in ms; null: not known.
        big: value of the chip it is raced for; null: see `lack`, as of the board `race`.
        out: chips that leave, over all tables.
        lots: big chips for whole lots of them; `spare`: one more for each table, for the odd chips.
        tables: expected in play.
    """

    at: int
    in_break: bool
    starts: int | None
    small: int
    big: int | None
    lack: str
    out: int
    lots: int
    spare: int
    tables: int


class ChipSupply(Struct, frozen=True):
    """The chips of a value: needed at once, in the cases of the room (null: not counted), and missing."""

    value: int
    needed: int
    owned: int | None
    missing: int


class ChipLeaving(Struct, frozen=True):
    """When a chip can leave play, in rows of the structure from 0.

    Attributes:
        last_needed: the last level with an amount that the larger chips cannot pay; null: none has one.
        proposed: the first break after which no amount needs it; null: there is none.
        removed: the row after which the structure removes it; null: it does not.
        verdict: on the structure: `right`, `too_early`, `later` than possible, `missing`, or `stays`.
    """

    value: int
    last_needed: int | None
    proposed: int | None
    removed: int | None
    verdict: Verdict


class ChipPlanBoard(Struct, frozen=True):
    """The plan of an event's chips, for expected numbers of stacks.

    Attributes:
        late: of the players, those who enter after the first colour-up.
        stacks, colour_ups, supply, leaving: empty if the event has no chip set.
        fitted: the room has too few chips for the smallest stacks; these are made of others, which it has.
        enough_for: entries before the first colour-up for which the chips suffice; null: they are not counted.
    """

    players: int
    late: int
    rebuys: int
    add_ons: int
    stacks: list[StackToHandOut]
    colour_ups: list[ColourUpToPrepare]
    supply: list[ChipSupply]
    leaving: list[ChipLeaving]
    fitted: bool
    enough_for: int | None


@resource(
    "/tournaments/{int:tournament}/chip-plan",
    "read_chip_plan",
    permission=Permission.SEE_STAFF,
    missing="unknown_tournament",
)
def chip_plan(
    tournament_id: int,
    players: Number = None,
    late: Number = None,
    rebuys: Number = None,
    add_ons: Number = None,
) -> ChipPlanBoard | None:
    """Plan the chips of a tournament: stacks by value, what each colour-up needs, and whether the room has enough.

    Args:
        players: expected entries; by default those so far, or the places.
        late: of these, entries after the first colour-up.
        rebuys: expected number.
        add_ons: expected number.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    usual = expected_of(event)
    whole = usual.players if players is None else players
    expected = Expected(
        whole,
        min(usual.late if late is None else late, whole),
        usual.rebuys if rebuys is None else rebuys,
        usual.add_ons if add_ons is None else add_ons,
    )
    plan, leaving = plan_of_event(event, expected)
    event_clock, now = event_clock_of(event), to_ms(room_now()) or 0
    starts = expected_starts(event_clock.levels, event_clock.read(now), now)
    return ChipPlanBoard(
        expected.players,
        expected.late,
        expected.rebuys,
        expected.add_ons,
        [
            StackToHandOut(one.use, one.chips, one.row, one.late, one.number, _pieces(one.pieces))
            for one in plan.stacks
        ],
        [
            ColourUpToPrepare(
                one.at,
                one.in_break,
                starts[one.at],
                one.small,
                one.big,
                one.lack,
                one.out,
                one.lots,
                one.spare,
                one.tables,
            )
            for one in plan.colour_ups
        ],
        [ChipSupply(one.value, one.needed, one.owned, one.missing) for one in plan.supply],
        [ChipLeaving(one.value, one.last_needed, one.proposed, one.removed, one.verdict) for one in leaving],
        plan.fitted,
        plan.enough_for,
    )


def _pieces(pieces: tuple[tuple[int, int], ...] | None) -> list[ChipsOfValue] | None:
    return None if pieces is None else [ChipsOfValue(value, count) for value, count in pieces]

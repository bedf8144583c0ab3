"""Reads of suggested structures and of what-ifs (docs/structures.md)."""

from typing import Annotated, Literal

from msgspec import Struct, field
from pydantic import Field

from clock.boards.clock import level_rows
from clock.boards.structs import LevelRow
from clock.rules.suggestion.field_model import Forecast
from clock.rules.suggestion.generator import Suggestion
from clock.rules.suggestion.plan import FEWEST_PLAYERS, LONGEST_MINUTES, MOST_PLAYERS, SHORTEST_MINUTES, Plan
from clock.rules.suggestion.what_if import Change
from clock.services.suggestions import level_minutes, outcome_of, situation_of, suggestion_for
from tourney.access.roles import Permission
from tourney.live.resources import resource
from tourney.models import Tournament

_MINUTE = 60_000
Players = Annotated[int, Field(ge=FEWEST_PLAYERS, le=MOST_PLAYERS)]
ChangedPlayers = Annotated[int, Field(ge=0, le=MOST_PLAYERS)]
Chips = Annotated[int, Field(ge=100, le=10**9)]
MoreChips = Annotated[int, Field(ge=0, le=10**9)]
Count = Annotated[int, Field(ge=0, le=100_000)]
Minutes = Annotated[int, Field(ge=SHORTEST_MINUTES, le=LONGEST_MINUTES)]
LevelMinutes = Annotated[int, Field(ge=0, le=180)]


class SuggestedLevel(Struct, frozen=True):
    """A row of a suggested structure.

    Attributes:
        is_break: true for a break, which has no blinds.
        left: expected players when it begins; null in a break and after the expected end.
        average_tenths: their average stack in tenths of the big blind.
    """

    small_blind: int
    big_blind: int
    ante: int
    minutes: int
    is_break: bool = field(name="break")
    left: int | None
    average_tenths: int | None


class SuggestedStructure(Struct, frozen=True):
    """A suggested structure and how it was reached.

    Attributes:
        expected_minutes: half of such events have ended by then, breaks included.
        spread_minutes: 10 % have ended by the first, 90 % by the second.
        total_chips: chips in play with all re-entries, rebuys and add-ons.
        big_blinds_at_end: big blinds in play together at the expected end.
        level_minutes: length of the first level.
        chips: denominations it is made for.
        rows: the same rows as `structure/save` takes them, without the `number` of each, with colour-ups.
    """

    levels: list[SuggestedLevel]
    expected_minutes: int
    spread_minutes: list[int]
    total_chips: int
    big_blinds_at_end: int
    level_minutes: int
    chips: list[int]
    rows: list[LevelRow]


class EventEnd(Struct, frozen=True):
    """When an event ends, in minutes from its start on the clock of its structure.

    Attributes:
        spread_minutes: 10 % of such events have ended by the first, 90 % by the second.
        beyond: the structure may run out of levels before.
    """

    expected_minutes: int
    spread_minutes: list[int]
    beyond: bool


class StructureWhatIf(Struct, frozen=True):
    """A structure with a change tried. Nothing is saved: `clock/structure` saves it.

    Attributes:
        before, after: when the event ends without the change and with it.
        free: rows before this one, counted from 1, have begun and stay as they are.
    """

    before: EventEnd
    after: EventEnd
    free: int
    levels: list[LevelRow]


def suggested(found: Suggestion) -> SuggestedStructure:
    """Return a suggestion as it is read."""
    stages = {stage.row: stage for stage in found.stages if stage.starts <= found.forecast.expected}
    end = next((row for row in reversed(stages)), 0)
    return SuggestedStructure(
        levels=[
            SuggestedLevel(
                small_blind=level.small_blind,
                big_blind=level.big_blind,
                ante=level.ante,
                minutes=level_minutes(level),
                is_break=level.kind == "break",
                left=round(stages[row].left) if row in stages else None,
                average_tenths=stages[row].average_tenths if row in stages else None,
            )
            for row, level in enumerate(found.levels)
        ],
        expected_minutes=round(found.forecast.expected / _MINUTE),
        spread_minutes=[round(found.forecast.early / _MINUTE), round(found.forecast.late / _MINUTE)],
        total_chips=found.field.chips,
        big_blinds_at_end=found.field.chips // found.levels[end].big_blind,
        level_minutes=found.plan.level_minutes,
        chips=list(found.plan.chips),
        rows=level_rows(found.levels),
    )


@resource("/structures/suggestion", "suggest_structure", permission=Permission.SEE_STAFF)
def suggest_structure(
    players: Players = 30,
    stack: Chips = 10_000,
    minutes: Minutes = 240,
    level_minutes: LevelMinutes = 0,
    last_level_minutes: LevelMinutes = 0,
    antes: Literal["none", "classic", "big_blind"] = "big_blind",
    late_minutes: Annotated[int, Field(ge=0, le=LONGEST_MINUTES)] = 0,
    reentries: Count = 0,
    rebuys: Count = 0,
    rebuy_stack: MoreChips = 0,
    add_ons: Count = 0,
    add_on_stack: MoreChips = 0,
) -> SuggestedStructure:
    """Suggest a structure for a planned event.

    Every amount can be paid with the chips still in play, no blind more than doubles, and the expected end is
    within 10 % of the planned one. Nothing is saved.

    Args:
        players: expected first entries.
        stack: chips of an entry.
        minutes: planned length with breaks.
        level_minutes: length of the first level; 0 for one that fits.
        last_level_minutes: length towards the end, for levels that grow; 0 for constant ones.
        antes: who pays them.
        late_minutes: minutes of play with late registration.
        reentries: expected number.
        rebuys: expected number.
        rebuy_stack: chips of a rebuy; 0 for a starting stack.
        add_ons: expected number.
        add_on_stack: chips of an add-on; 0 for a starting stack.
    """
    plan = Plan(
        players=players,
        stack=stack,
        minutes=minutes,
        level_minutes=level_minutes,
        last_level_minutes=last_level_minutes,
        antes=antes,
        late_minutes=late_minutes,
        reentries=reentries,
        rebuys=rebuys,
        rebuy_stack=rebuy_stack,
        add_ons=add_ons,
        add_on_stack=add_on_stack,
    )
    return suggested(suggestion_for(plan))


def event_end(forecast: Forecast) -> EventEnd:
    """Return a forecast as it is read."""
    spread = [round(forecast.early / _MINUTE), round(forecast.late / _MINUTE)]
    return EventEnd(round(forecast.expected / _MINUTE), spread, forecast.beyond)


@resource(
    "/tournaments/{int:tournament}/structure/what_if",
    "read_structure_what_if",
    permission=Permission.SEE_STAFF,
    missing="unknown_tournament",
)
def structure_what_if(
    tournament_id: int,
    shorter_by: Annotated[int, Field(ge=-LONGEST_MINUTES, le=LONGEST_MINUTES)] = 0,
    level_minutes: LevelMinutes = 0,
    break_after: Annotated[int, Field(ge=0, le=200)] = 0,
    break_minutes: Annotated[int, Field(ge=1, le=180)] = 15,
    players: ChangedPlayers = 0,
    keep_end: bool = False,
    scale: Annotated[int, Field(ge=0, le=1_000_000)] = 0,
) -> StructureWhatIf | None:
    """Try a change of a tournament's structure, also while it runs.

    Rows that have begun stay as they are; while the clock runs, the forecast begins with the players left and
    the chips in play now.

    Args:
        shorter_by: minutes by which it becomes shorter; negative for longer.
        level_minutes: length of all levels still to come; 0 for no change.
        break_after: row, counted from 1, after which a break is inserted; 0 for none.
        break_minutes: length of that break.
        players: first entries instead of those known now; 0 for no change.
        keep_end: scale the levels still to come so that the end stays the same.
        scale: blinds and antes still to come in per cent of what they are, as the chips can pay them; 0 for no change.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    situation = situation_of(event)
    change = Change(
        shorter_by=shorter_by,
        level_minutes=level_minutes,
        break_after=break_after,
        break_minutes=break_minutes,
        players=players,
        keep_end=keep_end,
        scale=scale,
    )
    outcome = outcome_of(situation, change)
    return StructureWhatIf(
        event_end(outcome.before), event_end(outcome.after), situation.free + 1, level_rows(outcome.levels)
    )

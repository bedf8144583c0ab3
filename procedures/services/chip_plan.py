"""What an event needs for the plan of its chips: sales, structure, and the chips of the room. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from clock.rules.leaving_chips import Leaving, leaving_chips
from clock.rules.structure import Level
from clock.rules.suggestion.field_model import Field, stages
from clock.services.event_clock import event_clock_of
from desk.models import Extra, Registration
from procedures.rules.chip_plan import ChipPlan, Sale, Use, Wanted, plan_chips
from seating.services.seats import seats_at_a_table
from tourney.models import Chip, ChipSet, Tournament
from tourney.now import to_ms
from tourney.services.field_counts import field_of

# Expected numbers where nothing is known yet.
_PLAYERS, _LATE_PART = 30, 5
# Players at a table of a plan without an event.
_SEATS = 9
_USES: dict[str, Use] = {"rebuy": "rebuy", "add_on": "add_on"}


@dataclass(frozen=True, slots=True)
class Expected:
    """Expected numbers of stacks: players, of which late, and what they buy."""

    players: int
    late: int
    rebuys: int
    add_ons: int


def expected_of(event: Tournament) -> Expected:
    """Return the numbers to plan with: entries so far or places, a fifth of them late if the registration stays open,
    a rebuy for each second player and an add-on for each.
    """
    sold = Registration.objects.filter(tournament=event).first()
    places = 0 if sold is None else sold.capacity or 0
    players = max(field_of(event).entries, places) or _PLAYERS
    late = players // _LATE_PART if sold is not None and sold.late_ends != "none" else 0
    kinds = set(Extra.objects.filter(registration=event.pk).values_list("kind", flat=True))
    rebuys, add_ons = players // 2 if "rebuy" in kinds else 0, players if "add_on" in kinds else 0
    return Expected(players, late, rebuys, add_ons)


def plan_of_event(event: Tournament, expected: Expected) -> tuple[ChipPlan, list[Leaving]]:
    """Return the plan of an event's chips, and when each of them can leave; both empty without a chip set."""
    levels = event_clock_of(event).levels
    chips = list(Chip.objects.filter(chip_set=event.chip_set_id)) if event.chip_set_id else []
    values = [chip.value for chip in chips]
    wanted = Wanted(
        levels=levels,
        values=values,
        sales=_sales(event, levels, expected) if values else [],
        owned={chip.value: chip.owned for chip in chips if chip.owned is not None},
        tables=_tables(event, levels, expected),
    )
    return plan_chips(wanted), leaving_chips(levels, values)


def plan_of_set(chip_set: ChipSet, levels: Sequence[Level], stack: int, players: int) -> ChipPlan:
    """Return the plan of a chip set for a structure without an event: starting stacks, also later ones, and colour-ups.

    Args:
        levels: of a structure of the library.
        stack: chips of a starting stack.
        players: expected; all at the start.
    """
    chips = list(chip_set.chips.all())
    return plan_chips(
        Wanted(
            levels=levels,
            values=[chip.value for chip in chips],
            sales=[Sale("entry", stack, 0, len(levels) - 1, players)],
            owned={chip.value: chip.owned for chip in chips if chip.owned is not None},
            tables=_tables_for(levels, stack, players, _SEATS),
        )
    )


def _sales(event: Tournament, levels: Sequence[Level], expected: Expected) -> list[Sale]:
    late = min(expected.late, expected.players)
    found = [Sale("entry", event.starting_stack, 0, _late_row(event, levels), expected.players - late, late)]
    numbers = {"rebuy": expected.rebuys, "add_on": expected.add_ons}
    for extra in Extra.objects.filter(registration=event.pk).order_by("-kind"):
        number = numbers[extra.kind]
        first = min(extra.from_row, len(levels) - 1)
        found.append(Sale(_USES[extra.kind], extra.chips, first, extra.until_row, number))
    return found


def _late_row(event: Tournament, levels: Sequence[Level]) -> int:
    """Return the last row in which entries are sold."""
    sold = Registration.objects.filter(tournament=event).first()
    if sold is None or sold.late_ends == "none":
        return 0
    if sold.late_row is not None:
        return min(sold.late_row, len(levels) - 1)
    begins, ends = event_clock_of(event).planned_start, to_ms(sold.late_at)
    if begins is None or ends is None:
        return len(levels) // 2
    at = begins
    for row, level in enumerate(levels):
        at += level.duration
        if at >= ends:
            return row
    return len(levels) - 1


def _tables(event: Tournament, levels: Sequence[Level], expected: Expected) -> list[int]:
    """Return the tables expected in play in each row."""
    return _tables_for(levels, event.starting_stack, expected.players, max(seats_at_a_table(event), 2))


def _tables_for(levels: Sequence[Level], stack: int, expected: int, seats: int) -> list[int]:
    field = Field(max(expected, 2), stack)
    left = {stage.row: stage.left for stage in stages(levels, field)}
    found: list[int] = []
    for row in range(len(levels)):
        before = found[-1] if found else -(-expected // seats)
        players = left.get(row)
        found.append(before if players is None else -(-round(players) // seats))
    return found

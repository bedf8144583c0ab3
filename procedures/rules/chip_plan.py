"""Chips of an event by value: stacks handed out, what each colour-up needs, and whether the room has enough. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Literal

from clock.rules.breakdown import amounts_ahead, breakdown
from clock.rules.structure import Level
from procedures.rules.colour_up import Lack, races_ahead

Use = Literal["entry", "rebuy", "add_on"]
MOST_PLAYERS = 10_000


@dataclass(frozen=True, slots=True)
class Sale:
    """Stacks that are handed out.

    Attributes:
        use: for entries and re-entries, rebuys, or add-ons.
        chips: of one stack.
        first, last: rows of the structure within which they are sold, from 0.
        early, late: how many before the first chip has left play, and after it.
    """

    use: Use
    chips: int
    first: int
    last: int
    early: int
    late: int = 0


@dataclass(frozen=True, slots=True)
class PlannedStack:
    """A stack as it is handed out from a row on.

    Attributes:
        row: from 0. `late`: a chip of the event has left play before.
        number: how many are handed out.
        pieces: value and number of chips, the largest value first; None: these chips cannot make it.
    """

    use: Use
    chips: int
    row: int
    late: bool
    number: int
    pieces: tuple[tuple[int, int], ...] | None


@dataclass(frozen=True, slots=True)
class Ready:
    """What to have ready for a colour-up.

    Attributes:
        at: row of the race, from 0; `in_break`: whether it is a break.
        small, big: value of the chip that leaves, and of the one it is raced for; None for the reason in `lack`.
        out: chips that leave.
        lots: big chips for whole lots of them, over all tables.
        spare: one more for each table, for the odd chips.
        tables: expected in play.
    """

    at: int
    in_break: bool
    small: int
    big: int | None
    lack: Lack
    out: int
    lots: int
    spare: int
    tables: int


@dataclass(frozen=True, slots=True)
class Supply:
    """The chips of a value: needed at once, and in the cases of the room (None: not counted)."""

    value: int
    needed: int
    owned: int | None

    @property
    def missing(self) -> int:
        """Return how many the room lacks; 0 if it is not known."""
        return 0 if self.owned is None else max(0, self.needed - self.owned)


@dataclass(frozen=True, slots=True)
class ChipPlan:
    """The chips of an event.

    Attributes:
        fitted: the room has too few chips for the smallest stacks, so others are proposed, which it has.
        enough_for: entries for which the chips suffice; None: the chips of the room are not counted.
    """

    stacks: tuple[PlannedStack, ...]
    colour_ups: tuple[Ready, ...]
    supply: tuple[Supply, ...]
    fitted: bool
    enough_for: int | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a plan is asked for.

    Attributes:
        values: denominations of the event.
        owned: number of chips in the room by value; values left out are not counted.
        tables: tables expected in play at the rows of the structure; later rows as the last one given.
    """

    levels: Sequence[Level]
    values: Sequence[int]
    sales: Sequence[Sale]
    owned: Mapping[int, int] = field(default_factory=dict)
    tables: Sequence[int] = ()


def in_play_at(levels: Sequence[Level], values: Sequence[int], row: int) -> list[int]:
    """Return the denominations in play in a row, the smallest first."""
    gone = {value for level in levels[:row] for value in level.colour_up}
    return sorted({value for value in values if value not in gone})


def plan_chips(wanted: Wanted) -> ChipPlan:
    """Plan the chips of an event: with the fewest chips in a stack, or if the room lacks some of them, with those that
    it has.
    """
    stacks = planned_stacks(wanted)
    plan = _plan_of(wanted, stacks, fitted=False)
    if not any(one.missing for one in plan.supply):
        return plan
    number = sum(one.number for one in stacks)
    most = {value: count // max(number, 1) for value, count in wanted.owned.items()}
    fitted = _plan_of(wanted, planned_stacks(wanted, most), fitted=True)
    possible = all(one.pieces is not None for one in fitted.stacks)
    return fitted if possible and not any(one.missing for one in fitted.supply) else plan


def planned_stacks(wanted: Wanted, most: Mapping[int, int] | None = None) -> list[PlannedStack]:
    """Return all stacks of an event: those of the start, and others after each chip that has left play.

    Args:
        most: chips of a value that a stack may have.
    """
    found = []
    for sale in wanted.sales:
        rows = _rows_of(wanted, sale)
        for place, row in enumerate(rows):
            number = sale.early if place == 0 else sale.late if place == 1 else 0
            if len(rows) == 1:
                number += sale.late
            values = in_play_at(wanted.levels, wanted.values, row)
            unit = gcd(*values)
            # An amount that no chips in play can pay is a fault of the structure; its editor says so.
            amounts = [
                amount
                for amount in amounts_ahead(wanted.levels, row, sale.chips)
                if unit and amount % unit == 0
            ]
            pieces = breakdown(sale.chips, values, amounts, most)
            late = len(values) < len(set(wanted.values))
            found.append(
                PlannedStack(
                    sale.use, sale.chips, row, late, number, None if pieces is None else tuple(pieces)
                )
            )
    return found


def _rows_of(wanted: Wanted, sale: Sale) -> list[int]:
    """Return the rows from which on stacks of a sale are made of other chips."""
    rows = [sale.first]
    for row in range(sale.first, min(sale.last, len(wanted.levels) - 1)):
        if set(wanted.levels[row].colour_up) & set(wanted.values):
            rows.append(row + 1)
    return rows


def _plan_of(wanted: Wanted, stacks: Sequence[PlannedStack], *, fitted: bool) -> ChipPlan:
    ready, most = colour_ups(wanted, stacks)
    supply = [Supply(value, most[value], wanted.owned.get(value)) for value in sorted(set(wanted.values))]
    return ChipPlan(tuple(stacks), tuple(ready), tuple(supply), fitted, _enough_for(wanted, stacks))


def colour_ups(wanted: Wanted, stacks: Sequence[PlannedStack]) -> tuple[list[Ready], Counter[int]]:
    """Return what each colour-up needs, in order, and the most chips of each value that are needed at once."""
    ahead = races_ahead(wanted.levels, wanted.values)
    handed_out = sorted(stacks, key=lambda one: one.row)
    held: Counter[int] = Counter()
    most: Counter[int] = Counter()
    found = []
    for due in ahead:
        # Stacks of a break are handed out before its race.
        handed_out = _hand_out(handed_out, held, due.at + due.in_break)
        most |= held
        out, tables = held.pop(due.small, 0), _tables_at(wanted, due.at)
        lots = 0 if due.big is None else -(-out * due.small // due.big)
        spare = tables if due.big is not None and out else 0
        if due.big is not None:
            held[due.big] += lots + spare
            most |= held
        found.append(Ready(due.at, due.in_break, due.small, due.big, due.lack, out, lots, spare, tables))
    _hand_out(handed_out, held, len(wanted.levels) + 1)
    return found, most | held


def _hand_out(stacks: Sequence[PlannedStack], held: Counter[int], before: int) -> list[PlannedStack]:
    """Add the chips of the stacks handed out before a row; return the others."""
    for one in stacks:
        if one.row < before:
            for value, count in one.pieces or ():
                held[value] += count * one.number
    return [one for one in stacks if one.row >= before]


def _tables_at(wanted: Wanted, row: int) -> int:
    if not wanted.tables:
        return 1
    return max(1, wanted.tables[min(row, len(wanted.tables) - 1)])


def _enough_for(wanted: Wanted, stacks: Sequence[PlannedStack]) -> int | None:
    """Return how many entries before the first colour-up the chips of the room suffice for, all others unchanged."""
    if not any(value in wanted.owned for value in wanted.values):
        return None
    first = next((place for place, one in enumerate(stacks) if one.use == "entry"), None)
    if first is None or stacks[first].pieces is None:
        return 0
    low, high = -1, MOST_PLAYERS
    while low < high:
        middle = (low + high + 1) // 2
        tried = [
            PlannedStack(one.use, one.chips, one.row, one.late, middle, one.pieces) if place == first else one
            for place, one in enumerate(stacks)
        ]
        _ready, most = colour_ups(wanted, tried)
        if any(most[value] > count for value, count in wanted.owned.items() if value in wanted.values):
            high = middle - 1
        else:
            low = middle
    return max(low, 0)

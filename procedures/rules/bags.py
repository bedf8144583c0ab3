"""Bags of stacks at the end of a day: their numbers, what is missing, and what may explain a difference. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from procedures.rules.stack_counts import Stack

State = Literal["counted", "sealed", "handed_in", "opened"]
Why = Literal["recounted", "swapped", "zero"]

_SEATS = 100
# Numbers of one event: tables below 1,000 have short ones; each flight has numbers of its own.
_SHORT, _LONG = 100_000, 20_000_000
# Most stacks named as an explanation: more of them explain nothing.
_CLUES = 6


def bag_number(table: int, seat: int, series: int = 0) -> int:
    """Return the number on the slip of a stack: 1204 for table 12, seat 4, and 101204 in the second flight.

    Args:
        series: of the event among those of a multi-stage event, from 0.
    """
    place = table * _SEATS + seat
    return series * _SHORT + place if place < _SHORT else (series + 1) * _LONG + place


def place_of_bag(number: int) -> tuple[int, int, int]:
    """Return series, table and seat of a bag's number."""
    series, place = divmod(number, _SHORT) if number < _LONG else divmod(number - _LONG, _LONG)
    return (series, *divmod(place, _SEATS))


@dataclass(frozen=True, slots=True)
class TableBags:
    """The bags of a table: seats whose stacks have yet to be counted, sealed, and handed in.

    Attributes:
        stacks: how many there are.
    """

    number: int
    stacks: int
    uncounted: tuple[int, ...]
    unsealed: tuple[int, ...]
    not_handed_in: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        """Return whether every bag is handed in."""
        return not (self.uncounted or self.unsealed or self.not_handed_in)


def bags_by_table(stacks: Sequence[Stack], bags: Mapping[tuple[int, int], State]) -> list[TableBags]:
    """Return the bags of every table, by number.

    Args:
        stacks: all of an event, counted or not.
        bags: state of each bag, by (table, seat).
    """
    found = []
    for number in sorted({stack.table for stack in stacks}):
        here = [stack for stack in stacks if stack.table == number]
        states = {stack.seat: bags.get((number, stack.seat)) for stack in here}
        found.append(
            TableBags(
                number,
                len(here),
                tuple(one.seat for one in here if one.chips is None and states[one.seat] is None),
                tuple(one.seat for one in here if one.chips is not None and states[one.seat] is None),
                tuple(seat for seat, state in states.items() if state == "sealed"),
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class Clue:
    """Where a difference may come from.

    Attributes:
        table: its number; `seat`: null for the whole table.
        chips: as counted; `meant`: the chips with which everything would add up, or the earlier count of a table.
        why: `recounted`: the table was counted again with another sum; `swapped`: two neighbouring digits are
            exchanged; `zero`: a zero is missing or too many.
    """

    table: int
    seat: int | None
    chips: int
    meant: int
    why: Why


def clues(stacks: Sequence[Stack], difference: int, earlier: Mapping[int, int]) -> list[Clue]:
    """Return what may explain a difference, so that not every table is counted again. The most likely first.

    Args:
        stacks: all of an event, counted.
        difference: chips counted minus chips in play.
        earlier: chips of tables before they were counted again.
    """
    if not difference:
        return []
    found = [*_recounted(stacks, difference, earlier)]
    for one in stacks:
        meant = (one.chips or 0) - difference
        if one.chips is None or meant <= 0:
            continue
        if _has_swapped(one.chips, meant):
            found.append(Clue(one.table, one.seat, one.chips, meant, "swapped"))
        elif one.chips == meant * 10 or meant == one.chips * 10:
            found.append(Clue(one.table, one.seat, one.chips, meant, "zero"))
    # Of the tables counted again, first the one whose earlier count adds up.
    found.sort(key=lambda clue: clue.chips - clue.meant != difference)
    return found[:_CLUES]


def _recounted(stacks: Sequence[Stack], difference: int, earlier: Mapping[int, int]) -> Iterable[Clue]:
    for table, before in sorted(earlier.items()):
        chips = sum(one.chips or 0 for one in stacks if one.table == table)
        if chips != before:
            yield Clue(table, None, chips, before, "recounted")


def _has_swapped(one: int, other: int) -> bool:
    """Return whether two numbers differ by an exchange of two neighbouring digits."""
    left, right = str(one), str(other)
    if len(left) != len(right):
        return False
    at = [place for place, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]
    return len(at) == 2 and at[1] == at[0] + 1 and left[at[0]] == right[at[1]] and left[at[1]] == right[at[0]]


def found_in_bags(slips: Sequence[int], found: int) -> list[int]:
    """Return how many chips each bag of a player is taken to contain; a difference is in the biggest one.

    Args:
        slips: chips by slip, at least one.
        found: chips found in all bags together, not negative.
    """
    chips, rest = list(slips), found - sum(slips)
    for at in sorted(range(len(chips)), key=lambda at: -chips[at]):
        change = max(rest, -chips[at])
        chips[at] += change
        rest -= change
    return chips


def tables_for(players: int, seats: int) -> int:
    """Return how many tables a field needs: as few as hold everybody."""
    return max(1, -(-players // max(seats, 2)))

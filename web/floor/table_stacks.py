"""The form of a table's stacks in a count: a figure for each stack, or its chips by value."""

from collections.abc import Mapping, Sequence
from typing import Any

from procedures.boards.stack_counts import StackCountBoard
from procedures.models import ReportedStack, StackCount
from procedures.services.chip_races import chips_left
from procedures.services.stack_counts import is_counted, open_count_of, seats_with_chips
from procedures.services.stacks_by_value import pieces_in
from seating.models import Seat
from tourney.models import Tournament
from web.floor.bags import stack_name
from web.shared.forms import Form

_MOST_SEATS = 12


def typed_stacks(form: Form, event: Tournament) -> list[dict[str, Any]]:
    """Return the stacks of a submitted form; seats without a figure have yet to be counted."""
    values = _values(event) if form.text("by_value") == "1" else []
    if not values:
        typed = [seat for seat in range(1, _MOST_SEATS + 1) if form.text(f"seat-{seat}")]
        return [{"seat": seat, "chips": form.chips(f"seat-{seat}")} for seat in typed]
    stacks = []
    for seat in range(1, _MOST_SEATS + 1):
        names = [(value, f"seat-{seat}-{value}") for value in values]
        pieces = [
            {"value": value, "count": form.chips(name) or 0} for value, name in names if form.text(name)
        ]
        if pieces:
            chips = sum(piece["value"] * piece["count"] for piece in pieces)
            stacks.append({"seat": seat, "chips": chips, "pieces": pieces})
    return stacks


def table_form(
    event: Tournament, board: StackCountBoard, number: int | None, form: Form, *, by_value: bool
) -> dict[str, Any] | None:
    """Return the chosen table with its stacks; None if none is chosen, or no count is in progress.

    Args:
        by_value: whether stacks are entered by the number of chips of each value.
    """
    count = open_count_of(event)
    row = next((one for one in board.tables if one.number == number), None)
    if count is None or row is None or number is None:
        return None
    values = _values(event)
    seats = list(
        seats_with_chips(event.pk)
        .filter(tournament_table__table__number=number)
        .select_related("entry__player")
    )
    reported = dict(
        ReportedStack.objects.filter(stack_count=count, entry__seat__in=seats).values_list("entry", "chips")
    )
    stacks = [_stack(count, seat, form, reported) for seat in seats]
    # The cursor starts at the first stack that is missing.
    first = next((one for one in stacks if one["chips"] is None), stacks[0])
    first["focus"] = True
    if by_value and values:
        _add_pieces(count, number, seats, stacks, values, form)
    return {
        "number": number,
        "stacks": stacks,
        "complete": row.counted == row.stacks,
        "started": row.counted > 0,
        "at": row.at,
        "by_value": by_value and bool(values),
        "has_values": bool(values),
    }


def _values(event: Tournament) -> list[int]:
    return chips_left(event)[::-1]


def _stack(count: StackCount, seat: Seat, form: Form, reported: Mapping[int, int]) -> dict[str, Any]:
    name = f"seat-{seat.number}"
    has_count = is_counted(count, seat.counted_at)
    own = None if has_count or seat.entry_id is None else reported.get(seat.entry_id)
    counted = str(seat.stack) if has_count else "" if own is None else str(own)
    return {
        "field": name,
        "seat": seat.number,
        "name": stack_name(seat),
        "value": form.text(name) if form.is_wrong else counted,
        "chips": seat.stack if has_count else own,
        "error": form.errors.get(name, ""),
        "by_player": own is not None,
    }


def _add_pieces(
    count: StackCount,
    number: int,
    seats: Sequence[Seat],
    stacks: Sequence[dict[str, Any]],
    values: Sequence[int],
    form: Form,
) -> None:
    """Add a field for each value to the stacks of a table, with what was counted so."""
    kept = pieces_in(count)
    for seat, stack in zip(seats, stacks, strict=True):
        chips, pieces = kept.get((number, seat.number), (None, ()))
        known = dict(pieces) if chips == seat.stack and is_counted(count, seat.counted_at) else {}
        names = {value: f"{stack['field']}-{value}" for value in values}
        stack["pieces"] = [
            {
                "field": name,
                "value": value,
                "count": form.text(name) if form.is_wrong else str(known.get(value, "")),
                "wrong": name in form.errors,
            }
            for value, name in names.items()
        ]
        stack["error"] = next((form.errors[name] for name in names.values() if name in form.errors), "")

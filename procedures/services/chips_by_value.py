"""Chips in play by value: from the make-up of the stacks, exchanges and chip races. Reads only."""

from collections import Counter
from datetime import datetime

from clock.rules.pieces import in_order, worth
from procedures.models import ChipExchange, Race, StackMakeUp
from procedures.services.chip_races import totals_of_race
from tourney.models import ChipMove, Tournament
from tourney.services.field_counts import field_of

_USES = {"starting_stack": "entry", "ghost": "entry", "rebuy": "rebuy", "add_on": "add_on"}


def chips_by_value(event: Tournament) -> list[tuple[int, int]]:
    """Return value and number of the chips in play, the largest value first; [] if it is not known of all of them.

    It is not known if a stack has no recorded make-up, or left play without being counted by value.
    """
    made = list(StackMakeUp.objects.filter(tournament=event))
    if not made or event.counted_by_hand:
        return []
    races = list(Race.objects.filter(tournament=event, started_at__isnull=False))
    left = {race.small: race.started_at for race in races if race.state in ("running", "done")}
    held: Counter[int] = Counter()
    removed = 0
    for kind, chips, at in ChipMove.objects.filter(tournament=event).values_list("kind", "chips", "at"):
        if kind == "race":
            continue
        if kind == "removed":
            removed += chips
            continue
        pieces = None if chips < 0 or kind not in _USES else _pieces(made, _USES[kind], chips, at, left)
        if pieces is None:
            return []
        held.update(pieces)
    exchanged = 0
    for pieces in ChipExchange.objects.filter(tournament=event).values_list("pieces", flat=True):
        held.update(dict(pieces))
        exchanged += worth(pieces)
    for race in races:
        totals = totals_of_race(race)
        held[race.small] -= totals.before
        held[race.big] += totals.big
    found = in_order(list(held.items()))
    return found if removed == exchanged and worth(found) == field_of(event).chips else []


def _pieces(
    made: list[StackMakeUp], use: str, chips: int, at: datetime, left: dict[int, datetime | None]
) -> dict[int, int] | None:
    """Return the chips of a stack, or of several sold at once, handed out at a time."""
    gone = {value for value, since in left.items() if since is not None and since <= at}
    possible = [
        one
        for one in made
        if one.use == use and chips % one.chips == 0 and not gone & {value for value, _count in one.pieces}
    ]
    if not possible:
        return None
    # A whole stack before a part of it; before a colour-up, the stack with the smallest chips.
    best = min(possible, key=lambda one: (chips // one.chips, one.pieces[-1][0], -one.pk))
    return {value: count * (chips // best.chips) for value, count in best.pieces}

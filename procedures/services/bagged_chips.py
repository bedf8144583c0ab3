"""Races around the end of a day: none while chips are in bags; those that are due then start the next day."""

from collections.abc import Sequence
from dataclasses import dataclass

from clock.rules.structure import Level
from clock.services.progress import progress_of
from procedures.models import EventDay, StackCount
from procedures.rules.colour_up import rows_between_days
from procedures.services.bags import closed_day_of, latest_day_of
from procedures.services.stack_counts import open_count_of
from procedures.signals import last_row_before, plays_on_in
from tourney.models import Tournament


@dataclass(frozen=True, slots=True)
class BaggedChips:
    """Why no race is held.

    Attributes:
        day: the day that is over; None: the stacks are being counted for its end.
        plays_on_in: name of the event in which players go on with their chips; "": in this one.
    """

    day: EventDay | None = None
    plays_on_in: str = ""


def bagged_chips_of(event: Tournament) -> BaggedChips | None:
    """Return why no race is held in an event; None while its chips are at the tables."""
    day = closed_day_of(event)
    count = StackCount.objects.filter(tournament=event, occasion="day_end").last()
    if day is None and count is None:
        return None
    where = plays_on_in.ask(event)
    if day is not None:
        return BaggedChips(day, where)
    if count is not None and (count.closed_at is None or where):
        return BaggedChips(plays_on_in=where)
    return None


def rows_before_today(event: Tournament, levels: Sequence[Level]) -> range:
    """Return the rows of the structure between the latest day and the one before, or between a day that ends and the
    next one; empty on the first day.
    """
    count = open_count_of(event)
    day = latest_day_of(event)
    if count is not None and count.occasion == "day_end":
        row: int | None = progress_of(event).row
    else:
        row = last_row_before.ask(event) if day is None else day.row
    return range(0) if row is None or row >= len(levels) else rows_between_days(levels, row)

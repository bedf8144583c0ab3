"""Chips that left play in the events from which players brought their stacks. Reads only."""

from django.db.models import QuerySet

from clock.services.progress import progress_of
from procedures.services.chip_races import settled_chips
from procedures.signals import SettledChips
from stages.models import StageEvent
from stages.services.rules import rule_of
from tourney.models import Tournament


def chips_settled_in_sources(own: StageEvent) -> SettledChips:
    """Return the chips whose colour-up was settled in every event from which stacks were carried to another one.

    A chip that one flight still played with is raced in the event that players advance to.
    """
    settled = [settled_chips(source) for source in _sources_of(own)]
    if not settled:
        return SettledChips()
    everywhere = frozenset.intersection(*(one.all for one in settled))
    raced = everywhere & frozenset.union(*(one.raced for one in settled))
    return SettledChips(raced, everywhere - raced)


def last_row_of_sources(own: StageEvent) -> int | None:
    """Return the row of the structure at which the last of these events ended, from 0; None: there are none, or the
    clock does not go on from there.
    """
    rule = rule_of(own.stage)
    if rule is None or not rule.goes_on:
        return None
    return max((progress_of(source).row for source in _sources_of(own)), default=None)


def _sources_of(own: StageEvent) -> QuerySet[Tournament]:
    """Return the events from which stacks were carried to another one."""
    return Tournament.objects.filter(
        entries__advanced_stacks__advance__target=own, entries__advanced_stacks__carried=True
    ).distinct()

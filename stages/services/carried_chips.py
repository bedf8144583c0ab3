"""Chips that left play in the events from which players brought their stacks. Reads only."""

from procedures.services.chip_races import settled_chips
from procedures.signals import SettledChips
from stages.models import StageEvent
from tourney.models import Tournament


def chips_settled_in_sources(own: StageEvent) -> SettledChips:
    """Return the chips whose colour-up was settled in every event from which stacks came into another one.

    A chip that one flight still played with is raced in the event that the flights come to.
    """
    sources = Tournament.objects.filter(
        entries__advanced_stacks__advance__target=own, entries__advanced_stacks__carried=True
    ).distinct()
    settled = [settled_chips(source) for source in sources]
    if not settled:
        return SettledChips()
    everywhere = frozenset.intersection(*(one.all for one in settled))
    raced = everywhere & frozenset.union(*(one.raced for one in settled))
    return SettledChips(raced, everywhere - raced)

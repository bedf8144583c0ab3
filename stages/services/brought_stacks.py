"""Stacks with which players came to an event: from a day before, or from events of earlier stages. Reads only."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from procedures.services.bags import kept_bags
from stages.models import Advance, AdvancedStack
from stages.services.rules import whole_and_part_of
from tourney.models import Tournament


@dataclass(frozen=True, slots=True)
class Brought:
    """The stack with which a player came.

    Attributes:
        events: the events of earlier stages it comes from: ("1A",); empty: from a day of the same event.
    """

    chips: int
    events: tuple[str, ...] = ()


def brought_stacks(event: Tournament, entries: Collection[int]) -> Mapping[int, Brought]:
    """Return the stacks that players brought, by entry; without those who started with a starting stack."""
    advances = dict(Advance.objects.filter(entry__in=entries).values_list("entry", "stack"))
    events = _events_before(advances) if advances else {}
    found = {entry: Brought(chips, events.get(entry, ())) for entry, chips in advances.items()}
    kept = kept_bags(event)
    for entry, bags in ({} if kept is None else kept.by_entry).items():
        if entry in entries:
            # An opened bag may not have held the chips that its slip says.
            chips = sum(bag.chips if bag.opened_chips is None else bag.opened_chips for bag in bags)
            found[entry] = Brought(chips, events.get(entry, ()))
    return found


def _events_before(entries: Collection[int]) -> dict[int, tuple[str, ...]]:
    """Return from which events players advanced: those of the carried stacks, or all if none was carried."""
    stacks = list(
        AdvancedStack.objects.filter(advance__entry__in=entries)
        .select_related("advance", "source__tournament")
        .order_by("pk")
    )
    parts = whole_and_part_of([stack.source.tournament for stack in stacks])
    found: dict[int, dict[bool, list[str]]] = {}
    for stack in stacks:
        part = parts.get(stack.source.tournament_id, (0, ""))[1]
        events = found.setdefault(stack.advance.entry_id, {}).setdefault(stack.carried, [])
        if part and part not in events:
            events.append(part)
    return {entry: tuple(by.get(True, []) or by.get(False, [])) for entry, by in found.items()}

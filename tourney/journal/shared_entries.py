"""Players who share an entry hear together what concerns it. An app above the core says who they are."""

from collections.abc import Callable, Mapping

# Notifications about a player's own booking, or place in a team, not about an entry.
OF_BOOKINGS = frozenset({"called", "offer", "closed", "cancelled", "withdrawn", "left_team"})
Shared = Callable[[int], Mapping[int, int]]

_providers: list[Shared] = []


def provide(provider: Shared) -> Shared:
    """Let a function answer who shares an entry of an event: the partner of each player who registered."""
    _providers.append(provider)
    return provider


def partners_in(tournament: int) -> Mapping[int, int]:
    """Return the partner of each player who registered an entry of an event with one."""
    found = [one(tournament) for one in _providers]
    if len(found) == 1:
        return found[0]
    return {player: partner for each in found for player, partner in each.items()}

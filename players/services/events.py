"""Events in which players are at present."""

from collections.abc import Sequence

from players.models import Partner
from players.signals import booked_events, later_events
from tourney.models import Entry, Tournament


def lock_open_events() -> None:
    """Lock all events that are not closed, in the order of their ids, until the transaction ends.

    Merging and anonymising depend on who is in which event, so no sale may happen meanwhile. The room's row
    is locked first; no code locks the room after an event.
    """
    rows = Tournament.objects.select_for_update(of=("self",)).filter(closed_at__isnull=True)
    list(rows.order_by("pk").values_list("pk", flat=True))


def events_of(players: Sequence[int]) -> dict[int, set[int]]:
    """Return the events in which these players are in play or booked, by player."""
    booked = booked_events.ask(players)
    found = {player: set(booked.get(player, ())) for player in players}
    inside = Entry.objects.filter(player__in=players, out_at__isnull=True, voided_at__isnull=True)
    for player, event in inside.values_list("player_id", "tournament_id"):
        found[player].add(event)
    shared = Partner.objects.filter(
        player__in=players, entry__out_at__isnull=True, entry__voided_at__isnull=True
    )
    for player, event in shared.values_list("player_id", "tournament_id"):
        found[player].add(event)
    return found


def busy_in(player: int) -> Tournament | None:
    """Return an open event in which a player is in play or booked, or of a stage that they wait for with a stack."""
    found = events_of([player])[player] | later_events.ask([player]).get(player, set())
    events = Tournament.objects.filter(pk__in=found, closed_at__isnull=True)
    return events.order_by("pk").first()

"""Where displays are: which event each shows, and which display of an event sounds."""

from datetime import timedelta

from django.db.models import Q, QuerySet

from displays.models import Screen
from tourney.models import Tournament
from tourney.now import room_now

# Displays can show an event for so long after it was closed.
CLOSED_EVENTS_STAY = timedelta(days=1)


def event_of(screen: Screen) -> int | None:
    """Return the event that a display shows: that of its group, or its own."""
    return screen.tournament_id if screen.group is None else screen.group.tournament_id


def displays_of(event: int) -> QuerySet[Screen]:
    """Return the displays that show an event, as members of a group or by themselves."""
    shows = Q(group__isnull=True, tournament_id=event) | Q(group__tournament_id=event)
    return Screen.objects.filter(shows, retired=False)


def sounding(event: int) -> QuerySet[Screen]:
    """Return the display of an event that plays sounds; at most one."""
    return displays_of(event).filter(sound=True)


def just_closed() -> list[tuple[int, str]]:
    """Return ids and names of the closed events that displays can still show, the latest first."""
    since = room_now() - CLOSED_EVENTS_STAY
    found = Tournament.objects.filter(closed_at__gt=since).order_by("-closed_at", "-pk")
    return list(found.values_list("pk", "name"))

"""The events of the room by name, date and winner. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.timezone import get_current_timezone

from players.models import Player
from players.services.partners import held_by_any, with_partners
from prizes.services.event_end import winners_in_each
from tourney.models import Entry, Tournament
from tourney.rules.wall_time import at_wall_time

# Winners are computed, so a name is searched among those of this many events, the newest first.
_SEARCHED = 200


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An event that has started or is closed.

    Attributes:
        at: when it started, or else was planned or set up.
        winner: full name; "" while there is none. A satellite has several winners.
    """

    event: Tournament
    at: datetime
    winner: str


def past_events(
    text: str, first: date | None, last: date | None, offset: int, count: int
) -> tuple[list[PastEvent], bool]:
    """Search the events that have started or are closed, without demos.

    Args:
        text: part of the event's name, or of the name of a winner; "": all.
        first, last: days in the room's time zone, both included.
        offset, count: which of them, the newest first.

    Returns:
        The events, and whether there are more.
    """
    rows = Tournament.objects.filter(demo_speed__isnull=True)
    rows = rows.filter(Q(closed_at__isnull=False) | Q(clock__started=True))
    rows = rows.annotate(
        at=Coalesce("registration__started_at", "clock__planned_start", "closed_at", "created_at")
    )
    midnight = datetime.min.time()
    if first is not None:
        rows = rows.filter(at__gte=at_wall_time(first, midnight, get_current_timezone()).at)
    if last is not None:
        rows = rows.filter(at__lt=at_wall_time(last + timedelta(days=1), midnight, get_current_timezone()).at)
    rows = rows.order_by("-at", "-pk")
    if text:
        rows = rows.filter(Q(name__icontains=text) | Q(pk__in=_won_by(text)))
    found = list(rows[offset : offset + count + 1])
    names = _winners(found[:count])
    shown = [PastEvent(one, one.at, names.get(one.pk, "")) for one in found[:count]]
    return shown, len(found) > count


def _won_by(text: str) -> set[int]:
    """Return the events that a player with this name has won."""
    # Not by `search`, which has dates of birth and card numbers as well.
    players = Player.objects.filter(Q(name__icontains=text) | Q(nickname__icontains=text))
    entered = Tournament.objects.filter(held_by_any(players, "entries__"), demo_speed__isnull=True).distinct()
    won = winners_in_each(entered.order_by("-pk")[:_SEARCHED])
    entries = {entry: event for event, winners in won.items() for entry in winners}
    theirs = Entry.objects.filter(held_by_any(players), pk__in=entries).values_list("pk", flat=True)
    return {entries[entry] for entry in theirs}


def _winners(events: Sequence[Tournament]) -> dict[int, str]:
    won = winners_in_each(events)
    rows = Entry.objects.filter(pk__in=[one for winners in won.values() for one in winners])
    names = with_partners(dict(rows.values_list("pk", "player__name")))
    return {event: ", ".join(names[one] for one in winners if one in names) for event, winners in won.items()}

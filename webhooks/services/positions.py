"""How far the journals have been read for webhooks."""

from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from tourney.models import JournalEntry, Room, Tournament
from webhooks.models import JournalPosition


def journals_behind() -> list[int | None]:
    """Return the events whose journals have unread entries; None stands for the room's."""
    found: list[int | None] = list(_events_behind().order_by("pk").values_list("pk", flat=True))
    room = Room.objects.filter(id=1).values_list("seq", flat=True).first() or 0
    read = JournalPosition.objects.filter(tournament=None).values_list("seq", flat=True).first() or 0
    return [None, *found] if room > read else found


def skip_history(until: datetime) -> None:
    """Mark all entries of events as read, for the first webhook: it is not told of them.

    Reading them would take minutes in a room with many past events. An event that has an entry at or after that time
    is left to be read.

    Args:
        until: from then on, entries are reported.
    """
    newer = JournalEntry.objects.filter(tournament=OuterRef("pk"), at__gte=until)
    events = _events_behind().exclude(Exists(newer))
    rows = events.filter(webhook_position__isnull=True).values_list("pk", "seq")
    JournalPosition.objects.bulk_create(
        [JournalPosition(tournament_id=pk, seq=seq) for pk, seq in rows], ignore_conflicts=True
    )
    present = Tournament.objects.filter(pk=OuterRef("tournament")).values("seq")
    JournalPosition.objects.filter(tournament__in=events.values("pk")).update(seq=Subquery(present))


def _events_behind() -> "QuerySet[Tournament]":
    events = Tournament.objects.filter(demo_speed__isnull=True, seq__gt=0)
    return events.exclude(webhook_position__seq__gte=F("seq"))

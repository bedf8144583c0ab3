"""Cache topic snapshots until the next journal entry, for sockets, polls and the API."""

from django.db.models import Case, F, OuterRef, Subquery, Sum, When
from django.db.models.functions import Coalesce

from tourney.live.boards import names_in
from tourney.live.mark_cache import Mark, MarkCache
from tourney.live.publish import Envelope, envelope_of
from tourney.live.topics import parse
from tourney.models import Job, JournalEntry, Room, Tournament

_snapshots: MarkCache[str, Envelope] = MarkCache(most=64)
# Small and many: a tablet at every table.
_parts: MarkCache[str, Envelope] = MarkCache(most=512)


def mark_of(topic: str) -> Mark:
    """Return the journal numbers that a topic's boards depend on; the topic's own first, () for no such
    topic.

    Raises:
        ValueError: the name is not a topic.
    """
    event = parse(topic).event
    room = Room.objects.filter(id=1).values_list("seq", flat=True).first() or 0
    if event:
        own = Tournament.objects.filter(pk=event).values_list("seq", _jobs_of(OuterRef("pk"))).first()
        return () if own is None else (own[0], room, own[1])
    # The lobby shows all events, under the number of the room: any journal entry may change it.
    newest = JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return (room, newest)


def _jobs_of(event: OuterRef) -> Coalesce:
    """Return a number that changes with the state of an event's jobs, because jobs write no journal
    entries.
    """
    steps = Case(When(state="queued", then=1), When(state="running", then=2), default=3)
    rows = Job.objects.filter(tournament=event).order_by().values("tournament")
    return Coalesce(Subquery(rows.annotate(mark=Sum(F("pk") * 4 + steps)).values("mark")), 0)


def snapshot_of(topic: str) -> Envelope | None:
    """Return all present boards of a topic; None if there is no such topic.

    One reader at a time: requests that arrive meanwhile get its result if it is still current.

    Raises:
        ValueError: the name is not a topic.
    """

    def read() -> Envelope:
        found = envelope_of(topic, 0, names_in(topic))
        return Envelope(topic, found.at, found.at, found.at, found.boards)

    cache = _snapshots if parse(topic).part is None else _parts
    return cache.get(topic, lambda: mark_of(topic), read)


def forget_all() -> None:
    """Clear the cache after rows were changed outside a command."""
    _snapshots.clear()
    _parts.clear()

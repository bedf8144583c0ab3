"""Cache topic snapshots until the next journal entry, for sockets, polls and the API."""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from tourney.live.boards import names_in, tournament_of
from tourney.live.publish import Envelope, envelope_of
from tourney.models import Line, Room, Tournament

# Boards change with journal entries. Times on a board may be this old.
_OLDEST_SECONDS = 10.0
_TOPICS = 64
# Topics that are read concurrently; other requests wait for the result.
_READERS = threading.BoundedSemaphore(2)

Mark = tuple[int, ...]


@dataclass(slots=True)
class _Kept:
    """A cached topic.

    Attributes:
        reading: held by the one who reads it.
        mark: where the journals stood before it was read; empty while nothing was.
    """

    reading: threading.Lock = field(default_factory=threading.Lock)
    mark: Mark = ()
    envelope: Envelope | None = None
    read_at: float = 0.0

    def of(self, mark: Mark) -> Envelope | None:
        """Return the cached snapshot if it is still current."""
        fresh = self.mark == mark and time.monotonic() - self.read_at < _OLDEST_SECONDS
        return self.envelope if fresh else None


_kept: OrderedDict[str, _Kept] = OrderedDict()
_keeping = threading.Lock()


def mark_of(topic: str) -> Mark:
    """Where the journals stand that a topic's boards depend on; the topic's own number first, () for no such topic.

    Raises:
        ValueError: this is no topic at all.
    """
    event = tournament_of(topic)
    room = Room.objects.filter(id=1).values_list("seq", flat=True).first() or 0
    if event:
        own = Tournament.objects.filter(pk=event).values_list("seq", flat=True).first()
        return () if own is None else (own, room)
    # The lobby shows all events, under the number of the room: it may change with any line.
    newest = Line.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return (room, newest)


def snapshot_of(topic: str) -> Envelope | None:
    """All boards of a topic as they stand, whole from its first line on; None when there is no such topic.

    One reader at a time: who comes meanwhile is given what it found, if that is still how things stand.

    Raises:
        ValueError: this is no topic at all.
    """
    mark = mark_of(topic)
    if not mark:
        return None
    kept = _place_of(topic)
    found = kept.of(mark)
    if found is not None:
        return found
    with kept.reading:
        mark = mark_of(topic)
        found = kept.of(mark)
        if found is None and mark:
            with _READERS:
                read = envelope_of(topic, 0, names_in(topic))
            found = Envelope(topic, read.at, read.at, read.at, read.boards)
            kept.mark, kept.envelope, kept.read_at = mark, found, time.monotonic()
    return found


def forget_all() -> None:
    """Clear the cache after rows were changed outside an action."""
    with _keeping:
        _kept.clear()


def _place_of(topic: str) -> _Kept:
    with _keeping:
        kept = _kept.get(topic)
        if kept is None:
            kept = _kept[topic] = _Kept()
        _kept.move_to_end(topic)
        while len(_kept) > _TOPICS:
            _kept.popitem(last=False)
        return kept

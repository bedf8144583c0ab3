"""The past of events with a delayed overlay: recorded every few seconds, kept for an hour.

An overlay with a delay reads nothing else. What is newer than the delay is not read, so it never leaves the server;
where nothing is old enough, nothing is shown.
"""

import logging
from datetime import datetime, timedelta

import msgspec

from displays.models import MOST_DELAY, Overlay, OverlayState
from displays.services.overlay_facts import Facts, facts_of, pack_facts, unpack_facts
from tourney.models import Tournament
from tourney.now import room_now

log = logging.getLogger(__name__)

# Time between two states of an event: after a change, and without one. They bound the number kept: 720 an event.
AFTER_CHANGE = timedelta(seconds=5)
WITHOUT_CHANGE = timedelta(minutes=1)
_KEPT = timedelta(minutes=MOST_DELAY)


def delayed_events() -> list[int]:
    """Return the events that an overlay shows with a delay."""
    rows = Overlay.objects.filter(revoked_at__isnull=True, delay__gt=0)
    return sorted(set(rows.values_list("tournament", flat=True)))


def record_states() -> None:
    """Record the events with a delayed overlay, and delete what no overlay will show."""
    events = delayed_events()
    unused = OverlayState.objects.exclude(tournament__in=events)
    if unused.exists():
        unused.delete()
    for event in events:
        try:
            _record(event)
        except Exception:
            # The overlays of other events need their records.
            log.exception("Event %s could not be recorded for its overlay; retrying in a second.", event)


def _record(event: int) -> None:
    now, rows = room_now(), OverlayState.objects.filter(tournament=event)
    last = rows.order_by("-at").values_list("at", "seq").first()
    if last is not None:
        seq, closed_at = Tournament.objects.values_list("seq", "closed_at").get(pk=event)
        if closed_at is not None and seq == last[1]:
            # Nothing of it changes any more: its last state is enough.
            _delete_older(event, now)
            return
        # A clock that was set back counts as a change.
        age = abs(now - last[0])
        if age < (WITHOUT_CHANGE if seq == last[1] else AFTER_CHANGE):
            return
    seq, facts = facts_of(event)
    # Not before the rows were read: nothing in it may be newer than its time.
    OverlayState.objects.create(tournament_id=event, at=room_now(), seq=seq, facts=pack_facts(facts))
    _delete_older(event, now)


def _delete_older(event: int, now: datetime) -> None:
    """Delete what is older than the state that the longest delay shows."""
    rows = OverlayState.objects.filter(tournament=event)
    oldest = rows.filter(at__lte=now - _KEPT).order_by("-at").values_list("at", flat=True).first()
    if oldest is not None:
        rows.filter(at__lt=oldest).delete()


def state_before(event: int, at: datetime) -> Facts | None:
    """Return what an event looked like at a time; None if it was not recorded then."""
    row = OverlayState.objects.filter(tournament=event, at__lte=at).order_by("-at", "-pk").first()
    if row is None:
        return None
    try:
        return unpack_facts(bytes(row.facts))
    except (msgspec.DecodeError, ValueError):
        # Recorded by an earlier version: it counts as not recorded.
        return None


def first_state(event: int) -> datetime | None:
    """Return the time of the oldest recorded state; None if there is none."""
    rows = OverlayState.objects.filter(tournament=event).order_by("at")
    return rows.values_list("at", flat=True).first()

"""Reports of displays about themselves, which are not journalled."""

from datetime import timedelta

from displays.models import Screen, ScreenHealth
from tourney.live.publish import publish_boards
from tourney.now import room_now

# A display reports once a minute; earlier reports are ignored.
_LEAST = timedelta(seconds=30)
MOST_DRIFT = 24 * 3_600_000


def keep_report(screen: Screen, build: str, drift: int) -> bool:
    """Keep what a display reports, and show it to staff; false if the last report is too recent."""
    now = room_now()
    last = ScreenHealth.objects.filter(pk=screen.pk).first()
    if last is not None and now - last.seen_at < _LEAST:
        return False
    values = {"seen_at": now, "build": build[:64], "drift": min(drift, MOST_DRIFT)}
    ScreenHealth.objects.update_or_create(pk=screen.pk, defaults=values)
    publish_boards("room", [f"screen_health:{screen.pk}"])
    return True

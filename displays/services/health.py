"""Reports of displays about themselves, which are not journalled."""

from datetime import timedelta
from typing import Annotated

import msgspec

from displays.models import Screen, ScreenHealth
from tourney.live.publish import publish_boards
from tourney.now import room_now

# A display reports once a minute; earlier reports are ignored.
_LEAST = timedelta(seconds=30)
MOST_DRIFT = 24 * 3_600_000


class Report(msgspec.Struct, frozen=True):
    """What a display reports once a minute.

    Attributes:
        build: version of its page.
        drift: the most by which it was off the true second, in ms.
        frames: drawn within a second; null if not measured.
        battery: percent; null without one.
        charging: whether the battery is being charged.
    """

    build: Annotated[str, msgspec.Meta(max_length=64)]
    drift: Annotated[int, msgspec.Meta(ge=0)]
    frames: Annotated[int, msgspec.Meta(ge=0, le=1_000)] | None = None
    battery: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    charging: bool = False


def keep_report(screen: Screen, report: Report) -> bool:
    """Keep what a display reports, and show it to staff; false if the last report is too recent."""
    now = room_now()
    last = ScreenHealth.objects.filter(pk=screen.pk).first()
    if last is not None and now - last.seen_at < _LEAST:
        return False
    values = {**msgspec.structs.asdict(report), "seen_at": now, "drift": min(report.drift, MOST_DRIFT)}
    ScreenHealth.objects.update_or_create(pk=screen.pk, defaults=values)
    publish_boards("room", [f"screen_health:{screen.pk}"])
    return True

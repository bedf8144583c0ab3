"""The room's announcements, for displays."""

from typing import Literal

from django.db.models import Q
from msgspec import Struct

from displays.models import Announcement
from displays.rules.announcements import Times, showing
from tourney.live.boards import Audience, board
from tourney.now import room_now, to_ms

MINUTE, SECOND = 60_000, 1_000


class RoomAnnouncement(Struct, frozen=True):
    """An announcement: each display shows it from these times by itself.

    Attributes:
        text: with placeholders in braces, which each display fills in from the clock of its event.
        spoken: read aloud instead; "" for the text.
        priority: `normal`: above the layout; `urgent`: fills the screen.
        starts: start of the first showing.
        ends: null: until it is removed.
        every: ms from the start of one showing to that of the next; null: it shows all the time.
        shown: ms that each showing takes.
        shown_on: `all` displays, those of an `event` or of a `group`, or the chosen `screens`.
        screens: ids of displays.
    """

    id: int
    text: str
    spoken: str
    priority: Literal["normal", "urgent"]
    starts: int
    ends: int | None
    every: int | None
    shown: int | None
    shown_on: Literal["all", "event", "group", "screens"]
    tournament: int | None
    group: int | None
    screens: list[int]


class AnnouncementsBoard(Struct, frozen=True):
    """Announcements that show now or later."""

    announcements: list[RoomAnnouncement]


def times_of(row: Announcement) -> Times:
    """Return when an announcement shows."""
    return Times(
        starts=to_ms(row.starts_at) or 0,
        ends=to_ms(row.ends_at),
        every=None if row.repeat_minutes is None else row.repeat_minutes * MINUTE,
        shown=None if row.show_seconds is None else row.show_seconds * SECOND,
    )


def _announcement(row: Announcement) -> RoomAnnouncement:
    times = times_of(row)
    return RoomAnnouncement(
        id=row.pk,
        text=row.text,
        spoken=row.spoken,
        priority=row.priority,  # type: ignore[arg-type]
        starts=times.starts,
        ends=times.ends,
        every=times.every,
        shown=times.shown,
        shown_on=row.shown_on,  # type: ignore[arg-type]
        tournament=row.tournament_id,
        group=row.group_id,
        screens=row.screens,
    )


def standing() -> list[Announcement]:
    """Return the announcements that show now or later."""
    now = room_now()
    rows = Announcement.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now), removed_at=None)
    return [row for row in rows if showing(times_of(row), to_ms(now) or 0) is not None]


@board("announcements", topic="room", audience=Audience.DISPLAY, rows=("displays.announcement",))
def announcements(_scope: int, _name: str) -> AnnouncementsBoard:
    """Show the room's announcements."""
    return AnnouncementsBoard([_announcement(row) for row in standing()])

"""Boards of displays."""

from collections.abc import Iterable, Sequence
from typing import Literal

from django.db.models import Q
from msgspec import Struct

from displays.models import Rotation, Screen, ScreenGroup, ScreenHealth
from displays.services.layout_names import layout_name
from displays.services.placement import event_of
from tourney.access.language import room_language
from tourney.access.roles import Permission
from tourney.live.boards import Audience, board
from tourney.live.topics import Change
from tourney.now import to_ms
from tourney.rules.numbers import whole_number


class SlideBoard(Struct, frozen=True):
    """A slide of a rotation.

    Attributes:
        tournament: its event; null for that of the display.
        when: the state of its event in which it is shown.
    """

    layout: str
    tournament: int | None
    seconds: int
    when: Literal["always", "before_start", "running", "break", "over"]


class ProgrammeBoard(Struct, frozen=True):
    """What a display shows from a time of day on: a layout, or slides in turn.

    Attributes:
        at: minutes after midnight in the room's time.
        slides: in place of the layout; empty for none.
    """

    at: int
    layout: str
    slides: list[SlideBoard]


class TriggerTest(Struct, frozen=True):
    """A trigger that a display carries out to try it, and since when."""

    trigger: int
    at: int


class ScreenBoard(Struct, frozen=True):
    """A paired display. One that follows a group has the event, layout, blankness and message of the group.

    Attributes:
        layout: a fixed one, or "house:5" for the layout of the house with this id.
        language: in use on it.
        own_language: chosen for this display; "" for the room's.
        sound: whether it plays sounds; true for one display of a tournament only.
        group: the group that it follows.
        programmes: by time of day, in place of the layout; empty for none. The last one holds beyond midnight.
        identified: it shows its name for ten seconds from then on.
        reload: a page that was loaded before is loaded again.
        test: a trigger that it carries out once, whatever happens in the event.
    """

    id: int
    name: str
    tournament: int | None
    layout: str
    blank: bool
    message: str
    language: str
    own_language: str
    sound: bool
    volume: int
    speech: bool
    paired: bool
    group: int | None
    group_name: str
    programmes: list[ProgrammeBoard]
    identified: int | None
    reload: int | None
    test: TriggerTest | None


class ScreenHealthBoard(Struct, frozen=True):
    """What a display last reported.

    Attributes:
        seen: time of the report; null before the first one.
        build: version of its page.
        drift: most by which it was off the true second, in ms.
        frames: drawn within a second; null if not measured.
        battery: percent; null without one.
        charging: whether the battery is being charged.
    """

    screen: int
    seen: int | None
    build: str
    drift: int
    frames: int | None = None
    battery: int | None = None
    charging: bool = False


def slides_of(rotation: Rotation | None) -> list[SlideBoard]:
    """Return the slides of a rotation; none without one."""
    return [] if rotation is None else [SlideBoard(**slide) for slide in rotation.slides]


def programmes_of(group: ScreenGroup) -> list[ProgrammeBoard]:
    """Return what a group shows by time of day; empty if it has one layout all day."""
    if not group.schedule:
        slides = slides_of(group.rotation)
        return [ProgrammeBoard(at=0, layout=layout_name(group), slides=slides)] if slides else []
    rotations = Rotation.objects.in_bulk([entry["rotation"] for entry in group.schedule if entry["rotation"]])
    return [
        ProgrammeBoard(
            at=entry["at"], layout=entry["layout"], slides=slides_of(rotations.get(entry["rotation"]))
        )
        for entry in group.schedule
    ]


def _test_of(row: Screen) -> TriggerTest | None:
    at = to_ms(row.tested_at)
    return None if at is None or row.tested_trigger is None else TriggerTest(row.tested_trigger, at)


def screen_of(row: Screen) -> ScreenBoard:
    """Return the board of a display."""
    shown = row.group or row
    return ScreenBoard(
        id=row.pk,
        name=row.name,
        tournament=None if row.retired else event_of(row),
        layout=layout_name(shown),
        blank=shown.blank,
        message=shown.message,
        language=row.language or room_language(),
        own_language=row.language,
        sound=row.sound,
        volume=row.volume,
        speech=row.speech,
        paired=not row.retired,
        group=row.group_id,
        group_name="" if row.group is None else row.group.name,
        programmes=[] if row.group is None else programmes_of(row.group),
        identified=to_ms(row.identified_at),
        reload=to_ms(row.reload_at),
        test=_test_of(row),
    )


def _members(_scope: int) -> Iterable[str]:
    return [str(pk) for pk in Screen.objects.filter(retired=False).values_list("pk", flat=True)]


def _concerned(changes: Sequence[Change]) -> set[str]:
    """Return the displays that follow the groups and rotations of changed rows, or the room's language."""
    touched = {change["model"] for change in changes}
    which = (
        Q(group__isnull=False) if touched & {"displays.screengroup", "displays.rotation"} else Q(pk__in=[])
    )
    if "tourney.room" in touched:
        which |= Q(language="")
    return {str(pk) for pk in Screen.objects.filter(which, retired=False).values_list("pk", flat=True)}


@board(
    "screen", topic="room", audience=Audience.DISPLAY, members=_members, model="displays.screen",
    rows=("displays.screengroup", "displays.rotation", "tourney.room"), by_rows=True, concerned=_concerned,
)  # fmt: skip
def screen(_scope: int, name: str) -> ScreenBoard | None:
    """Show one display."""
    number = whole_number(name)
    rows = Screen.objects.select_related("group__rotation")
    row = None if number is None else rows.filter(pk=number).first()
    return screen_of(row) if row is not None else None


@board("screen_health", topic="room", permission=Permission.MANAGE_SCREENS, members=_members)
def screen_health(_scope: int, name: str) -> ScreenHealthBoard | None:
    """Show what one display last reported."""
    number = whole_number(name)
    if number is None or not Screen.objects.filter(pk=number, retired=False).exists():
        return None
    row = ScreenHealth.objects.filter(pk=number).first()
    if row is None:
        return ScreenHealthBoard(screen=number, seen=None, build="", drift=0)
    return ScreenHealthBoard(
        screen=row.pk,
        seen=to_ms(row.seen_at),
        build=row.build,
        drift=row.drift,
        frames=row.frames,
        battery=row.battery,
        charging=row.charging,
    )


def screens() -> list[ScreenBoard]:
    """List all paired displays."""
    rows = Screen.objects.filter(retired=False).select_related("group__rotation")
    return [screen_of(row) for row in rows]

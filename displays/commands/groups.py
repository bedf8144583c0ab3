"""Commands for groups of displays and for rotations."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from displays.commands.displays import AnyLayout, Label, check_event, hand_sound_on
from displays.models import Announcement, Rotation, Screen, ScreenGroup, Trigger
from displays.rules.programme import DAY_MINUTES, LEAST_SECONDS, MOST_SECONDS
from displays.services.entry_names import naming
from displays.services.group_versions import group_version, rotation_version
from displays.services.layout_names import check_layout, layout_columns, refuse_scheduled
from displays.services.placement import event_of, sounding
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

_MOST_SLIDES = 20
_MOST_ENTRIES = 12
Version = Annotated[str, Field(max_length=12)]


class SlideInput(BaseModel):
    """A slide of a rotation: layout, event (null: the display's own), seconds, and when it is shown."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    layout: AnyLayout
    tournament: Id | None = None
    seconds: Annotated[int, Field(ge=LEAST_SECONDS, le=MOST_SECONDS)] = 20
    when: Literal["always", "before_start", "running", "break", "over"] = "always"


class EntryInput(BaseModel):
    """What a group shows from a time of day on (minutes after midnight): a layout, or a rotation in its place."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    at: Annotated[int, Field(ge=0, lt=DAY_MINUTES)]
    layout: AnyLayout = "clock"
    rotation: Id | None = None


@command(
    "rotation.save",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=lazy("Saved the rotation “%(name)s”"),
)
def save_rotation(
    tx: Tx,
    name: Label,
    slides: Annotated[list[SlideInput], Field(min_length=1, max_length=_MOST_SLIDES)],
    rotation: Id | None = None,
    based_on: Version | None = None,
) -> Any:
    """Save slides that take turns, in step on all displays that show them.

    Args:
        name: of the rotation.
        slides: in order; those with nothing to show are left out at that time.
        rotation: the one to change; null for a new one.
        based_on: its version that was edited; null to replace any version.

    Raises:
        Refused: another rotation has the name (`name_taken`); an event does not exist (`not_found`) or was closed more
            than a day ago (`event_closed`); the rotation was changed since (`changed`).
    """
    row = None if rotation is None else tx.get(Rotation, pk=rotation)
    if row is not None and based_on not in (None, rotation_version(row)):
        text = _("This rotation has been changed since you opened it. Press “Change” to open it again.")
        raise Refused("changed", text)
    # An event that was closed since does not prevent other changes.
    known = {slide["tournament"] for slide in (row.slides if row else [])}
    for event in {slide.tournament for slide in slides} - known:
        check_event(tx, event)
    for slide in slides:
        check_layout(tx, slide.layout)
    wanted = name.strip()
    if Rotation.objects.filter(name=wanted).exclude(pk=rotation or 0).exists():
        _name_taken(_("Another rotation has this name."))
    columns = {"name": wanted, "slides": [slide.model_dump() for slide in slides]}
    if row is None:
        row = tx.create(Rotation, **columns)
    else:
        tx.save(row, **columns)
    return {"rotation": row.pk}


def _name_taken(sentence: str) -> None:
    raise Refused("name_taken", sentence, fields={"name": sentence})


def _removed(journal_entry: JournalEntry) -> str:
    name = (journal_entry.answer or {}).get("name", "")
    return _("Removed “%(name)s”") % {"name": name}


@command("rotation.remove", permission=Permission.MANAGE_SCREENS, scope="room", summary=_removed)
def remove_rotation(tx: Tx, rotation: Id) -> Any:
    """Remove a rotation.

    Args:
        rotation: its id.

    Raises:
        Refused: a group shows it, all day or by its schedule (`in_use`).
    """
    row = tx.get(Rotation, pk=rotation)
    refuse_scheduled(rotation)
    tx.delete(row)
    return {"name": row.name}


@command(
    "screen_group.save",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=lazy("Saved the display group “%(name)s”"),
)
def save_group(
    tx: Tx,
    name: Label,
    screens: Annotated[list[Id], Field(max_length=200)],
    tournament: Id | None = None,
    layout: AnyLayout = "clock",
    rotation: Id | None = None,
    schedule: Annotated[list[EntryInput], Field(max_length=_MOST_ENTRIES)] | None = None,
    group: Id | None = None,
    based_on: Version | None = None,
) -> Any:
    """Save which displays show the same, and what. A display that leaves shows what it showed before.

    A change of what they show ends a blank screen.

    Args:
        name: of the group.
        screens: ids of its displays; they leave the group that they are in.
        tournament: the event that they show.
        layout: what they show of it.
        rotation: in place of the layout.
        schedule: by time of day in the room's time, in place of both; null for none. The last entry holds beyond
            midnight, so there are at least two.
        group: the one to change; null for a new one.
        based_on: its version that was edited; null to replace any version.

    Raises:
        Refused: another group has the name (`name_taken`); the schedule has one entry, or two at the same time
            (`bad_schedule`); an event, rotation or display does not exist (`not_found`), or the event was closed more
            than a day ago (`event_closed`); the group was changed since (`changed`).
    """
    wanted = name.strip()
    if ScreenGroup.objects.filter(name=wanted).exclude(pk=group or 0).exists():
        _name_taken(_("Another group has this name."))
    row = None if group is None else tx.get(ScreenGroup, pk=group)
    if row is not None and based_on not in (None, group_version(row)):
        text = _("This group has been changed since you opened it. Press “Change” to open it again.")
        raise Refused("changed", text)
    if row is None or row.tournament_id != tournament:
        check_event(tx, tournament)
    entries = _entries(tx, schedule or [])
    if rotation is not None:
        tx.get(Rotation, pk=rotation)
    before = {one.pk: one for one in Screen.objects.filter(retired=False, group=group)} if group else {}
    after = {pk: tx.get(Screen, pk=pk, retired=False) for pk in sorted(set(screens))}
    stays = row is not None and row.tournament_id == tournament
    joined = [one for pk, one in after.items() if pk not in before or not stays]
    moved = [*joined, *(one for pk, one in before.items() if pk not in after)]
    left = {one.pk: (event_of(one), one.sound) for one in moved}
    # Their sound follows the events that they show from now on.
    for one in moved:
        tx.save(one, sound=False)
    columns = {
        "name": wanted,
        "tournament_id": tournament,
        "rotation_id": rotation,
        **layout_columns(tx, layout),
    }
    if row is None:
        row = tx.create(ScreenGroup, **columns, schedule=entries)
    else:
        shown = {**columns, "name": row.name, "schedule": entries}
        blank = row.blank and all(getattr(row, key) == value for key, value in shown.items())
        tx.save(row, **columns, schedule=entries, blank=blank)
    for one in moved:
        tx.save(one, group=row if one.pk in after else None)
        tx.touch(f"screen:{one.pk}")
    _share_out_sound(tx, moved, left)
    return {"group": row.pk}


def _entries(tx: Tx, schedule: list[EntryInput]) -> list[dict[str, Any]]:
    times = [entry.at for entry in schedule]
    if len(times) == 1 or len(set(times)) < len(times):
        sentence = _("A schedule needs at least two entries, each at a different time.")
        raise Refused("bad_schedule", sentence, fields={"schedule": sentence})
    for entry in schedule:
        check_layout(tx, entry.layout)
        if entry.rotation is not None:
            tx.get(Rotation, pk=entry.rotation)
    return [entry.model_dump() for entry in sorted(schedule, key=lambda entry: entry.at)]


def _share_out_sound(tx: Tx, moved: list[Screen], left: dict[int, tuple[int | None, bool]]) -> None:
    """Give each event that displays left or joined one display that sounds: the one that did, if it still shows it."""
    for one in sorted(moved, key=lambda one: (not left[one.pk][1], one.pk)):
        event = event_of(one)
        if event is None or sounding(event).exists():
            continue
        # An event without a sounding display keeps its silence, unless a display has just come to it.
        if left[one.pk][1] or left[one.pk][0] != event:
            tx.save(one, sound=True)
    for event in sorted({event for event, sounded in left.values() if sounded and event is not None}):
        hand_sound_on(tx, event)


def _group(tx: Tx, pk: int) -> ScreenGroup:
    return tx.get(ScreenGroup, pk=pk)


def _blanked(journal_entry: JournalEntry) -> str:
    ended = _("Ended the blank screen of “%(name)s”")
    text = _("Blanked “%(name)s”") if journal_entry.arguments.get("blank") else ended
    return naming(journal_entry, text, _("Blanked a display group or ended its blank screen"))


@command("screen_group.blank", permission=Permission.MANAGE_SCREENS, scope="room", summary=_blanked)
def blank_group(tx: Tx, group: Id, blank: bool) -> Any:
    """Blank the screens of a group of displays, or end their blank screens.

    Args:
        group: its id.
        blank: whether they are blank.
    """
    row = _group(tx, group)
    tx.save(row, blank=blank)
    return {"name": row.name}


def _said(journal_entry: JournalEntry) -> str:
    text = journal_entry.arguments.get("text", "").strip()
    if text:
        return _("Message on a group of displays: “%(text)s”") % {"text": text}
    return _("Removed a display group’s message")


@command("screen_group.say", permission=Permission.MANAGE_SCREENS, scope="room", summary=_said)
def say_on_group(tx: Tx, group: Id, text: Annotated[str, Field(max_length=200)]) -> None:
    """Show a message on the displays of a group until it is removed.

    Args:
        group: its id.
        text: the message, or "" for none.
    """
    tx.save(_group(tx, group), message=" ".join(text.split()))


@command("screen_group.remove", permission=Permission.MANAGE_SCREENS, scope="room", summary=_removed)
def remove_group(tx: Tx, group: Id) -> Any:
    """Remove a group: its displays show what they showed before, and its announcements and triggers end.

    Args:
        group: its id.
    """
    row = _group(tx, group)
    screens = list(Screen.objects.filter(group=row))
    left = {one.pk: (event_of(one), one.sound) for one in screens}
    for one in screens:
        tx.save(one, sound=False, group=None)
        tx.touch(f"screen:{one.pk}")
    _share_out_sound(tx, screens, left)
    for announcement in Announcement.objects.filter(group=row):
        tx.delete(announcement)
    for trigger in Trigger.objects.filter(group=row):
        tx.delete(trigger)
    tx.touch("announcements", "triggers")
    tx.delete(row)
    return {"name": row.name}

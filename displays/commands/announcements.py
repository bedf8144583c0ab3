"""Commands for the room's announcements on displays."""

from datetime import timedelta
from typing import Annotated, Any, Literal

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from displays.boards.announcements import standing, times_of
from displays.models import Announcement, AnnouncementTemplate, Screen, ScreenGroup
from displays.models.announcement import LEAST_SHOW_SECONDS, MOST_REPEAT_MINUTES, MOST_SHOW_SECONDS
from displays.rules.announcements import PLACEHOLDERS, showing, unknown_placeholders
from tourney.access.roles import Permission
from tourney.journal.arguments import Id, Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import from_ms, to_ms
from tourney.services.dates import day_and_time_text, time_text

Text = Annotated[str, Field(min_length=1, max_length=200)]
Spoken = Annotated[str, Field(max_length=200)]
Priority = Literal["normal", "urgent"]
# Each display holds all of them.
_MOST = 50


def _announced(journal_entry: JournalEntry) -> str:
    text = journal_entry.arguments.get("text", "").strip()
    starts = journal_entry.arguments.get("starts_at")
    if starts is None or starts <= (to_ms(journal_entry.at) or 0):
        return _("Announced: “%(text)s”") % {"text": text}
    when = from_ms(starts)
    same_day = localtime(when).date() == localtime(journal_entry.at).date()
    time = time_text(when) if same_day else day_and_time_text(when)
    return _("Announcement planned for %(time)s: “%(text)s”") % {"time": time, "text": text}


def _removed(journal_entry: JournalEntry) -> str:
    return _("Removed the announcement “%(text)s”") % {"text": (journal_entry.answer or {}).get("text", "–")}


@command(
    "announcement.show",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("announcements",),
    summary=_announced,
)
def show_announcement(
    tx: Tx,
    text: Text,
    spoken: Spoken = "",
    priority: Priority = "normal",
    starts_at: Timestamp | None = None,
    ends_at: Timestamp | None = None,
    minutes: Annotated[int, Field(ge=1, le=7 * 24 * 60)] | None = None,
    repeat_minutes: Annotated[int, Field(ge=1, le=MOST_REPEAT_MINUTES)] | None = None,
    show_seconds: Annotated[int, Field(ge=LEAST_SHOW_SECONDS, le=MOST_SHOW_SECONDS)] | None = None,
    shown_on: Literal["all", "event", "group", "screens"] = "all",
    tournament: Id | None = None,
    group: Id | None = None,
    screens: Annotated[list[Id], Field(max_length=200)] | None = None,
) -> Any:
    """Announce a text on displays, now or later, once or again and again.

    Args:
        text: may contain `{break_end}`, `{next_break}`, `{level}`, `{next_level}`, `{blinds}`, `{ante}`,
            `{next_blinds}`, `{players_left}`, `{entries}`, `{average}` and `{event}`. Each display fills them in from
            the clock of its event; one without a value for them
            does not show the announcement.
        spoken: read aloud instead of the text by the display that sounds; "" for the text.
        priority: `normal`: above the layout; `urgent`: fills the screen, also of a blank display.
        starts_at: null for now.
        ends_at: null if `minutes` says it, or until it is removed.
        minutes: its end, counted from its start.
        repeat_minutes: show it every so many minutes; null for all the time.
        show_seconds: length of each showing of a repeated one; 30 if null.
        shown_on: `all` displays, those that show an `event`, those of a `group`, or chosen `screens`.
        tournament: the event.
        group: the group of displays.
        screens: ids of displays.

    Raises:
        Refused: an unknown placeholder (`unknown_placeholder`); it would never show (`never_shown`); showings
            without a pause (`no_pause`); no event, group or display is chosen (`no_display`); too many (`too_many`).
    """
    words, aloud = " ".join(text.split()), " ".join(spoken.split())
    _check_texts(words, aloud)
    if len(standing()) >= _MOST:
        raise Refused("too_many", _("There are too many announcements. Remove some first."))
    starts = tx.now if starts_at is None else from_ms(starts_at)
    ends = None if ends_at is None else from_ms(ends_at)
    if minutes is not None:
        if ends is not None:
            sentence = _("Enter either minutes or a time.")
            raise Refused("two_ends", sentence, fields={"minutes": sentence})
        ends = starts + timedelta(minutes=minutes)
    seconds = None
    if repeat_minutes is not None:
        seconds = show_seconds or 30
        if seconds >= repeat_minutes * 60:
            sentence = _("A showing must be shorter than the time until the next one.")
            raise Refused("no_pause", sentence, fields={"show_seconds": sentence})
    elif show_seconds is not None:
        sentence = _("This is for repeated announcements. Enter how often to repeat it, or leave this blank.")
        raise Refused("no_repeat", sentence, fields={"show_seconds": sentence})
    row = Announcement(
        text=words,
        spoken=aloud,
        priority=priority,
        starts_at=starts,
        ends_at=ends,
        repeat_minutes=repeat_minutes,
        show_seconds=seconds,
        shown_on=shown_on,
        tournament_id=_event(tx, tournament) if shown_on == "event" else None,
        group_id=_group(tx, group) if shown_on == "group" else None,
        screens=_screens(screens or []) if shown_on == "screens" else [],
    )
    if ends is not None and ends <= tx.now and (starts_at is None or starts < ends):
        if minutes is None:
            typed, sentence = "ends_at", _("That time has already passed.")
        else:
            typed, sentence = "starts_at", _("The announcement would already be over.")
        raise Refused("never_shown", sentence, fields={typed: sentence})
    if (ends is not None and ends <= starts) or showing(times_of(row), to_ms(tx.now) or 0) is None:
        sentence = _("The announcement ends before it is shown.")
        raise Refused("never_shown", sentence, fields={"ends_at": sentence})
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del columns["id"]
    return {"announcement": tx.create(Announcement, **columns).pk}


def _check_texts(text: str, spoken: str) -> None:
    if not text:
        sentence = _("Enter a text.")
        raise Refused("no_text", sentence, fields={"text": sentence})
    for field, words in (("text", text), ("spoken", spoken)):
        check_placeholders(field, words)


def check_placeholders(field: str, text: str) -> None:
    """Refuse an unknown placeholder (`unknown_placeholder`) as an error of the field."""
    for unknown in unknown_placeholders(text):
        known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
        sentence = _("“%(unknown)s” is not a placeholder. These are: %(known)s.") % {
            "unknown": unknown,
            "known": known,
        }
        raise Refused("unknown_placeholder", sentence, fields={field: sentence})


def _event(tx: Tx, tournament: int | None) -> int:
    if tournament is None:
        sentence = _("Choose the event.")
        raise Refused("no_display", sentence, fields={"tournament": sentence})
    return tx.get(Tournament, pk=tournament).pk


def _group(tx: Tx, group: int | None) -> int:
    if group is None:
        sentence = _("Choose the group.")
        raise Refused("no_display", sentence, fields={"group": sentence})
    return tx.get(ScreenGroup, pk=group).pk


def _screens(chosen: list[int]) -> list[int]:
    known = set(Screen.objects.filter(pk__in=chosen, retired=False).values_list("pk", flat=True))
    if not chosen or known != set(chosen):
        sentence = _("Choose the displays.")
        raise Refused("no_display", sentence, fields={"screens": sentence})
    return sorted(known)


@command(
    "announcement.remove",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("announcements",),
    summary=_removed,
)
def remove_announcement(tx: Tx, announcement: Id) -> Any:
    """Remove an announcement from all displays, and its later showings.

    Args:
        announcement: its id.
    """
    row = tx.get(Announcement, pk=announcement, removed_at=None)
    tx.save(row, removed_at=tx.now)
    return {"text": row.text}


@command(
    "announcement.save_template",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=lazy("Saved an announcement as a template: “%(text)s”"),
)
def save_announcement_template(tx: Tx, text: Text, spoken: Spoken = "", priority: Priority = "normal") -> Any:
    """Save a text for later announcements; one with the same text is replaced.

    Args:
        text: with placeholders, as for `announcement.show`.
        spoken: read aloud instead of the text; "" for the text.
        priority: `normal` or `urgent`.

    Raises:
        Refused: an unknown placeholder (`unknown_placeholder`).
    """
    words, aloud = " ".join(text.split()), " ".join(spoken.split())
    _check_texts(words, aloud)
    row = AnnouncementTemplate.objects.filter(text=words).first()
    if row is None:
        row = tx.create(AnnouncementTemplate, text=words, spoken=aloud, priority=priority)
    else:
        tx.save(row, spoken=aloud, priority=priority)
    return {"template": row.pk}


@command(
    "announcement.remove_template",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=lazy("Removed an announcement template"),
)
def remove_announcement_template(tx: Tx, template: Id) -> None:
    """Remove a saved text.

    Args:
        template: its id.
    """
    tx.delete(tx.get(AnnouncementTemplate, pk=template))

"""Commands for triggers of displays."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.services.event_clock import event_clocks_of
from displays.commands.announcements import Priority, Spoken, check_placeholders
from displays.commands.displays import AnyLayout
from displays.models import Screen, ScreenGroup, Trigger
from displays.models.trigger import (
    LEAST_SECONDS,
    MOST_BEFORE,
    MOST_SECONDS,
    SHIPPED_SOUNDS,
    SILENCE,
)
from displays.rules.triggers import TIMED, When
from displays.services.layout_names import layout_columns
from displays.services.shipped_triggers import ShippedName, shipped_triggers
from displays.services.trigger_times import rows_in_progress
from displays.services.trigger_words import when_text
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.now import to_ms

Sound = Annotated[
    str, Field(pattern=rf"^({'|'.join((*SHIPPED_SOUNDS, SILENCE))}|[0-9a-f]{{64}}\.(wav|mp3|ogg))?$")
]
Seconds = Annotated[int, Field(ge=LEAST_SECONDS, le=MOST_SECONDS)]
# Each display holds all of them.
_MOST = 100
_LEVELS = ("level_start", "level_end")
# A layout cannot last as long as these: they are over as soon as they happen.
_INSTANT = ("registration_closes", "level_end", "break_end")


def _times(row: Trigger) -> dict[str, Any]:
    """Return when a trigger fires, for its name in the journal."""
    return {"when": row.when, "before_seconds": row.before_seconds, "number": row.number}


def _named(journal_entry: JournalEntry, text: str, without: str) -> str:
    """Return a text that names a trigger by when it fires, or one without: entries of earlier versions lack it."""
    answer = journal_entry.answer or {}
    if "when" not in answer:
        return without
    when = when_text(answer["when"], answer["before_seconds"], answer["number"])
    return text % {"when": when, "name": answer.get("name", "")}


def _saved(journal_entry: JournalEntry) -> str:
    return _named(journal_entry, _("Saved the trigger “%(when)s”"), _("Saved a display trigger"))


@command(
    "trigger.save",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("triggers",),
    summary=_saved,
)
def save_trigger(
    tx: Tx,
    when: When,
    before_seconds: Annotated[int, Field(ge=0, le=MOST_BEFORE)] = 0,
    number: Annotated[int, Field(ge=1, le=100_000)] | None = None,
    shown_on: Literal["all", "event", "group"] = "all",
    tournament: Id | None = None,
    group: Id | None = None,
    sound: Sound = "",
    spoken: Spoken = "",
    message: Annotated[str, Field(max_length=200)] = "",
    priority: Priority = "normal",
    message_seconds: Seconds = 30,
    layout: AnyLayout | Literal[""] = "",
    layout_seconds: Seconds | None = None,
    trigger: Id | None = None,
) -> Any:
    """Save what displays do when something happens in their event.

    Args:
        when: `level_start`, `level_end`, `break_start`, `break_end`, `registration_closes`, `players_left` (the
            number falls to `number`), `bubble` (one bust before the money), `in_money`, `final_table`, or `last_hand`
            (of a level, when it is announced).
        before_seconds: so long before `level_start`, `level_end`, `break_start`, `break_end` or `registration_closes`;
            0 for all others.
        number: the level, null for every level; or the number of players left.
        shown_on: `all` displays, those that show an `event`, or those of a `group`.
        tournament: the event.
        group: the group of displays.
        sound: `level_start`, `one_minute`, `level_end`, `break_end`, `time_up`, `gong`, `fanfare`, or the name of a
            stored sound. It replaces the built-in sound of the same second, as does `silence`.
        spoken: read aloud by the display that sounds, with placeholders as in announcements.
        message: shown with placeholders as in announcements.
        priority: of the message: `normal`: above the layout; `urgent`: fills the screen, also of a blank display.
        message_seconds: how long it is shown.
        layout: shown in place of the display's own, fixed or "house:5"; "" for none.
        layout_seconds: how long; null for as long as what the trigger fires for lasts.
        trigger: the one to change; null for a new one.

    Raises:
        Refused: it does nothing (`no_action`); it needs a number (`no_number`); no clock tells when it happens, so
            there is no time before it (`no_time_before`); an unknown placeholder (`unknown_placeholder`); no event or
            group is chosen (`no_display`); the layout has no end (`no_end`); no open event has so many levels
            (`no_level`); too many (`too_many`).
    """
    words = {"spoken": " ".join(spoken.split()), "message": " ".join(message.split())}
    for field, text in words.items():
        check_placeholders(field, text)
    if not (sound or layout or any(words.values())):
        raise Refused("no_action", _("Choose a sound, a text, a message or a layout."))
    if when == "players_left" and number is None:
        sentence = _("Enter the number of players left.")
        raise Refused("no_number", sentence, fields={"number": sentence})
    if before_seconds and when not in TIMED:
        sentence = _("Displays do not know in advance when this happens. Leave the time before it blank.")
        raise Refused("no_time_before", sentence, fields={"before": sentence})
    if layout and layout_seconds is None and when in _INSTANT and not before_seconds:
        sentence = _("Enter for how long the layout is shown.")
        raise Refused("no_end", sentence, fields={"layout_seconds": sentence})
    check_level(when, number, tournament if shown_on == "event" else None)
    columns = {
        "when": when,
        "before_seconds": before_seconds,
        "number": number if when in ("players_left", *_LEVELS) else None,
        "shown_on": shown_on,
        "tournament_id": _chosen(tx, Tournament, tournament) if shown_on == "event" else None,
        "group_id": _chosen(tx, ScreenGroup, group) if shown_on == "group" else None,
        "sound": sound,
        **words,
        "priority": priority,
        "message_seconds": message_seconds,
        **layout_columns(tx, layout),
        "layout_seconds": layout_seconds if layout else None,
        "changed_at": tx.now,
        "rows_in_progress": rows_in_progress(tx.now),
    }
    if trigger is not None:
        row = tx.get(Trigger, pk=trigger)
        tx.save(row, **columns)
        return {"trigger": row.pk, **_times(row)}
    if Trigger.objects.count() >= _MOST:
        raise Refused("too_many", _("There are too many triggers. Delete some first."))
    row = tx.create(Trigger, **columns)
    return {"trigger": row.pk, **_times(row)}


def check_level(when: str, number: int | None, event: int | None) -> None:
    """Refuse a level after the last one of the event or, without one, of all open events (`no_level`)."""
    if when not in _LEVELS or number is None:
        return
    events = (
        Tournament.objects.filter(closed_at=None) if event is None else Tournament.objects.filter(pk=event)
    )
    clocks = event_clocks_of(list(events)).values()
    most = max((sum(row.kind == "level" for row in one.levels) for one in clocks), default=0)
    if most and number > most:
        text = _("There is no level %(level)s. The last level is %(last)s.")
        sentence = text % {"level": number, "last": most}
        raise Refused("no_level", sentence, fields={"number": sentence})


def _chosen(tx: Tx, model: type[Tournament] | type[ScreenGroup], pk: int | None) -> int:
    if pk is None:
        sentence = _("Choose where the trigger applies.")
        raise Refused("no_display", sentence, fields={"shown_on": sentence})
    return tx.get(model, pk=pk).pk


def _switched(journal_entry: JournalEntry) -> str:
    was_on = not any("is_on" in (change["after"] or {}) for change in journal_entry.changes)
    if journal_entry.arguments.get("on") and was_on:
        text, without = (
            _("Ended the layout of the trigger “%(when)s”"),
            _("Ended the layout of a display trigger"),
        )
    elif journal_entry.arguments.get("on"):
        text, without = _("Switched on the trigger “%(when)s”"), _("Switched a display trigger on")
    else:
        text, without = _("Switched off the trigger “%(when)s”"), _("Switched a display trigger off")
    return _named(journal_entry, text, without)


@command(
    "trigger.switch",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("triggers",),
    summary=_switched,
)
def switch_trigger(tx: Tx, trigger: Id, on: bool, since: int | None = None) -> Any:
    """Switch a trigger on or off.

    Switching on a trigger that is already on ends what it shows until it fires again.

    Args:
        trigger: its id.
        on: whether it fires. What happened before it was switched on does not fire it.
        since: that of its board (ms), to end only what is shown; null: as it is now.

    Raises:
        Refused: it was saved, or switched on or off, since then (`changed_since`).
    """
    row = tx.get(Trigger, pk=trigger)
    if since is not None and (since != to_ms(row.changed_at) or not row.is_on):
        raise Refused("changed_since", _("The trigger was changed in the meantime."))
    tx.save(row, is_on=on, changed_at=tx.now, rows_in_progress=rows_in_progress(tx.now))
    return _times(row)


def _removed(journal_entry: JournalEntry) -> str:
    return _named(journal_entry, _("Deleted the trigger “%(when)s”"), _("Deleted a display trigger"))


@command(
    "trigger.remove",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("triggers",),
    summary=_removed,
)
def remove_trigger(tx: Tx, trigger: Id) -> Any:
    """Delete a trigger.

    Args:
        trigger: its id.
    """
    row = tx.get(Trigger, pk=trigger)
    tx.delete(row)
    return _times(row)


@command(
    "trigger.restore",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    boards=("triggers",),
    summary=lazy("Restored the shipped display triggers"),
)
def restore_triggers(
    tx: Tx, shipped: Annotated[list[ShippedName], Field(min_length=1, max_length=20)]
) -> Any:
    """Add shipped triggers that are missing, and set those back that were changed. Triggers of the room stay.

    Args:
        shipped: `registration_15`, `break_5`, `last_hand`, `bubble`, `in_money` and `final_table`.
    """
    rows = {row.shipped: row for row in Trigger.objects.exclude(shipped="")}
    originals, in_progress = shipped_triggers(), rows_in_progress(tx.now)
    for name in dict.fromkeys(shipped):
        row, columns = rows.get(name), originals[name]
        if row is None:
            tx.create(Trigger, shipped=name, changed_at=tx.now, rows_in_progress=in_progress, **columns)
        elif any(getattr(row, column) != value for column, value in columns.items()):
            tx.save(row, **columns, changed_at=tx.now, rows_in_progress=in_progress)
    return {"triggers": len(set(shipped))}


def _tried(journal_entry: JournalEntry) -> str:
    text = _("Tried the trigger “%(when)s” on “%(name)s”")
    return _named(journal_entry, text, _("Tried a trigger on a display"))


@command(
    "trigger.test",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=_tried,
    undoable=False,
)
def try_trigger(tx: Tx, trigger: Id, screen: Id) -> Any:
    """Have a display carry out a trigger now. Only a display that plays sounds is heard.

    Args:
        trigger: its id; it may be switched off.
        screen: id of the display.
    """
    row = tx.get(Screen, pk=screen, retired=False)
    tried = tx.get(Trigger, pk=trigger)
    tx.save(row, tested_trigger=tried.pk, tested_at=tx.now)
    tx.touch(f"screen:{screen}")
    return {**_times(tried), "name": row.name}

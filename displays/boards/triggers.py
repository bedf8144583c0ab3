"""The room's triggers, for displays."""

from typing import Literal

from msgspec import Struct

from displays.models import Trigger
from displays.rules.triggers import When
from displays.services.layout_names import layout_name
from tourney.live.boards import Audience, board
from tourney.now import to_ms

SECOND = 1_000


class TriggerBoard(Struct, frozen=True):
    """What displays do when something happens in their event. Each display computes from its boards when that is.

    Attributes:
        when: `level_start`, `level_end`, `break_start`, `break_end`; `registration_closes`; `players_left`: the number
            of players left falls to `number`; `bubble`: one bust before the money; `in_money`; `final_table`: all
            players left sit at one table; `last_hand`: the last hand of a level was announced.
        before: so many ms before that.
        number: the level (null: every level), or the number of players left.
        on: whether it is switched on.
        since: what happened before does not fire it.
        rows_in_progress: for each open event, by id: the position in the structure of its level or break when the
            trigger was saved or switched on. Layouts shown for a whole level or break skip these.
        shown_on: `all` displays, those that show an `event`, or those of a `group`.
        sound: played by the display that sounds: a name of a shipped sound, the address of one of the room's own,
            `silence` for no sound and no built-in one of the clock either, or "".
        spoken: read aloud by that display; "" for nothing.
        message: with placeholders as announcements have; "" for none.
        message_for: ms.
        layout: a fixed one, or "house:5" for the layout of the house with this id; "" for the one that is shown anyway.
        layout_for: ms; null: as long as what it fires for lasts.
    """

    id: int
    when: When
    before: int
    number: int | None
    on: bool
    since: int
    rows_in_progress: dict[str, int]
    shown_on: Literal["all", "event", "group"]
    tournament: int | None
    group: int | None
    sound: str
    spoken: str
    message: str
    priority: Literal["normal", "urgent"]
    message_for: int
    layout: str
    layout_for: int | None


class TriggersBoard(Struct, frozen=True):
    """All triggers of the room, also those that are switched off, which can be tried."""

    triggers: list[TriggerBoard]


def trigger_of(row: Trigger) -> TriggerBoard:
    """Return a trigger as displays have it."""
    return TriggerBoard(
        id=row.pk,
        when=row.when,  # type: ignore[arg-type]
        before=row.before_seconds * SECOND,
        number=row.number,
        on=row.is_on,
        since=to_ms(row.changed_at) or 0,
        rows_in_progress=row.rows_in_progress,
        shown_on=row.shown_on,  # type: ignore[arg-type]
        tournament=row.tournament_id,
        group=row.group_id,
        sound=f"/media/{row.sound}" if "." in row.sound else row.sound,
        spoken=row.spoken,
        message=row.message,
        priority=row.priority,  # type: ignore[arg-type]
        message_for=row.message_seconds * SECOND,
        layout=layout_name(row),
        layout_for=None if row.layout_seconds is None else row.layout_seconds * SECOND,
    )


@board("triggers", topic="room", audience=Audience.DISPLAY, rows=("displays.trigger",))
def triggers(_scope: int, _name: str) -> TriggersBoard:
    """Show the room's triggers."""
    return TriggersBoard([trigger_of(row) for row in Trigger.objects.all()])

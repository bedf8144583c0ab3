"""Commands for displays."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from displays.models import Screen
from displays.services.entry_names import naming
from displays.services.layout_names import layout_columns
from displays.services.pairing import waiting
from displays.services.placement import CLOSED_EVENTS_STAY, displays_of, event_of, sounding
from tourney.access.roles import Permission, Role
from tourney.commands.argument_types import Language
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import JournalEntry, Token, Tournament

Label = Annotated[str, Field(min_length=1, max_length=60)]
Layout = Literal[
    "clock",
    "structure",
    "seats",
    "waiting",
    "moves",
    "eliminations",
    "free",
    "map",
    "prizes",
    "payouts",
    "results",
    "bounty_leaderboard",
    "chip_leaders",
    "season_ranking",
    "cash_lists",
    "feature",
]
# "house:5" is the layout of the house with this id.
AnyLayout = Layout | Annotated[str, Field(pattern=r"^house:[1-9][0-9]{0,17}$")]


@command(
    "display.pair",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=lazy("Paired the display “%(name)s”"),
)
def pair_screen(
    tx: Tx,
    code: Annotated[str, Field(min_length=1, max_length=12)],
    name: Label,
    tournament: Id | None = None,
    layout: AnyLayout = "clock",
) -> Any:
    """Pair a display by its code.

    Args:
        code: shown on the display.
        name: shown to staff.
        tournament: the event whose clock it shows.
        layout: its layout; "house:5" for the layout of the house with this id.

    Raises:
        Refused: no display shows the code (`unknown_code`); another display has the name (`name_taken`); the event is
            closed (`event_closed`).
    """
    pairing = waiting(code)
    if pairing is None:
        message = _(
            "No display shows the code %(code)s. Codes change every half hour. Check the display again."
        )
        text = message % {"code": code.strip().upper()}
        raise Refused("unknown_code", text, fields={"code": text})
    _check_name(name)
    check_event(tx, tournament)
    columns = layout_columns(tx, layout)
    token = tx.create(
        Token, label=name.strip(), role=Role.DISPLAY.value, digest=pairing.digest, created_at=tx.now
    )
    screen = tx.create(
        Screen,
        name=name.strip(),
        token=token,
        tournament_id=tournament,
        **columns,
        sound=tournament is not None and not sounding(tournament).exists(),
    )
    pairing.delete()
    tx.touch(f"screen:{screen.pk}")
    return {"screen": screen.pk}


def _check_name(name: str, own: int | None = None) -> None:
    """Refuse the name of another paired display (`name_taken`): staff could not tell the two apart."""
    names = Screen.objects.filter(retired=False).values_list("pk", "name")
    if _plain(name) in {_plain(other) for pk, other in names if pk != own}:
        text = _("Another display is already called “%(name)s”. Choose a different name.") % {
            "name": name.strip()
        }
        raise Refused("name_taken", text, fields={"name": text})


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def check_event(tx: Tx, tournament: int | None) -> None:
    """Refuse an event that was closed more than a day ago (`event_closed`) or does not exist.

    The winner and the results of an event that has just ended can be shown again.
    """
    if tournament is not None:
        event = tx.get(Tournament, pk=tournament)
        if event.closed_at is not None and event.closed_at <= tx.now - CLOSED_EVENTS_STAY:
            raise Refused("event_closed", _("This event is closed. Reopen it first."))


def hand_sound_on(tx: Tx, tournament: int | None) -> None:
    """Turn on the sound of another display of the event, if there is one."""
    if tournament is None or sounding(tournament).exists():
        return
    other = displays_of(tournament).order_by("pk").first()
    if other is not None:
        tx.save(other, sound=True)
        tx.touch(f"screen:{other.pk}")


def _screen(tx: Tx, pk: int) -> Screen:
    screen = tx.get(Screen, pk=pk, retired=False)
    tx.touch(f"screen:{pk}")
    return screen


def _screen_by_itself(tx: Tx, pk: int) -> Screen:
    screen = _screen(tx, pk)
    if screen.group is not None:
        text = _("This display follows the group “%(group)s”.") % {"group": screen.group.name}
        raise Refused("in_group", text)
    return screen


@command(
    "display.show",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=lazy("Changed what a display shows"),
)
def show_on_screen(tx: Tx, screen: Id, tournament: Id | None, layout: AnyLayout) -> None:
    """Choose what a display shows. This ends a blank screen.

    Args:
        screen: id of the display.
        tournament: the event whose clock it shows; null for none.
        layout: its layout; "house:5" for the layout of the house with this id.

    Raises:
        Refused: it follows a group (`in_group`); the event is closed (`event_closed`).
    """
    row = _screen_by_itself(tx, screen)
    columns = {**layout_columns(tx, layout), "blank": False}
    if row.tournament_id == tournament:
        tx.save(row, **columns)
        return
    check_event(tx, tournament)
    sound = tournament is not None and not sounding(tournament).exists()
    left, sounded = row.tournament_id, row.sound
    tx.save(row, tournament_id=tournament, sound=sound, **columns)
    if sounded:
        hand_sound_on(tx, left)


def _sent(journal_entry: JournalEntry) -> str:
    text = journal_entry.arguments.get("text", "").strip()
    return (
        _("Message on a display: “%(text)s”") % {"text": text} if text else _("Removed a display’s message")
    )


@command("display.say", permission=Permission.MANAGE_SCREENS, scope="room", summary=_sent)
def say_on_screen(tx: Tx, screen: Id, text: Annotated[str, Field(max_length=200)]) -> None:
    """Show a message on one display until it is removed.

    Args:
        screen: id of the display.
        text: the message, or "" for none.

    Raises:
        Refused: it follows a group (`in_group`).
    """
    tx.save(_screen_by_itself(tx, screen), message=" ".join(text.split()))


def _blanked(journal_entry: JournalEntry) -> str:
    ended = _("Ended the blank screen of “%(name)s”")
    text = _("Blanked “%(name)s”") if journal_entry.arguments.get("blank") else ended
    return naming(journal_entry, text, _("Blanked a display or ended its blank screen"))


@command("display.blank", permission=Permission.MANAGE_SCREENS, scope="room", summary=_blanked)
def blank_screen(tx: Tx, screen: Id, blank: bool) -> Any:
    """Blank the screen of a display, or end its blank screen.

    Args:
        screen: id of the display.
        blank: whether the display is blank.

    Raises:
        Refused: it follows a group (`in_group`).
    """
    row = _screen_by_itself(tx, screen)
    tx.save(row, blank=blank)
    return {"name": row.name}


def _identified(journal_entry: JournalEntry) -> str:
    return naming(journal_entry, _("“%(name)s” showed its name"), _("Showed a display’s name on it"))


@command(
    "display.identify",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=_identified,
    undoable=False,
)
def identify_screen(tx: Tx, screen: Id) -> Any:
    """Have a display show its name in large type for ten seconds.

    Args:
        screen: id of the display.
    """
    row = _screen(tx, screen)
    tx.save(row, identified_at=tx.now)
    return {"name": row.name}


def _reloaded(journal_entry: JournalEntry) -> str:
    return naming(journal_entry, _("Reloaded the display “%(name)s”"), _("Reloaded a display"))


@command(
    "display.reload",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=_reloaded,
    undoable=False,
)
def reload_screen(tx: Tx, screen: Id) -> Any:
    """Have a display load its page again, once a clock is not in its last minute.

    Args:
        screen: id of the display.
    """
    row = _screen(tx, screen)
    tx.save(row, reload_at=tx.now)
    return {"name": row.name}


@command(
    "display.settings",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=lazy("Changed the display “%(name)s”"),
)
def set_screen(
    tx: Tx,
    screen: Id,
    name: Label,
    language: Literal["", Language],
    sound: bool,
    volume: Annotated[int, Field(ge=0, le=100)],
    speech: bool,
) -> None:
    """Change a display's name, language and sound.

    Args:
        screen: id of the display.
        name: shown to staff.
        language: of its texts and numbers; "" for the room's.
        sound: whether it is the display of its event that plays sounds; this turns off the sound of any
            other.
        volume: 0 to 100.
        speech: whether it speaks announcements.

    Raises:
        Refused: another display has the new name (`name_taken`).
    """
    row = _screen(tx, screen)
    # Other settings of displays that have had the same name for a long time can be changed.
    if name.strip() != row.name:
        _check_name(name, row.pk)
    event = event_of(row)
    if sound and event is not None:
        for other in sounding(event).exclude(pk=screen):
            tx.save(other, sound=False)
            tx.touch(f"screen:{other.pk}")
    tx.save(row, name=name.strip(), language=language, sound=sound, volume=volume, speech=speech)


@command(
    "display.retire",
    permission=Permission.MANAGE_SCREENS,
    scope="room",
    summary=lazy("Unpaired the display “%(name)s”"),
    undoable=False,
)
def retire_screen(tx: Tx, screen: Id) -> Any:
    """Unpair a display: its token is revoked, and it shows a code again.

    Args:
        screen: id of the display.
    """
    row = _screen(tx, screen)
    sounded, left = row.sound, event_of(row)
    # A layout of the house that only retired displays had could not be removed.
    tx.save(row, retired=True, sound=False, group=None, layout="clock", house_layout=None)
    if sounded:
        hand_sound_on(tx, left)
    token = tx.get(Token, pk=row.token_id)
    tx.save(token, revoked_at=tx.now)
    tx.on_commit(lambda: tell_hubs({"close": [f"token:{token.pk}"]}))
    return {"name": row.name}

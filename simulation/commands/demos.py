"""Commands of demos: request, stop, and record progress."""

import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from simulation.models import HOWS, SimulatedEvent
from simulation.services.demos import running
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.shelf import book_of

SHOWS = ("demos",)
# Maximum at once: each is a process that writes as much as a busy floor.
MOST_AT_ONCE = 2
FEWEST, MOST = 3, 300
_LARGEST_SEED = 2**31
_INSTEAD = lazy("Stop it instead.")


@command(
    "simulation.watch",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=SHOWS,
    summary=lazy("Requested “%(name)s”"),
    undoable=False,
    undo_hint=_INSTEAD,
)
def watch(
    tx: Tx,
    players: Annotated[int, Field(ge=FEWEST, le=MOST)],
    book: Annotated[str, Field(min_length=1, max_length=40)],
    speed: Annotated[int, Field(ge=1, le=120)] = 20,
    seed: Annotated[int, Field(ge=0, lt=_LARGEST_SEED)] | None = None,
) -> Any:
    """Start a demo that plays an event with invented players.

    Args:
        players: first entries.
        book: key of the rulebook.
        speed: factor by which it runs faster than real time.
        seed: random seed; null: any.
    """
    if running().count() >= MOST_AT_ONCE:
        message = _("%(count)s demos are already running. Stop one of them first.")
        raise Refused("enough_played", message % {"count": MOST_AT_ONCE})
    rules = book_of(book)
    if "tournament" not in rules.games:
        message = _("“%(book)s” is a rulebook for cash games.") % {"book": rules.title}
        raise Refused("no_tournaments", message, fields={"book": message})
    name = _("Demo: %(players)s players, %(book)s") % {"players": players, "book": rules.title}
    row = tx.create(
        SimulatedEvent,
        name=name[:80],
        book=book,
        players=players,
        speed=speed,
        seed=secrets.randbelow(_LARGEST_SEED) if seed is None else seed,
        asked_at=tx.now,
    )
    return {"demo": row.pk, "name": row.name}


def _named(tx: Tx, demo: int) -> SimulatedEvent:
    """Return a demo that is running.

    Raises:
        Refused: it has ended (`play_over`).
    """
    row = tx.get(SimulatedEvent, pk=demo)
    if row.ended_at is not None:
        raise Refused("play_over", _("“%(name)s” has already ended.") % {"name": row.name})
    return row


@command(
    "simulation.stop",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=SHOWS,
    summary=lazy("Stopped the demo: %(name)s"),
    undoable=False,
)
def stop(tx: Tx, demo: Id) -> Any:
    """Stop a demo. Its event is closed and its tables are released.

    Args:
        demo: the demo.
    """
    row = _named(tx, demo)
    if row.begun_at is None:
        tx.save(row, stop_at=tx.now, ended_at=tx.now, how="stopped", cleared=True)
    elif row.stop_at is None:
        tx.save(row, stop_at=tx.now)
    return {"name": row.name}


@command(
    "simulation.begin",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=SHOWS,
    summary=lazy("Started the demo: %(name)s"),
    undoable=False,
    public=False,
)
def begin(tx: Tx, demo: Id) -> Any:
    """Start a requested demo.

    Args:
        demo: the demo.

    Raises:
        Refused: it has ended (`play_over`), or it has begun (`play_begun`).
    """
    row = _named(tx, demo)
    if row.begun_at is not None:
        raise Refused("play_begun", _("“%(name)s” is already running.") % {"name": row.name})
    tx.save(row, begun_at=tx.now)
    return {"name": row.name}


@command(
    "simulation.set_up",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=SHOWS,
    summary=lazy("Set up the demo: %(name)s"),
    undoable=False,
    public=False,
)
def set_up(tx: Tx, demo: Id, tournament: Id, added: Sequence[int] = ()) -> Any:
    """Record the event of a demo as soon as it exists.

    Args:
        demo: the demo.
        tournament: the event.
        added: numbers of tables added to the room for it.
    """
    row = _named(tx, demo)
    tx.save(row, tournament_id=tournament, added=list(added))
    return {"name": row.name}


def _summarise_ended(journal_entry: JournalEntry) -> str:
    words = {
        "over": _("The demo “%(name)s” has finished"),
        "stopped": _("The demo “%(name)s” was stopped"),
        "failed": _("The demo “%(name)s” stopped because of an error"),
        "shut": _("The demo “%(name)s” stopped with the server"),
        "lost": _("The demo “%(name)s” stopped: its process was lost"),
    }
    answer = journal_entry.answer or {}
    return words.get(answer.get("how", ""), "%(name)s") % {"name": answer.get("name", "")}


@command(
    "simulation.end",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=SHOWS,
    summary=_summarise_ended,
    undoable=False,
    public=False,
)
def end(
    tx: Tx,
    demo: Id,
    how: Literal["over", "stopped", "failed", "shut", "lost"],
    words: str = "",
    cleared: bool = False,
) -> Any:
    """Record that a demo has ended.

    Args:
        demo: the demo.
        how: the way it ended, see `HOWS`.
        words: the error, if any.
        cleared: whether its tables are already released.

    Raises:
        Refused: it has ended (`play_over`).
    """
    assert how in HOWS
    row = _named(tx, demo)
    # No tables are assigned before there is an event.
    tx.save(row, ended_at=tx.now, how=how, words=words[:400], cleared=cleared or row.tournament_id is None)
    return {"name": row.name, "how": how}


@command(
    "simulation.clear",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=SHOWS,
    summary=lazy("Released the tables of “%(name)s”"),
    undoable=False,
    public=False,
)
def clear(tx: Tx, demo: Id, words: str = "") -> Any:
    """Record that a demo's tables have been released.

    Args:
        demo: the demo.
        words: tables that could not be released, if any.
    """
    row = tx.get(SimulatedEvent, pk=demo)
    tx.save(row, cleared=True, words=(row.words or words)[:400])
    return {"name": row.name}

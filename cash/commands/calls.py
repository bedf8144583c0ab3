"""Commands that call from the lists of the cash room, and what happens to players who do not come."""

import logging
import uuid
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from cash.commands.games import GAME_BOARDS, offered_game
from cash.commands.lists import call, end_entry, open_entry
from cash.commands.tables import Number
from cash.models import CashTable, ListEntry
from cash.rules import lists as rules
from cash.services.lists import callable_on, calls_due, open_tables_of, patience, steps_due, waiter_of
from cash.services.names import game_name
from cash.services.settings import cash_book
from cash.services.tables import open_table
from desk.services.name_list import NAMED, people
from tourney.access.roles import CLOCKWORK, Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.now import room_now, to_ms
from tourney.rulebooks.books.schema import cite

log = logging.getLogger(__name__)


def put_back(tx: Tx, row: ListEntry) -> bool:
    """Move a player who did not come behind the list; the second time, take them off it.

    Returns:
        Whether they are still on the list.
    """
    if patience().has_been_skipped(row.calls):
        end_entry(tx, row, "passed")
        tx.notify(row.player_id, "cash_removed", entry=row.pk, game=game_name(row.game))
        return False
    _waits(tx, row, waiting_since=tx.now, calls=max(row.calls, patience().round))
    tx.notify(row.player_id, "cash_skipped", entry=row.pk, game=game_name(row.game))
    return True


def _waits(tx: Tx, row: ListEntry, **more: Any) -> None:
    tx.save(row, state="waiting", called_at=None, answer_until=None, called_to=None, coming=False, **more)
    tx.touch_players(row.player_id)


@command(
    "cash_list.call_next", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("Called %(name)s, next in line, to table %(table)s"),
)  # fmt: skip
def call_next(tx: Tx, game: Id, table: Number | None = None) -> Any:
    """Call the first in line for a game to an open seat (St. Moritz 11).

    Open seats of a main table are kept for players of its must-move tables who could move there now, unless the table
    is named; the others go to the list. Players on a dinner break are passed over and keep their places.

    Args:
        game: the game.
        table: number of the table; left out: a main table with an open seat for the list, then a must-move table, and
            of several the one with the fewest players.

    Raises:
        Refused: no player waits for the game (`list_empty`), no seat is open (`table_full`), or the table plays
            another game (`other_game`).
    """
    row = offered_game(tx, game)
    tables = open_tables_of(row.pk)
    if table is not None:
        named = open_table(tx, table)
        if named.game_id != row.pk:
            raise Refused("other_game", _("Table %(number)s plays another game.") % {"number": table})
        to = next((one for one in tables if one.key == named.pk and one.open > 0), None)
        full = _("Table %(number)s has no open seat.") % {"number": table}
    else:
        to = rules.table_for(tables)
        full = _("No seat is open in this game.")
    if to is None:
        raise Refused("table_full", full)
    first = next(iter(callable_on(row.pk, tx.now)), None)
    if first is None:
        raise Refused("list_empty", _("No player is waiting for this game."))
    call(tx, first, tx.get(CashTable, pk=to.key))
    book = cash_book()
    tx.cite(cite(book, book.cash.waiting_lists))
    return {
        "entry": first.pk,
        "name": first.player.name,
        "table": to.number,
        "until": to_ms(first.answer_until),
    }


@command(
    "cash_list.call_back", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("Withdrew the call of %(name)s"),
)  # fmt: skip
def call_back(tx: Tx, entry: Id) -> Any:
    """Withdraw a call: the player keeps the old place on the list, and the call does not count.

    Args:
        entry: the place on the list.

    Raises:
        Refused: the player is no longer on the list (`not_on_list`), or is not called (`not_called`).
    """
    row = open_entry(tx, entry)
    if row.state != "called":
        raise Refused("not_called", _("%(name)s has not been called.") % {"name": row.player.name})
    withdraw(tx, row)
    return {"name": row.player.name}


def withdraw(tx: Tx, row: ListEntry) -> None:
    """Withdraw a call; the player keeps the old place."""
    _waits(tx, row, calls=rules.called_back(waiter_of(row)).calls)
    tx.notify(row.player_id, "cash_withdrawn", entry=row.pk, game=game_name(row.game))


def _summarise_skipped(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = (
        _("Skipped %(name)s on a cash list")
        if answer.get("waits")
        else _("Removed %(name)s from a cash list")
    )
    return words % {"name": answer.get("name", "–")}


@command(
    "cash_list.skip", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=_summarise_skipped,
)  # fmt: skip
def skip_player(tx: Tx, entry: Id) -> Any:
    """Skip a player who did not come: behind the list the first time, off the list the second time.

    Args:
        entry: the place on the list.

    Raises:
        Refused: the player is no longer on the list (`not_on_list`).
    """
    row = open_entry(tx, entry)
    return {"name": row.player.name, "waits": put_back(tx, row)}


@command(
    "cash_list.check_in", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("%(name)s is in the room"),
)  # fmt: skip
def check_in(tx: Tx, entry: Id) -> Any:
    """Record that a player who called in, or joined by phone, is in the room: the place no longer expires.

    Args:
        entry: the place on the list.

    Raises:
        Refused: the player is no longer on the list (`not_on_list`), or is known to be in the room (`in_room`).
    """
    row = open_entry(tx, entry)
    if row.expires_at is None:
        raise Refused("in_room", _("%(name)s is already in the room.") % {"name": row.player.name})
    tx.save(row, expires_at=None)
    return {"name": row.player.name}


def _does(does: str, count: int) -> str:
    if does == "expire":
        return ngettext("the place of %(who)s expired", "the places of %(who)s expired", count)
    return {
        "call": _("called %(who)s"),
        "recall": _("called %(who)s again"),
        "skip": _("skipped %(who)s"),
        "pass": _("removed %(who)s from the list"),
    }[does]


# In the order of sentences in the journal: players who lose a place come first.
_STEPS_IN_ORDER = ("skip", "pass", "expire", "recall", "call")


def _summarise_processed(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    done, named = answer.get("done", {}), answer.get("named", {})
    parts = [
        _does(does, done[does]) % {"who": people(named.get(does, []), done[does])}
        for does in _STEPS_IN_ORDER
        if done.get(does)
    ]
    return _("Cash lists: %(done)s") % {"done": ", ".join(parts)}


@command(
    "cash_list.process", permission=Permission.KEEP_TIME, scope="room", boards=GAME_BOARDS,
    summary=_summarise_processed, undoable=False, public=False, yields_to_undo=True,
)  # fmt: skip
def process_lists(tx: Tx) -> Any:
    """Process the lists: call again, skip players who did not come, and end places that expired.

    Open seats are offered to the first in line only if the room's settings say so.

    Raises:
        Refused: nothing is due (`nothing_due`); no journal entry is written.
    """
    found = steps_due(tx.now)
    rows = ListEntry.objects.filter(pk__in=[step.entry for step in found])
    entries = {row.pk: row for row in rows.select_related("player", "game", "called_to__table")}
    done: dict[str, int] = {}
    named: dict[str, list[str]] = {}

    def note(does: str, row: ListEntry) -> None:
        done[does] = done.get(does, 0) + 1
        if done[does] <= NAMED:
            named.setdefault(does, []).append(row.player.name)

    for step in found:
        row = entries[step.entry]
        if step.does == "recall":
            assert row.called_to is not None
            call(tx, row, row.called_to)
        elif step.does == "expire":
            end_entry(tx, row, "expired")
            tx.notify(row.player_id, "cash_expired", entry=row.pk, game=game_name(row.game))
        else:
            put_back(tx, row)
        note(step.does, row)
    for entry, table in calls_due(tx.now):
        row = tx.get(ListEntry, pk=entry)
        call(tx, row, tx.get(CashTable, pk=table))
        note("call", row)
    if not done:
        raise Refused("nothing_due", _("The lists are up to date."))
    book = cash_book()
    tx.cite(cite(book, book.cash.waiting_lists))
    return {"done": done, "named": named}


def process_lists_if_due() -> bool:
    """Process the lists if anything is due. Check first, so that no empty command is refused.

    Returns:
        Whether anything was done.
    """
    now = room_now()
    if not steps_due(now) and not calls_due(now):
        return False
    try:
        process_lists(actor=CLOCKWORK, command_id=uuid.uuid4(), due=_due(now))
    except Refused as refusal:
        if refusal.code not in {"nothing_due", "conflict"}:
            raise
        return False  # Another process was faster.
    return True


def _due(now: datetime) -> datetime | None:
    """Return when the first unanswered call ran out; None if something else is the reason."""
    late = ListEntry.objects.filter(state="called", answer_until__lte=now)
    return late.order_by("answer_until").values_list("answer_until", flat=True).first()

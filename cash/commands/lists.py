"""Commands for the lists of the cash room: put a player on a list, take off, call."""

from datetime import timedelta
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cash.commands.games import GAME_BOARDS, offered_game
from cash.commands.tables import Number
from cash.models import CashTable, ListEntry
from cash.models.lists import OPEN
from cash.services.admission import check_may_play
from cash.services.names import game_name
from cash.services.penalties import check_not_penalised
from cash.services.settings import cash_book, cash_settings
from cash.services.tables import open_table, seat_of, seats_at
from players.models import Player
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.now import to_ms
from tourney.rulebooks.books.schema import cite


def join(tx: Tx, player: Player, game: int, origin: Literal["desk", "phone", "call_in"]) -> ListEntry:
    """Put a player at the end of a game's list; a seated player may wait for another game or limit.

    Raises:
        Refused: on this list already (`already_on_list`), seated in this game (`already_seated`), or not admitted
            (see `check_may_play`).
    """
    row = offered_game(tx, game)
    check_may_play(tx, player)
    book = cash_book()
    rule = cite(book, book.cash.waiting_lists)
    if ListEntry.objects.filter(player=player, game=row, kind="seat", state__in=OPEN).exists():
        text = _("%(name)s is already on this list.") % {"name": player.name}
        raise Refused("already_on_list", text, rule)
    seat = seat_of(player.pk)
    if seat is not None and seat.cash_table.game_id == row.pk:
        text = _("%(name)s already plays this game. Ask for a change of table instead.")
        raise Refused("already_seated", text % {"name": player.name}, rule)
    tx.cite(rule)
    tx.touch_players(player.pk)
    kept = timedelta(minutes=cash_settings().call_in_minutes)
    return tx.create(
        ListEntry,
        game=row,
        player=player,
        origin=origin,
        added_at=tx.now,
        waiting_since=tx.now,
        # A phone may be anywhere; who sits at another game is in the room.
        expires_at=tx.now + kept if origin != "desk" and seat is None else None,
    )


@command(
    "cash_list.join", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("Put %(name)s on the list for %(game)s"),
)  # fmt: skip
def join_list(tx: Tx, player: Id, game: Id, call_in: bool = False) -> Any:
    """Put a player on the list of a game (St. Moritz 11). Before a table is open, it is the interest list.

    Args:
        player: the player.
        game: the game.
        call_in: whether the player is not in the room yet: the place is kept for a limited time.

    Raises:
        Refused: on this list already (`already_on_list`), seated in this game (`already_seated`), or banned
            (`banned`).
    """
    person = tx.get(Player, pk=player)
    row = join(tx, person, game, "call_in" if call_in else "desk")
    return {"entry": row.pk, "name": person.name, "game": game_name(row.game)}


def open_entry(tx: Tx, entry: int) -> ListEntry:
    """Return a place on a list that is open.

    Raises:
        Refused: the player is no longer on the list (`not_on_list`).
    """
    row = tx.get(ListEntry, pk=entry)
    if row.state not in OPEN:
        raise Refused("not_on_list", _("%(name)s is no longer on the list.") % {"name": row.player.name})
    return row


def end_entry(tx: Tx, row: ListEntry, state: str) -> None:
    """End a place on a list."""
    tx.save(
        row, state=state, ended_at=tx.now, called_at=None, answer_until=None, called_to=None, coming=False
    )
    tx.touch_players(row.player_id)


@command(
    "cash_list.leave", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("Took %(name)s off the list for %(game)s"),
)  # fmt: skip
def leave_list(tx: Tx, entry: Id) -> Any:
    """Take a player off a list.

    Args:
        entry: the place on the list.

    Raises:
        Refused: the player is no longer on the list (`not_on_list`).
    """
    row = open_entry(tx, entry)
    end_entry(tx, row, "left")
    return {"name": row.player.name, "game": game_name(row.game)}


def open_seats(table: CashTable) -> int:
    """Return how many seats of a table are neither taken nor kept for a called player."""
    called = ListEntry.objects.filter(called_to=table, state="called").count()
    return table.seats - len(seats_at(table)) - called


def call(tx: Tx, row: ListEntry, to: CashTable, *, by_hand: bool = False) -> None:
    """Call a player to a table, or call again, and notify them. The time counts from now.

    Args:
        by_hand: a repeated call by staff does not count towards the calls after which a player is skipped.
    """
    until = tx.now + timedelta(seconds=cash_settings().answer_seconds)
    again = row.state == "called"
    tx.save(
        row,
        state="called",
        called_at=tx.now,
        answer_until=until,
        called_to=to,
        calls=row.calls + (not (by_hand and again)),
        coming=False,
    )
    tx.notify(
        row.player_id, "cash_called", entry=row.pk, table=to.table.number, until=to_ms(until),
        game=game_name(row.game), again=again,
    )  # fmt: skip


@command(
    "cash_list.call", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("Called %(name)s to table %(table)s"),
)  # fmt: skip
def call_player(tx: Tx, entry: Id, table: Number) -> Any:
    """Call a player from a list to an open seat, or call again. The seat is kept for the time to answer.

    Args:
        entry: the place on the list.
        table: number of a table that plays the game.

    Raises:
        Refused: the player is no longer on the list (`not_on_list`), the table plays another game (`other_game`),
            has no open seat (`table_full`), or the player sits out a penalty (`penalised`).
    """
    row, to = open_entry(tx, entry), open_table(tx, table)
    if to.game_id != row.game_id:
        raise Refused("other_game", _("Table %(number)s plays another game.") % {"number": table})
    if row.called_to_id != to.pk and open_seats(to) < 1:
        raise Refused("table_full", _("Table %(number)s has no open seat.") % {"number": table})
    check_not_penalised(tx, row.player)
    call(tx, row, to, by_hand=True)
    book = cash_book()
    tx.cite(cite(book, book.cash.waiting_lists))
    return {"name": row.player.name, "table": table, "until": to_ms(row.answer_until)}

"""Requests of seated players for another table of their game."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cash.commands.games import GAME_BOARDS
from cash.commands.tables import Number
from cash.models import ListEntry
from cash.models.lists import OPEN
from cash.services.settings import cash_book
from cash.services.tables import open_table, seat_of
from players.models import Player
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.rulebooks.books.schema import cite


@command(
    "cash_list.change", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("%(name)s asks for another table"),
)  # fmt: skip
def ask_for_change(tx: Tx, player: Id, to: Number | None = None) -> Any:
    """Put a seated player on the table-change list of their game. The floor decides when they move (St. Moritz 11).

    Args:
        player: the player.
        to: number of the table asked for; left out: any other table of the game.

    Raises:
        Refused: the player is not seated (`not_seated`), sits there already (`already_seated`), asks for a table
            of another game (`other_game`), or is on this list already (`already_on_list`).
    """
    person = tx.get(Player, pk=player)
    seat = seat_of(person.pk)
    if seat is None:
        raise Refused("not_seated", _("%(name)s is not seated at a cash table.") % {"name": person.name})
    table = None if to is None else open_table(tx, to)
    game = seat.cash_table.game
    if table is not None and table.game_id != game.pk:
        text = _("Table %(number)s plays another game. Put the player on the list of that game instead.")
        raise Refused("other_game", text % {"number": to})
    if table is not None and table.pk == seat.cash_table_id:
        text = _("%(name)s already sits at table %(table)s.")
        raise Refused("already_seated", text % {"name": person.name, "table": to})
    book = cash_book()
    rule = cite(book, book.cash.table_change)
    if ListEntry.objects.filter(player=person, game=game, kind="change", state__in=OPEN).exists():
        raise Refused("already_on_list", _("%(name)s is already on this list.") % {"name": person.name}, rule)
    tx.cite(rule)
    tx.touch_players(person.pk)
    row = tx.create(
        ListEntry,
        kind="change",
        game=game,
        table=table,
        player=person,
        added_at=tx.now,
        waiting_since=tx.now,
    )
    return {"entry": row.pk, "name": person.name}

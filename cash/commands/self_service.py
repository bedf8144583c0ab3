"""Commands for players on their own phones in the cash room, if the room allows it."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cash.commands.calls import put_back
from cash.commands.games import GAME_BOARDS
from cash.commands.lists import end_entry, join
from cash.models import ListEntry
from cash.models.lists import OPEN
from cash.services.names import game_name
from cash.services.settings import cash_settings
from players.models import Player
from players.services.current_player import current_player
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


def _allowed_player(tx: Tx) -> Player:
    player = current_player(tx)
    if not cash_settings().self_service:
        raise Refused("ask_the_floor", _("Please ask the floor."))
    return player


def _own_entry(tx: Tx, player: Player, entry: int) -> ListEntry:
    row = tx.get(ListEntry, pk=entry, player=player)
    if row.state not in OPEN:
        raise Refused("not_on_list", _("You are no longer on this list."))
    return row


@command(
    "self_service.cash_join", permission=Permission.USE_SELF_SERVICE, scope="room", boards=GAME_BOARDS,
    summary=lazy("Joined the list for %(game)s"),
)  # fmt: skip
def own_join(tx: Tx, game: Id) -> Any:
    """Join the list of a game. The place is kept for a limited time, because a phone may be anywhere.

    Args:
        game: the game.

    Raises:
        Refused: the room has no lists on phones (`ask_the_floor`), or as for `cash_list.join`.
    """
    row = join(tx, _allowed_player(tx), game, "phone")
    return {"entry": row.pk, "game": game_name(row.game)}


@command(
    "self_service.cash_leave", permission=Permission.USE_SELF_SERVICE, scope="room", boards=GAME_BOARDS,
    summary=lazy("Left the list for %(game)s"),
)  # fmt: skip
def own_leave(tx: Tx, entry: Id) -> Any:
    """Leave a list. This is possible even if the room has no lists on phones.

    Args:
        entry: the caller's own place.

    Raises:
        Refused: it is another player's (`not_found`), or has ended (`not_on_list`).
    """
    row = _own_entry(tx, current_player(tx), entry)
    end_entry(tx, row, "left")
    return {"game": game_name(row.game)}


@command(
    "self_service.cash_stay", permission=Permission.USE_SELF_SERVICE, scope="room", boards=GAME_BOARDS,
    summary=lazy("Keeps the place on the list for %(game)s"),
)  # fmt: skip
def own_stay(tx: Tx, entry: Id) -> Any:
    """Keep a place that would expire: its time begins again.

    Args:
        entry: the caller's own place.

    Raises:
        Refused: as for `self_service.cash_leave`; or the place does not expire (`in_room`).
    """
    row = _own_entry(tx, _allowed_player(tx), entry)
    if row.expires_at is None:
        raise Refused("in_room", _("Your place does not expire."))
    tx.save(row, expires_at=tx.now + timedelta(minutes=cash_settings().call_in_minutes))
    tx.touch_players(row.player_id)
    return {"game": game_name(row.game)}


@command(
    "self_service.cash_answer", permission=Permission.USE_SELF_SERVICE, scope="room", boards=GAME_BOARDS,
    summary=lazy("%(name)s answered the call to table %(table)s"),
)  # fmt: skip
def own_answer(tx: Tx, entry: Id, coming: bool) -> Any:
    """Answer a call. "Not now" frees the seat at once and counts like a skip.

    Args:
        entry: the caller's own place.
        coming: whether they are on the way; the seat is kept until the time runs out.

    Raises:
        Refused: as for `self_service.cash_leave`; or the call has been withdrawn or has run out (`not_called`).
    """
    row = _own_entry(tx, current_player(tx), entry)
    if row.state != "called" or row.called_to is None:
        raise Refused("not_called", _("This call has expired. You are still on the list."))
    table = row.called_to.table.number
    waits = True
    if coming:
        tx.save(row, coming=True, expires_at=None)
        tx.touch_players(row.player_id)
    else:
        waits = put_back(tx, row)
    return {"name": row.player.name, "table": table, "coming": coming, "waits": waits}

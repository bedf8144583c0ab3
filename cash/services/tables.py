"""Cash tables and the players at them, as several commands need them."""

from django.utils.translation import gettext as _

from cash.models import CashSeat, CashTable
from seating.models import Table, TournamentTable
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


def open_tables() -> list[CashTable]:
    """Return the cash tables that are open, by number."""
    rows = CashTable.objects.filter(closed_at__isnull=True).select_related("table", "game")
    return list(rows.order_by("table__number"))


def open_table(tx: Tx, number: int) -> CashTable:
    """Return an open cash table by its number.

    Raises:
        Refused: no cash game is played there (`no_cash_table`).
    """
    rows = CashTable.objects.filter(table__number=number, closed_at__isnull=True)
    row = rows.select_related("table", "game").first()
    if row is None:
        raise Refused("no_cash_table", _("No cash game is played at table %(number)s.") % {"number": number})
    return row


def free_table(tx: Tx, number: int) -> Table:
    """Return a table of the room that neither a cash game nor an event uses, locked.

    Raises:
        Refused: there is no such table (`not_found`), or it is in use (`table_assigned`).
    """
    table = tx.lock(Table, number=number, retired=False)
    event = (
        TournamentTable.objects.filter(table=table, released_at__isnull=True)
        .select_related("tournament")
        .first()
    )
    if event is not None:
        text = _("Table %(number)s is assigned to “%(event)s”. Release it there first.")
        raise Refused("table_assigned", text % {"number": number, "event": event.tournament.name})
    if CashTable.objects.filter(table=table, closed_at__isnull=True).exists():
        text = _("A cash game is already open at table %(number)s.")
        raise Refused("table_assigned", text % {"number": number})
    return table


def seats_at(table: CashTable) -> dict[int, CashSeat]:
    """Return the occupied seats of a cash table, by number."""
    rows = CashSeat.objects.filter(cash_table=table, left_at__isnull=True)
    return {row.number: row for row in rows.select_related("visit__player").order_by("number")}


def seat_of(player: int) -> CashSeat | None:
    """Return the cash seat of a player; None if they have none."""
    rows = CashSeat.objects.filter(visit__player=player, left_at__isnull=True)
    return rows.select_related("cash_table__table", "cash_table__game", "visit__player").first()


def occupied_seat(tx: Tx, table: int, seat: int, player: int | None = None) -> CashSeat:
    """Return an occupied seat by the numbers of table and seat.

    Args:
        tx: the command.
        table, seat: their numbers.
        player: who sat there when it was pressed; the press may have waited for the network.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), the seat is empty (`seat_empty`), or another player
            sits there (`other_player`).
    """
    row = seats_at(open_table(tx, table)).get(seat)
    if row is None:
        text = _("Seat %(seat)s at table %(table)s is empty.")
        raise Refused("seat_empty", text % {"seat": seat, "table": table})
    if player is not None and row.visit.player_id != player:
        text = _("%(name)s sits in seat %(seat)s at table %(table)s now.")
        raise Refused("other_player", text % {"name": row.visit.player.name, "seat": seat, "table": table})
    return row

"""Answers to other apps' questions about the cash room, and what it checks after an undo."""

from django.utils.translation import gettext as _

from cash.models import CashSeat, CashTable, CashVisit, ListEntry
from cash.models.lists import OPEN
from cash.services.names import game_name
from dealers.signals import DealtTable, other_dealt_tables
from players.signals import Merge, before_merge
from seating.models import Table, TournamentTable
from seating.signals import other_use
from tourney.journal.refused import Refused
from tourney.signals import Undone, undone


@other_use.provide
def _played_for_cash(table: Table) -> str | None:
    row = CashTable.objects.filter(table=table, closed_at__isnull=True).select_related("game").first()
    return None if row is None else game_name(row.game)


@other_dealt_tables.provide
def _dealt_for_cash(_question: None) -> dict[int, DealtTable]:
    occupied = CashSeat.objects.filter(left_at__isnull=True).values("cash_table")
    rows = CashTable.objects.filter(closed_at__isnull=True, pk__in=occupied).select_related("table", "game")
    return {row.table.number: DealtTable(row.table, game_name(row.game), None) for row in rows}


@undone.connect
def _check_undone(event: Undone) -> None:
    """Refuse an undo that would put a cash table to two uses, or leave players at a closed one."""
    touched = {change["model"] for change in event.tx.changes}
    if {"cash.stakemove", "desk.drawermove"} <= touched:
        raise Refused(
            "paid_through_drawer",
            _(
                "Cash went through a drawer. Let the player leave with the stake, paid from the drawer, instead."
            ),
        )
    if not touched & {"cash.cashtable", "cash.cashseat", "seating.tournamenttable"}:
        return
    assigned = TournamentTable.objects.filter(released_at__isnull=True).values("table")
    twice = (
        CashTable.objects.filter(closed_at__isnull=True, table__in=assigned).select_related("table").first()
    )
    if twice is not None:
        text = _("Table %(number)s is used by an event and a cash game. Release it from one of them first.")
        raise Refused("table_assigned", text % {"number": twice.table.number})
    stranded = CashSeat.objects.filter(left_at__isnull=True, cash_table__closed_at__isnull=False)
    left = stranded.select_related("cash_table__table", "visit__player").first()
    if left is not None:
        text = _("The cash game at table %(number)s is closed. %(name)s can’t sit there any more.")
        raise Refused(
            "no_cash_table", text % {"number": left.cash_table.table.number, "name": left.visit.player.name}
        )


@before_merge.connect
def _join_places(event: Merge) -> None:
    """Keep one place on each list, the better one.

    Raises:
        Refused: both records are seated (`both_inside`).
    """
    tx, goes, stays = event.tx, event.goes, event.stays
    if CashVisit.objects.filter(player__in=(goes, stays), ended_at__isnull=True).count() > 1:
        raise Refused("both_inside", _("Both are seated in the cash room. Let one of them leave first."))
    rows = ListEntry.objects.filter(player__in=(goes, stays), state__in=OPEN)
    best: dict[tuple[int, str], ListEntry] = {}
    # A called one comes first, then who has waited longest.
    for row in sorted(rows, key=lambda row: (row.state != "called", row.waiting_since, row.pk)):
        kept = best.setdefault((row.game_id, row.kind), row)
        if kept is not row:
            ended = {"called_at": None, "answer_until": None, "called_to": None, "coming": False}
            tx.save(row, state="left", ended_at=tx.now, **ended)
            tx.touch("cash_lists", "cash_floor")

"""Answers to other apps' questions about the cash room, what it checks after an undo, and what it does with rows of
players whose records are merged or anonymised.
"""

from django.db.models import Q
from django.utils.translation import gettext as _

from cash.commands.games import GAME_BOARDS
from cash.commands.lists import end_entry
from cash.models import (
    CashPenalty,
    CashSeat,
    CashTable,
    CashVisit,
    CompMove,
    DinnerBreak,
    ListEntry,
    StakeMove,
    TableMoney,
)
from cash.models.lists import OPEN
from cash.services.must_move import leads_to
from cash.services.names import game_name
from cash.services.stakes import put_aside
from cash.services.tables import seat_of
from dealers.signals import DealtTable, other_dealt_tables
from players.signals import Merge, PersonalDataDeleted, before_merge, personal_data_deleted
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


@personal_data_deleted.connect
def _leave_cash_room(event: PersonalDataDeleted) -> None:
    """Take an anonymised player off the lists, and delete what comps were used for; the amounts stay.

    Raises:
        Refused: the player sits at a cash table (`still_in`), or the cage keeps a stake of theirs (`stake_kept`).
    """
    tx = event.tx
    kept = DinnerBreak.objects.filter(
        seat__visit__player__in=event.players, outcome="given_up", handed_out_at__isnull=True
    )
    for dinner in kept.select_related("seat__visit__player"):
        if not put_aside(dinner):
            continue
        text = _("The cage still keeps the stake of %(name)s. Hand it out first.")
        raise Refused("stake_kept", text % {"name": dinner.seat.visit.player.name})
    for player in event.players:
        seat = seat_of(player.pk)
        if seat is not None:
            text = _("%(name)s still sits at cash table %(table)s. Let the player leave first.")
            raise Refused("still_in", text % {"name": player.name, "table": seat.cash_table.table.number})
    for row in ListEntry.objects.filter(player__in=event.players, state__in=OPEN):
        end_entry(tx, row, "left")
    tx.save_many(list(CompMove.objects.filter(player__in=event.players)), what="–")
    penalties = CashPenalty.objects.filter(player__in=event.players)
    tx.save_many(list(penalties), reason="", lifted_because="")
    explained = StakeMove.objects.filter(seat__visit__player__in=event.players).exclude(explanation="")
    tx.save_many(list(explained), explanation="")
    tx.touch(*GAME_BOARDS)


@undone.connect
def _check_lists(event: Undone) -> None:
    """Refuse an undo that would call a player to a closed table, or bring back lists and tables of a game that is no
    longer offered, or let must-move tables lead back to themselves.
    """
    touched = {change["model"] for change in event.tx.changes}
    if not touched & {"cash.cashtable", "cash.cashgame", "cash.listentry"}:
        return
    called = ListEntry.objects.filter(state="called", called_to__closed_at__isnull=False)
    feeds = CashTable.objects.filter(closed_at__isnull=True, feeds__closed_at__isnull=False)
    closed = [
        *(row.called_to for row in called.select_related("called_to__table")[:1]),
        *(row.feeds for row in feeds.select_related("feeds__table")[:1]),
    ]
    for table in closed:
        if table is not None:
            text = _("The cash game at table %(number)s is closed, so no players can be sent there.")
            raise Refused("no_cash_table", text % {"number": table.table.number})
    feeders = CashTable.objects.filter(closed_at__isnull=True, feeds__isnull=False)
    for row in feeders.select_related("table", "feeds__table"):
        if leads_to(row.feeds, row):
            text = _(
                "Must-move tables cannot form a loop: players of table %(main)s already move to table "
                "%(number)s."
            )
            numbers = {"main": row.feeds and row.feeds.table.number, "number": row.table.number}
            raise Refused("must_move_loop", text % numbers)
    listed = ListEntry.objects.filter(state__in=OPEN, game__retired=True).select_related("game").first()
    played = (
        CashTable.objects.filter(closed_at__isnull=True, game__retired=True).select_related("game").first()
    )
    found = listed or played
    if found is not None:
        text = _("“%(game)s” is no longer offered. Undo that first.")
        raise Refused("game_not_offered", text % {"game": game_name(found.game)})


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


@undone.connect
def _check_money(event: Undone) -> None:
    """Refuse an undo that would change the money of a closed table: its chips were checked when it was closed."""
    money = [change for change in event.tx.changes if change["model"] == "cash.tablemoney"]
    # The chips of a seat come and go by rows that are only added.
    seats = [
        (change["before"] or change["after"] or {}).get("seat_id")
        for change in event.tx.changes
        if change["model"] == "cash.stakemove"
    ]
    if not money and not seats:
        return
    pictures = [change["before"] or change["after"] or {} for change in money]
    tables = {picture.get("cash_table_id") for picture in pictures} | set(
        TableMoney.objects.filter(pk__in=[change["pk"] for change in money]).values_list(
            "cash_table", flat=True
        )
    )
    rows = CashTable.objects.filter(Q(pk__in=tables - {None}) | Q(occupied_seats__in=seats))
    closed = rows.filter(closed_at__isnull=False).select_related("table").first()
    if closed is not None:
        text = _("The cash game at table %(number)s is closed. Undo the closing first, then this.")
        raise Refused("no_cash_table", text % {"number": closed.table.number})


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

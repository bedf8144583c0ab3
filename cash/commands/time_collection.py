"""Command that collects the time charge of players at a cash table."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import Field

from cash.commands.money import MONEY_BOARDS
from cash.commands.seats import SeatNumber
from cash.commands.tables import Number
from cash.models import CashSeat, CashTable, StakeMove, TableMoney
from cash.rules.money import period_at, period_begins
from cash.services.own_tables import at_own_cash_table
from cash.services.tables import occupied_seat, open_table, seats_at
from desk.services.prices import price_text
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.now import from_ms, to_ms


def _summarise_collected(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    if "sum" not in answer:
        return _("Collected time at table %(table)s") % {"table": journal_entry.arguments["table"]}
    count = int(answer["players"])
    words = ngettext(
        "Collected time at table %(table)s: %(sum)s from %(count)s player",
        "Collected time at table %(table)s: %(sum)s from %(count)s players",
        count,
    ) % {"table": journal_entry.arguments["table"], "sum": _sum(answer), "count": count}
    why = {
        "dinner": _("%(name)s (dinner break)"),
        "away": _("%(name)s (away)"),
        "playing": _("%(name)s (pays later)"),
    }
    left = ", ".join(why[one["why"]] % {"name": one["name"]} for one in answer["unpaid"])
    return words + (_("; not from %(names)s") % {"names": left} if left else "")


def _sum(answer: dict[str, Any]) -> str:
    # Earlier entries have it as a text.
    return price_text(answer["sum"], answer["currency"]) if "currency" in answer else answer["sum"]


@command(
    "cash_table.collect_time", permission=Permission.DEAL, scope="room", boards=MONEY_BOARDS, check=at_own_cash_table,
    summary=_summarise_collected,
)  # fmt: skip
def collect_time(
    tx: Tx,
    table: Number,
    seats: Annotated[list[SeatNumber], Field(min_length=1, max_length=12)] | None = None,
    period: Annotated[int, Field(ge=0, le=100_000)] | None = None,
) -> Any:
    """Collect the time charge of a period; each player pays a period once.

    Players on a dinner break or away from the table are not charged, unless their seats are named. The charge is paid
    in chips: the stakes are the ones counted before it less the charge.

    Args:
        table: number of the table.
        seats: seats whose players pay now, also late; left out: all players in their seats who have not paid yet.
        period: counted from 0 at the opening, as it was shown when it was pressed; left out: the present one.

    Raises:
        Refused: the game is not paid by time (`no_time_collection`), the period has not begun (`period_not_begun`) or
            was collected already from all players in their seats (`already_collected`), no player is in a seat
            (`no_players`), a named seat is empty (`seat_empty`), or its player has paid (`already_paid`).
    """
    row = open_table(tx, table)
    game = row.game
    if game.collection != "time":
        raise Refused("no_time_collection", _("This game has no time collection."))
    present = period_at(to_ms(row.opened_at) or 0, to_ms(tx.now) or 0, game.time_minutes)
    # A press may have waited for the network, or for its dialog, into the next period.
    period = present if period is None else period
    if period > present:
        raise Refused("period_not_begun", _("This period has not begun yet."))
    if seats is not None:
        pay = [_late_payer(tx, table, seat, period) for seat in sorted(set(seats))]
    else:
        # The dealer may have collected from some players already.
        pay = [one for one in _unpaid(row, period).values() if one.state == "playing"]
    if not pay:
        if TableMoney.objects.filter(cash_table=row, kind="time", period=period).exists():
            raise Refused("already_collected", _("Time was already collected for this period."))
        raise Refused("no_players", _("No player is in a seat at this table."))
    for one in pay:
        _pay(tx, one, game.time_charge, period)
    total = game.time_charge * len(pay)
    tx.create(
        TableMoney, cash_table=row, kind="time", amount=total, period=period, at=tx.now, confirmed_at=tx.now
    )
    return {
        "players": len(pay),
        "sum": total,
        "currency": game.currency,
        "unpaid": [
            {"player": one.visit.player_id, "name": one.visit.player.name, "why": one.state}
            for one in _unpaid(row, period).values()
        ],
    }


def _unpaid(table: CashTable, period: int) -> dict[int, CashSeat]:
    """Return the seats whose players have not paid a period."""
    moves = StakeMove.objects.filter(seat__cash_table=table, kind="time", period=period)
    paid = set(moves.values_list("seat", flat=True))
    return {number: one for number, one in seats_at(table).items() if one.pk not in paid}


def _pay(tx: Tx, row: CashSeat, charge: int, period: int) -> None:
    table = row.cash_table
    began = from_ms(period_begins(to_ms(table.opened_at) or 0, period, table.game.time_minutes))
    # Time is paid when its period begins, and may be recorded later: a stake counted in between is without the charge
    # already. Who is not there pays now, out of the chips that were left or put aside.
    at = max(began, row.taken_at) if row.state == "playing" else tx.now
    tx.create(StakeMove, seat=row, kind="time", amount=-charge, at=at, period=period)


def _late_payer(tx: Tx, table: int, seat: int, period: int) -> CashSeat:
    row = occupied_seat(tx, table, seat)
    if StakeMove.objects.filter(seat=row, kind="time", period=period).exists():
        text = _("%(name)s has already paid for this period.")
        raise Refused("already_paid", text % {"name": row.visit.player.name})
    return row

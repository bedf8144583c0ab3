"""Commands for money at cash tables: top-ups, counts, time, rake, fills and credits."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from cash.commands.games import GAME_BOARDS, Amount
from cash.commands.seats import SeatNumber, Source, bring_chips
from cash.commands.tables import Number
from cash.models import CashTable, TableMoney
from cash.services.own_tables import at_own_cash_table
from cash.services.settings import cash_book
from cash.services.stakes import present_stake
from cash.services.tables import occupied_seat, open_table
from dealers.models import Stint
from desk.commands.sales import MOST_MONEY
from tourney.access.field_permissions import PAYMENT
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

MONEY_BOARDS = (*GAME_BOARDS, "cash_money")
Stake = Annotated[int, Field(ge=0, le=MOST_MONEY, description="minor units")]


@command(
    "cash_seat.top_up", permission=Permission.DEAL, scope="room", boards=MONEY_BOARDS, check=at_own_cash_table,
    summary=lazy("%(name)s added chips at table %(table)s"),
)  # fmt: skip
def top_up(
    tx: Tx,
    table: Number,
    seat: SeatNumber,
    amount: Annotated[Amount, PAYMENT],
    source: Source = "cage",
    stake: Annotated[Stake, PAYMENT] | None = None,
    player: Id | None = None,
) -> Any:
    """Add chips to a player's stake, between hands (St. Moritz 14).

    Args:
        table: number of the table.
        seat: number of the seat.
        amount: chips added.
        source: brought from the cage, paid in cash into the actor's drawer, or sold at the table.
        stake: chips in front of the player before, if counted now; left out: those last counted.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), the player is away
            (`player_away`), the stake would be above the table's maximum (`buy_in_too_large`), or would be with the one
            last counted (`count_first`), or the actor has no drawer (`no_drawer`, `other_currency`).
    """
    row = occupied_seat(tx, table, seat, player)
    book = cash_book()
    rule = cite(book, book.cash.table_stakes)
    if row.state != "playing":
        raise Refused("player_away", _("%(name)s is away.") % {"name": row.visit.player.name}, rule)
    most = row.cash_table.buy_in_max
    before = stake if stake is not None else present_stake(row) or 0
    if most is not None and stake is None and amount <= most < before + amount:
        text = _(
            "With the stake last counted, this is above the maximum of this table. Enter the current stake."
        )
        raise Refused("count_first", text, cite(book, book.cash.buy_in), fields={"stake": text})
    if most is not None and before + amount > most:
        text = _("The stake would be above the maximum of this table.")
        raise Refused("buy_in_too_large", text, cite(book, book.cash.buy_in), fields={"amount": text})
    tx.cite(rule)
    bring_chips(tx, row, "top_up", amount, source)
    if stake is not None or row.stake is None:
        tx.save(row, stake=before, counted_at=tx.now)
    tx.touch_players(row.visit.player_id)
    return {"name": row.visit.player.name}


@command(
    "cash_seat.count", permission=Permission.DEAL, scope="room", boards=MONEY_BOARDS, check=at_own_cash_table,
    summary=lazy("Counted the stake of %(name)s at table %(table)s"),
)  # fmt: skip
def count_stake(
    tx: Tx, table: Number, seat: SeatNumber, stake: Annotated[Stake, PAYMENT], player: Id | None = None
) -> Any:
    """Record the counted stake of a player.

    Args:
        table: number of the table.
        seat: number of the seat.
        stake: chips in front of the player.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), or another player sits there (`other_player`).
    """
    row = occupied_seat(tx, table, seat, player)
    tx.save(row, stake=stake, counted_at=tx.now)
    return {"name": row.visit.player.name}


def _summarise_dropped(journal_entry: JournalEntry) -> str:
    words = _("Counted the rake of table %(table)s")
    if journal_entry.arguments.get("kind") == "jackpot":
        words = _("Counted the jackpot drop of table %(table)s")
    return words % {"table": journal_entry.arguments.get("table")}


@command(
    "cash_table.drop", permission=Permission.DEAL, scope="room", boards=MONEY_BOARDS, check=at_own_cash_table,
    summary=_summarise_dropped,
)  # fmt: skip
def count_drop(
    tx: Tx, table: Number, kind: Literal["rake", "jackpot"], amount: Annotated[Amount, PAYMENT]
) -> None:
    """Record rake or jackpot drop that was taken from the pots since it was last recorded.

    Args:
        table: number of the table.
        kind: rake or jackpot.
        amount: what was taken.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), or the game is not raked (`no_rake`).
    """
    row = open_table(tx, table)
    if kind == "rake" and row.game.collection != "rake":
        raise Refused("no_rake", _("This game has no rake."))
    tx.create(TableMoney, cash_table=row, kind=kind, amount=amount, at=tx.now, confirmed_at=tx.now)


def _summarise_tray(journal_entry: JournalEntry) -> str:
    words = {
        "float": _("Opened the tray of table %(table)s"),
        "fill": _("Asked for a fill at table %(table)s"),
        "credit": _("Asked for a credit at table %(table)s"),
    }[str(journal_entry.arguments.get("kind"))]
    return words % {"table": journal_entry.arguments.get("table")}


@command(
    "cash_table.tray", permission=Permission.DEAL, scope="room", boards=MONEY_BOARDS, check=at_own_cash_table,
    summary=_summarise_tray,
)  # fmt: skip
def move_tray(
    tx: Tx, table: Number, kind: Literal["float", "fill", "credit"], amount: Annotated[Amount, PAYMENT]
) -> Any:
    """Record the tray's opening float, or ask for a fill from the cage or a credit back to it.

    A fill or credit counts once another person has confirmed it (`cash_money.confirm`). Dealers ask for them at their
    own table; the float is the floor's.

    Args:
        table: number of the table.
        kind: the float at opening, a fill, or a credit.
        amount: chips.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), the float was recorded already (`float_recorded`), or a
            dealer records it (`floor_only`).
    """
    row = open_table(tx, table)
    if kind == "float" and not tx.actor.may(Permission.SEAT_PLAYERS):
        raise Refused("floor_only", _("The floor records the float of a table."))
    if kind == "float" and TableMoney.objects.filter(cash_table=row, kind="float").exists():
        raise Refused("float_recorded", _("The float of this table has already been recorded."))
    made = tx.create(
        TableMoney,
        cash_table=row,
        kind=kind,
        amount=amount,
        at=tx.now,
        confirmed_at=tx.now if kind == "float" else None,
        asked_by="" if kind == "float" else tx.actor.key,
        asked_name="" if kind == "float" else _asker(tx, row),
    )
    return {"money": made.pk}


def _asker(tx: Tx, table: CashTable) -> str:
    """Return who asks: at a dealer's tablet, the dealer whom the rota has at the table."""
    if tx.actor.may(Permission.SEAT_PLAYERS):
        return tx.actor.name[:120]
    stint = Stint.objects.filter(table=table.table, ended_at__isnull=True).select_related("dealer").first()
    return tx.actor.name[:120] if stint is None else stint.dealer.name


def _under_way(tx: Tx, money: int) -> TableMoney:
    row = tx.get(TableMoney, pk=money, kind__in=("fill", "credit"))
    if row.confirmed_at is not None:
        raise Refused("already_confirmed", _("This was already confirmed."))
    if row.cancelled_at is not None:
        raise Refused("already_cancelled", _("This was already cancelled."))
    return row


@command(
    "cash_money.confirm", permission=Permission.SEAT_PLAYERS, scope="room", boards=MONEY_BOARDS,
    summary=lazy("Confirmed chips for table %(table)s"),
)  # fmt: skip
def confirm_money(tx: Tx, money: Id) -> Any:
    """Confirm that a fill has arrived at the table, or a credit at the cage. Two people are needed.

    Args:
        money: the fill or credit.

    Raises:
        Refused: it was confirmed or cancelled already (`already_confirmed`, `already_cancelled`), or the same person
            asked for it (`asked_by_you`).
    """
    row = _under_way(tx, money)
    if row.asked_by == tx.actor.key:
        text = _("You asked for this fill. Another person must confirm that it has arrived.")
        if row.kind == "credit":
            text = _("You asked for this credit. Another person must confirm that it has arrived.")
        raise Refused("asked_by_you", text)
    tx.save(row, confirmed_at=tx.now)
    return {"table": _number(row.cash_table)}


@command(
    "cash_money.cancel", permission=Permission.SEAT_PLAYERS, scope="room", boards=MONEY_BOARDS,
    summary=lazy("Cancelled chips for table %(table)s"),
)  # fmt: skip
def cancel_money(tx: Tx, money: Id) -> Any:
    """Cancel a fill or credit that is not confirmed.

    Args:
        money: the fill or credit.

    Raises:
        Refused: it was confirmed or cancelled already (`already_confirmed`, `already_cancelled`).
    """
    row = _under_way(tx, money)
    tx.save(row, cancelled_at=tx.now)
    return {"table": _number(row.cash_table)}


def _number(table: CashTable) -> int:
    return table.table.number

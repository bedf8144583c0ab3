"""Commands that seat players at cash tables and let them leave."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from cash.commands.games import GAME_BOARDS, Amount
from cash.commands.lists import end_entry, open_seats
from cash.commands.tables import Number
from cash.models import CashSeat, CashTable, CashVisit, DinnerBreak, ListEntry, StakeMove
from cash.models.lists import OPEN
from cash.rules.blinds import arrival_posts
from cash.services.admission import check_may_play
from cash.services.differences import Explanation, check_takes
from cash.services.own_tables import at_own_cash_table
from cash.services.settings import cash_book, cash_settings
from cash.services.stakes import put_aside
from cash.services.tables import occupied_seat, open_table, seat_of, seats_at
from desk.commands.sales import MOST_MONEY
from desk.models import DrawerMove
from desk.services.till import drawer_of, enough
from players.models import Player
from tourney.access.field_permissions import PAYMENT
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.rulebooks.books.schema import cite

SeatNumber = Annotated[int, Field(ge=1, le=12)]
Source = Literal["cage", "drawer", "cash", "card"]


def check_seat(table: CashTable, seat: int) -> None:
    """Check that a seat of a table exists and is empty.

    Raises:
        Refused: there is no such seat (`no_seat`), or somebody sits there (`seat_taken`).
    """
    number = table.table.number
    if seat > table.seats:
        text = _("Table %(table)s has %(seats)s seats.") % {"table": number, "seats": table.seats}
        raise Refused("no_seat", text, fields={"seat": text})
    there = seats_at(table).get(seat)
    if there is not None:
        text = _("Seat %(seat)s at table %(table)s is taken by %(name)s.")
        raise Refused("seat_taken", text % {"seat": seat, "table": number, "name": there.visit.player.name})


@command(
    "cash_seat.take", permission=Permission.SEAT_PLAYERS, scope="room", boards=GAME_BOARDS,
    summary=lazy("Seated %(name)s at table %(table)s, seat %(seat)s"),
)  # fmt: skip
def take_seat(
    tx: Tx,
    player: Id,
    table: Number,
    seat: SeatNumber,
    buy_in: Annotated[Amount, PAYMENT],
    source: Source = "cage",
    reason: Annotated[str, Field(max_length=200)] = "",
    dinner: Id | None = None,
) -> Any:
    """Seat a player with a buy-in. The player leaves the list of this game and stays on others (St. Moritz 11).

    Args:
        player: the player.
        table: number of the table.
        seat: an empty seat.
        buy_in: chips brought to the table (St. Moritz 15).
        source: brought from the cage, paid in cash into the actor's drawer, or sold at the table for cash or by card.
        reason: of the floor, for a buy-in below the minimum or above the maximum.
        dinner: a dinner break after which the cage kept the stake: this stake is the buy-in, and is handed out with it.
            In the same game it comes along whole (St. Moritz 11), whatever the limits.

    Raises:
        Refused: the player sits at a cash table already (`already_seated`), the seat is taken (`seat_taken`) or
            does not exist (`no_seat`), the player is banned (`banned`), all open seats are kept for called
            players (`kept_for_called`), the cage keeps no stake of the player from this dinner break (`no_kept_stake`,
            `already_handed_out`) or another one than the buy-in (`other_stake`), or the buy-in is below the minimum or
            above the maximum of the table (`buy_in_too_small`, `buy_in_too_large`) without a reason of the floor
            (`floor_only`), or does not cover the big blind (`below_big_blind`).
    """
    person, to = tx.get(Player, pk=player), open_table(tx, table)
    here = seat_of(player)
    if here is not None:
        text = _("%(name)s already sits at table %(table)s.")
        raise Refused("already_seated", text % {"name": person.name, "table": here.cash_table.table.number})
    check_may_play(tx, person)
    check_seat(to, seat)
    waiting = ListEntry.objects.filter(player=person, game=to.game, kind="seat", state__in=OPEN).first()
    is_called = waiting is not None and waiting.called_to_id == to.pk
    if not is_called and open_seats(to) < 1:
        text = _("The open seats of table %(table)s are kept for called players.")
        raise Refused("kept_for_called", text % {"table": table})
    kept = None if dinner is None else _kept_stake(tx, dinner, person, to, buy_in)
    if kept is None or kept.seat.cash_table.game_id != to.game_id:
        check_buy_in(tx, to, buy_in, reason.strip())
    book = cash_book()
    tx.cite(cite(book, book.cash.buy_in))
    visit = tx.create(CashVisit, player=person, started_at=tx.now)
    row = tx.create(
        CashSeat,
        visit=visit,
        cash_table=to,
        number=seat,
        taken_at=tx.now,
        in_game_since=tx.now,
        stake=buy_in,
        counted_at=tx.now,
        posts=arrival_posts(book, by_floor=False)[0],
    )
    bring_chips(tx, row, "buy_in", buy_in, "cage" if kept is not None else source)
    if kept is not None:
        tx.save(kept, handed_out_at=tx.now)
    if waiting is not None:
        end_entry(tx, waiting, "seated")
    tx.touch_players(player)
    return {"seat_id": row.pk, "name": person.name}


def kept_by_cage(tx: Tx, dinner: int) -> DinnerBreak:
    """Return a dinner break whose stake the cage still keeps.

    Raises:
        Refused: the cage keeps no stake of it (`no_kept_stake`), or it was handed out already (`already_handed_out`).
    """
    row = tx.get(DinnerBreak, pk=dinner)
    if row.outcome != "given_up":
        text = _("The cage holds no stake for %(name)s.")
        raise Refused("no_kept_stake", text % {"name": row.seat.visit.player.name})
    if row.handed_out_at is not None:
        raise Refused("already_handed_out", _("This stake was already handed out."))
    return row


def _kept_stake(tx: Tx, dinner: int, player: Player, to: CashTable, buy_in: int) -> DinnerBreak:
    """Return the dinner break whose kept stake a player brings to a seat.

    Raises:
        Refused: the cage keeps none of this player (`no_kept_stake`, `already_handed_out`), or it is another amount or
            currency (`other_stake`).
    """
    row = kept_by_cage(tx, dinner)
    if row.seat.visit.player_id != player.pk:
        raise Refused("no_kept_stake", _("The cage holds no stake for %(name)s.") % {"name": player.name})
    if put_aside(row) != buy_in or row.seat.cash_table.game.currency != to.game.currency:
        text = _("The cage holds a different stake for %(name)s. Bring exactly that amount to the seat.")
        text %= {"name": player.name}
        raise Refused("other_stake", text, fields={"buy_in": text})
    return row


def bring_chips(
    tx: Tx, seat: CashSeat, kind: Literal["buy_in", "top_up"], amount: int, source: Source
) -> None:
    """Record chips that a player brings to a seat; cash paid at the desk goes into the actor's drawer.

    Raises:
        Refused: the actor has no open drawer of the currency (`no_drawer`, `other_currency`).
    """
    tx.create(StakeMove, seat=seat, kind=kind, amount=amount, source=source, at=tx.now)
    if source == "drawer":
        drawer = drawer_of(tx, seat.cash_table.game.currency)
        reason = _("Chips sold, cash table %(table)s") % {"table": seat.cash_table.table.number}
        tx.create(DrawerMove, drawer=drawer, amount=amount, reason=reason, at=tx.now)


def check_buy_in(tx: Tx, table: CashTable, amount: int, reason: str) -> None:
    """Check a buy-in against the limits of its table, which the floor may leave with a reason (St. Moritz 15).

    Raises:
        Refused: below the minimum or above the maximum (`buy_in_too_small`, `buy_in_too_large`) without a reason, with
            one by an actor who is not of the floor (`floor_only`), or below the big blind (`below_big_blind`).
    """
    book = cash_book()
    rule = cite(book, book.cash.buy_in)
    if amount < table.game.big_blind:
        text = _("The buy-in must cover the big blind.")
        raise Refused("below_big_blind", text, rule, fields={"buy_in": text})
    too_small = amount < table.buy_in_min
    if not too_small and (table.buy_in_max is None or amount <= table.buy_in_max):
        return
    if not reason:
        code = "buy_in_too_small" if too_small else "buy_in_too_large"
        text = _("The buy-in is above the maximum of this table.")
        if too_small:
            text = _("The buy-in is below the minimum of this table.")
        raise Refused(code, text, rule, fields={"buy_in": text})
    if not tx.actor.may(Permission.MANAGE_TABLES):
        text = _("Only the floor can agree to a different buy-in.")
        raise Refused("floor_only", text, rule, fields={"reason": text})


@command(
    "cash_seat.leave", permission=Permission.DEAL, scope="room", boards=(*GAME_BOARDS, "cash_money"),
    check=at_own_cash_table,
    summary=lazy("%(name)s left table %(table)s"),
)  # fmt: skip
def leave_seat(
    tx: Tx,
    table: Number,
    seat: SeatNumber,
    stake: Annotated[int, Field(ge=0, le=MOST_MONEY, description="minor units"), PAYMENT],
    from_drawer: bool = False,
    explanation: Explanation = "",
    player: Id | None = None,
) -> Any:
    """End a player's play: all chips leave with their owner (St. Moritz 14).

    Args:
        table: number of the table.
        seat: number of the seat.
        stake: chips that the player takes away; 0 if all are lost.
        from_drawer: whether they are paid in cash from the actor's drawer; otherwise the cage pays them.
        explanation: of the floor, if these are more chips than the players of the table have by the rows.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), these are more chips
            than there are on the table (`more_than_on_table`), or the actor's drawer can't pay (`no_drawer`,
            `other_currency`, `not_enough_cash`).
    """
    row = occupied_seat(tx, table, seat, player)
    if from_drawer and stake:
        drawer = drawer_of(tx, row.cash_table.game.currency)
        enough(drawer, stake)
        reason = _("Chips bought back, cash table %(table)s") % {"table": table}
        tx.create(DrawerMove, drawer=drawer, amount=-stake, reason=reason, at=tx.now)
    why = check_takes(tx, row.cash_table, stake, explanation)
    end_play(tx, row, stake, source="drawer" if from_drawer and stake else "", explanation=why)
    book = cash_book()
    tx.cite(cite(book, book.cash.table_stakes))
    return {"name": row.visit.player.name}


def end_play(
    tx: Tx,
    row: CashSeat,
    stake: int,
    outcome: Literal["left", "given_up"] = "left",
    source: Literal["", "drawer"] = "",
    explanation: str = "",
) -> None:
    """End a player's seat and visit; all chips leave with the player.

    Args:
        tx: the command.
        row: the seat.
        stake: the chips.
        outcome: how a dinner break ends, if the player is on one.
        source: "drawer" if they are paid in cash from the actor's drawer.
        explanation: why these are more chips than there are on the table.
    """
    tx.create(
        StakeMove, seat=row, kind="cash_out", amount=-stake, source=source, at=tx.now, explanation=explanation
    )
    for dinner in DinnerBreak.objects.filter(seat=row, ended_at__isnull=True):
        tx.save(dinner, ended_at=tx.now, outcome=outcome)
    tx.save(row, left_at=tx.now, stake=stake, counted_at=tx.now, state="playing", away_since=None)
    rate, currency = cash_settings().comp_per_hour, tx.room.currency
    tx.save(row.visit, ended_at=tx.now, comp_per_hour=rate, comp_currency=currency)
    for change in ListEntry.objects.filter(player=row.visit.player, kind="change", state__in=OPEN):
        end_entry(tx, change, "left")
    tx.touch_players(row.visit.player_id)

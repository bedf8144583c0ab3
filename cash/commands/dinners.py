"""Commands for dinner breaks (St. Moritz 12)."""

from datetime import date, timedelta
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from cash.commands.away import Return, deal_in
from cash.commands.money import MONEY_BOARDS, Stake
from cash.commands.seats import SeatNumber, end_play, kept_by_cage
from cash.commands.tables import Number
from cash.models import CashSeat, DinnerBreak
from cash.services.days import playing_day
from cash.services.own_tables import at_own_cash_table
from cash.services.settings import cash_book, cash_settings
from cash.services.stakes import present_stake, put_aside
from cash.services.tables import occupied_seat
from tourney.access.field_permissions import PAYMENT
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.now import to_ms
from tourney.rulebooks.books.schema import cite
from tourney.services.dates import time_text

DINNER_BOARDS = MONEY_BOARDS


@command(
    "dinner.start", permission=Permission.SEAT_PLAYERS, scope="room", boards=DINNER_BOARDS,
    summary=lazy("%(name)s began a dinner break at table %(table)s"),
)  # fmt: skip
def start_dinner(
    tx: Tx,
    table: Number,
    seat: SeatNumber,
    stake: Annotated[Stake, PAYMENT] | None = None,
    player: Id | None = None,
) -> Any:
    """Begin a player's dinner break: the seat is kept, the stake is counted and put aside (St. Moritz 12, 16).

    Args:
        table: number of the table.
        seat: number of the seat.
        stake: chips counted by the floor and the dealer.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), the book has no dinner
            break (`no_dinner`), the player is on one (`at_dinner`) or had one this playing day (`dinner_taken`), enough
            players of this table are on one (`enough_at_dinner`), or the stake is not counted (`stake_not_counted`).
    """
    row = occupied_seat(tx, table, seat, player)
    book = cash_book()
    policy, name = book.cash.dinner_break, row.visit.player.name
    rule = cite(book, policy)
    if policy is None:
        raise Refused("no_dinner", _("The rulebook of the cash room has no dinner break."))
    day = playing_day(tx.now)
    _check_dinner(row, day, rule)
    if stake is None and policy.stake_counted_and_kept:
        text = _("Count the stake of %(name)s together with the dealer.") % {"name": name}
        raise Refused("stake_not_counted", text, rule, fields={"stake": text})
    counted = stake if stake is not None else present_stake(row) or 0
    until = tx.now + timedelta(minutes=policy.minutes)
    tx.create(
        DinnerBreak,
        seat=row,
        day=day,
        began_at=tx.now,
        until=until,
        stake=counted,
        counted_by=tx.actor.name[:120],
    )
    tx.save(row, state="dinner", away_since=row.away_since or tx.now, stake=counted, counted_at=tx.now)
    tx.cite(rule)
    tx.notify(row.visit.player_id, "cash_dinner", table=table, seat=row.number, time=time_text(until))
    return {"name": name, "until": to_ms(until)}


def _check_dinner(row: CashSeat, day: date, rule: str) -> None:
    """Check that a player may begin a dinner break.

    Raises:
        Refused: on one (`at_dinner`), had one this day (`dinner_taken`), or too many at this table
            (`enough_at_dinner`).
    """
    name, policy = row.visit.player.name, cash_book().cash.dinner_break
    assert policy is not None
    if row.state == "dinner":
        raise Refused("at_dinner", _("%(name)s is already on a dinner break.") % {"name": name}, rule)
    taken = DinnerBreak.objects.filter(seat__visit__player=row.visit.player_id, day=day).count()
    if taken >= policy.per_day:
        text = _("%(name)s already had a dinner break today.") % {"name": name}
        raise Refused("dinner_taken", text, rule)
    out = DinnerBreak.objects.filter(
        seat__cash_table=row.cash_table, seat__left_at__isnull=True, ended_at__isnull=True
    )
    if out.count() >= policy.most_away_per_table:
        text = ngettext(
            "%(count)s player of this table is on a dinner break. The next one can go at %(time)s.",
            "%(count)s players of this table are on a dinner break. The next one can go at %(time)s.",
            policy.most_away_per_table,
        )
        first = min(one.until for one in out)
        values = {"count": policy.most_away_per_table, "time": time_text(first)}
        raise Refused("enough_at_dinner", text % values, rule)


def _running(tx: Tx, row: CashSeat) -> DinnerBreak:
    found = DinnerBreak.objects.filter(seat=row, ended_at__isnull=True).first()
    if found is None:
        text = _("%(name)s is not on a dinner break.")
        raise Refused("no_dinner_break", text % {"name": row.visit.player.name})
    return found


@command(
    "dinner.end", permission=Permission.DEAL, scope="room", boards=DINNER_BOARDS, check=at_own_cash_table,
    summary=lazy("%(name)s is back from dinner at table %(table)s"), answer_permissions={"stake": PAYMENT},
)  # fmt: skip
def end_dinner(
    tx: Tx, table: Number, seat: SeatNumber, choice: Return | None = None, player: Id | None = None
) -> Any:
    """End a dinner break: the stake is handed back, and blinds missed meanwhile are owed (St. Moritz 12, 16).

    Args:
        table: number of the table.
        seat: number of the seat.
        choice: as for a return (`cash_seat.return`).
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), the player is on no
            break (`no_dinner_break`), sits out a penalty (`penalised`), or has a choice to make (`choose_return`) or
            not this one (`no_choice`).
    """
    row = occupied_seat(tx, table, seat, player)
    dinner = _running(tx, row)
    answer, stake = deal_in(tx, row, choice), put_aside(dinner)
    tx.save(dinner, ended_at=tx.now, outcome="returned")
    book = cash_book()
    tx.cite(cite(book, book.cash.dinner_break))
    return {**answer, "stake": stake}


@command(
    "dinner.hand_out", permission=Permission.SEAT_PLAYERS, scope="room", boards=("cash_floor",),
    summary=lazy("Handed %(name)s the stake that the cage kept"),
)  # fmt: skip
def hand_out_stake(tx: Tx, dinner: Id) -> Any:
    """Record that the cage handed a player the stake that it kept since the seat was given up (St. Moritz 12).

    Args:
        dinner: the dinner break.

    Raises:
        Refused: the cage keeps no stake of it (`no_kept_stake`), or it was handed out already (`already_handed_out`).
    """
    row = kept_by_cage(tx, dinner)
    tx.save(row, handed_out_at=tx.now)
    return {"name": row.seat.visit.player.name}


# --- by the clock ----------------------------------------------------------------------------------------------------
@command(
    "dinner.remind", permission=Permission.KEEP_TIME, scope="room", boards=("cash_floor",),
    summary=lazy("Reminded %(name)s of the end of the dinner break"), undoable=False, public=False,
)  # fmt: skip
def remind_of_dinner(tx: Tx, dinner: Id) -> Any:
    """Remind a player that the dinner break ends soon, once.

    Args:
        dinner: the dinner break.

    Raises:
        Refused: it is not due, or the player was reminded (`not_due`).
    """
    row = tx.get(DinnerBreak, pk=dinner)
    early = timedelta(minutes=cash_settings().reminder_minutes)
    if row.ended_at is not None or row.reminded_at is not None or row.until - early > tx.now:
        raise Refused("not_due", _("Nothing is due."))
    tx.save(row, reminded_at=tx.now)
    seat = row.seat
    player = seat.visit.player
    tx.notify(
        player.pk,
        "cash_dinner_reminder",
        table=seat.cash_table.table.number,
        seat=seat.number,
        time=time_text(row.until),
    )
    return {"name": player.name}


@command(
    "dinner.give_up", permission=Permission.KEEP_TIME, scope="room", boards=DINNER_BOARDS,
    summary=lazy("%(name)s did not come back from dinner: table %(table)s, seat %(seat)s is free"),
    undoable=False, public=False,
)  # fmt: skip
def give_up_dinner_seat(tx: Tx, dinner: Id) -> Any:
    """Give up the seat of a player who did not come back in time (St. Moritz 12); the cage keeps the counted stake.

    Args:
        dinner: the dinner break.

    Raises:
        Refused: the break has ended or is not over (`not_due`).
    """
    row = tx.get(DinnerBreak, pk=dinner)
    if row.ended_at is not None or row.until > tx.now:
        raise Refused("not_due", _("Nothing is due."))
    seat = row.seat
    player, number = seat.visit.player, seat.cash_table.table.number
    end_play(tx, seat, put_aside(row), "given_up")
    book = cash_book()
    tx.cite(cite(book, book.cash.dinner_break))
    tx.notify(player.pk, "cash_dinner_over", table=number, seat=seat.number)
    return {"name": player.name, "table": number, "seat": seat.number}

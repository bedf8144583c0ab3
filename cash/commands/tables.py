"""Commands that open and close cash tables."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import Field

from cash.commands.dealers import MovedDealers, dealers_in_words, move_dealers
from cash.commands.games import GAME_BOARDS, Amount, Seats, check_limits, offered_game
from cash.models import CashTable, ListEntry, TableMoney
from cash.models.lists import OPEN
from cash.services.differences import Explanation, check_adds_up
from cash.services.must_move import leads_to
from cash.services.names import game_name
from cash.services.settings import cash_book
from cash.services.tables import free_table, open_table, seats_at
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

Number = Annotated[int, Field(ge=1, le=100_000)]


def _summarise_opened(journal_entry: JournalEntry) -> str:
    given = journal_entry.arguments
    words = _("Opened %(name)s at table %(number)s")
    if given.get("feeds") is not None:
        words = _("Opened %(name)s at table %(number)s, must-move for table %(main)s")
    name = (journal_entry.answer or {}).get("name", "–")
    return words % {"name": name, "number": given["number"], "main": given.get("feeds")}


@command(
    "cash_table.open", permission=Permission.MANAGE_TABLES, scope="room", boards=GAME_BOARDS,
    summary=_summarise_opened,
)  # fmt: skip
def open_cash_table(
    tx: Tx,
    number: Number,
    game: Id,
    seats: Seats | None = None,
    buy_in_min: Amount | None = None,
    buy_in_max: Amount | None = None,
    feeds: Number | None = None,
) -> Any:
    """Open a table for a cash game. An event can't use the table until it is closed.

    Args:
        number: number of a table that is not in use.
        game: the game.
        seats: number of seats; left out: those of the game, at most those of the table.
        buy_in_min, buy_in_max: fixed before play (St. Moritz 15); left out: those of the game.
        feeds: number of the main table that players of this one move to (must-move); null for none.

    Raises:
        Refused: the table is in use (`table_assigned`), has fewer seats (`too_many_seats`), the buy-ins are out of
            order (`minimum_too_small`, `minimum_above_maximum`), or the main table plays another game
            (`other_game`).
    """
    row, table = offered_game(tx, game), free_table(tx, number)
    minimum = buy_in_min or row.buy_in_min
    maximum = buy_in_max if buy_in_min or buy_in_max else row.buy_in_max
    check_limits(minimum, maximum, row.big_blind)
    if seats is not None and seats > table.seats:
        text = _("Table %(number)s has %(seats)s seats.") % {"number": number, "seats": table.seats}
        raise Refused("too_many_seats", text, fields={"seats": text})
    main = None if feeds is None else open_table(tx, feeds)
    if main is not None and main.game_id != row.pk:
        text = _("Table %(number)s plays another game.") % {"number": feeds}
        raise Refused("other_game", text, fields={"feeds": text})
    book = cash_book()
    tx.cite(cite(book, book.cash.buy_in))
    made = tx.create(
        CashTable,
        table=table,
        game=row,
        seats=seats or min(row.seats, table.seats),
        buy_in_min=minimum,
        buy_in_max=maximum,
        feeds=main,
        opened_at=tx.now,
    )
    return {"cash_table": made.pk, "name": game_name(row), "number": number}


def _summarise_must_move(journal_entry: JournalEntry) -> str:
    words = _("Made table %(number)s a main table")
    if journal_entry.arguments.get("main") is not None:
        words = _("Made table %(number)s the must-move table for table %(main)s")
    return words % {one: journal_entry.arguments.get(one) for one in ("number", "main")}


@command(
    "cash_table.must_move", permission=Permission.MANAGE_TABLES, scope="room", boards=GAME_BOARDS,
    summary=_summarise_must_move,
)  # fmt: skip
def set_must_move(tx: Tx, number: Number, main: Number | None = None) -> None:
    """Make an open table the must-move table for a main table, or a main table itself.

    Args:
        number: number of the table.
        main: number of the table that its players move to; null for a main table.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), the main table plays another game (`other_game`), or
            its players would come back to this table (`must_move_loop`).
    """
    row = open_table(tx, number)
    target = None if main is None else open_table(tx, main)
    if target is not None and target.game_id != row.game_id:
        text = _("Table %(number)s plays another game.") % {"number": main}
        raise Refused("other_game", text, fields={"main": text})
    if leads_to(target, row):
        text = _(
            "Must-move tables cannot form a loop: players of table %(main)s already move to table %(number)s."
        )
        text %= {"main": main, "number": number}
        raise Refused("must_move_loop", text, fields={"main": text})
    tx.save(row, feeds=target)


def _summarise_closed(journal_entry: JournalEntry) -> str:
    words = _("Closed the cash game at table %(number)s") % {"number": journal_entry.arguments["number"]}
    return f"{words}{dealers_in_words(journal_entry)}"


@command(
    "cash_table.close", permission=Permission.MANAGE_TABLES, scope="room", boards=(*GAME_BOARDS, "cash_money"),
    summary=_summarise_closed,
)  # fmt: skip
def close_cash_table(
    tx: Tx, number: Number, explanation: Explanation = "", dealers_to: Number | None = None
) -> Any:
    """Close a cash table without players; events can use the table again.

    Args:
        number: number of the table.
        explanation: if the chips don't add up.
        dealers_to: number of the open table at which its dealer goes on; left out, or if that table has a dealer: the
            dealer goes on break. If it is left out, the tablet may take its next table.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), players sit there (`table_taken`), a player is
            called to it (`player_called`), a fill or credit is not confirmed (`chips_under_way`), or the chips don't
            add up (`difference`), or no cash game is played where the dealer goes (`no_cash_table`).
    """
    return close_table(tx, open_table(tx, number), explanation, dealers_to)


def close_table(tx: Tx, row: CashTable, explanation: str, dealers_to: int | None) -> MovedDealers:
    """Close a cash table without players, and return where its dealer and the logins that work there went.

    Raises:
        Refused: players sit there (`table_taken`), a player is called to it (`player_called`), a fill or credit is
            not confirmed (`chips_under_way`), or more or fewer chips were taken away than the players had by the rows
            and no explanation is given (`difference`).
    """
    number = row.table.number
    if seats_at(row):
        text = _("Players are seated at table %(number)s. Break the table, or let them leave first.")
        raise Refused("table_taken", text % {"number": number})
    called = ListEntry.objects.filter(called_to=row, state="called").select_related("player").first()
    if called is not None:
        text = _("%(name)s is called to this table. Call back or seat this player first.")
        raise Refused("player_called", text % {"name": called.player.name})
    open_money = TableMoney.objects.filter(
        cash_table=row, confirmed_at__isnull=True, cancelled_at__isnull=True
    )
    if open_money.exists():
        text = _("A fill or credit of table %(number)s is not confirmed. Confirm or cancel it first.")
        raise Refused("chips_under_way", text % {"number": number})
    for change in ListEntry.objects.filter(table=row, state__in=OPEN):
        tx.save(change, table=None)
    for feeder in CashTable.objects.filter(feeds=row, closed_at__isnull=True):
        tx.save(feeder, feeds=None)
    tx.save(row, closed_at=tx.now, explanation=check_adds_up(row, explanation))
    return move_dealers(tx, row, dealers_to, ends=True)

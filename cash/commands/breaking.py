"""The command that breaks a cash table."""

from datetime import timedelta
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, Field

from cash.commands.dealers import dealers_in_words
from cash.commands.money import MONEY_BOARDS
from cash.commands.moves import carry_to
from cash.commands.seats import check_seat, end_play
from cash.commands.tables import Number, close_table
from cash.models import CashSeat, CashTable, DinnerBreak, ListEntry
from cash.models.lists import OPEN
from cash.services.differences import Explanation
from cash.services.names import game_name
from cash.services.settings import cash_book
from cash.services.stakes import put_aside
from cash.services.tables import open_table, seats_at
from desk.commands.sales import MOST_MONEY
from tourney.access.field_permissions import PAYMENT
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.services.dates import time_text


class BrokenSeat(BaseModel):
    """Where a player of a broken table goes: to a seat, or without one to the front of the game's list."""

    seat: Annotated[int, Field(ge=1, le=12)]
    stake: Annotated[int, Field(ge=0, le=MOST_MONEY, description="minor units"), PAYMENT]
    to: Annotated[int, Field(ge=1, le=100_000)] | None = None
    to_seat: Annotated[int, Field(ge=1, le=12)] | None = None


def _summarise_broken(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    count, table = answer.get("count", 0), journal_entry.arguments["table"]
    if answer.get("went"):
        words = _("Broke cash table %(table)s: %(went)s") % {"table": table, "went": _went(answer["went"])}
    else:
        words = ngettext(
            "Broke cash table %(table)s: %(count)s player",
            "Broke cash table %(table)s: %(count)s players",
            count,
        ) % {"table": table, "count": count}
    return words + dealers_in_words(journal_entry)


def _went(players: list[dict[str, Any]]) -> str:
    """Return where the players of a broken table went, in words."""
    seated = [
        _("%(name)s to table %(table)s, seat %(seat)s")
        % {"name": one["name"], "table": one["to"], "seat": one["seat"]}
        for one in players
        if one["to"] is not None
    ]
    listed = ", ".join(
        _("%(name)s (dinner)") % {"name": one["name"]} if one["dinner"] else one["name"]
        for one in players
        if one["to"] is None
    )
    if listed:
        seated.append(_("on the list: %(names)s") % {"names": listed})
    return "; ".join(seated)


@command(
    "cash_table.break", permission=Permission.SEAT_PLAYERS, scope="room", boards=MONEY_BOARDS,
    summary=_summarise_broken,
)  # fmt: skip
def break_cash_table(
    tx: Tx,
    table: Number,
    players: Annotated[list[BrokenSeat], Field(max_length=12)],
    explanation: Explanation = "",
    dealers_to: Number | None = None,
) -> Any:
    """Break a cash table: its players go to named seats or to the front of the list, and owe no blind (St. Moritz 16).

    Players for the list take their chips along; they stand on it in the order in which they came to the game.
    A dinner break goes on at another seat; on the list, the place is kept until its end, and the cage keeps the stake
    (St. Moritz 12).

    Args:
        table: number of the table.
        players: where each of its players goes.
        explanation: if the chips don't add up.
        dealers_to: number of the open table at which its dealer goes on; left out, or if that table has a dealer: the
            dealer goes on break. If it is left out, the tablet may take its next table.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), not exactly its players are named
            (`players_left_out`), one seat is chosen for two of them (`seat_chosen_twice`), a new seat is taken
            (`seat_taken`), does not exist (`no_seat`) or is at a table of another game (`other_game`), a player is
            called to the table (`player_called`), the stake of a player on a dinner break is not the counted one
            (`counted_at_dinner`), or the stakes are more or less than the players have by the rows (`difference`).
    """
    row = open_table(tx, table)
    seats = seats_at(row)
    if sorted(seats) != sorted(one.seat for one in players):
        text = _("Choose where each player of table %(table)s goes.")
        raise Refused("players_left_out", text % {"table": table})
    _check_chosen_once(seats, players)
    book = cash_book()
    tx.cite(cite(book, book.cash.moved_by_floor))
    listed = []
    went = [_goes(seats[one.seat], one) for one in players]
    for one in players:
        _check_counted(seats[one.seat], one.stake)
        if one.to is None or one.to_seat is None:
            listed.append((seats[one.seat], one.stake))
            continue
        carry_to(
            tx, seats[one.seat], _target(tx, row, one.to, one.to_seat), one.to_seat, one.stake, by_floor=True
        )
    _list_first(tx, row, listed)
    dealers = close_table(tx, row, explanation, dealers_to)
    return {"count": len(players), "listed": len(listed), "went": went, **dealers}


def _goes(seat: CashSeat, to: BrokenSeat) -> dict[str, Any]:
    seated = to.to is not None and to.to_seat is not None
    return {
        "name": seat.visit.player.name,
        "to": to.to if seated else None,
        "seat": to.to_seat if seated else None,
        "dinner": seat.state == "dinner",
    }


def _check_chosen_once(seats: dict[int, CashSeat], players: list[BrokenSeat]) -> None:
    """Check that no seat is chosen for two players.

    Raises:
        Refused: one is (`seat_chosen_twice`).
    """
    chosen: dict[tuple[int, int], str] = {}
    for one in players:
        if one.to is None or one.to_seat is None:
            continue
        name = seats[one.seat].visit.player.name
        other = chosen.get((one.to, one.to_seat))
        chosen[one.to, one.to_seat] = name
        if other is not None:
            text = _("Seat %(seat)s at table %(table)s is chosen for both %(first)s and %(second)s.")
            values = {"seat": one.to_seat, "table": one.to, "first": other, "second": name}
            raise Refused("seat_chosen_twice", text % values)


def _target(tx: Tx, broken: CashTable, number: int, seat: int) -> CashTable:
    target = open_table(tx, number)
    if target.game_id != broken.game_id or target.pk == broken.pk:
        raise Refused("other_game", _("Table %(number)s plays another game.") % {"number": number})
    check_seat(target, seat)
    return target


def _list_first(tx: Tx, table: CashTable, rows: list[tuple[CashSeat, int]]) -> None:
    """Put players at the front of their game's list, the longest in the game first.

    The place of a player on a dinner break is kept until its end, and the cage keeps the counted stake (St. Moritz 12).
    """
    waiting = ListEntry.objects.filter(game=table.game, kind="seat", state__in=OPEN).order_by("waiting_since")
    first = waiting.values_list("waiting_since", flat=True).first() or tx.now
    ordered = sorted(rows, key=lambda one: (one[0].in_game_since, one[0].pk))
    for place, (seat, stake) in enumerate(ordered):
        player = seat.visit.player
        dinner = DinnerBreak.objects.filter(seat=seat, ended_at__isnull=True).first()
        end_play(tx, seat, stake, "left" if dinner is None else "given_up")
        tx.create(
            ListEntry,
            game=table.game,
            player=player,
            origin="desk" if dinner is None else "dinner",
            added_at=tx.now,
            waiting_since=first - timedelta(milliseconds=len(ordered) - place),
            expires_at=None if dinner is None else dinner.until,
        )
        if dinner is not None:
            until = time_text(dinner.until)
            tx.notify(
                player.pk, "cash_broken", table=table.table.number, game=game_name(table.game), time=until
            )


def _check_counted(seat: CashSeat, stake: int) -> None:
    """Check that the stake of a player on a dinner break is the one that was counted and put aside.

    Raises:
        Refused: it is another amount (`counted_at_dinner`).
    """
    dinner = DinnerBreak.objects.filter(seat=seat, ended_at__isnull=True).first()
    if dinner is None or put_aside(dinner) == stake:
        return
    book = cash_book()
    text = _("The stake of %(name)s was counted for the dinner break and is kept. It can’t change now.")
    raise Refused(
        "counted_at_dinner", text % {"name": seat.visit.player.name}, cite(book, book.cash.dinner_break)
    )

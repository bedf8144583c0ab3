"""Commands for play at a cash table: its button, and completed hands."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from cash.commands.away import AWAY_BOARDS
from cash.commands.seats import SeatNumber
from cash.commands.tables import Number
from cash.models import CashTable
from cash.rules.blinds import big_blinds_missed, next_button
from cash.services.blinds import NOTHING_MISSED, HandState, hand_state
from cash.services.own_tables import at_own_cash_table
from cash.services.penalties import sitting_out
from cash.services.settings import cash_book
from cash.services.tables import open_table, seats_at
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.rulebooks.books.schema import cite

Hand = Annotated[int, Field(ge=1, le=10_000_000)]


@command(
    "cash_table.button", permission=Permission.DEAL, scope="room", boards=AWAY_BOARDS, check=at_own_cash_table,
    summary=lazy("Table %(table)s: the button is in seat %(button)s"),
)  # fmt: skip
def put_button(tx: Tx, table: Number, button: SeatNumber) -> None:
    """Set the button of a cash table in the present hand; the blinds follow from the players who are there.

    Args:
        table: number of the table.
        button: its seat.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), or there is no such seat (`no_seat`).
    """
    row = open_table(tx, table)
    if button > row.seats:
        text = _("Table %(table)s has %(seats)s seats.") % {"table": table, "seats": row.seats}
        raise Refused("no_seat", text, fields={"button": text})
    if button != row.button:
        # Hands may have been played without being counted: each of them can give missed-blind buttons.
        tx.save_many(list(seats_at(row).values()), missed_at_hand=None)
    tx.save(row, button=button, next_button=None)
    _take_big_blind(tx, row)


@command(
    "cash_hand.finish", permission=Permission.DEAL, scope="room", boards=AWAY_BOARDS, check=at_own_cash_table,
    summary=lazy("Table %(table)s: hand %(hand)s is over"),
)  # fmt: skip
def finish_hand(tx: Tx, table: Number, hand: Hand) -> Any:
    """Count a hand and move the button to the next player, if it is known.

    Absent players whom a blind passed in this hand get their missed-blind buttons, if the dealer has not given them
    (`cash_seat.missed`). A player who waits for the big blind is dealt in when it comes (St. Moritz 16).

    Args:
        table: number of the table.
        hand: number of the hand that is over, counted from 1.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), or another hand is being played (`hand_finished`).
    """
    row = open_table(tx, table)
    if hand != row.hands + 1:
        text = _("Table %(table)s is on hand %(hand)s.") % {"table": table, "hand": row.hands + 1}
        raise Refused("hand_finished", text)
    state = hand_state(row)
    _miss_blinds(tx, row, state)
    button = None if row.button is None else next_button(state.chairs, row.button, row.next_button)
    tx.save(row, hands=hand, button=row.button if button is None else button, next_button=None)
    came_in = _take_big_blind(tx, row)
    return {"button": row.button, "came_in": came_in}


def _miss_blinds(tx: Tx, table: CashTable, state: HandState) -> None:
    """Give the missed-blind buttons of a hand that is over to absent players who have none of it yet."""
    blinds = state.blinds
    if blinds is None:
        return
    seats, book = seats_at(table), cash_book()
    missing = blinds.missing_small | blinds.missing_big
    sits_out = sitting_out([seats[number].visit.player_id for number in missing], tx.now)
    for number in missing:
        row = seats[number]
        more = big_blinds_missed(row.missed_big, book, sits_out=row.visit.player_id in sits_out)
        tx.save(
            row,
            missed_small=row.missed_small or number in blinds.missing_small,
            missed_big=more if number in blinds.missing_big else row.missed_big,
            missed_at_hand=table.hands,
        )
        tx.touch_players(row.visit.player_id)


def _take_big_blind(tx: Tx, table: CashTable) -> str:
    """Deal in a player who waited for the big blind, if it is there; return the name, or ""."""
    seats = seats_at(table)
    blinds = hand_state(table, seats).blinds
    row = None if blinds is None else seats[blinds.big]
    if row is None or not row.posts:
        return ""
    tx.save(row, **NOTHING_MISSED)
    tx.touch_players(row.visit.player_id)
    book = cash_book()
    tx.cite(cite(book, book.cash.missed_blinds))
    return row.visit.player.name

"""Commands for absent players: away, missed blinds, and what is owed on return."""

from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cash.commands.seats import SeatNumber
from cash.commands.tables import Number
from cash.models import CashSeat
from cash.rules.blinds import Way, big_blinds_missed, has_lost_place
from cash.services.blinds import NOTHING_MISSED, chair_of, hand_state
from cash.services.own_tables import at_own_cash_table
from cash.services.penalties import check_not_penalised, sitting_out
from cash.services.settings import cash_book
from cash.services.tables import occupied_seat
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

AWAY_BOARDS = ("cash_floor",)
Return = Literal["wait", "post", "big_blind"]


@command(
    "cash_seat.away", permission=Permission.DEAL, scope="room", boards=AWAY_BOARDS, check=at_own_cash_table,
    summary=lazy("%(name)s is away from table %(table)s"),
)  # fmt: skip
def go_away(tx: Tx, table: Number, seat: SeatNumber, player: Id | None = None) -> Any:
    """Mark a player as away; cards are dealt to the seat until its big blind (St. Moritz 6).

    Args:
        table: number of the table.
        seat: number of the seat.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), or the player is
            away already (`already_away`).
    """
    row = occupied_seat(tx, table, seat, player)
    if row.state != "playing":
        raise Refused("already_away", _("%(name)s is already away.") % {"name": row.visit.player.name})
    tx.save(row, state="away", away_since=tx.now)
    book = cash_book()
    tx.cite(cite(book, book.cash.dealt_in_away))
    tx.touch_players(row.visit.player_id)
    return {"name": row.visit.player.name}


def _summarise_missed(journal_entry: JournalEntry) -> str:
    words = _("%(name)s missed the big blind at table %(table)s")
    if journal_entry.arguments["blind"] == "small":
        words = _("%(name)s missed the small blind at table %(table)s")
    return words % {
        "name": (journal_entry.answer or {}).get("name"),
        "table": journal_entry.arguments["table"],
    }


@command(
    "cash_seat.missed", permission=Permission.DEAL, scope="room", boards=AWAY_BOARDS, check=at_own_cash_table,
    summary=_summarise_missed,
)  # fmt: skip
def miss_blind(
    tx: Tx, table: Number, seat: SeatNumber, blind: Literal["small", "big"], player: Id | None = None
) -> Any:
    """Give an absent player a missed-blind button (St. Moritz 16).

    After the second one of the big blind, the place is no longer kept; the floor decides about the seat.

    Args:
        table: number of the table.
        seat: number of the seat.
        blind: which one passed.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), the player is there
            (`not_away`), or has this button already (`already_missed`).
    """
    row = occupied_seat(tx, table, seat, player)
    book = cash_book()
    rule = cite(book, book.cash.missed_blinds)
    name = row.visit.player.name
    if row.state == "playing":
        raise Refused("not_away", _("%(name)s is not away.") % {"name": name}, rule)
    here = row.cash_table
    if chair_of(row, here).missed_now if blind == "big" else row.missed_small:
        raise Refused(
            "already_missed", _("%(name)s already has this missed-blind button.") % {"name": name}, rule
        )
    tx.save(
        row,
        missed_small=row.missed_small or blind == "small",
        missed_big=row.missed_big if blind == "small" else _one_more(tx, row),
        missed_at_hand=here.hands,
    )
    tx.cite(rule)
    tx.touch_players(row.visit.player_id)
    return {"name": name, "place_lost": has_lost_place(chair_of(row, here), book)}


def _one_more(tx: Tx, row: CashSeat) -> int:
    sits_out = bool(sitting_out([row.visit.player_id], tx.now))
    return big_blinds_missed(row.missed_big, cash_book(), sits_out=sits_out)


def _summarise_return(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = {
        (False, False): _("%(name)s is back at table %(table)s"),
        (True, False): _("%(name)s is back at table %(table)s and posts the big blind"),
        (False, True): _("%(name)s is back at table %(table)s and posts the small blind, dead"),
        (True, True): _("%(name)s is back at table %(table)s and posts both blinds, the small one dead"),
    }[bool(answer.get("big")), bool(answer.get("small"))]
    if answer.get("choice") == "wait":
        words = _("%(name)s is back at table %(table)s and waits for the big blind")
    return words % {"name": answer.get("name"), "table": journal_entry.arguments["table"]}


@command(
    "cash_seat.return", permission=Permission.DEAL, scope="room", boards=AWAY_BOARDS, check=at_own_cash_table,
    summary=_summarise_return,
)  # fmt: skip
def come_back(
    tx: Tx, table: Number, seat: SeatNumber, choice: Return | None = None, player: Id | None = None
) -> Any:
    """Deal a player in again, who may have a choice what to post (St. Moritz 16).

    A player who waits for the big blind may still post instead.

    Args:
        table: number of the table.
        seat: number of the seat.
        choice: wait for the big blind, post what is owed, or take the big blind that is at the seat now; may be left
            out where there is no choice.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), the player is there
            and owes nothing (`not_away`), is on a dinner break (`at_dinner`), has a choice to make (`choose_return`)
            or not this one (`no_choice`), sits out a penalty (`penalised`), or the place is no longer kept and the
            floor must decide (`place_lost`).
    """
    row = occupied_seat(tx, table, seat, player)
    name = row.visit.player.name
    if row.state == "dinner":
        text = _("%(name)s is on a dinner break. End it first.")
        raise Refused("at_dinner", text % {"name": name})
    if row.state == "playing" and not row.posts:
        raise Refused("not_away", _("%(name)s is not away.") % {"name": name})
    book = cash_book()
    if has_lost_place(chair_of(row, row.cash_table), book) and not tx.actor.may(Permission.SEAT_PLAYERS):
        text = _("The seat of %(name)s was kept only until the second missed blind. Ask the floor.")
        raise Refused("place_lost", text % {"name": name}, cite(book, book.cash.missed_blinds))
    return deal_in(tx, row, choice)


def deal_in(tx: Tx, row: CashSeat, choice: Return | None) -> dict[str, Any]:
    """Let a player come back to the game in the chosen way, and return what is posted.

    Raises:
        Refused: the player sits out a penalty (`penalised`), there is a choice to make (`choose_return`), or not this
            one (`no_choice`).
    """
    check_not_penalised(tx, row.visit.player)
    table = row.cash_table
    name = row.visit.player.name
    way = _chosen(hand_state(table).ways(row.number), choice, name)
    tx.cite(way.rule)
    if way.choice == "wait":
        tx.save(row, state="playing", away_since=None, posts="waits")
    else:
        tx.save(row, state="playing", away_since=None, **NOTHING_MISSED)
        if way.alone:
            tx.save(table, next_button=row.number)
    tx.touch_players(row.visit.player_id)
    return {"name": name, "choice": way.choice, "big": way.big, "small": way.small, "alone": way.alone}


def _chosen(ways: tuple[Way, ...], choice: Return | None, name: str) -> Way:
    if len(ways) == 1 and choice in (None, ways[0].choice):
        return ways[0]
    found = next((way for way in ways if way.choice == choice), None)
    rule = ways[0].rule
    # What was offered has changed since it was shown: the button moved, or a blind passed.
    if found is None and choice is not None:
        text = _("%(name)s can’t come in this way now. Choose again.")
        raise Refused("no_choice", text % {"name": name}, rule)
    if found is None:
        text = _("Choose whether %(name)s waits for the big blind or posts what was missed.")
        raise Refused("choose_return", text % {"name": name}, rule)
    return found

"""Commands that move players to another seat or table."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from cash.commands.away import AWAY_BOARDS
from cash.commands.lists import end_entry, open_seats
from cash.commands.money import MONEY_BOARDS, Stake
from cash.commands.seats import SeatNumber, check_seat
from cash.commands.tables import Number
from cash.models import CashSeat, CashTable, DinnerBreak, ListEntry, SeatChange, StakeMove
from cash.models.lists import OPEN
from cash.rules.blinds import arrival_posts, seat_change_owes
from cash.services.blinds import NOTHING_MISSED
from cash.services.differences import Explanation, check_takes
from cash.services.must_move import next_to_move
from cash.services.own_tables import at_own_cash_table
from cash.services.settings import cash_book
from cash.services.tables import occupied_seat, open_table, seats_at
from tourney.access.field_permissions import PAYMENT
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

Cause = Literal["change", "floor", "must_move"]


def _summarise_change(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = _("%(name)s changed to seat %(to)s at table %(table)s")
    if answer.get("posts"):
        words = _("%(name)s changed to seat %(to)s at table %(table)s and must post the big blind")
    given = journal_entry.arguments
    return words % {"name": answer.get("name"), "to": given["to"], "table": given["table"]}


@command(
    "cash_seat.change", permission=Permission.DEAL, scope="room", boards=AWAY_BOARDS, check=at_own_cash_table,
    summary=_summarise_change,
)  # fmt: skip
def change_seat(
    tx: Tx,
    table: Number,
    seat: SeatNumber,
    to: SeatNumber,
    owes_big_blind: bool | None = None,
    player: Id | None = None,
) -> Any:
    """Let a player change to an empty seat of the table.

    Two or more active places clockwise away from the button cost the big blind (St. Moritz 16).

    Args:
        table: number of the table.
        seat: the player's seat.
        to: an empty seat.
        owes_big_blind: the floor's or dealer's answer where the button is unknown.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), the new one is taken
            (`seat_taken`) or does not exist (`no_seat`), or what is owed depends on the button, which is unknown
            (`button_unknown`).
    """
    row = occupied_seat(tx, table, seat, player)
    here = row.cash_table
    check_seat(here, to)
    book = cash_book()
    policy = book.cash.seat_change
    rule = cite(book, policy)
    others = [one.number for one in seats_at(here).values() if one.pk != row.pk and one.state == "playing"]
    owes = seat_change_owes(seat, to, others, here.button, book)
    if owes is None:
        owes = owes_big_blind
    if owes is None:
        text = _("Whether the player must post the big blind depends on the button. Set the button first.")
        raise Refused("button_unknown", text, rule)
    posts = row.posts
    if owes and policy is not None:
        posts = policy.posts
    tx.create(SeatChange, seat=row, number=seat, until=tx.now)
    tx.save(row, number=to, posts=posts)
    tx.cite(rule)
    tx.touch_players(row.visit.player_id)
    return {"name": row.visit.player.name, "posts": posts}


@command(
    "cash_seat.move", permission=Permission.SEAT_PLAYERS, scope="room", boards=MONEY_BOARDS,
    summary=lazy("Moved %(name)s from table %(table)s to table %(to)s, seat %(to_seat)s"),
)  # fmt: skip
def move_player(
    tx: Tx,
    table: Number,
    seat: SeatNumber,
    to: Number,
    to_seat: SeatNumber,
    stake: Annotated[Stake, PAYMENT],
    cause: Cause = "change",
    cashed_out: Annotated[Stake, PAYMENT] = 0,
    reason: Annotated[str, Field(max_length=200)] = "",
    explanation: Explanation = "",
    player: Id | None = None,
) -> Any:
    """Move a player to another table of the same game, with the whole stake (St. Moritz 11).

    Args:
        table, seat: where the player sits.
        to, to_seat: an empty seat.
        stake: chips that come along.
        cause: the player asked for it and the floor approves, the floor asks for it, or the player's turn of a
            must-move.
        cashed_out: chips that the player takes off the table; only if the book allows it.
        reason: for a must-move out of turn.
        explanation: if these are more chips than the players of the table have by the rows.
        player: who sat there when it was pressed, if known.

    Raises:
        Refused: the seat is empty (`seat_empty`), another player sits there (`other_player`), the new one is taken
            (`seat_taken`), kept for a called player (`kept_for_called`) or does not exist (`no_seat`), the table plays
            another game (`other_game`) or is the same (`same_table`), chips would leave play (`whole_stake`), the table
            does not feed the other (`no_must_move`), it is another player's turn (`not_their_turn`), or these are more
            chips than there are on the table (`more_than_on_table`).
    """
    row, target = occupied_seat(tx, table, seat, player), open_table(tx, to)
    here, name = row.cash_table, row.visit.player.name
    if here.pk == target.pk:
        raise Refused("same_table", _("%(name)s already sits at this table.") % {"name": name})
    if here.game_id != target.game_id:
        raise Refused("other_game", _("Table %(number)s plays another game.") % {"number": to})
    book = cash_book()
    policy = book.cash.table_change
    rule = cite(book, policy)
    if cashed_out and (policy is None or policy.whole_stake_comes_along):
        text = _("At the same limit, the player must bring the whole stake.")
        raise Refused("whole_stake", text, rule, fields={"cashed_out": text})
    if cause == "must_move":
        _check_turn(row, target, reason)
    _check_open(row, target, to_seat)
    why = check_takes(tx, here, stake + cashed_out, explanation)
    tx.cite(rule if cause == "change" else cite(book, book.cash.moved_by_floor))
    if cashed_out:
        tx.create(StakeMove, seat=row, kind="cash_out", amount=-cashed_out, at=tx.now)
    carry_to(tx, row, target, to_seat, stake, by_floor=cause != "change", explanation=why)
    return {"name": name}


def _check_turn(row: CashSeat, target: CashTable, reason: str) -> None:
    """Check that a player is the next of a must-move.

    Raises:
        Refused: the table does not feed the other (`no_must_move`), or it is another player's turn and no reason is
            given (`not_their_turn`).
    """
    here = row.cash_table
    if here.feeds_id != target.pk:
        text = _("Players of table %(table)s don’t move to table %(to)s.")
        raise Refused("no_must_move", text % {"table": here.table.number, "to": target.table.number})
    first = next_to_move(seats_at(here).values())
    if first is not None and first.pk != row.pk and not reason.strip():
        text = _(
            "%(name)s has been in the game longest and moves next. Give a reason to move another player."
        )
        text %= {"name": first.visit.player.name}
        raise Refused("not_their_turn", text, fields={"reason": text})


def _check_open(row: CashSeat, target: CashTable, seat: int) -> None:
    check_seat(target, seat)
    wanted = ListEntry.objects.filter(player=row.visit.player, called_to=target, state="called")
    if not wanted.exists() and open_seats(target) < 1:
        text = _("The open seats of table %(table)s are kept for called players.")
        raise Refused("kept_for_called", text % {"table": target.table.number})


def carry_to(
    tx: Tx, row: CashSeat, target: CashTable, seat: int, stake: int, *, by_floor: bool, explanation: str = ""
) -> CashSeat:
    """Seat a player at another table with the stake; time in the game and a dinner break go on.

    Args:
        tx: the command.
        row: the present seat.
        target: the other table.
        seat: an empty seat of it.
        stake: chips that come along.
        by_floor: whether the floor moves the player, who then owes no blind (St. Moritz 16).
        explanation: why these are more chips than there are on the table.
    """
    posts = arrival_posts(cash_book(), by_floor=by_floor)[0]
    missed: dict[str, Any] = {**NOTHING_MISSED, "posts": posts}
    if not by_floor:
        # Who changes by choice does not leave missed blinds behind.
        missed |= {
            "missed_small": row.missed_small,
            "missed_big": row.missed_big,
            "posts": row.posts or posts,
        }
    tx.create(StakeMove, seat=row, kind="moved_out", amount=-stake, at=tx.now, explanation=explanation)
    state, away = row.state, row.away_since
    tx.save(row, left_at=tx.now, stake=stake, counted_at=tx.now, state="playing", away_since=None)
    made = tx.create(
        CashSeat,
        visit=row.visit,
        cash_table=target,
        number=seat,
        state=state,
        away_since=away,
        taken_at=tx.now,
        in_game_since=row.in_game_since,
        stake=stake,
        counted_at=tx.now,
        **missed,
    )
    tx.create(StakeMove, seat=made, kind="moved_in", amount=stake, at=tx.now)
    for dinner in DinnerBreak.objects.filter(seat=row, ended_at__isnull=True):
        tx.save(dinner, seat=made, stake=stake)
    player = row.visit.player_id
    for change in ListEntry.objects.filter(player=player, game=target.game, kind="change", state__in=OPEN):
        end_entry(tx, change, "seated")
    tx.notify(player, "cash_moved", table=target.table.number, seat=seat)
    return made

"""Serving penalties: the effect of completed hands and time played on players' penalties.

An entry's penalties are served one after the other, so no hand counts for two of them. A hand counts once,
however often it is recorded: each penalty stores the last hand of its table that is already accounted for.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from clock.services.progress import progress_of
from penalties.models import Penalty
from penalties.rules.serving import HandOver, Sentence, after
from seating.models import Seat, TournamentTable
from seating.rules.positions import next_hand
from seating.services.table_positions import ring_of, rules_of
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.rulebooks.books.schema import Book
from tourney.services.prepared_query import PreparedQuery


def running_in(event: Tournament | int) -> QuerySet[Penalty]:
    """Return the running penalties of an event, of entries in play, in order."""
    return Penalty.objects.filter(
        tournament=event, ended_at__isnull=True, entry__out_at__isnull=True, entry__voided_at__isnull=True
    ).order_by("pk")


_RUNNING_AT = PreparedQuery(
    lambda event, table: running_in(event).filter(entry__seat__tournament_table=table).select_related("entry")
)


def first_of_each(rows: Iterable[Penalty]) -> list[Penalty]:
    """Return the penalty being served by each entry; the others wait for it."""
    found: dict[int, Penalty] = {}
    for row in rows:
        found.setdefault(row.entry_id, row)
    return list(found.values())


def sentence_of(row: Penalty) -> Sentence:
    """Return what is left of a penalty of hands or orbits."""
    return Sentence(row.hands_left, row.rounds_left, row.button_mark)


def from_now_on(tx: Tx) -> dict[str, Any]:
    """Return columns of a penalty that is estimated from now on, if hands are not recorded."""
    return {"played_mark": progress_of(tx.tournament).played, "marked_at": tx.effective_at}


def keep(tx: Tx, row: Penalty, left: Sentence, **columns: Any) -> None:
    """Save what is left of a penalty, and end it when nothing is.

    Args:
        row: a running penalty of hands or orbits.
        columns: other columns to change.
    """
    columns |= {"hands_left": left.hands, "rounds_left": left.rounds, "button_mark": left.mark}
    if left.served:
        is_over(tx, row, **columns)
        return
    tx.save(row, **columns)
    tx.touch_players(row.entry.player_id)


def is_over(tx: Tx, row: Penalty, outcome: str = "served", **columns: Any) -> None:
    """End a penalty within a command; the entry's next one begins, or the player is notified.

    Args:
        row: a running penalty.
        outcome: one of `Penalty.OUTCOMES`.
        columns: other columns to change.
    """
    tx.save(row, ended_at=tx.effective_at, outcome=outcome, **columns)
    player = row.entry.player_id
    tx.touch_players(player)
    if outcome == "out":
        return
    following = running_in(tx.tournament).filter(entry=row.entry_id).first()
    if following is not None and following.pk < row.pk:
        # That one is already being served, and is unchanged.
        return
    if following is not None and row.kind == "time_out":
        # Hands were not counted meanwhile, and none of them belonged to this one.
        tx.save(following, tournament_table=None, hand=None, **from_now_on(tx))
    elif following is not None:
        tx.save(
            following,
            tournament_table=row.tournament_table,
            hand=row.hand,
            played_mark=row.played_mark,
            marked_at=row.marked_at,
        )
    else:
        seat = Seat.objects.select_related("tournament_table__table").filter(entry=row.entry_id).first()
        where = (
            {}
            if seat is None
            else {"table": seat.tournament_table.table.number, "seat": seat.number, "seated": True}
        )
        tx.notify(player, "penalty_over", **where)


def counts_once(book: Book) -> bool:
    """Return whether a misdeal and its replay count as one hand of a penalty (Munot 35, TDA 35C)."""
    return book.penalties.misdeal is None or book.penalties.misdeal.replay_counts_once


def count_hand(tx: Tx, tournament_table: TournamentTable, *, misdeal: bool) -> None:
    """Count a hand of a table for the penalties served there.

    Args:
        misdeal: the hand was a misdeal, and is dealt again.
    """
    rows = _RUNNING_AT.all(tx.tournament.pk, tournament_table.pk)
    serving = [row for row in first_of_each(rows) if row.kind != "time_out"]
    if not serving:
        return
    hand = tournament_table.hands + 1
    button = _button(tx, tournament_table) if any(row.rounds_left for row in serving) else HandOver()
    over = HandOver(misdeal, button.button, button.next_button, button.seats)
    marks = from_now_on(tx)
    for row in serving:
        # If rounds are counted and the button is unknown, the estimate by time continues.
        known = row.rounds_left is None or over.button is not None
        new_marks = marks if known else {}
        if row.tournament_table_id == tournament_table.pk and hand > (row.hand or 0):
            left = after(sentence_of(row), over, tx.book)
            counted = not (misdeal and counts_once(tx.book)) and known
            keep(tx, row, left, hand=hand, served=row.served + counted, **new_marks)
        elif row.tournament_table_id != tournament_table.pk or hand == row.hand:
            # The hand in progress when it was imposed, or when the player came to this table. Its replay is
            # the same one.
            last = hand + (misdeal and counts_once(tx.book))
            tx.save(
                row,
                tournament_table=tournament_table,
                hand=last,
                button_mark=_mark_at(row, tournament_table, over.next_button),
                **marks,
            )


def begin_day(tx: Tx) -> None:
    """Let the first hand of a day count for players who are sitting out: no hand is in progress when it begins, also
    at a new table (PokerStars Live 6.9.4).
    """
    rows = running_in(tx.tournament).filter(entry__seat__isnull=False)
    for row in first_of_each(rows.select_related("entry__seat__tournament_table")):
        if row.kind == "time_out":
            continue
        here = row.entry.seat.tournament_table
        # The button is drawn again with the seats, so a round starts over at a new table.
        mark = row.button_mark if row.tournament_table_id == here.pk else None
        tx.save(row, tournament_table=here, hand=here.hands, button_mark=mark)


def _mark_at(row: Penalty, tournament_table: TournamentTable, button: int | None) -> int | None:
    """Return the seat from which a round of the button counts at the player's new table: as far ahead of its
    button as at the previous table. The round starts over if either button is unknown.

    Args:
        row: a penalty served at this table from now on.
        button: the button in the first hand that counts.
    """
    if (
        row.button_mark is None
        or row.tournament_table is None
        or row.tournament_table_id == tournament_table.pk
    ):
        return row.button_mark
    if row.tournament_table.button is None or button is None:
        return None
    return (row.button_mark - row.tournament_table.button + button - 1) % tournament_table.table.seats + 1


def _button(tx: Tx, tournament_table: TournamentTable) -> HandOver:
    """Return the button in the completed hand, and in the next one."""
    ring, positions = ring_of(tournament_table)
    if positions is None or len(ring.live) < 2:
        return HandOver(seats=tournament_table.table.seats)
    coming = next_hand(ring, positions, rules_of(tx.book))
    return HandOver(button=positions.button, next_button=coming.button, seats=tournament_table.table.seats)

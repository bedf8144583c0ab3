"""Serving: what a hand that is over, or time that passes, takes off the penalties of those who sit there.

Of several penalties of an entry the first one is served, then the next: no hand counts for two of them. A hand counts
once, whoever tells of it: each penalty knows the last hand of its table that needs no counting any more.
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


def running_in(event: Tournament) -> QuerySet[Penalty]:
    """The penalties of an event that are not over, of entries in play, the first ones first."""
    return Penalty.objects.filter(
        tournament=event, ended_at__isnull=True, entry__out_at__isnull=True, entry__voided_at__isnull=True
    ).order_by("pk")


def first_of_each(rows: Iterable[Penalty]) -> list[Penalty]:
    """The penalty that is served now of each entry; the others wait for it."""
    found: dict[int, Penalty] = {}
    for row in rows:
        found.setdefault(row.entry_id, row)
    return list(found.values())


def sentence_of(row: Penalty) -> Sentence:
    """What is left of a penalty of hands or orbits."""
    return Sentence(row.hands_left, row.rounds_left, row.button_mark)


def from_now_on(tx: Tx) -> dict[str, Any]:
    """Columns of a penalty that is reckoned from this moment on, where nobody tells of hands."""
    return {"played_mark": progress_of(tx.tournament).played, "marked_at": tx.moment}


def keep(tx: Tx, row: Penalty, left: Sentence, **columns: Any) -> None:
    """Write down what is left of a penalty, and end it when that is nothing.

    Args:
        row: running, of hands or orbits.
        columns: of the row that change as well.
    """
    columns |= {"hands_left": left.hands, "rounds_left": left.rounds, "button_mark": left.mark}
    if left.served:
        is_over(tx, row, **columns)
        return
    tx.save(row, **columns)
    tx.touch_players(row.entry.player_id)


def is_over(tx: Tx, row: Penalty, outcome: str = "served", **columns: Any) -> None:
    """End a penalty within an action; the next one of the entry begins where it ended, or the player is told.

    Args:
        row: running.
        outcome: of `Penalty.OUTCOMES`.
        columns: of the row that change as well.
    """
    tx.save(row, ended_at=tx.moment, outcome=outcome, **columns)
    player = row.entry.player_id
    tx.touch_players(player)
    if outcome == "out":
        return
    following = running_in(tx.tournament).filter(entry=row.entry_id).first()
    if following is not None and following.pk < row.pk:
        # That one is being served already, and goes on as it was.
        return
    if following is not None and row.kind == "time_out":
        # Nobody counted hands meanwhile, and none of them was this one's.
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
    """Whether a misdeal and its replay are one hand of a penalty (Munot 35, TDA 35C)."""
    return book.penalties.misdeal is None or book.penalties.misdeal.replay_counts_once


def count_hand(tx: Tx, tournament_table: TournamentTable, *, misdeal: bool) -> None:
    """Count a hand of a table for the penalties that are served there.

    Args:
        misdeal: it was one, and is dealt again.
    """
    rows = (
        running_in(tx.tournament)
        .filter(entry__seat__tournament_table=tournament_table)
        .select_related("entry")
    )
    serving = [row for row in first_of_each(rows) if row.kind != "time_out"]
    if not serving:
        return
    hand = tournament_table.hands + 1
    button = _button(tx, tournament_table) if any(row.rounds_left for row in serving) else HandOver()
    over = HandOver(misdeal, button.button, button.next_button, button.seats)
    marks = from_now_on(tx)
    for row in serving:
        # Where rounds are counted and nobody says where the button is, time goes on being reckoned.
        known = row.rounds_left is None or over.button is not None
        told = marks if known else {}
        if row.tournament_table_id == tournament_table.pk and hand > (row.hand or 0):
            left = after(sentence_of(row), over, tx.book)
            counted = not (misdeal and counts_once(tx.book)) and known
            keep(tx, row, left, hand=hand, served=row.served + counted, **told)
        elif row.tournament_table_id != tournament_table.pk or hand == row.hand:
            # The hand that ran when it was imposed, or when the player came to this table. Its replay is the same one.
            last = hand + (misdeal and counts_once(tx.book))
            tx.save(
                row,
                tournament_table=tournament_table,
                hand=last,
                button_mark=_mark_at(row, tournament_table, over.next_button),
                **marks,
            )


def _mark_at(row: Penalty, tournament_table: TournamentTable, button: int | None) -> int | None:
    """The chair from which a round of the button counts, at the table the player has come to: as far ahead of its
    button as it was at the table before. A round anew where nobody knows where a button is.

    Args:
        row: a penalty that is served at this table from now on.
        button: where it is in the first hand that counts.
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
    """Where the button is in the hand that is over, and in the next one."""
    ring, positions = ring_of(tournament_table)
    if positions is None or len(ring.live) < 2:
        return HandOver(seats=tournament_table.table.seats)
    coming = next_hand(ring, positions, rules_of(tx.book))
    return HandOver(button=positions.button, next_button=coming.button, seats=tournament_table.table.seats)

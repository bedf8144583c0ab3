"""Draws within commands: a sealed seed in, seats out, and a record that anyone can verify."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import ngettext

from clock.services.progress import progress_of
from seating.models import Apart, Draw, Move, Plan, Seat, TournamentTable
from seating.rules.draw import METHOD, Late, draw_seat
from seating.rules.record import held, late_to_plain
from seating.rules.tables import Table
from seating.services.free_seats import count_free_seats, free_tables
from seating.services.moves import waits_at
from seating.services.reviews import review_later
from seating.services.seats import plan_of, takes_ghosts_over
from seating.signals import KeptDraw, draw_outcome
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry, Tournament
from tourney.rulebooks.books.schema import cite
from tourney.services.prepared_query import PreparedQuery
from tourney.services.prepared_writes import insert, set_columns

__all__ = ["count_free_seats", "has_drawn", "hold", "is_met", "outcome_of", "seat_late", "sit_down"]

# Unconfirmed moves of a break are treated as completed after this time.
BREAK_TAKES = timedelta(minutes=5)


_NEXT_DIGEST = PreparedQuery(lambda pk: Plan.objects.filter(pk=pk).values_list("next_digest", flat=True))
_SEAT_OF = PreparedQuery(lambda entry: Seat.objects.filter(entry=entry))
_TABLE = PreparedQuery(
    lambda event, number: TournamentTable.objects.filter(
        tournament=event, released_at__isnull=True, table__number=number
    ).select_related("table")
)
_APART = PreparedQuery(
    lambda player: Apart.objects.filter(Q(one=player) | Q(other=player)).values_list("one_id", "other_id")
)
_TABLES_OF = PreparedQuery(
    lambda event, players: Seat.objects.filter(
        tournament_table__tournament=event,
        tournament_table__released_at__isnull=True,
        entry__player__in=players,
    ).values_list("tournament_table__table__number", flat=True)
)
_GHOSTS = PreparedQuery(
    lambda table, number: Seat.objects.filter(tournament_table=table, number=number, kind="ghost")
)


def _carried_in(event: int) -> QuerySet[ChipMove, tuple[int | None, int]]:
    moves = ChipMove.objects.filter(tournament=event, kind="carried", entry__isnull=False)
    return moves.values_list("entry", "chips")


_CARRIED = PreparedQuery(_carried_in)
_CARRIED_BY = PreparedQuery(lambda event, entry: _carried_in(event).filter(entry=entry))


def has_drawn(event: Tournament) -> bool:
    """Return whether the field was drawn: from then on each new entry gets a seat at once."""
    plan = plan_of(event)
    return plan is not None and plan.drawn_at is not None


def is_met(tx: Tx) -> bool:
    """Return whether the draw meets special needs. If the book is silent: where possible."""
    policy = tx.book.seating.special_needs
    return policy is None or policy.met == "where_possible"


def outcome_of(kind: str, method: str, seed: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Recompute a draw from its seed and inputs, whichever app owns its procedure.

    Raises:
        KeyError: the procedure is unknown.
        NoRoom, NotApart, ValueError: see the procedures.
    """
    found = draw_outcome.ask(KeptDraw(kind, method, seed, inputs))
    return held(kind, method, seed, inputs) if found is None else found


def hold(tx: Tx, plan: Plan, kind: str, inputs: Mapping[str, Any]) -> tuple[Draw, dict[str, Any]]:
    """Draw with the seed whose hash was published, store the record, and announce the next seed.

    Args:
        plan: the event's plan; its next digest is renewed.
        kind: of `Draw.KINDS`.
        inputs: plain data, as made by `seating.rules.record` or a higher-level app.

    Returns:
        The record and the outcome.

    Raises:
        NoRoom, NotApart: see the procedure. The seed stays sealed then.
    """
    # Reload the row: an earlier draw of this command has renewed it.
    digest = _NEXT_DIGEST.first(plan.pk) or tx.seal_seed()
    seed = tx.open_seed(digest)
    outcome = outcome_of(kind, METHOD, seed, inputs)
    plan.next_digest = tx.seal_seed()
    set_columns(Plan, plan.pk, next_digest=plan.next_digest)
    record = Draw(
        tournament=tx.tournament,
        kind=kind,
        at=tx.now,
        seq=tx.tournament.seq + 1,
        digest=digest,
        seed=seed,
        next_digest=plan.next_digest,
        method=METHOD,
        inputs=inputs,
        outcome=outcome,
    )
    insert(record)
    tx.touch("seating")
    return record, outcome


def seat_late(tx: Tx, entry: Entry) -> Seat | None:
    """Draw a seat for one entry among all free seats of the open tables with the fewest players; open a
    reserve table if they are full. If late entries take over ghosts in the book, a ghost's seat goes first,
    with the rest of its stack (Five Spades 9.5).

    The player is notified. An entry that has a seat keeps it.

    Args:
        entry: in play.

    Returns:
        The seat, or None if there is no free seat (or the event has no plan).

    Raises:
        Refused: only a reserve table has seats, and players of a broken table are still moving
            (`break_under_way`).
    """
    seated = _SEAT_OF.first(entry.pk)
    plan = plan_of(tx.tournament)
    if seated is not None or plan is None:
        return seated
    tables = free_tables(tx.tournament)
    if not takes_ghosts_over(tx.tournament):
        tables = [replace(table, ghosts=()) for table in tables]
    given = Late(
        entry=entry.pk,
        tables=tuple(table for table in tables if table.free or table.ghosts),
        needs=entry.player.needs_access and is_met(tx),
        barred=_barred(plan, entry),
    )
    # Whether a seat is free does not depend on chance; without one nothing is drawn and no seed is opened.
    if draw_seat("", given) is None:
        return None
    if not any(table.open for table in given.tables):
        _wait_for_a_break(tx)
    _record, outcome = hold(tx, plan, "seat", late_to_plain(given))
    _entry, number, seat = outcome["seats"][0]
    tournament_table = _TABLE.all(tx.tournament.pk, number)[0]
    if tournament_table.state == "reserve":
        tx.save(tournament_table, state="open")
    return sit_down(tx, entry, tournament_table, seat)


def _wait_for_a_break(tx: Tx) -> None:
    """Refuse to open a table while players of a broken table are still moving."""
    lately = tx.now - BREAK_TAKES
    moves = Move.objects.filter(
        tournament=tx.tournament, kind="break", arrived_at__isnull=True, dropped_at__isnull=True
    )
    under_way = moves.filter(made_at__gt=lately).count()
    if under_way:
        message = ngettext(
            "A table was just broken, and %(count)s player is moving to a new seat. Sell this entry "
            "once they are seated; otherwise another table would be opened for it.",
            "A table was just broken, and %(count)s players are moving to new seats. Sell this entry "
            "once they are seated; otherwise another table would be opened for it.",
            under_way,
        )
        raise Refused(
            "break_under_way", message % {"count": under_way}, cite(tx.book, tx.book.seating.breaking)
        )


def _barred(plan: Plan, entry: Entry) -> tuple[int, ...]:
    """Return the tables at which players sit who must be kept apart from an entry's."""
    if not plan.keep_apart:
        return ()
    pairs = _APART.all(entry.player_id)
    others = [other if one == entry.player_id else one for one, other in pairs]
    return tuple(sorted(_TABLES_OF.all(plan.pk, others)))


def carried_stacks(event: Tournament, entry: Entry | None = None) -> dict[int, int]:
    """Return the stacks that entries brought from an earlier stage, in chips; none once they are played with.

    Args:
        event: the event they came to.
        entry: only the stack of this entry.
    """
    moves = _CARRIED.all(event.pk) if entry is None else _CARRIED_BY.all(event.pk, entry.pk)
    found = {key: chips for key, chips in moves if key is not None}
    return {} if found and progress_of(event).started else found


def known_stack(tx: Tx, chips: int | None) -> dict[str, Any]:
    """Return the columns of a seat whose stack is known when the player sits down; none otherwise."""
    return {} if chips is None else {"stack": chips, "counted_at": tx.now}


def seat_notice(event: Tournament, table: int, seat: int, chips: int | None) -> dict[str, Any]:
    """Return the values of the message with a player's seat, and with the stack that was carried to the event."""
    values = {"table": table, "seat": seat}
    return values if chips is None else {**values, "event": event.name, "stack": chips, "carried": True}


def sit_down(tx: Tx, entry: Entry, tournament_table: TournamentTable, chair: int) -> Seat:
    """Seat an entry in a free seat or a ghost's, and notify the player.

    If it takes over a ghost, the ghost's stack leaves the chip count: the entry's own starting stack replaces
    it.
    """
    ghost = _GHOSTS.first(tournament_table.pk, chair)
    chips = carried_stacks(tx.tournament, entry).get(entry.pk)
    if ghost is not None:
        tx.save(ghost, kind="player", entry=entry, taken_at=tx.now)
        move_ghost_chips(tx, -1)
        tx.cite(cite(tx.book, tx.book.seating.ghosts))
        seat = ghost
        seat.tournament_table = tournament_table
    else:
        waits = waits_at(tx, tournament_table, chair)
        seat = tx.create(
            Seat,
            tournament_table=tournament_table,
            number=chair,
            kind="player",
            entry=entry,
            taken_at=tx.now,
            waits=waits,
            **known_stack(tx, chips),
        )
    tx.notify(
        entry.player_id, "seated", **seat_notice(tx.tournament, tournament_table.table.number, chair, chips)
    )
    tx.touch("seating", "floor", "map", "free")
    review_later(tx)
    return seat


def move_ghost_chips(tx: Tx, ghosts: int) -> None:
    """Bring the starting stacks of ghosts into play, or take them out (negative)."""
    stack = tx.tournament.starting_stack
    tx.create(ChipMove, tournament=tx.tournament, kind="ghost", chips=ghosts * stack, at=tx.effective_at)
    tx.touch("clock")


def free_at(tables: tuple[Table, ...], number: int) -> set[int]:
    """Return a table's seats that can be assigned, including ghosts'."""
    return {seat for one in tables if one.number == number for seat in (*one.free, *one.ghosts)}

"""Moving players to other seats; shared by all commands that move players."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from seating.models import Move, Seat, TournamentTable
from seating.rules.positions import gets_cards, next_hand
from seating.services.floor_calls import end_calls
from seating.services.table_positions import ring_of, rules_of
from seating.signals import PlayersMoved, PlayersMoving, before_moves, players_moved
from tourney.journal.tx import Tx
from tourney.services.prepared_query import PreparedQuery


@dataclass(frozen=True, slots=True)
class Destination:
    """A move's destination seat."""

    tournament_table: TournamentTable
    seat: int


_UNDER_WAY = PreparedQuery(
    lambda entries: Move.objects.filter(entry__in=entries, arrived_at__isnull=True, dropped_at__isnull=True)
)


_ABSENT = PreparedQuery(lambda entries: Seat.objects.filter(entry__in=entries, absent_since__isnull=False))


def drop_moves(tx: Tx, entries: Sequence[int]) -> dict[int, Move]:
    """Close the moves under way of these entries, which busted or were moved again.

    Returns:
        The dropped moves, by entry.
    """
    rows = _UNDER_WAY.all(list(entries))
    if rows:
        tx.save_many(rows, dropped_at=tx.now)
        tx.touch("moves")
    return {row.entry_id: row for row in rows}


def confirm_arrivals(tx: Tx, moves: Sequence[Move]) -> None:
    """Record that moved players sit in their new seats: they are no longer away."""
    tx.save_many(moves, arrived_at=tx.now)
    if back := _ABSENT.all([one.entry_id for one in moves]):
        tx.save_many(back, absent_since=None, absent_from=None)
        tx.touch("seating", "table")


def note_moves(
    tx: Tx, kind: str, moves: Sequence[tuple[Seat, Destination]], *, arrived: Collection[int | None] = ()
) -> None:
    """Record moves and notify the players. Call it before the seats change.

    A player who changes seats at the same table needs no confirmation, unless still on the way there. In a
    redraw all players get up, and every new seat is on the list of moves.

    Args:
        kind: see `Move.KINDS`.
        moves: each player's current seat and destination.
        arrived: entries that sit in their new seats already.
    """
    entries = [seat.entry_id for seat, _to in moves if seat.entry_id is not None]
    before_moves.send(PlayersMoving(tx, kind, set(entries)))
    coming = drop_moves(tx, entries)

    def former(seat: Seat) -> tuple[int | None, int | None]:
        """Return the table and seat that the player got up from."""
        earlier = coming.get(seat.entry_id or 0)
        if kind == "redraw" and earlier is not None and earlier.kind == "redraw":
            # Nobody has sat in a seat that is drawn again.
            return earlier.from_table_id, earlier.from_seat
        return seat.tournament_table_id, seat.number

    def is_there(seat: Seat, to: Destination) -> bool:
        if seat.entry_id in arrived:
            return True
        return (
            kind != "redraw"
            and seat.tournament_table_id == to.tournament_table.pk
            and seat.entry_id not in coming
        )

    tx.create_many(
        [
            Move(
                tournament=tx.tournament,
                entry=seat.entry,
                kind=kind,
                batch=tx.tournament.seq + 1,
                from_table_id=from_table,
                from_seat=from_seat,
                to_table=to.tournament_table,
                to_seat=to.seat,
                made_at=tx.now,
                arrived_at=tx.now if is_there(seat, to) else None,
            )
            for seat, to in moves
            for from_table, from_seat in [former(seat)]
        ]
    )
    tx.notify_many(
        "moved",
        {
            seat.entry.player_id: {"table": to.tournament_table.table.number, "seat": to.seat}
            for seat, to in moves
            if seat.entry is not None
        },
    )
    tx.touch("seating", "floor", "map", "moves", "free", "eliminations")


def take_seats(tx: Tx, moves: Sequence[tuple[Seat, Destination]], *, play_goes_on: bool = True) -> None:
    """Seat players in their new seats. A seat that one of them leaves may be taken by another.

    The rows are deleted and recreated with new keys: two players who swap would otherwise violate unique
    constraints.

    Args:
        play_goes_on: whether there is a button that a player may have to wait for; not in a redraw.
    """
    tx.delete_many([seat for seat, _to in moves])
    tx.create_many(
        [
            Seat(
                tournament_table=to.tournament_table,
                number=to.seat,
                kind="player",
                entry_id=seat.entry_id,
                taken_at=tx.now,
                stack=seat.stack,
                counted_at=seat.counted_at,
                absent_since=seat.absent_since,
                absent_from=seat.absent_from,
                waits=play_goes_on and waits_at(tx, to.tournament_table, to.seat),
            )
            for seat, to in moves
        ]
    )
    end_calls(tx, [(seat.tournament_table_id, seat.number) for seat, _to in moves])
    elsewhere = {
        seat.entry_id
        for seat, to in moves
        if seat.tournament_table_id != to.tournament_table.pk and seat.entry_id is not None
    }
    if elsewhere:
        players_moved.send(PlayersMoved(tx, elsewhere))


def waits_at(tx: Tx, tournament_table: TournamentTable, seat: int) -> bool:
    """Return whether a player who sits down now waits until the button has passed (Munot 8, Other Poker 5,
    PokerStars Live 2.4). False if the button is unknown.
    """
    ring, positions = ring_of(tournament_table, taking=seat)
    if positions is None or len(ring.live) < 3:
        return False
    rules = rules_of(tx.book)
    return not gets_cards(ring, next_hand(ring, positions, rules), seat, rules)


def send(
    tx: Tx, kind: str, moves: Sequence[tuple[Seat, Destination]], *, arrived: Collection[int | None] = ()
) -> None:
    """Move players to other seats: record, notify, and reseat.

    Args:
        kind, moves, arrived: see `note_moves`.
    """
    note_moves(tx, kind, moves, arrived=arrived)
    take_seats(tx, moves)

"""Boards of the floor: proposals, open calls, moves under way, and the map of all tables."""

from collections.abc import Iterable
from typing import Any, Literal

from django.db.models import Count, Exists, OuterRef, Q
from msgspec import Struct

from players.services.partners import with_partners
from seating.models import Call, Move, Proposal, Seat, TournamentTable
from seating.rules.played import LARGEST_TABLE
from seating.rules.review import held_final_table
from seating.services.floor import breaking_order, floor_of, has_floor
from seating.services.same_hand import hands_of
from seating.services.seats import plan_of, seats_at_a_table, tournament_tables_of
from seating.signals import final_table, registration_status
from tourney.access import reads
from tourney.live.boards import Audience, board
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of

# Most moves under way that the board lists; a redraw of a large field is shown by its count.
_MOST_MOVES = 300


class MoveRow(Struct, frozen=True):
    """A player who is moving to another seat."""

    move: int
    entry: int
    name: str
    kind: str
    from_table: int | None
    from_seat: int | None
    table: int
    seat: int
    at: int | None


class ProposalRow(Struct, frozen=True):
    """A change on the floor that the rulebook proposes.

    Attributes:
        detail: the players and tables concerned, depending on `kind`; see docs/floor.md for its fields.
    """

    proposal: int
    kind: Literal["break", "balance", "halt", "resume", "redraw", "advance", "no_hand"]
    detail: dict[str, Any]
    rule: str
    at: int | None


class CallRow(Struct, frozen=True):
    """A table's open call for the floor.

    Attributes:
        seconds: time to decide for a player whose time was called; null for other calls.
        countdown: number of final seconds that are counted aloud.
    """

    call: int
    table: int
    kind: Literal["floor", "time", "all_in", "count"]
    seat: int | None
    at: int | None
    seconds: int | None
    countdown: int | None


class HeldFinalTable(Struct, frozen=True):
    """The final table that is not drawn yet, only because registration is open.

    Attributes:
        players: everybody left, as the clock counts them.
        expected: players called from the waiting list, who will need a seat there as well.
        seats: of the final table.
        rule: the rule about the final table, or "".
    """

    players: int
    expected: int
    seats: int
    rule: str


class FloorBoard(Struct, frozen=True):
    """What needs attention on the floor.

    Attributes:
        moves: players under way, at most 300; `under_way` counts all.
        breaking: table numbers in breaking order.
        giving: table numbers in the drawn order of giving up players, if one was drawn.
        ties: hands in which several players busted and which the floor has yet to confirm.
        entry_open: players can still enter, so the event continues even with one player left.
        guaranteed: players whose bookings let them enter although registration is closed.
        held_final: everybody left fits at the final table, and some have busted, but players can still enter.
        final_table: number of the table at which the best of earlier stages play for the first places; no players
            move to or from it (Five Spades 4.19). Null in most events.
    """

    proposals: list[ProposalRow]
    calls: list[CallRow]
    moves: list[MoveRow]
    under_way: int
    breaking: list[int]
    auto_balance: bool
    auto_break: bool
    late_stage: bool
    giving: list[int]
    ties: int
    entry_open: bool
    guaranteed: int
    held_final: HeldFinalTable | None
    final_table: int | None


# Number, seats, players, ghosts, state, across, down, button, hands, calls, under way, away.
MapRow = tuple[
    int,
    int,
    int,
    int,
    Literal["open", "reserve", "paused", "halted"],
    int | None,
    int | None,
    int | None,
    int,
    int,
    int,
    int,
]


class MapBoard(Struct, frozen=True):
    """All tables of the event in brief.

    Attributes:
        tables: number, seats, players, ghosts, state, position across and down on the map (hundredths of a
            per cent), button (null: unknown), hands, open calls, players moving to it, absent players.
    """

    tables: list[MapRow]


@board(
    "floor",
    topic="t",
    permission=reads.FLOOR,
    rows=(
        "seating.proposal",
        "seating.call",
        "seating.move",
        "seating.plan",
        "seating.tournamenttable",
        "seating.bust",
        "desk.registration",
        "desk.booking",
    ),
    late=True,
)
def floor(tournament_id: int, _name: str = "") -> FloorBoard | None:
    """Return what needs attention: proposals, calls, players under way, and the breaking order."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    plan = plan_of(event)
    entrance = registration_status.ask(event)
    moves = Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)
    return FloorBoard(
        proposals=[_proposal(one) for one in Proposal.objects.filter(tournament=event, state="open")],
        calls=[call_row(one) for one in open_calls(event)],
        moves=_moves(with_tables(moves)[:_MOST_MOVES]),
        under_way=moves.count(),
        breaking=[tournament_table.table.number for tournament_table in breaking_order(_played(event))],
        auto_balance=plan is not None and plan.auto_balance,
        auto_break=plan is not None and plan.auto_break,
        late_stage=plan is not None and plan.late_stage,
        giving=[] if plan is None else plan.giving_order,
        ties=len(hands_of(event, unconfirmed=True)),
        entry_open=entrance.open,
        guaranteed=entrance.guaranteed,
        held_final=_held_final(event),
        final_table=_final_table(event),
    )


def _final_table(event: Tournament) -> int | None:
    if not final_table.ask(event) or not has_floor(plan_of(event)):
        return None
    return next(iter(floor_of(event).final_table), None)


def _held_final(event: Tournament) -> HeldFinalTable | None:
    seated = Seat.objects.filter(
        tournament_table__tournament=event, tournament_table__released_at__isnull=True, kind="player"
    )
    # Reading the whole floor is left out as long as the players fill more than the largest table.
    if not has_floor(plan_of(event)) or seated.count() > LARGEST_TABLE:
        return None
    book = book_of(event.book)
    found = held_final_table(floor_of(event), book)
    if found is None:
        return None
    players, seats = found
    expected = registration_status.ask(event).promised
    return HeldFinalTable(
        players=players - expected, expected=expected, seats=seats, rule=cite(book, book.seating.final_table)
    )


def _proposal(one: Proposal) -> ProposalRow:
    return ProposalRow(
        proposal=one.pk,
        kind=one.kind,  # type: ignore[arg-type]
        detail=one.detail,
        rule=one.rule,
        at=to_ms(one.made_at),
    )


def open_calls(event: Tournament) -> list[Call]:
    """List open calls."""
    rows = Call.objects.filter(tournament_table__tournament=event, answered_at__isnull=True)
    return list(rows.select_related("tournament_table__table"))


def call_row(one: Call) -> CallRow:
    return CallRow(
        call=one.pk,
        table=one.tournament_table.table.number,
        kind=one.kind,  # type: ignore[arg-type]
        seat=one.seat,
        at=to_ms(one.made_at),
        seconds=one.seconds,
        countdown=one.countdown,
    )


def with_tables(moves: Any) -> Any:
    """Load moves with their players and tables, keeping their order."""
    return moves.select_related("entry__player", "from_table__table", "to_table__table").order_by("id")


def _moves(rows: Iterable[Move]) -> list[MoveRow]:
    found = list(rows)
    names = with_partners({one.entry_id: one.entry.player.name for one in found})
    return [_move(one, names[one.entry_id]) for one in found]


def _move(one: Move, name: str) -> MoveRow:
    return MoveRow(
        move=one.pk,
        entry=one.entry_id,
        name=name,
        kind=one.kind,
        from_table=None if one.from_table is None else one.from_table.table.number,
        from_seat=one.from_seat,
        table=one.to_table.table.number,
        seat=one.to_seat,
        at=to_ms(one.made_at),
    )


def _played(event: Tournament) -> list[TournamentTable]:
    """Return tables with at least one player, without reading the whole field."""
    occupied = Seat.objects.filter(tournament_table=OuterRef("pk"), kind="player")
    rows = TournamentTable.objects.filter(Exists(occupied), tournament=event, released_at__isnull=True)
    taken = set(rows.values_list("pk", flat=True))
    return [
        tournament_table for tournament_table in tournament_tables_of(event) if tournament_table.pk in taken
    ]


@board(
    "map",
    topic="t",
    audience=Audience.DISPLAY,
    rows=("seating.seat", "seating.tournamenttable", "seating.call", "seating.move"),
    late=True,
)
def room_map(tournament_id: int, _name: str = "") -> MapBoard | None:
    """Return all tables of the event in brief, one short row each."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    most = seats_at_a_table(event)
    here = Q(tournament_table__tournament=event, tournament_table__released_at__isnull=True)
    seats = {
        tournament_table: (players, ghosts, closed, away)
        for tournament_table, players, ghosts, closed, away in Seat.objects.filter(here)
        .order_by()
        .values("tournament_table")
        .annotate(
            players=Count("pk", filter=Q(kind="player")),
            ghosts=Count("pk", filter=Q(kind="ghost")),
            closed=Count("pk", filter=Q(kind="closed")),
            away=Count("pk", filter=Q(absent_since__isnull=False)),
        )
        .values_list("tournament_table", "players", "ghosts", "closed", "away")
    }
    calls = _counted(
        Call.objects.filter(tournament_table__tournament=event, answered_at__isnull=True), "tournament_table"
    )
    moves = Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)
    coming = _counted(moves, "to_table")
    rows = []
    for tournament_table in tournament_tables_of(event):
        players, ghosts, closed, away = seats.get(tournament_table.pk, (0, 0, 0, 0))
        table = tournament_table.table
        rows.append(
            (
                table.number,
                # Players who were seated under another plan keep their seats.
                max(players + ghosts, min(table.seats, most) - closed),
                players,
                ghosts,
                "halted" if tournament_table.halted else tournament_table.state,
                table.across,
                table.down,
                tournament_table.button,
                tournament_table.hands,
                calls.get(tournament_table.pk, 0),
                coming.get(tournament_table.pk, 0),
                away,
            )
        )
    return MapBoard(tables=rows)  # type: ignore[arg-type]


def _counted(rows: Any, by: str) -> dict[int, int]:
    return dict(rows.order_by().values(by).annotate(n=Count("pk")).values_list(by, "n"))

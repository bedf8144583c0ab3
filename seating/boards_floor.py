"""Nouns of the floor: what is proposed, who is called for, every table in brief, and one table whole."""

from datetime import timedelta
from typing import Any, TypedDict

from django.db.models import Count, Exists, OuterRef, Q

from clock.services.progress import progress_of
from seating.at_table import button_known_until, ring_of, rules_of
from seating.chairs import loans_of, plan_of, seats_at_a_table
from seating.floor import breaking_order
from seating.models import Bust, Call, Loan, Move, Proposal, Seat
from seating.one_hand import hands_of
from seating.rules.one_hand import ASKED_FOR
from seating.rules.positions import next_big_blind, next_hand
from seating.signals import registration_status, shared_hand
from seating.touching import touches
from tourney.access import reads
from tourney.live.boards import Audience, board
from tourney.models import Line, Player, Tournament
from tourney.now import room_now, to_ms
from tourney.rulebooks.shelf import book_of

# Most moves under way that a board carries; a redraw of a large field is shown by its count.
_MOST_MOVES = 300


class MoveRow(TypedDict):
    """Somebody under way."""

    move: int
    entry: int
    name: str
    kind: str
    from_table: int | None
    from_seat: int | None
    table: int
    seat: int
    at: int | None


@board(
    "floor",
    topic="t",
    permission=reads.FLOOR,
    rows=(
        "seating.proposal",
        "seating.call",
        "seating.move",
        "seating.plan",
        "seating.loan",
        "seating.bust",
        "desk.registration",
    ),
    late=True,
)
def floor(tournament_id: int, _name: str = "") -> dict[str, Any] | None:
    """What the floor has to do: proposals, calls, people under way, the order of breaking.

    `ties` counts hands in which several went out, and which the floor has still to confirm. `entry_open`: somebody may
    still enter, so the event goes on even with one player left.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    plan = plan_of(event)
    moves = Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)
    return {
        "proposals": [_proposal(one) for one in Proposal.objects.filter(tournament=event, state="open")],
        "calls": [_call(one) for one in _open_calls(event)],
        "moves": [_move(one) for one in _with_tables(moves)[:_MOST_MOVES]],
        "under_way": moves.count(),
        "breaking": [loan.table.number for loan in breaking_order(_played(event))],
        "auto_balance": plan is not None and plan.auto_balance,
        "auto_break": plan is not None and plan.auto_break,
        "late_stage": plan is not None and plan.late_stage,
        "giving": [] if plan is None else plan.giving_order,
        "ties": len(hands_of(event, unconfirmed=True)),
        "entry_open": registration_status.ask(event).open,
    }


def _proposal(one: Proposal) -> dict[str, Any]:
    return {
        "proposal": one.pk,
        "kind": one.kind,
        "detail": one.detail,
        "rule": one.rule,
        "at": to_ms(one.made_at),
    }


def _open_calls(event: Tournament) -> list[Call]:
    rows = Call.objects.filter(loan__tournament=event, answered_at__isnull=True)
    return list(rows.select_related("loan__table"))


def _call(one: Call) -> dict[str, Any]:
    return {
        "call": one.pk,
        "table": one.loan.table.number,
        "kind": one.kind,
        "seat": one.seat,
        "at": to_ms(one.made_at),
        "seconds": one.seconds,
        "countdown": one.countdown,
    }


def _with_tables(moves: Any) -> Any:
    return moves.select_related("entry__player", "from_loan__table", "to_loan__table").order_by("id")


def _move(one: Move) -> MoveRow:
    return MoveRow(
        move=one.pk,
        entry=one.entry_id,
        name=one.entry.player.name,
        kind=one.kind,
        from_table=None if one.from_loan is None else one.from_loan.table.number,
        from_seat=one.from_seat,
        table=one.to_loan.table.number,
        seat=one.to_seat,
        at=to_ms(one.made_at),
    )


def _played(event: Tournament) -> list[Loan]:
    """Tables somebody sits at; the database looks for one player each instead of reading the field."""
    somebody = Seat.objects.filter(loan=OuterRef("pk"), kind="player")
    rows = Loan.objects.filter(Exists(somebody), tournament=event, returned_at__isnull=True)
    taken = set(rows.values_list("pk", flat=True))
    return [loan for loan in loans_of(event) if loan.pk in taken]


@board(
    "map",
    topic="t",
    audience=Audience.DISPLAY,
    rows=("seating.seat", "seating.loan", "seating.call", "seating.move"),
    late=True,
)
def room_map(tournament_id: int, _name: str = "") -> dict[str, Any] | None:
    """Every table of the event in brief, one short row each: number, chairs, players, state, place on the map.

    A row is [number, chairs, players, ghosts, state, across, down, button, hands, calls, under way, away]; `state` is
    "open", "reserve", "paused" or "halted", `button` null where nobody has said.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    most = seats_at_a_table(event)
    here = Q(loan__tournament=event, loan__returned_at__isnull=True)
    seats = {
        loan: (players, ghosts, closed, away)
        for loan, players, ghosts, closed, away in Seat.objects.filter(here)
        .order_by()
        .values("loan")
        .annotate(
            players=Count("pk", filter=Q(kind="player")),
            ghosts=Count("pk", filter=Q(kind="ghost")),
            closed=Count("pk", filter=Q(kind="closed")),
            away=Count("pk", filter=Q(absent_since__isnull=False)),
        )
        .values_list("loan", "players", "ghosts", "closed", "away")
    }
    calls = _counted(Call.objects.filter(loan__tournament=event, answered_at__isnull=True), "loan")
    moves = Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)
    coming = _counted(moves, "to_loan")
    rows = []
    for loan in loans_of(event):
        players, ghosts, closed, away = seats.get(loan.pk, (0, 0, 0, 0))
        table = loan.table
        rows.append(
            [
                table.number,
                max(0, min(table.seats, most) - closed),
                players,
                ghosts,
                "halted" if loan.halted else loan.state,
                table.across,
                table.down,
                loan.button,
                loan.hands,
                calls.get(loan.pk, 0),
                coming.get(loan.pk, 0),
                away,
            ]
        )
    return {"tables": rows}


def _counted(rows: Any, by: str) -> dict[int, int]:
    return dict(rows.order_by().values(by).annotate(n=Count("pk")).values_list(by, "n"))


class ChairRow(TypedDict):
    """A chair of a table, from 1 on; `kind` is "" for a free one. One that is "held" has the
    player who may rebuy, and no entry.

    Staff read one name of a person everywhere, the full one; `known_as` is what the table calls them besides, "" for
    nothing else.
    """

    seat: int
    kind: str
    entry: int | None
    player: int | None
    name: str
    known_as: str
    number: int | None
    since: int | None
    stack: int | None
    counted_at: int | None
    absent_since: int | None
    waits: bool
    held_until: int | None
    move: int | None
    from_table: int | None


def table(event: Tournament, number: int) -> dict[str, Any] | None:
    """One table of an event whole, for the floor and the dealer's tablet; None where the event has no such table."""
    loan = next((one for one in loans_of(event) if one.table.number == number), None)
    if loan is None:
        return None
    rows = Seat.objects.filter(loan=loan).select_related("entry__player", "held_for__player")
    seats = {seat.number: seat for seat in rows}
    moves = Move.objects.filter(to_loan=loan, arrived_at__isnull=True, dropped_at__isnull=True)
    coming = {move.entry_id: move for move in moves.select_related("from_loan__table")}
    ring, positions = ring_of(loan)
    rules = rules_of(book_of(event.book))
    known = positions is not None and len(ring.live) >= 2
    coming_hand = next_hand(ring, positions, rules) if known and positions is not None else None
    return {
        "number": number,
        "seats": loan.table.seats,
        "usual": seats_at_a_table(event),
        "state": "halted" if loan.halted else loan.state,
        "accessible": loan.table.accessible,
        "note": loan.note,
        "hands": loan.hands,
        "button": loan.button,
        "small_blind": loan.small_blind,
        "big_blind": loan.big_blind,
        "button_at": to_ms(loan.button_at),
        "button_until": to_ms(button_known_until(loan)) if progress_of(event).started else None,
        "next_big_blind": next_big_blind(ring, positions) if known and positions is not None else None,
        "next_button": None if coming_hand is None else coming_hand.button,
        "chairs": [_chair(chair, seats.get(chair), coming) for chair in range(1, loan.table.seats + 1)],
        "calls": [_call(one) for one in _open_calls(event) if one.loan_id == loan.pk],
        "sent": _sent_from(loan),
        "last": _last_lines(event, loan, seats),
        "last_out": _last_out(event, loan),
    }


class LastOut(TypedDict):
    """Who went out at a table so lately that the next one may do so in the same hand."""

    entry: int
    name: str
    at: int | None


def _last_out(event: Tournament, loan: Loan) -> LastOut | None:
    """Who went out at a table within the time a hand takes; None also where all tables play one hand: that is known."""
    since = room_now() - timedelta(milliseconds=ASKED_FOR)
    busts = Bust.objects.filter(loan=loan, removed=False, entry__voided_at__isnull=True, at__gt=since)
    last = busts.select_related("entry__player").order_by("-at", "-pk").first()
    if last is None:
        return None
    now = shared_hand.ask(event)
    if now is not None and now.together is not None and now.together == last.together:
        return None
    return LastOut(entry=last.entry_id, name=last.entry.player.name, at=to_ms(last.at))


class SentRow(TypedDict):
    """A player of this table who is moving to another one."""

    move: int
    entry: int
    name: str
    table: int
    seat: int


def _sent_from(loan: Loan) -> list[SentRow]:
    """Players who were sent from a table to others and are not ticked off there, by the seat they had."""
    moves = Move.objects.filter(from_loan=loan, arrived_at__isnull=True, dropped_at__isnull=True)
    rows = _with_tables(moves.exclude(to_loan=loan)).order_by("from_seat", "id")
    return [
        SentRow(
            move=move.pk,
            entry=move.entry_id,
            name=move.entry.player.name,
            table=move.to_loan.table.number,
            seat=move.to_seat,
        )
        for move in rows
    ]


def _chair(number: int, seat: Seat | None, coming: dict[int, Move]) -> ChairRow:
    entry = None if seat is None else seat.entry
    held_for = None if seat is None else seat.held_for
    player = entry.player if entry is not None else held_for.player if held_for is not None else None
    move = None if entry is None else coming.get(entry.pk)
    return ChairRow(
        seat=number,
        kind="" if seat is None else seat.kind,
        entry=None if entry is None else entry.pk,
        player=None if player is None else player.pk,
        name="" if player is None else player.name,
        known_as="" if player is None else _known_as(player),
        number=None if entry is None else entry.number,
        since=None if seat is None else to_ms(seat.taken_at),
        stack=None if seat is None else seat.stack,
        counted_at=None if seat is None else to_ms(seat.counted_at),
        absent_since=None if seat is None else to_ms(seat.absent_since),
        waits=seat is not None and seat.waits,
        held_until=None if seat is None else to_ms(seat.held_until),
        move=None if move is None else move.pk,
        from_table=None if move is None or move.from_loan is None else move.from_loan.table.number,
    )


def _known_as(player: Player) -> str:
    nickname = player.nickname.strip()
    return "" if nickname.casefold() == player.name.strip().casefold() else nickname


# How far back the journal is looked through for what was done last at a table, and how much of it is shown.
_BACK = 400
_LAST = 5


def _last_lines(event: Tournament, loan: Loan, seats: dict[int, Seat]) -> list[dict[str, Any]]:
    """What was done last at a table and by whom, newest first."""
    from tourney.journal.boards import text_of
    from tourney.journal.readable import readable

    mine = {"seating.loan": {loan.pk}, "seating.seat": {seat.pk for seat in seats.values()}}
    found = []
    # A few at a time: lines of breaks and draws are long, and the first ones are nearly always enough.
    for line in Line.journal(event.pk).order_by("-seq")[:_BACK].iterator(chunk_size=40):
        if touches(line, loan, mine):
            found.append(
                {
                    "seq": line.seq,
                    "text": text_of(readable(line, None)),
                    "who": line.who,
                    "at": to_ms(line.at),
                }
            )
        if len(found) == _LAST:
            break
    return found

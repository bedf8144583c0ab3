"""Nouns of the tables, the seats and the draws."""

import zlib
from typing import Any, TypedDict

from django.db.models import Count, F, Max, Sum

from seating.chairs import chairs_of, loans_of, plan_of, seats_at_a_table, unseated
from seating.models import Draw, Loan, Seat, Table
from seating.rules.tables import numbers_all_taken
from tourney.live.boards import Audience, board
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.shelf import book_of

_LAST_DRAWS = 5


class TableBoard(TypedDict):
    """A table of the room."""

    number: int
    seats: int
    tournament: int | None
    event: str


def tables() -> list[TableBoard]:
    """All tables of the room by number, with the event each is lent to."""
    loans = {
        loan.table_id: loan
        for loan in Loan.objects.filter(returned_at__isnull=True).select_related("tournament")
    }
    found = []
    for table in Table.objects.filter(retired=False):
        loan = loans.get(table.pk)
        event = loan.tournament if loan else None
        found.append(
            TableBoard(
                number=table.number,
                seats=table.seats,
                tournament=event.pk if event else None,
                event=event.name if event else "",
            )
        )
    return found


@board(
    "seating",
    topic="t",
    audience=Audience.PUBLIC,
    rows=("seating.seat", "seating.loan", "seating.plan", "tourney.entry"),
    late=True,
)
def seating(tournament_id: int, _name: str = "") -> dict[str, Any] | None:
    """How full the event's tables are, and what is announced of its draws. Who sits where is a list of its own."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    plan = plan_of(event)
    chairs = chairs_of(event)
    played = [table for table in chairs.tables if table.open]
    seated = len(chairs.table_of)
    draws = Draw.objects.filter(tournament=event).order_by("-id")[:_LAST_DRAWS]
    return {
        "tables": len(played),
        "reserve": len(chairs.tables) - len(played),
        "chairs": sum(table.taken + len(table.chairs) + len(table.ghosts) for table in played),
        "seated": seated,
        "unseated": unseated(event).count(),
        "drawn": plan is not None and plan.drawn_at is not None,
        "button": None if plan is None else plan.button_seat,
        "ghosts": sum(len(table.ghosts) for table in played),
        "claimed": numbers_all_taken(played, seats_at_a_table(event)) if _claims(event) else [],
        "next_digest": "" if plan is None else plan.next_digest,
        "last_draws": [{"digest": one.digest, "kind": one.kind, "at": to_ms(one.at)} for one in draws],
        "list_seq": list_seq(event),
    }


def _claims(event: Tournament) -> bool:
    """Whether stacks of absent players come into play with the last chair of a number (PokerStars Live 2.1.2)."""
    policy = book_of(event.book).seating.unclaimed_stacks
    return policy is not None and policy.enter_play == "with_last_equal_seat"


def list_seq(event: Tournament) -> int:
    """A number that is another one whenever the list of who sits where is."""
    rows = Seat.objects.filter(loan__tournament=event, loan__returned_at__isnull=True, kind="player")
    print_ = rows.aggregate(
        count=Count("pk"), keys=Sum("pk"), squares=Sum(F("pk") * F("pk")), latest=Max("taken_at")
    )
    text = f"{print_['count']} {print_['keys']} {print_['squares']} {to_ms(print_['latest'])}"
    return zlib.crc32(text.encode())


class SeatRow(TypedDict):
    """Somebody who sits at an event's table."""

    entry: int
    player: int
    name: str
    nickname: str
    privacy: str
    table: int
    seat: int


def seats(event: Tournament) -> list[SeatRow]:
    """Who sits where at an event: one query. Names are as stored; what the public sees of them is up to the reader."""
    rows = Seat.objects.filter(loan__tournament=event, loan__returned_at__isnull=True, kind="player")
    return [
        SeatRow(
            entry=entry,
            player=player,
            name=name,
            nickname=nickname,
            privacy=privacy,
            table=table,
            seat=seat,
        )
        for entry, player, name, nickname, privacy, table, seat in rows.values_list(
            "entry_id",
            "entry__player_id",
            "entry__player__name",
            "entry__player__nickname",
            "entry__player__privacy",
            "loan__table__number",
            "number",
        )
    ]


class ChairPicture(TypedDict):
    """A chair that is not free."""

    seat: int
    kind: str
    entry: int | None
    name: str


class TablePicture(TypedDict):
    """A table of an event, with all that is needed to draw it."""

    number: int
    seats: int
    state: str
    order: int
    accessible: bool
    across: int | None
    down: int | None
    taken: list[ChairPicture]


def event_tables(event: Tournament) -> list[TablePicture]:
    """The event's tables in the floor's order and who sits at each, with names as staff know them: two queries."""
    taken: dict[int, list[ChairPicture]] = {}
    rows = Seat.objects.filter(loan__tournament=event, loan__returned_at__isnull=True)
    for loan, seat, kind, entry, name in rows.order_by("number").values_list(
        "loan_id", "number", "kind", "entry_id", "entry__player__name"
    ):
        picture = ChairPicture(seat=seat, kind=kind, entry=entry, name=name or "")
        taken.setdefault(loan, []).append(picture)
    return [
        TablePicture(
            number=loan.table.number,
            seats=loan.table.seats,
            state=loan.state,
            order=loan.order,
            accessible=loan.table.accessible,
            across=loan.table.across,
            down=loan.table.down,
            taken=taken.get(loan.pk, []),
        )
        for loan in loans_of(event)
    ]


class DrawHead(TypedDict):
    """A draw that was held."""

    digest: str
    kind: str
    at: int | None
    line: int
    next_digest: str


def draws(event: Tournament) -> list[DrawHead]:
    """All draws of an event, newest first."""
    rows = Draw.objects.filter(tournament=event).order_by("-id").defer("inputs", "outcome")
    return [
        DrawHead(
            digest=one.digest,
            kind=one.kind,
            at=to_ms(one.at),
            line=one.seq,
            next_digest=one.next_digest,
        )
        for one in rows
    ]

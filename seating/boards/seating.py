"""Boards of the tables, the seats and the draws."""

import zlib
from typing import Literal, TypedDict

from django.db.models import Case, Count, F, Max, Sum, When
from django.db.models.functions import Length
from msgspec import Struct

from players.services.partners import JOINED
from seating.models import Draw, Seat, Table, TournamentTable
from seating.rules.tables import numbers_all_taken
from seating.services.seats import event_tables_of, plan_of, seats_at_a_table, tournament_tables_of, unseated
from tourney.access.roles import Permission
from tourney.live.boards import Audience, board
from tourney.live.resources import resource
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.shelf import book_of

_LAST_DRAWS = 5


class RoomTableBoard(Struct, frozen=True):
    """A table of the venue, and the event it is assigned to."""

    number: int
    seats: int
    tournament: int | None
    event: str


@resource("/tables", "read_tables", permission=Permission.SEE_STAFF)
def tables() -> list[RoomTableBoard]:
    """List the venue's tables and the event each is assigned to."""
    tournament_tables = {
        tournament_table.table_id: tournament_table
        for tournament_table in TournamentTable.objects.filter(released_at__isnull=True).select_related(
            "tournament"
        )
    }
    found = []
    for table in Table.objects.filter(retired=False):
        tournament_table = tournament_tables.get(table.pk)
        event = tournament_table.tournament if tournament_table else None
        found.append(
            RoomTableBoard(
                number=table.number,
                seats=table.seats,
                tournament=event.pk if event else None,
                event=event.name if event else "",
            )
        )
    return found


class LastDraw(Struct, frozen=True):
    """A recent draw."""

    digest: str
    kind: str
    at: int | None


class SeatingBoard(Struct, frozen=True):
    """Occupancy of the event's tables, and the announcements of its draws.

    Attributes:
        tables: number of open tables; `reserve` counts those kept in reserve.
        seats: at open tables.
        unseated: entries in play without a seat.
        button: the seat of the first button; null if it was not drawn or differs between tables.
        ghosts: ghosts at open tables.
        claimed: seat numbers taken at every open table (PokerStars Live 2.1.2); empty if the book has no such
            rule.
        next_digest: SHA-256 of the next draw's seed.
        list_seq: changes whenever the seating list changes; compare for equality only.
    """

    tables: int
    reserve: int
    seats: int
    seated: int
    unseated: int
    drawn: bool
    button: int | None
    ghosts: int
    claimed: list[int]
    next_digest: str
    last_draws: list[LastDraw]
    list_seq: int


@board(
    "seating",
    topic="t",
    audience=Audience.PUBLIC,
    rows=("seating.seat", "seating.tournamenttable", "seating.plan", "tourney.entry"),
    late=True,
    names=True,
)
def seating(tournament_id: int, _name: str = "") -> SeatingBoard | None:
    """Return the event's occupancy and draw announcements. The seating list is a separate board."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    plan = plan_of(event)
    event_tables = event_tables_of(event)
    played = [table for table in event_tables.tables if table.open]
    seated = len(event_tables.table_of)
    draws = Draw.objects.filter(tournament=event).order_by("-id")[:_LAST_DRAWS]
    return SeatingBoard(
        tables=len(played),
        reserve=len(event_tables.tables) - len(played),
        seats=sum(table.taken + len(table.free) + len(table.ghosts) for table in played),
        seated=seated,
        unseated=unseated(event).count(),
        drawn=plan is not None and plan.drawn_at is not None,
        button=None if plan is None else plan.button_seat,
        ghosts=sum(len(table.ghosts) for table in played),
        claimed=numbers_all_taken(played, seats_at_a_table(event)) if _claims(event) else [],
        next_digest="" if plan is None else plan.next_digest,
        last_draws=[LastDraw(digest=one.digest, kind=one.kind, at=to_ms(one.at)) for one in draws],
        list_seq=list_seq(event),
    )


def _claims(event: Tournament) -> bool:
    """Return whether absent stacks come into play with the last seat of a number (PokerStars Live 2.1.2)."""
    policy = book_of(event.book).seating.unclaimed_stacks
    return policy is not None and policy.enter_play == "with_last_equal_seat"


def list_seq(event: Tournament) -> int:
    """Return a number that changes whenever the seating list changes, or the names in it: how they are shown, and how
    long they are. A name corrected by a letter is shown with the next change.
    """
    rows = Seat.objects.filter(
        tournament_table__tournament=event, tournament_table__released_at__isnull=True, kind="player"
    )
    shortened, beside_shortened = (
        Case(
            When(**{f"{player}__privacy": "short"}, then=1),
            When(**{f"{player}__privacy": "nickname"}, then=2),
            default=0,
        )
        for player in ("entry__player", "entry__partner__player")
    )
    letters = Length("entry__player__name") + Length("entry__player__nickname")
    beside = Length("entry__partner__player__name") + Length("entry__partner__player__nickname")
    print_ = rows.aggregate(
        count=Count("pk"),
        keys=Sum("pk"),
        squares=Sum(F("pk") * F("pk")),
        shown=Sum(F("pk") * shortened),
        beside_shown=Sum(F("pk") * beside_shortened),
        letters=Sum(F("pk") * letters),
        beside=Sum(F("pk") * beside),
        latest=Max("taken_at"),
    )
    print_["latest"] = to_ms(print_["latest"])
    return zlib.crc32(repr(list(print_.values())).encode())


class SeatRow(TypedDict):
    """A player seated at an event's table."""

    entry: int
    player: int
    name: str
    nickname: str
    privacy: str
    partner: str
    table: int
    seat: int


def seats(event: Tournament) -> list[SeatRow]:
    """List the seated players of an event in one query. Names are as stored; callers filter them for the
    public.
    """
    rows = Seat.objects.filter(
        tournament_table__tournament=event, tournament_table__released_at__isnull=True, kind="player"
    )
    return [
        SeatRow(
            entry=entry,
            player=player,
            name=name,
            nickname=nickname,
            privacy=privacy,
            partner=partner or "",
            table=table,
            seat=seat,
        )
        for entry, player, name, nickname, privacy, partner, table, seat in rows.values_list(
            "entry_id",
            "entry__player_id",
            "entry__player__name",
            "entry__player__nickname",
            "entry__player__privacy",
            "entry__partner__player__name",
            "tournament_table__table__number",
            "number",
        )
    ]


class TakenSeat(Struct, frozen=True):
    """An occupied or closed seat.

    Attributes:
        seat: seat number, from 1 at the dealer's left.
        name: as shown to staff; "" if no player sits there.
    """

    seat: int
    kind: Literal["player", "ghost", "unclaimed", "closed", "held"]
    entry: int | None
    name: str


class EventTable(Struct, frozen=True):
    """A table of an event, with everything needed to draw it on a map.

    Attributes:
        order: tables open in ascending order.
        across: position on the map, in hundredths of a per cent of its width.
        down: likewise, of its height.
    """

    number: int
    seats: int
    state: Literal["open", "reserve", "paused"]
    order: int
    accessible: bool
    across: int | None
    down: int | None
    taken: list[TakenSeat]


@resource("/tournaments/{int:tournament}/tables", "read_event_tables", permission=Permission.SEE_STAFF)
def event_tables(event: Tournament) -> list[EventTable]:
    """List an event's tables in the floor's order with their players, named as staff see them."""
    taken: dict[int, list[TakenSeat]] = {}
    rows = Seat.objects.filter(tournament_table__tournament=event, tournament_table__released_at__isnull=True)
    for tournament_table, seat, kind, entry, name, partner in rows.order_by("number").values_list(
        "tournament_table_id",
        "number",
        "kind",
        "entry_id",
        "entry__player__name",
        "entry__partner__player__name",
    ):
        shown = JOINED.join(filter(None, (name, partner)))
        picture = TakenSeat(seat=seat, kind=kind, entry=entry, name=shown)  # type: ignore[arg-type]
        taken.setdefault(tournament_table, []).append(picture)
    return [
        EventTable(
            number=tournament_table.table.number,
            seats=tournament_table.table.seats,
            state=tournament_table.state,  # type: ignore[arg-type]
            order=tournament_table.order,
            accessible=tournament_table.table.accessible,
            across=tournament_table.table.across,
            down=tournament_table.table.down,
            taken=taken.get(tournament_table.pk, []),
        )
        for tournament_table in tournament_tables_of(event)
    ]


class DrawHead(Struct, frozen=True):
    """A draw that was held.

    Attributes:
        digest: SHA-256 of its seed, published before the draw.
        line: number of its journal entry.
        next_digest: SHA-256 of the next draw's seed, announced with it.
    """

    digest: str
    kind: Literal["field", "seat", "button", "break", "redraw", "order", "envelope", "names", "race"]
    at: int | None
    line: int
    next_digest: str


@resource("/tournaments/{int:tournament}/draws", "read_draws")
def draws(event: Tournament) -> list[DrawHead]:
    """List all draws of a tournament, newest first. Undone draws stay listed."""
    rows = Draw.objects.filter(tournament=event).order_by("-id").defer("inputs", "outcome")
    return [
        DrawHead(
            digest=one.digest,
            kind=one.kind,  # type: ignore[arg-type]
            at=to_ms(one.at),
            line=one.seq,
            next_digest=one.next_digest,
        )
        for one in rows
    ]

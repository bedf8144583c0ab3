"""Boards of penalties: running and recently ended ones, and a player's history over all events."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate
from msgspec import Struct

from penalties.models import Penalty
from penalties.rules.kinds import SAID
from penalties.services.serving import running_in
from players.services.partners import entry_name, keys_held_by
from tourney.access import reads
from tourney.live.boards import board
from tourney.models import Tournament
from tourney.now import room_now, to_ms
from tourney.services.prepared_query import PreparedQuery

# Limits on age and number of ended penalties shown.
_LATELY = timedelta(minutes=30)
_MOST_LATELY = 12
# With more players than this, penalties are queried by event, not by a list of entries.
_LISTED = 500


class PenaltyRow(Struct, frozen=True):
    """A penalty as staff see it.

    Attributes:
        count: length as imposed: hands, rounds of the button or minutes of play.
        hands, rounds: remaining length; both null for minutes of play.
        estimated: hands estimated from the time played.
        waits: the hand in progress does not count yet.
        queued: another penalty of the player is served first.
        because: reason for lifting it.
    """

    penalty: int
    entry: int
    name: str
    table: int | None
    seat: int | None
    kind: str
    count: int | None
    hands: int | None
    rounds: int | None
    served: int
    estimated: int
    waits: bool
    queued: bool
    reason: str
    rule: str
    at: int | None
    ended: int | None
    outcome: str
    because: str


class PenaltiesBoard(Struct, frozen=True):
    """Penalties of an event.

    Attributes:
        ended: penalties served or lifted in the last half hour, newest first.
        warnings: reminders, warnings and dead hands in that time.
    """

    running: list[PenaltyRow]
    ended: list[PenaltyRow]
    warnings: list[PenaltyRow]


@board(
    "penalties",
    topic="t",
    permission=reads.FLOOR,
    rows=("penalties.penalty", "seating.seat", "tourney.entry"),
    late=True,
    by_rows=True,
)
def penalties(tournament_id: int, _name: str = "") -> PenaltiesBoard | None:
    """Return an event's running penalties, recently ended ones of players still in, and recent warnings."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    running = _with_seats(running_in(event))
    ended = Penalty.objects.filter(
        Q(outcome="served") | Q(outcome="lifted"),
        tournament=event,
        count__isnull=False,
        ended_at__gte=room_now() - _LATELY,
        entry__out_at__isnull=True,
    )
    firsts: set[int] = set()
    rows = []
    for row in running:
        rows.append(_row(row, queued=row.entry_id in firsts))
        firsts.add(row.entry_id)
    notes = Penalty.objects.filter(
        tournament=event, kind__in=SAID, imposed_at__gte=room_now() - _LATELY, entry__out_at__isnull=True
    ).order_by("-pk")
    return PenaltiesBoard(
        running=rows,
        ended=[_row(row) for row in _with_seats(ended.order_by("-ended_at", "-pk"))[:_MOST_LATELY]],
        warnings=[_row(row) for row in _with_seats(notes)[:_MOST_LATELY]],
    )


def _with_seats(rows: Any) -> Any:
    return rows.select_related(
        "entry__player", "entry__partner__player", "entry__seat__tournament_table__table"
    )


def _row(row: Penalty, *, queued: bool = False) -> PenaltyRow:
    seat = getattr(row.entry, "seat", None)
    running = row.ended_at is None
    # The hand in progress when it was imposed, or at the player's new table, is not counted.
    waits = (
        running and seat is not None and _waits(row, seat.tournament_table_id, seat.tournament_table.hands)
    )
    return PenaltyRow(
        penalty=row.pk,
        entry=row.entry_id,
        name=entry_name(row.entry),
        table=None if seat is None else seat.tournament_table.table.number,
        seat=None if seat is None else seat.number,
        kind=row.kind,
        count=row.count,
        hands=row.hands_left,
        rounds=row.rounds_left,
        served=row.served,
        estimated=row.estimated,
        waits=waits,
        queued=queued,
        reason=row.reason,
        rule=row.rule,
        at=to_ms(row.imposed_at),
        ended=to_ms(row.ended_at),
        outcome=row.outcome,
        because=row.lifted_because,
    )


def _waits(row: Penalty, tournament_table: int, hands: int) -> bool:
    if row.tournament_table_id is None or row.hand is None or row.kind == "time_out":
        return False
    return row.tournament_table_id != tournament_table or hands < row.hand


_PAIR = ("entry__player", "entry__partner__player")


def _columns_of_own(event: int) -> QuerySet[Penalty, Any]:
    rows: QuerySet[Penalty, Any] = running_in(event).values(
        *_PAIR, "kind", "count", "hands_left", "rounds_left", "estimated"
    )
    return rows


_OWN = PreparedQuery(
    lambda event, players: _columns_of_own(event).filter(
        Q(entry__player__in=players) | Q(entry__partner__player__in=players)
    )
)


def own_penalties(tournament_id: int, players: Collection[int]) -> dict[int, dict[str, Any]]:
    """Return what each of many players still has to serve in an event, for their own boards, in one query."""
    few = len(players) <= _LISTED
    rows = _OWN.all(tournament_id, sorted(players)) if few else list(_columns_of_own(tournament_id))
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        # A team serves a penalty together: it is of the entry.
        for player in (row[column] for column in _PAIR if row[column] is not None):
            mine = found.setdefault(player, {"hands": 0, "rounds": 0, "minutes": 0, "estimated": False})
            mine["hands"] += row["hands_left"] or 0
            mine["rounds"] += row["rounds_left"] or 0
            mine["minutes"] += row["count"] if row["kind"] == "time_out" else 0
            mine["estimated"] = mine["estimated"] or row["estimated"] > 0
    return found


def history_of(player: int) -> list[dict[str, Any]]:
    """Return all penalties of a player over all events, newest first; for staff only."""
    rows = Penalty.objects.filter(entry__in=keys_held_by(player))
    rows = rows.select_related("tournament").order_by("-pk")
    return [
        {
            "penalty": row.pk,
            "event": row.tournament.name,
            "tournament": row.tournament_id,
            "kind": row.kind,
            "count": row.count,
            "players": row.players,
            "served": row.served,
            "estimated": row.estimated,
            "reason": row.reason,
            "rule": row.rule,
            "on": localdate(row.imposed_at),
            "outcome": row.outcome,
            "because": row.lifted_because,
        }
        for row in rows
    ]


def in_event(event: Tournament) -> Iterable[Penalty]:
    """Return all penalties of an event in order, for its file."""
    rows = Penalty.objects.filter(tournament=event)
    return rows.select_related("entry__player", "tournament_table__table").order_by("pk")

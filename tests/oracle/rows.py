"""Rows of an event, built from its journal entry by entry."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tourney.models import JournalEntry

Row = dict[str, Any]
ENTRY, SEAT, TOURNAMENT_TABLE, TABLE = (
    "tourney.entry",
    "seating.seat",
    "seating.tournamenttable",
    "seating.table",
)
BUST, MOVE, PROPOSAL, CHIPS = "seating.bust", "seating.move", "seating.proposal", "tourney.chipmove"
EVENT, REGISTRATION, CLOCK, LEVEL = "tourney.tournament", "desk.registration", "clock.clock", "clock.levelrow"
STRUCTURE, HAND_FOR_HAND, PLAN = "clock.structure", "procedures.handforhand", "seating.plan"
PAYOUT, PRIZE, PAYMENT = "prizes.payout", "prizes.placeprize", "prizes.prizepayment"
DEAL, SHARE, ITEM = "prizes.deal", "prizes.dealshare", "prizes.prizeitem"


@dataclass(frozen=True, slots=True)
class JournalRecord:
    """A journal entry.

    Attributes:
        undoes: number of the journal entry that it undoes.
    """

    seq: int
    kind: str
    at: datetime
    arguments: Mapping[str, Any]
    changes: Sequence[Mapping[str, Any]]
    undoes: int | None = None
    room: bool = False


def journal_of(event: int) -> list[JournalRecord]:
    """Read the journal entries of the room and of one event, in order."""
    lines = (
        JournalEntry.objects.filter(tournament=event) | JournalEntry.objects.filter(tournament=None)
    ).order_by("id")
    return [
        JournalRecord(
            line.seq,
            line.kind,
            line.at,
            line.arguments,
            line.changes,
            None if line.undoes is None else line.undoes.seq,
            line.tournament_id is None,
        )
        for line in lines.select_related("undoes")
    ]


def timestamp(text: str | None) -> datetime | None:
    """Parse a time from a journal row."""
    return None if text is None else datetime.fromisoformat(text)


@dataclass(slots=True)
class Rows:
    """All rows built from the journal entries so far, by model and primary key."""

    event: int
    of: dict[str, dict[Any, Row]] = field(default_factory=lambda: defaultdict(dict))

    def take(self, changes: Iterable[Mapping[str, Any]]) -> None:
        """Apply the changes of a journal entry."""
        for change in changes:
            rows, pk = self.of[change["model"]], change["pk"]
            if change["after"] is None:
                rows.pop(pk, None)
            else:
                rows[pk] = {**rows.get(pk, {}), **change["after"]}

    @property
    def tournament(self) -> Row:
        """The event's own row."""
        return self.of[EVENT][self.event]

    @property
    def entries(self) -> dict[int, Row]:
        """Entries that are not voided."""
        rows = self.of[ENTRY].items()
        return {
            pk: row for pk, row in rows if row["tournament_id"] == self.event and row["voided_at"] is None
        }

    @property
    def in_play(self) -> set[int]:
        """Entries that are not out."""
        return {pk for pk, row in self.entries.items() if row["out_at"] is None}

    @property
    def tournament_tables(self) -> dict[int, Row]:
        """Tables of the event."""
        rows = self.of[TOURNAMENT_TABLE].items()
        return {
            pk: row for pk, row in rows if row["tournament_id"] == self.event and row["released_at"] is None
        }

    def number(self, tournament_table: int) -> int:
        """Return the number of a table in the room."""
        number: int = self.of[TABLE][self.of[TOURNAMENT_TABLE][tournament_table]["table_id"]]["number"]
        return number

    def tournament_table(self, number: int) -> int:
        """Return the primary key of the tournament table with a number."""
        return next(pk for pk in self.tournament_tables if self.number(pk) == number)

    def seat_rows(self, tournament_table: int) -> dict[int, Row]:
        """Return the seat rows of a table by seat number."""
        found: dict[int, Row] = {}
        for row in self.of[SEAT].values():
            if row["tournament_table_id"] == tournament_table:
                found[row["number"]] = row
        return found

    def dealt(self, tournament_table: int) -> list[int]:
        """Return the seats that are dealt in: players and ghosts."""
        return sorted(
            seat
            for seat, row in self.seat_rows(tournament_table).items()
            if row["kind"] in ("player", "ghost")
        )

    def seats_in_use(self, tournament_table: int) -> int:
        """Return the number of seats in use at a table."""
        table = self.of[TABLE][self.of[TOURNAMENT_TABLE][tournament_table]["table_id"]]["seats"]
        plan = next((row["seats_per_table"] for row in self.of[PLAN].values()), 9)
        seats: int = max(min(table, plan), max(self.seat_rows(tournament_table), default=0))
        return seats

    def games(self) -> list[str]:
        """Return the game of each level of the event's structure."""
        own = {pk for pk, row in self.of[STRUCTURE].items() if row.get("tournament_id") == self.event}
        rows = [
            row for row in self.of[LEVEL].values() if row["structure_id"] in own and row["kind"] == "level"
        ]
        return [row.get("game", "") for row in rows]

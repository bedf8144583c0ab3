"""Rows of an event as its journal tells them, entry by entry."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tourney.models import JournalEntry

Row = dict[str, Any]
ENTRY, SEAT, LOAN, TABLE = "tourney.entry", "seating.seat", "seating.tournamenttable", "seating.table"
BUST, MOVE, PROPOSAL, CHIPS = "seating.bust", "seating.move", "seating.proposal", "tourney.chipmove"
EVENT, REGISTRATION, CLOCK, LEVEL = "tourney.tournament", "desk.registration", "clock.clock", "clock.levelrow"
STRUCTURE, ROUND, PLAN = "clock.structure", "procedures.handforhand", "seating.plan"
PAYOUT, PRIZE, PAYMENT = "prizes.payout", "prizes.placeprize", "prizes.prizepayment"
DEAL, SHARE, ITEM = "prizes.deal", "prizes.dealshare", "prizes.prizeitem"


@dataclass(frozen=True, slots=True)
class Said:
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


def journal_of(event: int) -> list[Said]:
    """Read the journal entries of the room and of one event, in the order in which they were written."""
    lines = (
        JournalEntry.objects.filter(tournament=event) | JournalEntry.objects.filter(tournament=None)
    ).order_by("id")
    return [
        Said(
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


def moment(text: str | None) -> datetime | None:
    """Read a moment as rows in the journal have it."""
    return None if text is None else datetime.fromisoformat(text)


@dataclass(slots=True)
class Rows:
    """Every row that the journal entries so far have made, by model and key."""

    event: int
    of: dict[str, dict[Any, Row]] = field(default_factory=lambda: defaultdict(dict))

    def take(self, changes: Iterable[Mapping[str, Any]]) -> None:
        """Take the changes of a journal entry."""
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
        """Entries that count."""
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
        """Tables that the event has."""
        rows = self.of[LOAN].items()
        return {
            pk: row for pk, row in rows if row["tournament_id"] == self.event and row["released_at"] is None
        }

    def number(self, tournament_table: int) -> int:
        """The number painted on a table."""
        number: int = self.of[TABLE][self.of[LOAN][tournament_table]["table_id"]]["number"]
        return number

    def tournament_table(self, number: int) -> int:
        """The key of the tournament table with a number."""
        return next(pk for pk in self.tournament_tables if self.number(pk) == number)

    def chairs(self, tournament_table: int) -> dict[int, Row]:
        """Who or what is in each seat of a table."""
        found: dict[int, Row] = {}
        for row in self.of[SEAT].values():
            if row["tournament_table_id"] == tournament_table:
                found[row["number"]] = row
        return found

    def dealt(self, tournament_table: int) -> list[int]:
        """Seats that are dealt to: players' and ghosts'."""
        return sorted(
            seat for seat, row in self.chairs(tournament_table).items() if row["kind"] in ("player", "ghost")
        )

    def seats_in_use(self, tournament_table: int) -> int:
        """With how many seats a table is played."""
        table = self.of[TABLE][self.of[LOAN][tournament_table]["table_id"]]["seats"]
        plan = next((row["seats_per_table"] for row in self.of[PLAN].values()), 9)
        seats: int = max(min(table, plan), max(self.chairs(tournament_table), default=0))
        return seats

    def games(self) -> list[str]:
        """What is played in each level of the event's structure."""
        own = {pk for pk, row in self.of[STRUCTURE].items() if row.get("tournament_id") == self.event}
        rows = [
            row for row in self.of[LEVEL].values() if row["structure_id"] in own and row["kind"] == "level"
        ]
        return [row.get("game", "") for row in rows]

"""An event's state, derived from its journal entry by entry while it is played."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from seating.models import Table
from simulation.driver.event_state import rows_set_up
from tests.oracle.facts import WALK
from tourney.journal.row_images import Image
from tourney.models import JournalEntry

SEAT, TOURNAMENT_TABLE, ENTRY, PLAN = (
    "seating.seat",
    "seating.tournamenttable",
    "tourney.entry",
    "seating.plan",
)
MOVE, BUST, PROPOSAL = "seating.move", "seating.bust", "seating.proposal"
CHIPS, REGISTRATION, BOOKING = "tourney.chipmove", "desk.registration", "desk.booking"
ADVANCE = "stages.advance"
_KEPT = frozenset(
    {SEAT, TOURNAMENT_TABLE, ENTRY, PLAN, MOVE, BUST, PROPOSAL, CHIPS, REGISTRATION, BOOKING, ADVANCE}
)
# Five Spades 4.19: the best nine meet at the final table, the others play for the places behind.
_FINAL_SEATS = 9
# A seat: primary key of the tournament table, seat number.
Place = tuple[int, int]


def _is_sold(entry: Image | None) -> bool:
    return entry is not None and entry["voided_at"] is None


@dataclass(frozen=True, slots=True)
class TableNow:
    """State of a table.

    Attributes:
        tournament_table: primary key. `number`: number of the table in the room.
        seats: number of seats in use.
        people: players by seat, ascending. `ghosts`: seats of ghosts. `free`: free seats, without closed
            ones.
        sent: entries that were moved here recently and have not arrived.
        big_blind: last big blind; None while the button is unknown.
        turn: sort key of the breaking order, lowest first.
    """

    tournament_table: int
    number: int
    seats: int
    people: dict[int, int]
    ghosts: tuple[int, ...]
    free: tuple[int, ...]
    sent: frozenset[int]
    big_blind: int | None
    halted: bool
    busted: int
    turn: tuple[bool, int, int]

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that are dealt in."""
        return tuple(sorted((*self.people, *self.ghosts)))

    @property
    def size(self) -> int:
        """Number of seats that are dealt in."""
        return len(self.people) + len(self.ghosts)


@dataclass(slots=True)
class Step:
    """Effect of a journal entry on seats.

    Attributes:
        line: the journal entry.
        moved: entries with a different seat before and after.
        lost: entries in play that lost their seat.
    """

    line: JournalEntry
    moved: dict[int, tuple[Place, Place]] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)


class ModelState:
    """The rows of an event that the floor needs, built from journal entries only.

    Attributes:
        has_best: whether the best of earlier stages play at a table of their own.
        sold: number of entries, without voided ones.
    """

    def __init__(self, event: int, *, has_best: bool = False) -> None:
        self.event = event
        self.has_best = has_best
        self.seq = 0
        # Time of the last journal entry.
        self.at: datetime | None = None
        self.rows: dict[str, dict[int, Image]] = {name: {} for name in _KEPT}
        # Primary keys of the rows for each seat; more than one means two players in a seat.
        self.rows_by_seat: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        self.place_of: dict[int, Place] = {}
        self.in_play: set[int] = set()
        self.chips = 0
        self.ghosts = 0
        self.under_way: dict[int, int] = {}
        self.open_proposals: set[int] = set()
        self.busted: dict[int, int] = defaultdict(int)
        self.numbers: dict[int, tuple[int, int]] = {}
        # Derived tables, except those to which a player is on the way: they change with time.
        self._tables: dict[int, TableNow] = {}
        for model, pk, row in rows_set_up(event):
            if model in self.rows:
                self.rows[model][pk] = row
        self.sold = sum(map(_is_sold, self.rows[ENTRY].values()))

    def take(self, journal_entry: JournalEntry) -> Step:
        """Apply a journal entry."""
        touched: dict[int, Place | None] = {}
        for change in journal_entry.changes:
            if change["model"] in _KEPT:
                old = self.rows[change["model"]].get(change["pk"])
                self._take_change(change, touched)
                self._forget(change, old)
        self.seq, self.at = journal_entry.seq, journal_entry.at
        step = Step(journal_entry)
        for entry, before in touched.items():
            after = self.place_of.get(entry)
            if before is not None and after is not None and before != after:
                step.moved[entry] = (before, after)
            if before is not None and after is None and entry in self.in_play:
                step.lost.add(entry)
        return step

    def _take_change(self, change: dict[str, Any], touched: dict[int, Place | None]) -> None:
        model, pk = change["model"], change["pk"]
        rows = self.rows[model]
        before = rows.get(pk)
        after = None if change["after"] is None else {**(before or {}), **change["after"]}
        if after is None:
            rows.pop(pk, None)
        else:
            rows[pk] = after
        match model:
            case "seating.seat":
                self._seat(pk, before, after, touched)
            case "seating.tournamenttable":
                self._tournament_table(pk, after)
            case "tourney.entry":
                inside = after is not None and after["out_at"] is None and after["voided_at"] is None
                (self.in_play.add if inside else self.in_play.discard)(pk)
                self.sold += _is_sold(after) - _is_sold(before)
            case "tourney.chipmove":
                self.chips += (after or {}).get("chips", 0) - (before or {}).get("chips", 0)
            case "seating.move":
                going = after is not None and after["arrived_at"] is None and after["dropped_at"] is None
                if going and after is not None:
                    self.under_way[after["entry_id"]] = pk
                elif before is not None and self.under_way.get(before["entry_id"]) == pk:
                    del self.under_way[before["entry_id"]]
            case "seating.bust":
                for row, by in ((before, -1), (after, 1)):
                    if row is not None and row["tournament_table_id"] is not None:
                        self.busted[row["tournament_table_id"]] += by
            case "seating.proposal":
                stands = after is not None and after["state"] == "open"
                (self.open_proposals.add if stands else self.open_proposals.discard)(pk)

    def _forget(self, change: dict[str, Any], before: Image | None) -> None:
        """Drop the cached tables that a change affects, so that they are derived again."""
        model, pk = change["model"], change["pk"]
        rows = [row for row in (before, self.rows[model].get(pk)) if row is not None]
        if model == PLAN:
            self._tables.clear()
        elif model == TOURNAMENT_TABLE:
            self._tables.pop(pk, None)
        elif model in (SEAT, BUST):
            for row in rows:
                self._tables.pop(row["tournament_table_id"], None)
        elif model == MOVE:
            for row in rows:
                self._tables.pop(self.place_of.get(row["entry_id"], (0, 0))[0], None)

    def _seat(
        self, pk: int, before: Image | None, after: Image | None, touched: dict[int, Place | None]
    ) -> None:
        for row in (before, after):
            if row is not None and row["entry_id"] is not None:
                touched.setdefault(row["entry_id"], self.place_of.get(row["entry_id"]))
        if before is not None:
            self.rows_by_seat[before["tournament_table_id"]][before["number"]].discard(pk)
            self.ghosts -= before["kind"] == "ghost"
            if before["entry_id"] is not None:
                self.place_of.pop(before["entry_id"], None)
        if after is not None:
            self.rows_by_seat[after["tournament_table_id"]][after["number"]].add(pk)
            self.ghosts += after["kind"] == "ghost"
            if after["entry_id"] is not None:
                self.place_of[after["entry_id"]] = (after["tournament_table_id"], after["number"])

    def _tournament_table(self, pk: int, after: Image | None) -> None:
        # A table of an earlier stage is only released here.
        if after is not None and pk not in self.numbers and "table_id" in after:
            table = Table.objects.get(pk=after["table_id"])
            self.numbers[pk] = (table.number, table.seats)

    def number_of(self, tournament_table: int) -> int:
        """Return the number of a tournament table."""
        return self.numbers[tournament_table][0]

    def tournament_table_of(self, number: int) -> int:
        """Return the primary key of the event's tournament table with a number.

        Raises:
            KeyError: the event has no such table.
        """
        for pk, row in self.rows[TOURNAMENT_TABLE].items():
            if row["released_at"] is None and self.numbers[pk][0] == number:
                return pk
        raise KeyError(number)

    @property
    def most(self) -> int:
        """Seats per table."""
        return next((row["seats_per_table"] for row in self.rows[PLAN].values()), 9)

    @property
    def drawn(self) -> bool:
        """Return whether the field is drawn."""
        return any(row["drawn_at"] is not None for row in self.rows[PLAN].values())

    @property
    def entry_open(self) -> bool:
        """Return whether registration is open or a guaranteed place is still pending."""
        open_ = any(row["closed_at"] is None for row in self.rows[REGISTRATION].values())
        claims = (
            row["state"] in {"waiting", "called"} and row["guaranteed"] for row in self.rows[BOOKING].values()
        )
        return open_ or any(claims)

    @property
    def expected(self) -> tuple[int, int]:
        """Number of reservations and check-ins, and of busted players who may still re-enter."""
        kept = [
            row for row in self.rows[BOOKING].values() if row["state"] in {"reserved", "checked_in", "called"}
        ]
        removed = {row["entry_id"] for row in self.rows[BUST].values() if row["penalty"]}
        most = next((row["re_entries_most"] for row in self.rows[REGISTRATION].values()), 0)
        stays_away = {row["player_id"] for row in kept}
        entered: Counter[int] = Counter()
        for entry, row in self.rows[ENTRY].items():
            if row["voided_at"] is not None:
                continue
            entered[row["player_id"]] += 1
            if entry in self.in_play or entry in removed:
                stays_away.add(row["player_id"])
        returning = (
            player
            for player, times in entered.items()
            if player not in stays_away and (most is None or times <= most)
        )
        return sum(row["state"] != "called" for row in kept), sum(1 for _player in returning)

    @property
    def is_whole(self) -> bool:
        """Return whether all entries are ranked together."""
        return not self.has_best or len(self.parts) < 2

    @property
    def parts(self) -> list[set[int]]:
        """Entries that are ranked apart, the first part before the next; one part in most events."""
        entries = {pk for pk, row in self.rows[ENTRY].items() if row["voided_at"] is None}
        rows = self.rows[ADVANCE].values() if self.has_best else ()
        best = {row["entry_id"] for row in rows if row["rank"] <= _FINAL_SEATS}
        return [part for part in (best, entries - best) if part]

    def moving(self) -> list[TableNow]:
        """Return the tables between which players move: all, or those of the others beside the best."""
        tables = list(self.tables())
        if self.is_whole:
            return tables
        best = self.parts[0]
        return [table for table in tables if not best & set(table.people.values())]

    @property
    def waiting(self) -> int:
        """Number of entries in play without a seat."""
        return len(self.in_play) - len(self.place_of)

    def table(self, tournament_table: int) -> TableNow:
        """Return the state of a table."""
        found = self._tables.get(tournament_table)
        if found is None:
            found = self._derive(tournament_table)
            if not any(entry in self.under_way for entry in found.people.values()):
                self._tables[tournament_table] = found
        return found

    def _derive(self, tournament_table: int) -> TableNow:
        row = self.rows[TOURNAMENT_TABLE][tournament_table]
        number, seats = self.numbers[tournament_table]
        people: dict[int, int] = {}
        ghosts: list[int] = []
        gone: set[int] = set()
        for seat_number in sorted(self.rows_by_seat[tournament_table]):
            for pk in self.rows_by_seat[tournament_table][seat_number]:
                gone.add(seat_number)
                seat = self.rows[SEAT][pk]
                if seat["kind"] == "player":
                    people[seat_number] = seat["entry_id"]
                elif seat["kind"] == "ghost":
                    ghosts.append(seat_number)
        usable = min(seats, self.most)
        return TableNow(
            tournament_table=tournament_table,
            number=number,
            seats=max(usable, max(gone, default=0)),
            people=people,
            ghosts=tuple(ghosts),
            free=tuple(seat_number for seat_number in range(1, usable + 1) if seat_number not in gone),
            sent=frozenset(entry for entry in people.values() if self._walks(entry)),
            big_blind=row["big_blind"] if row["button"] is not None else None,
            halted=row["halted"],
            busted=self.busted[tournament_table],
            turn=(
                row["breaks_at"] is None,
                -row["order"] if row["breaks_at"] is None else row["breaks_at"],
                -number,
            ),
        )

    def _walks(self, entry: int) -> bool:
        """Return whether a player was moved recently and has not arrived."""
        move = self.under_way.get(entry)
        if move is None or self.at is None:
            return False
        return self.at - datetime.fromisoformat(self.rows[MOVE][move]["made_at"]) < WALK

    def tables(self) -> Iterator[TableNow]:
        """Iterate over the tables in play."""
        for pk, row in self.rows[TOURNAMENT_TABLE].items():
            if row["released_at"] is None and row["state"] != "paused":
                found = self.table(pk)
                if found.size:
                    yield found

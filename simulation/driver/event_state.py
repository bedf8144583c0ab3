"""State of an event according to its journal, for choosing the next command."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from seating.models import Table
from seating.services.floor import WALK
from tourney.journal.row_images import Image
from tourney.models import JournalEntry
from tourney.services.prepared_query import PreparedQuery

ENTRY, SEAT, TOURNAMENT_TABLE, PLAN = (
    "tourney.entry",
    "seating.seat",
    "seating.tournamenttable",
    "seating.plan",
)
MOVE, PROPOSAL, CHIPS = "seating.move", "seating.proposal", "tourney.chipmove"
REGISTRATION, BOOKING, PENALTY = "desk.registration", "desk.booking", "penalties.penalty"
PAYOUT, PLACE_PRIZE, PAYMENT = "prizes.payout", "prizes.placeprize", "prizes.prizepayment"
PARTNER = "players.partner"
RACE, RACE_TABLE, RACE_SEAT = "procedures.race", "procedures.racetable", "procedures.raceseat"
_KEPT = (
    PARTNER,
    ENTRY, SEAT, TOURNAMENT_TABLE, PLAN, MOVE, PROPOSAL, REGISTRATION, BOOKING, PENALTY, PAYOUT, PLACE_PRIZE, PAYMENT,
    RACE, RACE_TABLE, RACE_SEAT,
)  # fmt: skip
_LATER = PreparedQuery(lambda event, seq: JournalEntry.journal(event).filter(seq__gt=seq).order_by("seq"))
# A table of the event, and a seat there.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as it is now.

    Attributes:
        tournament_table: its key. `number`: the painted number.
        people: players by seat, ascending. `ghosts`: seats of ghosts. `free`: seats for new
            players.
        sent: entries that are on their way to this table.
        button_known: whether the button position was recorded.
    """

    tournament_table: int
    number: int
    people: dict[int, int]
    ghosts: tuple[int, ...]
    free: tuple[int, ...]
    sent: frozenset[int]
    button_known: bool
    halted: bool

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that are dealt to."""
        return tuple(sorted((*self.people, *self.ghosts)))

    @property
    def size(self) -> int:
        """Number of seats that are dealt to."""
        return len(self.people) + len(self.ghosts)


class EventState:
    """Rows of an event, kept up to date from journal entries.

    Attributes:
        seq: number of the last entry taken.
        rows: by model and key, for the models in `_KEPT`.
        place_of: seat of each entry. `in_play`: entries that are not out.
        under_way: unconfirmed move of each entry. `open_proposals`: keys of open proposals.
        raced: chips that stacks have gained or lost in chip races since the last read, by entry.
    """

    def __init__(self, event: int) -> None:
        self.event = event
        self.seq = 0
        self.rows: dict[str, dict[int, Image]] = {name: {} for name in _KEPT}
        self.place_of: dict[int, Place] = {}
        self.in_play: set[int] = set()
        self.under_way: dict[int, int] = {}
        self.open_proposals: set[int] = set()
        self.raced: Counter[int] = Counter()
        self._at: datetime | None = None
        self._chairs: dict[int, dict[int, Image]] = defaultdict(dict)
        self._tables: dict[int, tuple[int, int]] = {}
        # The effect of each table's chip race on stacks so far.
        self._races: dict[int, Counter[int]] = {}
        # Seats in the chip race of each table, by key.
        self._race_seats: dict[int, dict[int, Image]] = defaultdict(dict)
        for model, pk, row in rows_set_up(event):
            if model in self.rows:
                self.rows[model][pk] = row

    def take(self, journal_entry: JournalEntry) -> None:
        """Apply a journal entry."""
        raced: set[int] = set()
        for change in journal_entry.changes:
            rows = self.rows.get(change["model"])
            if rows is None:
                continue
            pk, before = change["pk"], rows.get(change["pk"])
            after = None if change["after"] is None else {**(before or {}), **change["after"]}
            if after is None:
                rows.pop(pk, None)
            else:
                rows[pk] = after
            self._index(change["model"], pk, before, after)
            if change["model"] == RACE_TABLE:
                raced.add(pk)
            elif change["model"] == RACE_SEAT:
                raced |= self._race_seat(pk, before, after)
        self.seq, self._at = journal_entry.seq, journal_entry.at
        for pk in raced:
            self._race(pk)

    def _index(self, model: str, pk: int, before: Image | None, after: Image | None) -> None:
        match model:
            case "seating.seat":
                self._seat(before, after)
            # A table of an earlier stage is only released here.
            case "seating.tournamenttable" if pk not in self._tables and "table_id" in (after or {}):
                assert after is not None
                table = Table.objects.get(pk=after["table_id"])
                self._tables[pk] = (table.number, table.seats)
            case "tourney.entry":
                plays = after is not None and after["out_at"] is None and after["voided_at"] is None
                (self.in_play.add if plays else self.in_play.discard)(pk)
            case "seating.move":
                entry = (after or before or {})["entry_id"]
                if after is not None and after["arrived_at"] is None and after["dropped_at"] is None:
                    self.under_way[entry] = pk
                elif self.under_way.get(entry) == pk:
                    del self.under_way[entry]
            case "seating.proposal":
                stands = after is not None and after["state"] == "open"
                (self.open_proposals.add if stands else self.open_proposals.discard)(pk)

    def _seat(self, before: Image | None, after: Image | None) -> None:
        if before is not None:
            self._chairs[before["tournament_table_id"]].pop(before["number"], None)
            self.place_of.pop(before["entry_id"], None)
        if after is not None:
            self._chairs[after["tournament_table_id"]][after["number"]] = after
            if after["entry_id"] is not None:
                self.place_of[after["entry_id"]] = (after["tournament_table_id"], after["number"])

    # ---- tables ----

    def number_of(self, tournament_table: int) -> int:
        """Return the number painted on a table of the event."""
        return self._tables[tournament_table][0]

    def tournament_table_of(self, number: int) -> int:
        """Return the key of a table of the event.

        Raises:
            KeyError: the event has no such table.
        """
        for pk, row in self.rows[TOURNAMENT_TABLE].items():
            if row["released_at"] is None and self.number_of(pk) == number:
                return pk
        raise KeyError(number)

    @property
    def held_seats(self) -> list[Image]:
        """Return seats held for players who may rebuy."""
        return [row for row in self.rows[SEAT].values() if row["kind"] == "held"]

    def hands_at(self, tournament_table: int) -> int:
        """Return the number of hands finished at a table."""
        hands: int = self.rows[TOURNAMENT_TABLE][tournament_table]["hands"]
        return hands

    def table(self, tournament_table: int) -> TableState:
        """Return a table as it is now."""
        row, (number, seats) = self.rows[TOURNAMENT_TABLE][tournament_table], self._tables[tournament_table]
        most = next((plan["seats_per_table"] for plan in self.rows[PLAN].values()), 9)
        chairs = dict(sorted(self._chairs[tournament_table].items()))
        people = {chair: seat["entry_id"] for chair, seat in chairs.items() if seat["kind"] == "player"}
        return TableState(
            tournament_table=tournament_table,
            number=number,
            people=people,
            ghosts=tuple(chair for chair, seat in chairs.items() if seat["kind"] == "ghost"),
            free=tuple(chair for chair in range(1, min(seats, most) + 1) if chair not in chairs),
            sent=frozenset(entry for entry in people.values() if self._walks(entry)),
            button_known=row["button"] is not None,
            halted=row["halted"],
        )

    def _walks(self, entry: int) -> bool:
        """Return whether an entry was moved to its table recently and its arrival is not confirmed."""
        move = self.under_way.get(entry)
        if move is None or self._at is None:
            return False
        return self._at - datetime.fromisoformat(self.rows[MOVE][move]["made_at"]) < WALK

    # ---- registration, prizes, penalties ----

    @property
    def drawn(self) -> bool:
        """Return whether the first seats are drawn."""
        return any(row["drawn_at"] is not None for row in self.rows[PLAN].values())

    @property
    def entry_open(self) -> bool:
        """Return whether players may still enter, or are entitled to."""
        is_open = any(row["closed_at"] is None for row in self.rows[REGISTRATION].values())
        return is_open or any(
            row["state"] in {"waiting", "called"} and row["guaranteed"] for row in self.rows[BOOKING].values()
        )

    def player_of(self, entry: int) -> int:
        """Return the player of an entry."""
        player: int = self.rows[ENTRY][entry]["player_id"]
        return player

    @property
    def payout(self) -> Image | None:
        """Return how the event pays."""
        return next(iter(self.rows[PAYOUT].values()), None)

    @property
    def locked(self) -> bool:
        """Return whether the prizes are locked."""
        return self.payout is not None and self.payout["locked_at"] is not None

    @property
    def places_paid(self) -> int:
        """Return the number of places with a prize."""
        return len(self.rows[PLACE_PRIZE])

    @property
    def ladder(self) -> list[int]:
        """Return prizes of the places in minor units, the first place first."""
        rows = sorted(self.rows[PLACE_PRIZE].values(), key=lambda row: row["place"])
        return [row["amount"] for row in rows]

    @property
    def running_penalties(self) -> list[Image]:
        """Return penalties that are not over."""
        return [row for row in self.rows[PENALTY].values() if row["ended_at"] is None]

    # ---- chip races ----

    def race_seats(self, race: int, number: int) -> Iterator[Image]:
        """Return seats that a table has counted for a race but not decided."""
        tournament_table = self.tournament_table_of(number)
        for pk, table in self.rows[RACE_TABLE].items():
            if (table["race_id"], table["tournament_table_id"], table["state"]) == (
                race,
                tournament_table,
                "counted",
            ):
                yield from self._race_seats[pk].values()

    def _race_seat(self, pk: int, before: Image | None, after: Image | None) -> set[int]:
        """Record a player's chips in a race; return the affected tables."""
        if before is not None:
            self._race_seats[before["table_id"]].pop(pk, None)
        if after is not None:
            self._race_seats[after["table_id"]][pk] = after
        return {row["table_id"] for row in (before, after) if row is not None}

    def _race(self, pk: int) -> None:
        """Record the effect of a table's chip race on stacks."""
        now = self._gains(pk)
        self.raced.update(now)
        self.raced.subtract(self._races.get(pk, Counter()))
        self._races[pk] = now

    def _gains(self, pk: int) -> Counter[int]:
        found: Counter[int] = Counter()
        table = self.rows[RACE_TABLE].get(pk)
        race = None if table is None else self.rows[RACE].get(table["race_id"])
        if table is None or race is None or table["state"] not in ("dealt", "done"):
            return found
        small, big = race["small"], race["big"]
        for seat in self._race_seats[pk].values():
            if seat["entry_id"] is not None:
                gets = seat["small"] // (big // small) + seat["wins"] + seat["saved"]
                found[seat["entry_id"]] += gets * big - seat["small"] * small
        return found


def journal_entries_after(event: int, seq: int) -> list[JournalEntry]:
    """Return an event's journal entries after a number, in order."""
    return _LATER.all(event, seq)


def rows_set_up(event: int) -> Iterator[tuple[str, int, Image]]:
    """Yield model, key and columns of an event's rows that were made with its stages, from the journal of the room."""
    rows: dict[tuple[str, int], Image] = {}
    for entry in JournalEntry.objects.filter(kind="stages.set_up", tournament__isnull=True):
        for change in entry.changes:
            key = (change["model"], change["pk"])
            if change["after"] is None:
                rows.pop(key, None)
            elif key in rows or change["after"].get("tournament_id") == event:
                rows[key] = {**rows.get(key, {}), **change["after"]}
    for (model, pk), row in rows.items():
        yield model, pk, row


def busts_in(journal_entry: JournalEntry) -> int:
    """Return how many players a journal entry busts; staff who watch a demo may bust several at once."""
    if journal_entry.kind == "entries.bust":
        return len(journal_entry.arguments["entries"])
    return int(journal_entry.kind == "entry.bust")


def entries_of(changes: list[dict[str, Any]]) -> list[int]:
    """Return the entries whose rows changed."""
    return [change["pk"] for change in changes if change["model"] == ENTRY]

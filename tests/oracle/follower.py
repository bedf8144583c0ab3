"""Check an event while it is played: after every journal entry, and at its end."""

from collections.abc import Sequence
from typing import Any

from seating.models import Seat
from seating.signals import stacks_go_on, tables_apart
from simulation.driver.event_state import journal_entries_after
from stages.models import StageEvent
from tests.oracle import bounty_check, prize_check, replay_check, rules_check
from tests.oracle.bag_check import BAG, BagCheck
from tests.oracle.facts import facts_of
from tests.oracle.hand_for_hand_check import HandForHandCheck
from tests.oracle.mode_check import ModeCheck
from tests.oracle.model_state import MOVE, PROPOSAL, SEAT, ModelState, Step, TableNow
from tests.oracle.money_ledger import MoneyLedger
from tests.oracle.penalty_check import PENALTY, PenaltyCheck
from tests.oracle.race_check import RaceCheck
from tests.oracle.team_check import TeamCheck
from tourney.models import Entry, JournalEntry, Tournament
from tourney.rulebooks.shelf import book_of
from tourney.services.field_counts import field_of
from tourney.snapshot import consistent_read

# Manual decisions may move any player.
_BY_HAND = frozenset(
    {"seat.give", "seat.swap", "seat.put_right", "table.break", "field.redraw", "day.draw_next", "undo"}
)
_MAY_LOSE = frozenset({"seat.leave", "undo"})
# Maximum moves per player, on average: more means that tables open and break again and again. With 30 or with
# 100
# players there are about 0.7 moves each.
_MOST_MOVES = 0.95
# In a small field, such as a flight, a few moves more are no sign of that.
_FEW_MOVES = 4


class Follower:
    """Follows an event's journal and checks every entry. An observer of `simulation.driver`.

    Attributes:
        state: the event as derived from its journal. `ledger`: its money.
        moves: number of moves made, without the draws of the next day.
    """

    def __init__(self, event: Tournament, findings: Any) -> None:
        """Start with an empty journal.

        Args:
            findings: collects the outcome of each check, `simulation.driver.context.Findings`.
        """
        self.event = event
        self.book = book_of(event.book)
        self.facts = facts_of(self.book)
        self.judge = findings.judge
        rules = StageEvent.objects.filter(tournament=event).values_list("stage__rule", flat=True)
        self.state = ModelState(event.pk, has_best=any(rule.get("final_seats") for rule in rules))
        self.ledger = MoneyLedger(self.state)
        self.moves = 0
        # In a heat each table plays for itself.
        self.tables_apart = tables_apart.ask(event)
        # A flight has no final table.
        self.goes_on = stacks_go_on.ask(event)
        # Entries whose seat was freed by hand.
        self.freed: set[int] = set()
        self.mode = ModeCheck(self.state, event)
        self.penalties, self.bags = PenaltyCheck(self.state), BagCheck(self.state)
        self.teams = TeamCheck(self.state, self.ledger)
        self._checks = (
            ("money", self.ledger),
            ("teams", self.teams),
            ("race", RaceCheck()),
            ("penalties", self.penalties),
            ("hand-for-hand", HandForHandCheck(self.state)),
            ("bags", self.bags),
            ("mode", self.mode),
        )

    def continues(self, earlier: Sequence["Follower"]) -> None:
        """Go on from the followers of earlier stages: their sales are in the pool, their penalties come along."""
        for other in earlier:
            for part in ("pool", "bounty"):
                self.ledger.taken[part] += other.ledger.taken[part]
            self.ledger.earlier += [*other.ledger.earlier, other.ledger]
            self.ledger.sold_earlier += other.ledger.sold_earlier or other.ledger.sold
            self.penalties.rows |= other.penalties.rows
            self.bags.rows[PENALTY] |= other.penalties.rows
            self.bags.rows[BAG] |= other.bags.rows[BAG]

    def follow(self, lines: Sequence[JournalEntry]) -> None:
        """Check the new journal entries."""
        for line in lines:
            expected = self.state.seq + 1
            self.judge(f"line {line.seq}", [] if line.seq == expected else [f"line {expected} is missing"])
            accepted = self._accepted(line)
            before = self._before(line, accepted) if accepted is not None else None
            step = self.state.take(line)
            self._check(step, accepted, before)
            if line.kind != "day.draw_next":
                made = [
                    change for change in line.changes if change["model"] == MOVE and change["before"] is None
                ]
                self.moves += len(made)
            for what, check in self._checks:
                faults = check.take(line)
                if faults is not None:
                    self.judge(f"{what} at line {line.seq}, {line.kind}", faults)
            if line.kind == "bounty_targets.draw":
                faults = bounty_check.names(self.ledger, self.state.in_play)
                self.judge(f"names at line {line.seq}", faults)

    @property
    def _last(self) -> int:
        """The number of tables that are not broken: two become one by the draw of the final table, if there is one."""
        return 2 if self.state.is_whole and not self.goes_on else 1

    def _accepted(self, journal_entry: JournalEntry) -> dict[str, Any] | None:
        """Return the proposal that a journal entry accepts."""
        if journal_entry.kind != "proposal.accept":
            return None
        row = self.state.rows[PROPOSAL].get(journal_entry.arguments["proposal"])
        self.judge(f"line {journal_entry.seq}", [] if row else ["accepts an unknown proposal"])
        return row

    def _before(self, journal_entry: JournalEntry, proposal: dict[str, Any]) -> list[TableNow]:
        """Check an accepted proposal against the rulebook, and return the tables before it is carried out."""
        tables = list(self.state.tables())
        detail, kind = proposal["detail"], proposal["kind"]
        by_number = {table.number: table for table in tables}
        waiting, open_ = self.state.waiting, self.state.entry_open
        what = f"line {journal_entry.seq}, {proposal['key']}"
        if (
            kind == "balance"
            and journal_entry.arguments.get("entry") is None
            and journal_entry.arguments.get("seat") is None
        ):
            source, destination = by_number[detail["from"]], by_number[detail["to"]]
            apart = {detail["from"], detail["to"]} - {table.number for table in self.state.moving()}
            self.judge(what, [f"table {number} is the final table" for number in apart])
            seats = (detail["from_seat"], detail["to_seat"])
            self.judge(
                what,
                rules_check.balance(source, destination, detail["entry"], seats, len(tables), self.facts),
            )
        elif kind == "break":
            given = (self.state.moving(), waiting, open_, self.facts, self.state.expected, self._last)
            self.judge(what, rules_check.breaks(by_number[detail["table"]], *given))
        elif kind in {"halt", "resume"}:
            fullest = max(table.size for table in tables)
            self.judge(
                what, rules_check.halt(by_number[detail["table"]], fullest, kind == "halt", self.facts)
            )
        return tables

    def _check(self, step: Step, accepted: dict[str, Any] | None, before: list[TableNow] | None) -> None:
        """Check what must hold after any journal entry."""
        line, state = step.line, self.state
        what = f"line {line.seq}, {line.kind}"
        touched = [change["after"] or {} for change in line.changes if change["model"] == SEAT]
        tournament_tables: set[int] = {
            row["tournament_table_id"] for row in touched if row.get("tournament_table_id") is not None
        }
        double = [
            f"two on seat {seat} of table {state.number_of(tournament_table)}"
            for tournament_table in sorted(tournament_tables)
            for seat, rows in state.rows_by_seat[tournament_table].items()
            if len(rows) > 1
        ]
        self.judge(what, double)
        lost = [f"entry {entry} has lost its seat" for entry in sorted(step.lost)]
        gone = [
            f"entry {entry} is out and has a seat" for entry in self._touched(line) if self._sits_out(entry)
        ]
        self.judge(what, [*(lost if line.kind not in _MAY_LOSE else []), *gone])
        self.freed |= step.lost
        if accepted is not None and before is not None:
            self._sizes(step, accepted)
            self.judge(what, self._movers(step, accepted, before))
        elif line.kind not in _BY_HAND:
            self.judge(what, [f"entry {entry} was moved" for entry in sorted(step.moved)])

    def _touched(self, journal_entry: JournalEntry) -> list[int]:
        return [change["pk"] for change in journal_entry.changes if change["model"] == "tourney.entry"]

    def _sits_out(self, entry: int) -> bool:
        return entry in self.state.place_of and entry not in self.state.in_play

    def _movers(self, step: Step, proposal: dict[str, Any], before: list[TableNow]) -> list[str]:
        """Check that exactly the players named in the proposal moved."""
        detail, kind = proposal["detail"], proposal["kind"]
        moved = set(step.moved)
        by_number = {table.number: table for table in before}
        if kind == "balance":
            named = {step.line.arguments.get("entry") or detail["entry"]}
        elif kind == "break":
            named = set(by_number[detail["table"]].people.values())
        elif kind == "redraw":
            # A player who draws their own seat has not moved.
            everybody = {entry for table in before for entry in table.people.values()}
            return [f"entry {entry} was moved" for entry in sorted(moved - everybody)]
        else:
            named = set()
        return [f"entry {entry} was moved, or not, by mistake" for entry in sorted(moved ^ named)]

    def _sizes(self, step: Step, proposal: dict[str, Any]) -> None:
        """Check the table sizes after a proposal was carried out."""
        kind, detail = proposal["kind"], proposal["detail"]
        what = f"after line {step.line.seq}, {proposal['key']}"
        if kind == "break":
            came_to = {self.state.number_of(to[0]) for _from, to in step.moved.values()}
            self.judge(what, rules_check.spread(self.state.moving(), came_to, self.state.waiting))
            apart = came_to - {table.number for table in self.state.moving()}
            self.judge(what, [f"players of a broken table came to table {number}" for number in apart])
        elif kind == "redraw":
            self.judge(what, ["seats were redrawn in a flight"] if self.goes_on else [])
            after = list(self.state.tables())
            self.judge(what, rules_check.redraw(after, detail["tables"], self.state.entry_open))
        elif kind == "balance":
            source = self.state.table(self.state.tournament_table_of(detail["from"]))
            destination = self.state.table(self.state.tournament_table_of(detail["to"]))
            other_way = destination.size - source.size > 1
            faults = [f"sizes are {source.size} and {destination.size} now"] if other_way else []
            self.judge(what, faults)

    def settled(self) -> None:
        """Check the table sizes when no proposal is open."""
        dismissed = any(
            row["state"] == "dismissed" and not row["lapsed"] for row in self.state.rows[PROPOSAL].values()
        )
        if not self.state.open_proposals and not dismissed and not self.tables_apart:
            given = (self.state.moving(), self.state.waiting, self.state.entry_open, self.facts)
            faults = rules_check.settled(*given, last=self._last)
            self.judge(f"settled at line {self.state.seq}", faults)

    def compare(self, stacks: int) -> None:
        """Compare the rows with the journal and with the chips counted by the simulation.

        Args:
            stacks: chips of all players in play, without ghosts.
        """
        with consistent_read():
            event = Tournament.objects.get(pk=self.event.pk)
            if event.seq != self.state.seq:
                return  # Another journal entry was written since; the next check reads it.
            rows = Seat.objects.filter(
                tournament_table__tournament=event, tournament_table__released_at__isnull=True
            )
            seats = list(rows.values_list("entry_id", "tournament_table_id", "number"))
            alive = set(
                Entry.objects.filter(
                    tournament=event, out_at__isnull=True, voided_at__isnull=True
                ).values_list("pk", flat=True)
            )
            lines = JournalEntry.journal(event.pk).count()
            chips = field_of(event).chips
        state, what = self.state, f"rows at line {self.state.seq}"
        where = {
            entry: (tournament_table, number)
            for entry, tournament_table, number in seats
            if entry is not None
        }
        occupied = [(tournament_table, number) for _entry, tournament_table, number in seats]
        self.judge(what, [] if len(occupied) == len(set(occupied)) else ["two entries in one seat"])
        self.judge(what, [] if where == state.place_of else ["seats differ from the journal"])
        waits = alive - set(where)
        self.judge(what, [] if alive == state.in_play else ["entries in play differ from the journal"])
        # Once the field is drawn, every player has a seat, except those whose seat was freed by hand.
        forgotten = len(waits - self.freed) if state.drawn else 0
        self.judge(what, [f"{forgotten} have no seat"] if forgotten else [])
        self.judge(what, [] if lines == state.seq else [f"{lines} lines, and the last one is {state.seq}"])
        expected = stacks + state.ghosts * event.starting_stack
        self.judge(what, [] if chips == expected == state.chips else [f"{chips} chips, not {expected}"])

    def audit(self, *, over: bool) -> None:
        """Compare the prizes with the journal.

        Args:
            over: whether everything is paid.
        """
        prize_check.audit(self, over=over)

    def finish(self) -> None:
        """Check the event after its last command: moves per player, and a replay of its journal."""
        self.follow(journal_entries_after(self.event.pk, self.state.seq))
        entries = len(self.state.rows["tourney.entry"])
        moves = self.moves / max(entries, 1)
        many = self.moves > _MOST_MOVES * entries + _FEW_MOVES
        churn = [f"{moves:.2f} moves a player, and {_MOST_MOVES} are enough"] if many else []
        self.judge("moves", churn)
        self.judge("mode", self.mode.finish())
        self.judge("teams", self.teams.finish())
        self.judge("replay of the journal", replay_check.faults_of(self.event.pk))

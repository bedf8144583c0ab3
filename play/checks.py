"""What must hold at every step of an event, and at its end. Everything that does not is kept in words."""

import logging
from collections import Counter
from typing import Any

from play import umpire
from play.mirror import PROPOSAL, SEAT, Mirror, Step, TableNow
from play.purse import Purse
from play.races import Races
from play.served import Served
from play.together import Together
from seating.models import Seat
from tourney.field import field_of
from tourney.models import Entry, Line, Tournament
from tourney.moment import one_moment
from tourney.rulebooks.shelf import book_of

log = logging.getLogger(__name__)
# What people do of their own accord may move anybody.
_BY_HAND = frozenset({"seat.give", "seat.swap", "seat.put_right", "table.break", "field.redraw", "undo"})
_MAY_LOSE = frozenset({"seat.leave", "undo"})
# So many faults are put into words; all are counted.
_MOST_WORDS = 50


class Checks:
    """Follows an event's journal and looks at every line.

    Attributes:
        made: how many checks were made. `faults`: those that failed, in words.
        failed: how many failed.
        kinds: how often each kind of proposal was accepted. `moved`: how many people were sent to another chair.
        purse: the event's money as the journal tells it. `together`: the hands that all tables played together.
        `races`: chips that left play. `served`: penalties.
    """

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.book = book_of(event.book)
        self.mirror = Mirror(event.pk)
        self.purse = Purse(self.mirror)
        self.together = Together(self.mirror)
        self.races = Races()
        self.served = Served(self.mirror)
        self.made = 0
        self.failed = 0
        self.faults: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.moved = 0
        # Entries whose chair somebody has freed by hand.
        self.freed: set[int] = set()

    def judge(self, what: str, faults: list[str]) -> None:
        """Note the outcome of a check."""
        self.made += 1
        if faults:
            self.failed += 1
            self.faults += [f"{what}: {fault}" for fault in faults][: _MOST_WORDS - len(self.faults)]
            log.error("%s: %s", what, "; ".join(faults))

    def follow(self) -> list[Step]:
        """Take all lines that were written since, and look at each."""
        steps = []
        for line in self.mirror.new_lines():
            expected = self.mirror.seq + 1
            self.judge(f"line {line.seq}", [] if line.seq == expected else [f"line {expected} is missing"])
            accepted = self._accepted(line)
            before = self._before(line, accepted) if accepted is not None else None
            step = self.mirror.take(line)
            self._look(step, accepted, before)
            money = self.purse.take(line)
            if money is not None:
                self.judge(f"money at line {line.seq}, {line.kind}", money)
            raced = self.races.take(line)
            if raced is not None:
                self.judge(f"race at line {line.seq}, {line.kind}", raced)
            served = self.served.take(line)
            if served is not None:
                self.judge(f"penalties at line {line.seq}, {line.kind}", served)
            one_hand = self.together.take(line)
            if one_hand is not None:
                self.judge(f"hand-for-hand at line {line.seq}, {line.kind}", one_hand)
            steps.append(step)
        return steps

    def _accepted(self, line: Line) -> dict[str, Any] | None:
        """The proposal that a line accepts."""
        if line.kind != "proposal.accept":
            return None
        row = self.mirror.rows[PROPOSAL].get(line.arguments["proposal"])
        self.judge(f"line {line.seq}", [] if row else ["accepts a proposal that nobody made"])
        return row

    def _before(self, line: Line, proposal: dict[str, Any]) -> list[TableNow]:
        """The tables as they stand before a proposal is carried out, after a look whether the book wants it."""
        tables = list(self.mirror.tables())
        detail, kind = proposal["detail"], proposal["kind"]
        self.kinds[kind] += 1
        by_number = {table.number: table for table in tables}
        waiting, open_ = self.mirror.waiting, self.mirror.entry_open
        what = f"line {line.seq}, {proposal['key']}"
        if kind == "balance" and line.arguments.get("entry") is None and line.arguments.get("seat") is None:
            giver, taker = by_number[detail["from"]], by_number[detail["to"]]
            chairs = (detail["from_seat"], detail["to_seat"])
            self.judge(what, umpire.balance(giver, taker, detail["entry"], chairs, len(tables), self.book))
        elif kind == "break":
            gone = by_number[detail["table"]]
            self.judge(what, umpire.breaks(gone, tables, waiting, open_, self.book, self.mirror.expected))
        elif kind in {"halt", "resume"}:
            fullest = max(table.size for table in tables)
            self.judge(what, umpire.halt(by_number[detail["table"]], fullest, kind == "halt", self.book))
        return tables

    def _look(self, step: Step, accepted: dict[str, Any] | None, before: list[TableNow] | None) -> None:
        """What must hold after any line."""
        line, mirror = step.line, self.mirror
        what = f"line {line.seq}, {line.kind}"
        touched = [change["after"] or {} for change in line.changes if change["model"] == SEAT]
        loans: set[int] = {row["loan_id"] for row in touched if row.get("loan_id") is not None}
        double = [
            f"two on seat {chair} of table {mirror.number_of(loan)}"
            for loan in sorted(loans)
            for chair, rows in mirror.chairs[loan].items()
            if len(rows) > 1
        ]
        self.judge(what, double)
        lost = [f"entry {entry} has lost its chair" for entry in sorted(step.lost)]
        gone = [
            f"entry {entry} is out and has a chair" for entry in self._touched(line) if self._sits_out(entry)
        ]
        self.judge(what, [*(lost if line.kind not in _MAY_LOSE else []), *gone])
        self.moved += len(step.moved)
        self.freed |= step.lost
        if accepted is not None and before is not None:
            self._sizes(step, accepted)
            self.judge(what, self._movers(step, accepted, before))
        elif line.kind not in _BY_HAND:
            self.judge(what, [f"entry {entry} was moved" for entry in sorted(step.moved)])

    def _touched(self, line: Line) -> list[int]:
        return [change["pk"] for change in line.changes if change["model"] == "tourney.entry"]

    def _sits_out(self, entry: int) -> bool:
        return entry in self.mirror.place_of and entry not in self.mirror.in_play

    def _movers(self, step: Step, proposal: dict[str, Any], before: list[TableNow]) -> list[str]:
        """Moved is whom the proposal names, and nobody else."""
        detail, kind = proposal["detail"], proposal["kind"]
        moved = set(step.moved)
        by_number = {table.number: table for table in before}
        if kind == "balance":
            named = {step.line.arguments.get("entry") or detail["entry"]}
        elif kind == "break":
            named = set(by_number[detail["table"]].people.values())
        elif kind == "redraw":
            # Whoever draws the chair they sat in has not moved.
            everybody = {entry for table in before for entry in table.people.values()}
            return [f"entry {entry} was moved" for entry in sorted(moved - everybody)]
        else:
            named = set()
        return [f"entry {entry} was moved, or not, by mistake" for entry in sorted(moved ^ named)]

    def _sizes(self, step: Step, proposal: dict[str, Any]) -> None:
        """Sizes after a proposal was carried out."""
        kind, detail = proposal["kind"], proposal["detail"]
        what = f"after line {step.line.seq}, {proposal['key']}"
        if kind == "break":
            came_to = {self.mirror.number_of(to[0]) for _from, to in step.moved.values()}
            self.judge(what, umpire.spread(list(self.mirror.tables()), came_to, self.mirror.waiting))
        elif kind == "redraw":
            after = list(self.mirror.tables())
            self.judge(what, umpire.redraw(after, detail["tables"], self.mirror.entry_open))
        elif kind == "balance":
            giver = self.mirror.table(self.mirror.loan_of(detail["from"]))
            taker = self.mirror.table(self.mirror.loan_of(detail["to"]))
            other_way = taker.size - giver.size > 1
            faults = [f"sizes are {giver.size} and {taker.size} now"] if other_way else []
            self.judge(what, faults)

    def settled(self) -> None:
        """Look at the sizes where nothing is proposed any more."""
        dismissed = any(
            row["state"] == "dismissed" and not row["lapsed"] for row in self.mirror.rows[PROPOSAL].values()
        )
        if not self.mirror.open_proposals and not dismissed:
            tables = list(self.mirror.tables())
            faults = umpire.settled(tables, self.mirror.waiting, self.mirror.entry_open, self.book)
            self.judge(f"settled at line {self.mirror.seq}", faults)

    def compare(self, stacks: int) -> None:
        """Hold the rows against the journal and against the chips that play has counted itself.

        Args:
            stacks: sum of the chips of all who are in, without ghosts'.
        """
        with one_moment():
            event = Tournament.objects.get(pk=self.event.pk)
            if event.seq != self.mirror.seq:
                return  # Somebody else has pressed since; the next look takes it in.
            rows = Seat.objects.filter(loan__tournament=event, loan__returned_at__isnull=True)
            seats = list(rows.values_list("entry_id", "loan_id", "number"))
            alive = set(
                Entry.objects.filter(
                    tournament=event, out_at__isnull=True, voided_at__isnull=True
                ).values_list("pk", flat=True)
            )
            lines = Line.journal(event.pk).count()
            chips = field_of(event).chips
        mirror, what = self.mirror, f"rows at line {self.mirror.seq}"
        where = {entry: (loan, number) for entry, loan, number in seats if entry is not None}
        chairs = [(loan, number) for _entry, loan, number in seats]
        self.judge(what, [] if len(chairs) == len(set(chairs)) else ["two on one chair"])
        self.judge(what, [] if where == mirror.place_of else ["people sit elsewhere than the journal says"])
        waits = alive - set(where)
        self.judge(what, [] if alive == mirror.in_play else ["others are in play than the journal says"])
        # Once the field is drawn nobody is without a chair, but for those whose chair somebody has freed by hand.
        forgotten = len(waits - self.freed) if mirror.drawn else 0
        self.judge(what, [f"{forgotten} have no chair"] if forgotten else [])
        self.judge(what, [] if lines == mirror.seq else [f"{lines} lines, and the last one is {mirror.seq}"])
        expected = stacks + mirror.ghosts * event.starting_stack
        self.judge(what, [] if chips == expected == mirror.chips else [f"{chips} chips, not {expected}"])

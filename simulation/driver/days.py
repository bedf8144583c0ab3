"""End of a day in a simulated event, and the next day: last hands, counting, bags, draw, players who come late."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

from clock.commands.clock import next_level, pause, resume, set_remaining
from penalties.commands.penalties import count_hand, impose
from penalties.rules.kinds import is_known, most_of
from procedures.commands.bag_openings import open_table
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.end_of_day import draw_hands, hands_played, stop_day
from procedures.commands.event_days import close_day, draw_next_day, resume_day
from procedures.commands.stack_counts import count_table, open_count
from procedures.models import Bag, EventDay
from seating.commands import bust, count_stack, finish_hand, mark_back
from simulation.driver.context import EventContext
from simulation.driver.event import PreparedEvent
from simulation.driver.event_clock import Passing
from simulation.driver.event_state import PENALTY, SEAT, TOURNAMENT_TABLE, TableState
from simulation.driver.floor import FloorWork, has_tablet
from simulation.driver.modes import ModeWork, Schedule
from simulation.driver.staff import DEALER, FLOOR
from simulation.rules.days import absentees
from simulation.rules.stacks import Stacks
from tourney.access.roles import Actor
from tourney.now import room_now, to_ms

_MINUTE = 60_000
# Most hands of a carried penalty that are played before other things happen.
_MOST_HANDS = 60
# Another user was faster, or the book ends its days without a card.
_MEANWHILE = {"not_running", "already_paused", "already_running", "conflict", "repeated_press"}
_NO_CARD = _MEANWHILE | {"no_last_hands", "too_few_tables", "not_last_of_day", "too_early", "too_late"}
# Nobody comes from a flight, or with a bag.
_NO_BAGS = {"day_not_closed", "no_bag", "opened_already"}
_GONE = {"already_so", "already_out", "not_seated", "opened_already", "seat_empty", "penalty_is_over"}


class DayWork:
    """The floor and the dealers at the end of a day and at the beginning of the next.

    Attributes:
        counts: `bagged`: sealed bags; `carried`: penalties carried to the next day.
        is_over: whether a flight is bagged.
    """

    def __init__(
        self,
        context: EventContext,
        room: PreparedEvent,
        passing: Passing,
        work: FloorWork,
        stacks: Stacks,
        modes: ModeWork,
        schedule: Schedule,
    ) -> None:
        """Start on the first day.

        Args:
            schedule: has something happen at a minute of play.
        """
        self._context = context
        self._room = room
        self._passing = passing
        self._work = work
        self._stacks = stacks
        self._modes = modes
        self._at = schedule
        self._dice = Random(f"days {room.terms.seed}")  # noqa: S311 - plausible evenings, no secrets
        self.counts: Counter[str] = Counter()
        self.is_over = False

    def plan(self) -> None:
        """Plan the ends of all days but the last."""
        for minute in self._room.day_ends:
            self._at(minute, partial(self._end_day, minute))

    def _end_day(self, minute: float) -> None:
        """End a day, and begin the next."""
        if len(self._stacks) < 2:
            return
        self._last_hands()
        self._penalise()
        self._settle()
        carried = self.carried()
        self.bag()
        kept = self._dice.random() < 0.25 and not self._room.is_flight
        if self._try(close_day, FLOOR, seats="kept" if kept else "redraw") is None:
            return
        self._judge_bags()
        self._refused("day_over", resume, FLOOR)
        self._judge_penalties(carried)
        self.is_over = self._room.is_flight
        if self.is_over:
            return
        if not kept:
            self._refused("seats_not_drawn", resume_day, FLOOR)
            self._try(draw_next_day, FLOOR)
        self._next_day(minute)
        self.counts["carried"] += len(carried)
        self._judge_penalties(carried)
        self.serve(carried)

    # ---- the end of the day ----

    def _last_hands(self) -> None:
        """Stop the clock; draw and play the last hands if the book wants it (PokerStars Live 3.12, WSOP 125)."""
        policy = self._room.book.clock.end_of_day
        hands = 1
        if policy is not None:
            left = self._dice.randint(policy.to_minutes * _MINUTE, policy.from_minutes * _MINUTE)
            self._try(set_remaining, FLOOR, ms=left, may=_MEANWHILE)
        if policy is not None and self._try(stop_day, FLOOR, may=_NO_CARD) is not None:
            drawn = self._try(draw_hands, FLOOR)
            hands = 0 if drawn is None else drawn["hands"]
        else:
            self._try(pause, FLOOR, may=_MEANWHILE)
        for _hand in range(hands):
            for table in self._tables():
                self._hand(table)
        if policy is not None and hands:
            self._try(hands_played, FLOOR, may={"not_drawn"})

    def _hand(self, table: TableState) -> bool:
        """Play a hand at a table; its dealer reports it if there is a tablet.

        Returns:
            Whether it was played and reported.
        """
        if table.halted or table.size < 2:
            return False
        self._passing.breathe(self._dice.uniform(0.5, 1.5))
        self._stacks.pot(self._dice, list(table.people.values()))
        if not has_tablet(table.number):
            return False
        hand = self._context.state.hands_at(table.tournament_table) + 1
        given = {"number": table.number, "hand": hand, **self._modes.end_of_hand(table)}
        return self._try(finish_hand, DEALER, **given) is not None

    def _penalise(self) -> None:
        """Impose a penalty that goes on the next day, if the book has penalties of hands."""
        seated = sorted(self._context.state.place_of)
        if is_known("hands", self._room.book) and seated:
            count = min(2, most_of("hands", self._room.book) or 2)
            given: dict[str, Any] = {"entry": self._dice.choice(seated), "kind": "hands", "count": count}
            self._try(impose, FLOOR, **given, reason="Threw cards after the last hand")

    def _settle(self) -> None:
        """Have everybody sit down, and carry out what the floor still has to do."""
        for _time in range(2):
            self._work.settle()
            for table in self._tables():
                self._work.arrive(table.tournament_table)

    def bag(self) -> None:
        """Count all stacks, seal them and hand them in. One table is counted wrongly at first."""
        self._try(open_count, FLOOR, occasion="day_end")
        tables = self._tables()
        wrong = self._dice.choice(tables)
        for table in tables:
            self._passing.breathe(self._dice.uniform(0.2, 0.5))
            self._count(table, missing=self._stacks.unit if table is wrong else 0)
        self._refused("does_not_add_up", seal_table, self._who(wrong), number=wrong.number)
        self._refused("bags_missing", close_day, FLOOR)
        self._refused("counted_already", count_table, self._who(wrong), **self._counted(wrong))
        self._count(wrong, seen=(to_ms(room_now()) or 0) + 1)
        for table in tables:
            sealed = self._try(seal_table, self._who(table), number=table.number)
            self.counts["bagged"] += len((sealed or {}).get("bags", []))
        self._refused("stack_sealed", count_table, self._who(wrong), **self._counted(wrong), seen=2**53)
        [loser] = self._stacks.anybody(self._dice, 1)
        self._refused("stack_sealed", bust, FLOOR, entry=loser)
        for table in tables:
            self._try(hand_in, FLOOR, number=table.number)

    def _counted(self, table: TableState, missing: int = 0) -> dict[str, Any]:
        """Return the stacks of a table, as counted.

        Args:
            missing: chips that the biggest stack is counted too low.
        """
        ghost = self._context.event.starting_stack
        chips = {seat: self._stacks.chips[entry] for seat, entry in table.people.items()}
        chips |= dict.fromkeys(table.ghosts, ghost)
        chips[max(chips, key=lambda seat: chips[seat])] -= missing
        return {
            "number": table.number,
            "stacks": [{"seat": seat, "chips": count} for seat, count in sorted(chips.items())],
        }

    def _count(self, table: TableState, missing: int = 0, seen: int | None = None) -> None:
        self._try(count_table, self._who(table), **self._counted(table, missing), seen=seen)

    def _judge_bags(self) -> None:
        """Compare the bags of the day with the stacks of the simulation."""
        day = EventDay.objects.filter(tournament=self._room.event).latest("pk")
        bags = list(Bag.objects.filter(stack_count=day.stack_count))
        ghosts = sum(len(table.ghosts) for table in self._tables())
        expected = self._stacks.total + ghosts * self._context.event.starting_stack
        chips = sum(bag.chips for bag in bags)
        faults = [] if chips == expected else [f"the bags hold {chips} chips, and {expected} are in play"]
        by_entry = {bag.entry_id: bag.chips for bag in bags if bag.entry_id is not None}
        if by_entry != self._stacks.chips:
            faults.append("the bags differ from the stacks")
        self._context.judge(f"bags of day {day.number}", faults)
        self._context.observer.compare(self._stacks.total)

    # ---- the next day ----

    def _next_day(self, minute: float) -> None:
        """Open the bags of those who have come, begin the day, and start the clock with the next level."""
        late = absentees(self._dice, sorted(self._stacks.chips))
        for table in self._tables():
            self._work.arrive(table.tournament_table)
            here = [seat for seat, entry in table.people.items() if entry not in late]
            seats = sorted((*here, *table.ghosts))
            if seats:
                self._try(open_table, self._who(table), number=table.number, seats=seats)
        begun = self._try(resume_day, FLOOR) or {}
        for table in self._tables():
            # Not every book draws the button again.
            if not table.button_known:
                self._work.say_button(table.number)
        away = {entry for entry in late if self._is_away(entry)}
        faults = [] if begun.get("absent") == len(late) == len(away) else [f"{begun} with {len(late)} late"]
        self._context.judge("absent players", faults)
        for at, entry in enumerate(sorted(late)):
            self._blind_off(entry)
            self._at(minute + 2 + 2 * at, partial(self._comes, entry))
        self._try(resume, FLOOR, may=_MEANWHILE)
        self._try(next_level, FLOOR, may=_MEANWHILE)
        self._work.settle()
        self._context.observer.compare(self._stacks.total)

    def open_all(self) -> None:
        """Open all bags in which players have brought their stacks from flights."""
        for table in self._tables():
            self._try(open_table, self._who(table), number=table.number, may=_NO_BAGS)

    def _is_away(self, entry: int) -> bool:
        rows = self._context.state.rows[SEAT].values()
        return any(row["entry_id"] == entry and row["absent_since"] is not None for row in rows)

    def _blind_off(self, entry: int) -> None:
        """Put the stack of a late player on the table, where it pays a blind."""
        place = self._context.state.place_of[entry]
        table = self._context.state.table(place[0])
        given: dict[str, Any] = {"number": table.number, "seats": [place[1]], "absent": [place[1]]}
        self._try(open_table, FLOOR, **given)
        self._context.judge(
            "absent players", [] if self._is_away(entry) else [f"{entry} is back without coming"]
        )
        others = [one for one in table.people.values() if one != entry]
        if others and self._stacks.chips[entry] > self._stacks.unit:
            self._stacks.pay(entry, self._dice.choice(others), self._stacks.unit)

    def _comes(self, entry: int) -> None:
        """Seat a late player, who has the stack that the blinds have left."""
        if entry not in self._stacks or entry not in self._context.state.place_of:
            return
        self._try(mark_back, FLOOR, entry=entry, may=_GONE)
        self._try(count_stack, FLOOR, entry=entry, chips=self._stacks.chips[entry], may=_GONE)

    # ---- penalties that go on the next day (PokerStars Live 6.9.4) ----

    def carried(self) -> dict[int, tuple[Any, ...]]:
        """Return what is left of each running penalty, by its key."""
        return {
            row["id"]: (row["hands_left"], row["rounds_left"], row["served"])
            for row in self._context.state.running_penalties
            if row["entry_id"] in self._stacks
        }

    def _judge_penalties(self, carried: dict[int, tuple[Any, ...]]) -> None:
        """Check that penalties are as they were when the day ended."""
        now = self.carried()
        lost = [
            f"penalty {pk} is {now.get(pk)}, not {left}"
            for pk, left in carried.items()
            if now.get(pk) != left
        ]
        self._context.judge("penalties overnight", lost)

    def serve(self, carried: Mapping[int, tuple[Any, ...]]) -> None:
        """Play hands until each carried penalty of hands is served to the last one."""
        state = self._context.state
        for pk in carried:
            if state.rows[PENALTY][pk]["kind"] not in ("hands", "orbits"):
                continue
            for _hand in range(_MOST_HANDS):
                row = state.rows[PENALTY][pk]
                place = state.place_of.get(row["entry_id"])
                if row["ended_at"] is not None or place is None:
                    break
                if not self._hand(state.table(place[0])):
                    self._try(
                        count_hand, FLOOR, penalty=pk, served=row["served"], may=_GONE | {"another_first"}
                    )
            row = state.rows[PENALTY][pk]
            served = row["outcome"] == "served" and not row["hands_left"]
            self._context.judge("carried penalty", [] if served else [f"penalty {pk} is not served: {row}"])

    # ---- commands ----

    def _tables(self) -> list[TableState]:
        """Return the tables at which somebody sits, by number."""
        state = self._context.state
        rows = state.rows[TOURNAMENT_TABLE].items()
        tables = [state.table(pk) for pk, row in rows if row["released_at"] is None]
        return sorted((table for table in tables if table.size), key=lambda table: table.number)

    def _who(self, table: TableState) -> Actor:
        return DEALER if has_tablet(table.number) else FLOOR

    def _try(
        self, verb: Any, by: Actor, *, may: set[str] | frozenset[str] = frozenset(), **given: Any
    ) -> dict[str, Any] | None:
        return self._work.try_to(verb, by=by, may=set(may), **given)

    def _refused(self, code: str, verb: Any, by: Actor, **given: Any) -> None:
        """Send a command that must be refused."""
        done = self._try(verb, by, may={code}, **given)
        self._context.judge(verb.kind, [] if done is None else [f"was not refused ({code})"])

"""Play an event from its first sale to its last player, through the commands that people use."""

import heapq
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from desk.commands.extras import surrender
from desk.commands.sales import PaymentInput, register_player
from seating.commands import bust, count_stack, draw_button, draw_seats, finish_hand
from simulation.driver.chip_races import RaceWork
from simulation.driver.context import EventContext, Observe, no_observer
from simulation.driver.days import DayWork
from simulation.driver.event import PreparedEvent
from simulation.driver.event_clock import Passing
from simulation.driver.event_state import CHIPS, ENTRY, MOVE, PROPOSAL, TOURNAMENT_TABLE, TableState, busts_in
from simulation.driver.floor import FloorWork, has_tablet
from simulation.driver.hand_for_hand import BubbleWork
from simulation.driver.incidents import Incidents
from simulation.driver.modes import ModeWork
from simulation.driver.prizes import PrizeWork
from simulation.driver.staff import DEALER, FLOOR, is_member
from simulation.driver.teams import TeamWork
from simulation.rules import pace
from simulation.rules.stacks import Stacks
from simulation.rules.terms import PRICE
from tourney.access.roles import Role
from tourney.models import JournalEntry, Tournament

# Part of the first entries that come late.
_LATE = 0.12
# An event is aborted after this many faults.
_ENOUGH = 10
# Busts between two progress reports of a large field.
_TOLD = 1_000
# Busts between two comparisons with the rows in a large field.
_COMPARED = 250
_STARTING, _TAKEN_ALONG = "starting_stack", {"desk.surrender", "entry.remove"}
_CLOSED = {"registration_closed", "full", "wait_your_turn", "no_re_entry", "already_in", "break_under_way"}


class Playthrough:
    """One event, from the first sale to the last player.

    Attributes:
        context: shared context of the event. `work`: the floor. `prizes`: the staff who lock and pay prizes.
        busts: seconds of each bust.
        tell: called after every thousandth bust.
    """

    has_late_entry = True

    def __init__(
        self,
        room: PreparedEvent,
        dice: Random,
        passing: Passing,
        tell: Callable[["Playthrough"], None] = lambda playing: None,
        observe: Observe = no_observer,
    ) -> None:
        self.room = room
        self.tell = tell
        self.dice = dice
        self.passing = passing
        self.minute = room.begins_at
        self.context = EventContext(Tournament.objects.get(pk=room.event), observe)
        self.state = self.context.state
        self.stacks = Stacks(room.unit)
        self.every = max(1, room.course.field // _COMPARED)
        self.work = FloorWork(self.context, dice, passing, self.follow, self.every)
        self.prizes = PrizeWork(self.context, room, passing, self.work, self.stacks)
        self.modes = ModeWork(self.context, room, self.work, self.stacks, self._at)
        self.bubble = BubbleWork(
            self.context, passing, self.work, self.stacks, self.modes, room.terms.seed, self._bust
        )
        self.racing = RaceWork(self.context, room.book, passing, self.work, self.stacks, room.terms.seed)
        passing.on_row = self.racing.step
        self.teams = TeamWork(self.context, self.work, self.stacks, room.terms.seed)
        self.incidents = Incidents(self.context, room.book, passing, self.work, self.stacks, room.terms.seed)
        self.days = DayWork(self.context, room, passing, self.work, self.stacks, self.modes, self._at)
        self.busts: list[float] = []
        self.counts: Counter[str] = Counter()
        self._agenda: list[tuple[float, int, Callable[[], object]]] = []
        self._number = itertools.count()
        # Winners of the chips of a player who is being eliminated.
        self._winners: dict[int, tuple[int, ...]] = {}
        self._steps = 0

    # ---- the course of the event ----

    def play(self) -> None:
        """Sell entries, draw seats, and play to the end."""
        people = len(self.room.people)
        late = min(people, max(1, round(people * _LATE))) if self.has_late_entry else 0
        for player in self.room.people[: people - late]:
            self._enter(player)
        self.work.try_to(draw_seats, by=FLOOR, may=set())
        self.work.try_to(draw_button, by=FLOOR, may=set())
        self.modes.before_start()
        self.passing.begin()
        self.follow()
        self._plan(late)
        self.racing.plan()
        self.days.plan()
        self.modes.plan()
        self.work.settle()
        most = 100 * len(self.room.people) + 5_000
        while not self._is_over():
            self._step()
            self._steps += 1
            if self.context.findings.failed >= _ENOUGH or self._steps > most:
                self.context.judge("the event", [f"it was broken off after {self._steps} steps"])
                return
        self._end()

    def _end(self) -> None:
        """Check the winner, and pay the prizes."""
        self.work.settle()
        self.context.observer.compare(self.stacks.total)
        left = sorted(self.state.in_play)
        seated = [entry for entry in left if entry in self.state.place_of]
        self.context.judge("the end", [] if len(left) == len(seated) == 1 else [f"{left} are left"])
        self.modes.draw_envelopes()
        self.prizes.pay_out()

    def _plan(self, late: int) -> None:
        """Plan late entries, surrenders, and the end of entry."""
        course = self.room.course
        arrivals = pace.late_arrivals(self.dice, course, late)
        for minute, player in zip(arrivals, self.room.people[len(self.room.people) - late :], strict=True):
            self._at(minute, partial(self._enter_or_wait, player))
        policy = self.room.book.entering.surrender
        if policy is not None:
            last_row = self.room.levels[self.room.late_row].minutes
            first = course.late - last_row if policy.when == "end_of_registration" else course.late * 0.2
            for _one in range(max(1, len(self.room.people) // 30)):
                self._at(self.dice.uniform(first, course.late * 0.97), self._give_up)
        self._at(course.late + 1, self.work.settle)

    def _step(self) -> None:
        course, state = self.room.course, self.state
        left = len(self.stacks)
        busts = left > (2 if state.entry_open else 1)
        at = self.minute + pace.until_next_bust(self.dice, course, self.minute, left) if busts else None
        if self._agenda and (at is None or self._agenda[0][0] <= at):
            minute, _number, what = heapq.heappop(self._agenda)
            self._go(max(minute, self.minute))
            what()
        elif at is not None:
            self._go(at)
            self._somebody_goes_out()
        else:
            # Too few players before entry closes; no more are coming.
            self._go(max(self.minute + 1, course.late + 1))
        self._check_money()
        if self._steps % self.every == 0:
            self.context.observer.compare(self.stacks.total)

    def _check_money(self) -> None:
        """Lock prizes when possible, and play hand-for-hand on the bubble."""
        self.prizes.step()
        self.bubble.step()

    def _is_over(self) -> bool:
        return len(self.stacks) <= 1 and not self.state.entry_open

    def _go(self, minute: float) -> None:
        self.minute = minute
        self.passing.until(minute)
        self.follow()

    def _at(self, minute: float, what: Callable[[], object]) -> None:
        heapq.heappush(self._agenda, (minute, next(self._number), what))

    # ---- journal entries ----

    def follow(self) -> None:
        """Read new journal entries: of the simulation, of the room, or of other users."""
        for line in self.context.follow():
            self._note(line)

    def _note(self, journal_entry: JournalEntry) -> None:
        self.counts["busts"] += busts_in(journal_entry)
        self.counts["surrenders"] += journal_entry.kind == "desk.surrender"
        if journal_entry.kind == "proposal.accept":
            self.counts[self.state.rows[PROPOSAL][journal_entry.arguments["proposal"]]["kind"]] += 1
        along = 0
        for change in journal_entry.changes:
            after = change["after"] or {}
            if change["model"] == CHIPS and change["before"] is None and after["entry_id"] is not None:
                self._chips(after["entry_id"], after["kind"], after["chips"])
                along -= after["chips"] if journal_entry.kind in _TAKEN_ALONG else 0
            elif change["model"] == MOVE and change["before"] is None:
                self.counts["moves"] += 1
                self._at(
                    self.minute + self.dice.uniform(0.5, 3.0), partial(self.work.arrive, after["to_table_id"])
                )
        for entry, chips in self.state.raced.items():
            self.stacks.raced(entry, chips)
        self.state.raced.clear()
        for change in journal_entry.changes:
            if change["model"] == ENTRY:
                self._entry(change["pk"], along)

    def _chips(self, entry: int, kind: str, chips: int) -> None:
        """Add the chips of a new entry."""
        if kind in (_STARTING, "rebuy", "carried") and entry not in self.stacks:
            self.stacks.enter(entry, chips)
        elif entry in self.stacks and chips > 0:
            self.stacks.win((entry,), chips)

    def _entry(self, entry: int, along: int) -> None:
        """Update stacks after a bust or a reinstatement.

        Args:
            along: chips that left play with the player.
        """
        inside = entry in self.state.in_play
        if inside and entry not in self.stacks:
            self.stacks.enter(entry, 0)
        elif not inside and entry in self.stacks:
            chips = self.stacks.leave(entry) - along
            winners = self._winners.pop(entry, ())
            if chips and len(self.stacks):
                self.stacks.win(winners or (self.stacks.anybody(self.dice, 1)[0],), chips)

    # ---- at the desk ----

    def _enter_or_wait(self, player: int) -> None:
        """Register players; those refused try again later, as long as entry is open."""
        if not self._enter(player) and self.state.entry_open:
            self._at(self.minute + 3, partial(self._enter_or_wait, player))

    def _enter(self, player: int) -> bool:
        """Sell an entry at the desk: every third is paid by card.

        Returns:
            Whether the player is done and need not try again.
        """
        policy, price = self.room.book.entering.membership, PRICE
        sold = policy is not None and not is_member(self.context.event, self.room.book, player)
        if sold and policy is not None:
            price += policy.day_fee.amount
        pays = PaymentInput(method="card" if self.dice.random() < 1 / 3 else "cash", amount=price)
        answer = self.work.try_to(
            register_player,
            # Once play has begun a board member sells memberships: that confirms them.
            by=replace(self.room.clerk, role=Role.DIRECTOR) if sold and self.state.drawn else self.room.clerk,
            may=_CLOSED,
            player=player,
            payments=[pays],
            id_seen=True,
            membership="day" if sold else None,
            partner=self.room.mates.get(player),
            partner_id_seen=True,
        )
        if answer is not None and self.state.drawn:
            # A table that was just opened may be short.
            self.work.settle()
        return answer is not None

    def _give_up(self) -> None:
        """Surrender a short stack for a new one."""
        if len(self.stacks) < 4 or not self.state.entry_open:
            return
        entry = pace.loser(self.dice, self.stacks.chips, self.stacks.anybody(self.dice, 5))
        chips = self.stacks.chips[entry]
        player = self.state.player_of(entry)
        answer = self.work.try_to(
            surrender,
            by=self.room.clerk,
            may={"no_surrender_now", "already_out", "no_re_entry"},
            entry=entry,
            chips=max(chips, 1),
        )
        if answer is not None:
            self._at(self.minute + 1, partial(self._enter_or_wait, player))
            self.work.settle()

    # ---- at the tables ----

    def _somebody_goes_out(self) -> None:
        """Play a hand in which one player busts, rarely two; other tables play theirs."""
        table = self._table_of_a_loser()
        if table is None:
            return
        number, players = table.number, [entry for entry in table.people.values() if entry not in table.sent]
        least = 2 if self.state.entry_open else 1
        two = len(players) > 2 and len(self.stacks) > least + 1 and self.dice.random() < 0.1
        # No bust skips the bubble, so that hand-for-hand is played on it.
        two = two and len(self.stacks) != self.state.places_paid + 2
        losers = [pace.loser(self.dice, self.stacks.chips, players)]
        if two:
            losers.append(
                pace.loser(self.dice, self.stacks.chips, [one for one in players if one not in losers])
            )
        others = [entry for entry in table.people.values() if entry not in losers]
        for entry in losers:
            self._bust(entry, others, number, losers if two else ())
        self.work.settle(self.work.pressed_at)
        if has_tablet(number):
            self._finish_hand(number, ended=True)
        self._other_hands(number)
        # A penalty that eliminates a player must not skip the bubble either.
        self._check_money()
        self.incidents.step()
        if self.room.mates:
            self.teams.step()

    def _table_of_a_loser(self) -> TableState | None:
        """Return a table with a short stack; None if none was found."""
        state = self.state
        for _try in range(40):
            entry = pace.loser(self.dice, self.stacks.chips, self.stacks.anybody(self.dice, 3))
            place = state.place_of.get(entry)
            if place is None or state.rows[TOURNAMENT_TABLE][place[0]]["halted"]:
                continue
            table = state.table(place[0])
            if len(set(table.people.values()) - table.sent) >= 2:
                return table
        return None

    def _bust(self, entry: int, others: list[int], number: int, losers: Sequence[int]) -> None:
        """Bust a player.

        Args:
            others: players who stay at the table.
            losers: players who bust in the same hand, in the order recorded; stacks are counted
                then.
        """
        winners = pace.chip_winners(self.dice, self.stacks.chips, others)
        self._winners[entry] = winners
        # Sometimes the winners are not recorded.
        noted = winners if self.dice.random() < 0.9 else ()
        player = self.state.player_of(entry)
        self.work.try_to(
            bust,
            by=DEALER if has_tablet(number) else FLOOR,
            may={"already_out"},
            entry=entry,
            knocked_out_by=noted,
            stack=self.stacks.chips[entry] if losers else None,
            same_hand=losers[0] if entry in losers[1:] and losers[0] not in self.state.in_play else None,
        )
        self.busts.append(self.work.took)
        if len(self.busts) % _TOLD == 0:
            self.tell(self)
        self.modes.after_bust(entry)
        if self.state.entry_open and pace.comes_again(self.dice, self.room.course, self.minute):
            self._at(self.minute + self.dice.uniform(1, 6), partial(self._enter, player))

    def _finish_hand(self, number: int, *, ended: bool = False) -> None:
        """Finish a hand as the dealer: hands are counted, the button moves.

        Args:
            ended: it was certainly played, even if the table was halted or its players moved since.
        """
        state = self.state
        tournament_table = state.tournament_table_of(number)
        table = state.table(tournament_table)
        if not ended and (table.halted or table.size < 2):
            return
        given = {"number": number, "hand": state.hands_at(tournament_table) + 1}
        given |= self.modes.end_of_hand(table)
        self.work.try_to(finish_hand, by=DEALER, may={"hand_finished", "deal_open"}, **given)
        self.stacks.pot(self.dice, list(table.people.values()))

    def _other_hands(self, number: int) -> None:
        """Finish a hand at up to two other tables; sometimes the floor counts a stack.

        Args:
            number: the table whose hand has just ended; it does not finish another one at the same time.
        """
        finished = {number}
        for entry in self.stacks.anybody(self.dice, 2):
            place = self.state.place_of.get(entry)
            other = None if place is None else self.state.number_of(place[0])
            # Two players of one table play one hand.
            if other is not None and other not in finished and has_tablet(other):
                finished.add(other)
                self._finish_hand(other)
        if self.dice.random() < 0.03:
            [entry] = self.stacks.anybody(self.dice, 1)
            chips = self.stacks.chips[entry]
            self.work.try_to(
                count_stack, by=FLOOR, may={"not_seated", "already_out"}, entry=entry, chips=chips
            )

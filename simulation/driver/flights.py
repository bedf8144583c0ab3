"""An event in flights: each is played to the end of its day, and all are joined into day 2, which has a winner."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, TypeVar

from clock.models import Clock
from desk.commands.sales import PaymentInput, register_player
from penalties.models import Penalty
from procedures.models import Bag
from seating.commands import assign_table, draw_giving_order
from simulation.driver.context import Findings, Observe
from simulation.driver.event import (
    PreparedEvent,
    Wanted,
    assign,
    free_tables,
    invented,
    partners,
    prepare_event,
)
from simulation.driver.event_clock import AtOnce
from simulation.driver.event_state import ENTRY, PENALTY
from simulation.driver.playthrough import Playthrough
from simulation.driver.staff import DIRECTOR, FLOOR, press
from simulation.rules.terms import PRICE
from stages.commands.advance import advance_players
from stages.commands.event_end import end_event
from stages.commands.multi_stage_events import FlightInput, set_up_stages
from stages.models import AdvancedStack, StageEvent
from stages.services.overall_results import overall_results_of
from tourney.journal.refused import Refused
from tourney.models import Entry, Tournament

# Part of the players of a flight who play the next one too, and whose best stack goes on.
_AGAIN = 0.2


class Flight(Playthrough):
    """A flight: it is over once its stacks are bagged.

    Attributes:
        next_flight: the flight after it; None after the last one.
    """

    next_flight: int | None = None

    def _plan(self, late: int) -> None:
        super()._plan(late)
        if self.next_flight is not None:
            self._at(self.room.levels[0].minutes, partial(self._try_two, self.next_flight))

    def _is_over(self) -> bool:
        return self.days.is_over or super()._is_over()

    def _try_two(self, other: int) -> None:
        """Check that nobody enters another flight while this one runs."""
        player = self.state.player_of(self.stacks.anybody(self.dice, 1)[0])
        given: dict[str, Any] = {"player": player, "id_seen": True, "membership": None}
        pays = [PaymentInput(method="cash", amount=PRICE)]
        try:
            press(register_player, other, by=self.room.clerk, payments=pays, **given)
            faults = [f"player {player} was sold an entry of {other}"]
        except Refused as refused:
            faults = [] if refused.code == "in_running_flight" else [refused.code]
        self.context.judge("two flights", faults)

    def _end(self) -> None:
        """End the flight, so that the next one has its tables."""
        self.context.judge("the end of a flight", [] if self._is_over() else ["it is neither bagged nor won"])
        self.work.try_to(end_event, by=FLOOR, may=set())


class LaterDay(Playthrough):
    """An event whose players come from earlier stages.

    Attributes:
        came_with: penalties that came along, as they were there.
    """

    came_with: Mapping[int, tuple[Any, ...]] = MappingProxyType({})

    def _plan(self, late: int) -> None:
        super()._plan(late)
        self.days.open_all()
        # Chips that leave in the break after the last level of day 1 are raced before day 2.
        self.racing.step(self.room.first_row)
        self.days.counts["carried"] += len(self.came_with)
        self.days.serve(self.came_with)


Later = TypeVar("Later", bound=LaterDay)


def best_stacks(plays: Sequence[Playthrough]) -> dict[int, int]:
    """Return the best stack of each player, as the simulation has counted it."""
    best: dict[int, int] = defaultdict(int)
    for play in plays:
        for entry, chips in play.stacks.chips.items():
            player = play.state.player_of(entry)
            best[player] = max(best[player], chips)
    return dict(best)


class FlightsPlay:
    """A tournament in flights.

    Attributes:
        played: the events that were played, the last day at the end. `findings`: of each of them, then of the whole.
    """

    def __init__(self, wanted: Wanted, seed: int, observe: Observe) -> None:
        """Start before the tournament is set up."""
        self._wanted = wanted
        self._seed = seed
        self._observe = observe
        self._dice = Random(f"flights {seed}")  # noqa: S311 - plausible evenings, no secrets
        self.played: list[Playthrough] = []
        self.findings = Findings()

    def play(self) -> PreparedEvent:
        """Play all flights and the last day.

        Returns:
            The event of the last day, which is over.
        """
        wanted = self._wanted
        per_flight = max(3, -(-wanted.players // wanted.flights))
        room = prepare_event(replace(wanted, players=per_flight))
        labels = [f"1{chr(ord('A') + at)}" for at in range(1, wanted.flights)]
        flights = [FlightInput(label=label) for label in labels]
        given: dict[str, Any] = {"name": wanted.name[:60], "first": room.event, "preset": "flights_best"}
        made = press(set_up_stages, by=DIRECTOR, **given, flights=flights)
        assert made.answer is not None
        *events, last = made.answer["events"]
        people = invented(wanted.players)
        room = replace(room, mates=partners(people) if wanted.teams else {})
        course = replace(room.course, field=wanted.players)
        for at, event in enumerate(events):
            own = people[at * per_flight : (at + 1) * per_flight]
            flight = replace(
                room, event=event, people=(*own, *self._again(own)), course=course, is_flight=True,
                day_ends=room.day_ends[:1],
            )  # fmt: skip
            if at:
                self._take_tables(flight)
            self._play_flight(flight, events[at + 1] if at + 1 < len(events) else None)
        return self._join(replace(room, event=last, people=(), course=replace(course, late=0)))

    def _again(self, own: Sequence[int]) -> list[int]:
        """Return players of earlier flights who play another one."""
        earlier = sorted({player for play in self.played for player in play.room.people} - set(own))
        return self._dice.sample(earlier, round(len(own) * _AGAIN)) if earlier else []

    def _play_flight(self, room: PreparedEvent, next_flight: int | None) -> None:
        play = Flight(room, Random(f"{self._seed} {room.event}"), AtOnce(room), observe=self._observe)  # noqa: S311
        play.next_flight = next_flight
        play.play()
        play.follow()
        play.context.observer.finish()
        self.played.append(play)
        self._judge_places()

    def _take_tables(self, room: PreparedEvent) -> None:
        for number in room.tables:
            press(assign_table, room.event, by=DIRECTOR, number=number)
        policy = room.book.seating.balancing
        if policy is not None and policy.from_table == "drawn_in_advance":
            press(draw_giving_order, room.event, by=DIRECTOR)

    def _judge_places(self) -> None:
        """Check that nobody has two stacks in events that run."""
        events = [play.room.event for play in self.played]
        rows = Entry.objects.filter(tournament__in=events, tournament__closed_at__isnull=True)
        playing = Counter(
            rows.filter(out_at__isnull=True, voided_at__isnull=True).values_list("player", flat=True)
        )
        twice = [player for player, count in playing.items() if count > 1]
        self.findings.judge("flights", [f"player {player} plays in two flights" for player in twice])

    # ---- the last day ----

    def _join(self, room: PreparedEvent) -> PreparedEvent:
        """Join the flights, and play the last day."""
        flights = list(self.played)
        stacks = best_stacks(flights)
        play, answer = self._bring(LaterDay, room, len(stacks), flights)
        play.stacks.unit = min(flight.stacks.unit for flight in flights)
        self._judge_join(play, stacks, answer)
        self._play_last(play)
        self._judge_opened(play)
        return play.room

    def _judge_opened(self, play: LaterDay) -> None:
        """Check that every bag whose stack came along was opened."""
        came = AdvancedStack.objects.filter(stage__events__tournament=play.room.event, carried=True)
        closed = Bag.objects.filter(entry__in=came.values("source"), opened_at__isnull=True)
        self.findings.judge("bags of the flights", [f"{bag} was not opened" for bag in closed])

    def _play_last(self, play: LaterDay) -> None:
        play.play()
        play.follow()
        self.played.append(play)
        self._judge_results(play.room.event)

    def _bring(
        self, kind: type[Later], room: PreparedEvent, players: int, sources: Sequence[Playthrough]
    ) -> tuple[Later, dict[str, Any]]:
        """Bring players into an event of a later stage.

        Args:
            players: how many come.
            sources: the events before it, with their penalties and sales.

        Returns:
            The event before its draw, and the answer of the command.
        """
        left = {pk: one for play in sources for pk, one in play.days.carried().items()}
        done = press(advance_players, room.event, by=FLOOR)
        room = self._tables_for(room, players)
        room = replace(room, first_row=Clock.objects.get(tournament=room.event).position)
        room = replace(room, day_ends=tuple(one for one in room.day_ends if one > room.begins_at))
        play = kind(room, Random(f"{self._seed} {room.event}"), AtOnce(room), observe=self._observe)  # noqa: S311
        for source in sources:
            play.state.rows[PENALTY].update(source.state.rows[PENALTY])
        play.context.observer.continues([source.context.observer for source in sources])
        play.follow()
        play.came_with = play.days.carried()
        self._judge_penalties(play, left)
        return play, done.answer or {}

    def _tables_for(self, room: PreparedEvent, players: int) -> PreparedEvent:
        """Assign the tables of the flights to the last day, and more if they are not enough."""
        seats = self._wanted.seats or 9
        missing = -(-players // seats) + 1 - len(room.tables)
        self._take_tables(room)
        numbers, added = free_tables(max(missing, 0), seats)
        assign(room.event, numbers, added, seats)
        return replace(room, tables=(*room.tables, *numbers), added=(*room.added, *added))

    def _judge_join(self, play: Playthrough, stacks: dict[int, int], answer: dict[str, Any]) -> None:
        """Check that the last day begins with exactly the chips that were brought in."""
        came = {play.state.player_of(entry): chips for entry, chips in play.stacks.chips.items()}
        faults = [] if came == stacks else ["the stacks of the last day are not the best ones of the flights"]
        events = [flight.room.event for flight in self.played]
        rows = Bag.objects.filter(stack_count__tournament__in=events, entry__isnull=False)
        bagged = list(rows.values_list("stack_count__tournament", "chips"))
        bags = sum(chips for _event, chips in bagged)
        # A flight that was won on its day ends without bags: the winner's stack comes along as it was.
        with_bags = {event for event, _chips in bagged}
        won = [flight.stacks.chips for flight in self.played if flight.room.event not in with_bags]
        bags += sum(chips for stacks in won for chips in stacks.values())
        advanced = AdvancedStack.objects.filter(stage__events__tournament=play.room.event)
        carried = sum(advanced.filter(carried=True).values_list("chips", flat=True))
        forfeited = sum(advanced.filter(carried=False).values_list("chips", flat=True))
        if (carried, carried + forfeited) != (play.stacks.total, bags):
            faults.append(f"{carried} chips came and {forfeited} did not; {bags} were bagged or won")
        if (answer["players"], answer["chips"]) != (len(stacks), carried):
            faults.append(f"the answer is {answer}")
        self.findings.judge("join", faults)

    def _judge_penalties(self, play: LaterDay, left: dict[int, tuple[Any, ...]]) -> None:
        """Check that the penalties of all who came are unchanged in the last day (PokerStars Live 6.9.4)."""
        players = {play.state.player_of(entry) for entry in play.stacks.chips}
        rows = Penalty.objects.filter(pk__in=left, entry__player__in=players).select_related("entry")
        lost = [
            f"penalty {row.pk} was lost"
            for row in rows
            if row.tournament_id != play.room.event or play.came_with.get(row.pk) != left[row.pk]
        ]
        self.findings.judge("penalties of the flights", lost)

    def _judge_results(self, event: int) -> None:
        """Check the places over all stages: each player has one, from the winner to the first who was out."""
        results = overall_results_of(Tournament.objects.get(pk=event))
        flights = [play for play in self.played if play.room.people]
        entries = [
            row for play in flights for row in play.state.rows[ENTRY].values() if row["voided_at"] is None
        ]
        players = {row["player_id"] for row in entries}
        faults = [] if results.is_complete else ["the results are not complete"]
        if (results.field, results.entries) != (len(players), len(entries)):
            faults.append(
                f"{results.field} players and {results.entries} entries, not {len(players)} and {len(entries)}"
            )
        if Counter(place.player for place in results.places) != Counter(players):
            faults.append("not every player has one place")
        at = 1
        for first in sorted({place.best for place in results.places}):
            here = sum(place.best == first for place in results.places)
            if first != at:
                faults.append(f"place {at} is missing")
            at = first + here
        last = {play_entry["player_id"] for play_entry in self.played[-1].state.rows[ENTRY].values()}
        ahead = {place.player for place in results.places if place.best <= len(last)}
        if ahead != last:
            faults.append("players who came to the last day are not ahead of all others")
        self.findings.judge("places", faults)

    @property
    def stages(self) -> int:
        """Number of stages that were played."""
        events = [play.room.event for play in self.played]
        return StageEvent.objects.filter(tournament__in=events).values("stage").distinct().count()

"""A tournament played with the pure rules only; `pure_event_checks` checks every step."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from seating.rules.breaking import Broken, draw_break, draw_order, tables_to_break
from seating.rules.draw import Field, Late, draw_field, draw_seat
from seating.rules.positions import Positions, Ring, button_rules, first_hand, next_hand
from seating.rules.review import Floor, PlayedTable, Proposed, dismissed_situations, review
from seating.rules.tables import Table
from tests.oracle.facts import FACTS
from tests.seating import pure_event_checks
from tourney.rulebooks.books import Book


@dataclass(slots=True)
class Played:
    """A table of the event.

    Attributes:
        occupants: entry in each occupied seat; None is a ghost.
        closed: seats that are closed.
    """

    number: int
    seats: int
    occupants: dict[int, int | None] = field(default_factory=dict)
    closed: frozenset[int] = frozenset()
    positions: Positions | None = None
    halted: bool = False
    busted: int = 0
    sent: set[int] = field(default_factory=set)

    @property
    def live(self) -> tuple[int, ...]:
        return tuple(sorted(self.occupants))

    @property
    def free(self) -> tuple[int, ...]:
        taken = self.occupants.keys() | self.closed
        return tuple([seat for seat in range(1, self.seats + 1) if seat not in taken])

    @property
    def people(self) -> dict[int, int]:
        """Players by seat, in ascending order, without ghosts."""
        return {seat: entry for seat, entry in sorted(self.occupants.items()) if entry is not None}

    @property
    def ghosts(self) -> tuple[int, ...]:
        return tuple(seat for seat, entry in sorted(self.occupants.items()) if entry is None)

    @property
    def big_blind(self) -> int | None:
        return self.positions.big_blind if self.positions is not None else None

    @property
    def turn(self) -> tuple[int]:
        """Sort key for breaking: the highest number breaks first."""
        return (-self.number,)


@dataclass(frozen=True, slots=True)
class Course:
    """The parts of an event that the rules leave open, drawn at its start.

    Attributes:
        seats: seats at each table.
        closes: last round with registration open.
        late: chance of a late entry per round and player. `out`: chance of a bust per hand and player.
        ghosts: whether empty seats start with ghosts. `ghosts_leave`: the round after which ghosts are
            removed.
        buttons_known: whether buttons are tracked from the start; otherwise they are entered on request.
        one_by_one: whether the floor is reviewed after each accepted proposal.
        dismisses: chance that a proposal is dismissed.
        late_stage: number of players at which balancing becomes the director's decision; 0: never.
        may_return: whether a third of the busted players may re-enter.
    """

    seats: int
    closes: int
    late: float
    out: float
    ghosts: bool
    ghosts_leave: int
    buttons_known: bool
    one_by_one: bool
    dismisses: float
    late_stage: int
    may_return: bool


def course(rng: Random, book: Book) -> Course:
    """Draw the course of an event."""
    normal = book.seating.seats_per_table.normal if book.seating.seats_per_table is not None else 9
    closes = rng.randint(0, 12)
    return Course(
        seats=rng.choice((normal, normal, 6, 8, 9, 10)),
        closes=closes,
        late=rng.choice((0.0, 0.02, 0.05)),
        out=rng.choice((0.03, 0.06, 0.1)),
        ghosts=book.seating.ghosts is not None and rng.random() < 0.7,
        ghosts_leave=rng.randint(0, closes),
        buttons_known=rng.random() < 0.7,
        one_by_one=rng.random() < 0.5,
        dismisses=rng.choice((0.0, 0.0, 0.1, 0.5)),
        late_stage=rng.choice((0, 0, 30)),
        may_return=rng.random() < 0.5,
    )


class PureEvent:
    """One event, from the first draw to the last player."""

    def __init__(self, book: Book, seed: int, players: int) -> None:
        self.book = book
        self.facts = FACTS[book.key]
        self.number = seed
        self.rng = Random(seed)
        self.course = course(self.rng, book)
        self.rules = button_rules(book.seating)
        self.tables: dict[int, Played] = {}
        self.alive: set[int] = set(range(1, players + 1))
        self.waiting: list[int] = []
        self.entries = players
        self.round = 0
        self.giving: tuple[int, ...] = ()
        self.last_gave: int | None = None
        self.redrawn_at: int | None = None
        self.dismissed: set[str] = set()
        self.counts: dict[str, int] = {}
        self._start(players)

    @property
    def returning(self) -> int:
        """Return how many busted players may re-enter."""
        return (self.entries - len(self.alive)) // 3 if self.course.may_return else 0

    @property
    def entry_open(self) -> bool:
        return self.round <= self.course.closes

    def play(self) -> None:
        """Play until one player is left.

        Raises:
            AssertionError: a step breaks a rule of the rulebook.
        """
        while self.entry_open or len(self.alive) > 1:
            assert self.round < 2_000, "the event does not end"
            self.round += 1
            self._hands()
            self.settle()
            self._people_come()
            self._arrive()
            self.settle()
        assert len(self.tables) == 1
        assert len(next(iter(self.tables.values())).people) == 1

    # ---- steps of play ----

    def _seed(self) -> str:
        return f"{self.rng.getrandbits(256):064x}"

    def _start(self, players: int) -> None:
        count = -(-players // self.course.seats)
        seats = tuple(range(1, self.course.seats + 1))
        drawn = draw_field(
            self._seed(),
            Field(tuple(range(1, players + 1)), tuple(Table(n, seats) for n in range(1, count + 1))),
        )
        for number in drawn.tables:
            self.tables[number] = Played(number, self.course.seats)
        for entry, number, seat in drawn.seats:
            self.tables[number].occupants[seat] = entry
        for played in self.tables.values():
            if self.course.ghosts:
                played.occupants.update({seat: None for seat in played.free})
            elif len(played.free) > 1 and self.rng.random() < 0.1:
                played.closed = frozenset({played.free[0]})
            if self.course.buttons_known:
                self._set_button(played)
        numbers = sorted(self.tables)
        self.giving = draw_order(self._seed(), numbers) if self.rng.random() < 0.5 else ()

    def _set_button(self, played: Played) -> None:
        """Enter the button's position at a table, as the floor does."""
        seat = self.rng.choice(played.live)
        played.positions = first_hand(Ring(played.seats, played.live), seat, self.rules)

    def _hands(self) -> None:
        """Play one hand at every table: some players bust, and the positions advance."""
        for played in self.tables.values():
            if played.halted or len(played.live) < 2:
                continue
            for seat, entry in played.people.items():
                least = 2 if self.entry_open else 1
                if len(played.live) > 1 and len(self.alive) > least and self.rng.random() < self.course.out:
                    del played.occupants[seat]
                    played.sent.discard(entry)
                    played.busted += 1
                    self.alive.remove(entry)
        # Some decisions fall between the bust and the next hand, others during the next hand.
        if self.rng.random() < 0.5:
            self.settle()
        for played in list(self.tables.values()):
            if played.positions is not None and not played.halted:
                ring = Ring(played.seats, played.live)
                played.positions = next_hand(ring, played.positions, self.rules)

    def _people_come(self) -> None:
        if self.entry_open and len(self.alive) < 300:
            for _one in range(len(self.alive)):
                if self.rng.random() < self.course.late:
                    self.entries += 1
                    self.alive.add(self.entries)
                    self.waiting.append(self.entries)
        # Occasionally a paid entry waits for a seat.
        while self.waiting and (not self.entry_open or self.rng.random() < 0.8):
            self._seat_latecomer(self.waiting.pop(0))
        if self.course.ghosts and self.round > self.course.ghosts_leave:
            for played in self.tables.values():
                played.occupants = dict(played.people)
            # A table with ghosts only is no longer in play.
            self.tables = {number: played for number, played in self.tables.items() if played.occupants}

    def _seat_latecomer(self, entry: int) -> None:
        reserve = max(self.tables, default=0) + 1
        tables = [
            Table(
                played.number,
                played.free,
                taken=len(played.people),
                ghosts=played.ghosts,
            )
            for _number, played in sorted(self.tables.items())
        ]
        empty = Table(reserve, tuple(range(1, self.course.seats + 1)), open=False)
        found = draw_seat(self._seed(), Late(entry, (*tables, empty)))
        assert found is not None
        if found.table == reserve:
            self.tables[reserve] = Played(reserve, self.course.seats)
        played = self.tables[found.table]
        assert played.occupants.get(found.seat) is None, "two players in one seat"
        played.occupants[found.seat] = entry
        if found.table == reserve and self.course.buttons_known:
            self._set_button(played)

    def _arrive(self) -> None:
        for played in self.tables.values():
            if self.rng.random() < 0.8:
                played.sent.clear()

    # ---- decisions of the floor ----

    def floor(self) -> Floor:
        """Return the event's floor as input of the rules."""
        order = sorted(self.tables, reverse=True)
        return Floor(
            tables=tuple(
                self._as_played(self.tables[number], order.index(number)) for number in sorted(order)
            ),
            seats_per_table=self.course.seats,
            entry_open=self.entry_open,
            coming=len(self.waiting),
            returning=self.returning,
            entries=self.entries,
            late_stage=len(self.alive) <= self.course.late_stage,
            giving=self.giving,
            last_gave=self.last_gave,
            redrawn_at=self.redrawn_at,
            dismissed=frozenset(self.dismissed),
        )

    def _as_played(self, played: Played, place: int) -> PlayedTable:
        return PlayedTable(
            number=played.number,
            seats=played.seats,
            players=tuple(sorted(played.occupants.items())),
            free=played.free,
            positions=played.positions,
            breaks=place,
            halted=played.halted,
            busted=played.busted,
            under_way=len(played.sent),
            sent=tuple(sorted(played.sent)),
        )

    def settle(self) -> None:
        """Accept proposals until the rulebook asks for nothing more."""
        for _time in range(500):
            floor = self.floor()
            pure_event_checks.each_entry_has_one_seat(self)
            found = review(floor, self.book)
            assert len({one.key for one in found}) == len(found)
            situations = {one.situation for one in found}
            self.dismissed = {key for key in self.dismissed if key.partition("|")[0] in situations}
            left = dismissed_situations(self.floor())
            wanted = [one for one in found if one.situation not in left]
            if not wanted:
                pure_event_checks.is_settled(self)
                return
            for at, one in enumerate(wanted[:1] if self.course.one_by_one else wanted):
                # Proposals of one review stay valid one after the other, unless one was dismissed.
                if at and one.key not in {now.key for now in review(self.floor(), self.book)}:
                    assert self.dismissed or one.kind not in {"balance", "break", "redraw"}, one
                    break
                if not self._decide(one, floor):
                    break
        raise AssertionError("the floor never settles")

    def _decide(self, one: Proposed, floor: Floor) -> bool:
        """Carry out a proposal, or dismiss it.

        Returns:
            Whether it was carried out.
        """
        if self.rng.random() < self.course.dismisses:
            self.dismissed.add(one.key)
            return False
        if one.detail.get("needs"):
            pure_event_checks.asks_for_unknown_buttons(self, one)
            for number in one.detail["needs"]:
                self._set_button(self.tables[number])
            return False
        self.counts[one.kind] = self.counts.get(one.kind, 0) + 1
        if one.kind == "redraw":
            self._redraw(one)
        elif one.kind == "break":
            self._break(one, floor)
        elif one.kind == "balance":
            self._balance(one)
        else:
            pure_event_checks.halts_rightly(self, one)
            self.tables[one.detail["table"]].halted = one.kind == "halt"
        return True

    def _balance(self, one: Proposed) -> None:
        source, destination = self.tables[one.detail["from"]], self.tables[one.detail["to"]]
        pure_event_checks.moves_rightly(self, source, destination, one)
        entry = source.occupants.pop(one.detail["from_seat"])
        assert entry == one.detail["entry"] is not None
        assert one.detail["to_seat"] in destination.free, "two players in one seat"
        destination.occupants[one.detail["to_seat"]] = entry
        destination.sent.add(entry)
        self.last_gave = source.number

    def _break(self, one: Proposed, floor: Floor) -> None:
        pure_event_checks.breaks_rightly(self, one)
        gone = self.tables.pop(one.detail["table"])
        go_too = {table.number for table in tables_to_break(floor, self.book)}
        stay = [played for number, played in sorted(self.tables.items()) if number not in go_too]
        policy = self.book.seating.breaking
        given = Broken(
            players=tuple((entry, seat) for seat, entry in gone.people.items()),
            tables=tuple(
                Table(
                    played.number,
                    played.free,
                    taken=len(played.people),
                    ghosts=played.ghosts,
                )
                for played in stay
            ),
            method="random" if policy is not None and policy.draw == "random" else "double_random",
        )
        drawn = draw_break(self._seed(), given).seats
        for entry, number, seat in drawn:
            assert seat in self.tables[number].free, "two players in one seat"
            self.tables[number].occupants[seat] = entry
            self.tables[number].sent.add(entry)
        pure_event_checks.spread_rightly(stay, {number for _entry, number, _seat in drawn})

    def _redraw(self, one: Proposed) -> None:
        pure_event_checks.redraws_rightly(self, one)
        count = one.detail["tables"]
        seats = tuple(range(1, one.detail["seats"] + 1))
        players = tuple(sorted(entry for played in self.tables.values() for entry in played.people.values()))
        numbers = sorted(self.tables)[:count]
        drawn = draw_field(self._seed(), Field(players, tuple(Table(n, seats) for n in numbers)))
        self.tables = {number: Played(number, len(seats)) for number in drawn.tables}
        for entry, number, seat in drawn.seats:
            self.tables[number].occupants[seat] = entry
        for played in self.tables.values():
            self._set_button(played)
        self.redrawn_at = count


def events(book: Book, first: int, count: int) -> Iterator[PureEvent]:
    """Create events of 10 to 300 players, each with its own seed."""
    for number in range(first, first + count):
        yield PureEvent(book, number, Random(number).randint(10, 300))

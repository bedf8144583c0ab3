"""Set up an event to be simulated: structure, registration, tables, seating, players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from clock.commands.events import create_event
from clock.commands.structures import LevelInput, remove_structure, save_structure
from clock.rules.shipped import Shipped, shipped_structures
from clock.rules.structure import SHORTEST, to_wire
from desk.commands.registration import set_registration
from prizes.commands.payouts import set_payout
from procedures.commands.event_mode import set_mode
from seating.commands import add_tables, assign_table, draw_giving_order, set_plan
from seating.models import Table, TournamentTable
from seating.services.seats import usual_seats
from seating.signals import other_use
from simulation.commands.people import MOST_INVENTED, Invented, invent_people
from simulation.driver.staff import DIRECTOR, clerk, press
from simulation.rules import days
from simulation.rules.pace import Course
from simulation.rules.people import names
from simulation.rules.terms import FEE, STAFF, Terms, terms_for
from tourney.access.roles import Actor
from tourney.commands import ChipInput, add_chip_set
from tourney.models import ChipSet, Tournament
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of
from tourney.rules.modes import ONE_STACK

STRUCTURE = "club_night"
# Modes of several stages (Five Spades 4.14, 4.15, 4.18, 4.19).
RESTART, LEAGUE, CLOCK = "restart", "landesliga", "play_the_clock"
HEATS_2, HEATS_3 = "multi_round_2", "multi_round_3"
IN_STAGES = (RESTART, LEAGUE, CLOCK, HEATS_2, HEATS_3)
_CHIPS = "Play"
# Part of the structure's levels with late entry.
_LATE = 0.3
_LENGTH = 0.85
_TABLES_AT_ONCE = 500
_ADULT = date(1980, 1, 1)
MINUTE = 60_000
# A day ends this many minutes before its last level is over.
_BEFORE_END = 0.01


@dataclass(frozen=True, slots=True)
class Level:
    """A row of the structure: its length in minutes, and whether it is a break."""

    minutes: float
    is_break: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parameters of a simulated event.

    Attributes:
        players: first entries. `book`: key of the rulebook. `seats`: at a table; None: the rulebook's number.
        speed: factor by which levels run faster than real time.
        ghosts: whether ghosts play, if the book has them.
        seed: determines prices and payouts.
        days: number of days that it is played for. `mode`: one of the book's modes; "": none in particular.
        flights: number of flights. `teams`: whether two players share each entry.
        tell: called with the event as soon as it exists, and the numbers of tables to be added to the
            room.
    """

    name: str
    players: int
    book: str
    seats: int | None = None
    speed: float = 1.0
    ghosts: bool = False
    seed: int = 0
    days: int = 1
    mode: str = ""
    flights: int = 1
    teams: bool = False
    tell: Callable[[int, Sequence[int]], None] | None = None

    @property
    def in_stages(self) -> bool:
        """Return whether several events are played."""
        return self.flights > 1 or self.mode in IN_STAGES


@dataclass(frozen=True, slots=True)
class PreparedEvent:
    """An event that is ready for registration.

    Attributes:
        event: its id. `book`: its rulebook. `clerk`: the clerk who sells, with an open drawer.
        people: ids of the players.
        tables: numbers of its tables. `added`: those added to the room for it.
        levels: the structure in minutes of real time. `late_row`: the last row in which players may
            enter. `day_ends`: minutes of play after which a day ends.
        mates: in an event for teams, the partner of each player.
        first_row: row with which its clock begins. `is_flight`: whether it is over with its first day.
        unit: value of the smallest chip. `course`: its planned course. `terms`: prices and payouts.
    """

    event: int
    book: Book
    clerk: Actor
    people: tuple[int, ...]
    tables: tuple[int, ...]
    added: tuple[int, ...]
    stack: int
    unit: int
    levels: tuple[Level, ...]
    late_row: int
    course: Course
    terms: Terms
    day_ends: tuple[float, ...] = ()
    mates: Mapping[int, int] = field(default_factory=dict)
    first_row: int = 0
    is_flight: bool = False

    @property
    def begins_at(self) -> float:
        """Return the minutes of play before the event's first row: those of an earlier stage."""
        return played(self.levels[: self.first_row])


def prepare_event(wanted: Wanted) -> PreparedEvent:
    """Set up an event completely."""
    book = book_of(wanted.book)
    shelf = shipped_structures()
    # Use the mode's or the book's own structure if it has one.
    shipped = shelf.get(wanted.mode, shelf.get(book.key, shelf[STRUCTURE]))
    levels = tuple(Level(level.duration / MINUTE, level.kind == "break") for level in shipped.levels)
    seats = wanted.seats or usual_seats(book)
    numbers, added = free_tables(-(-wanted.players // seats) + 1, seats)
    course = _course(wanted, levels, late_row := _late_row(levels))
    breaks = [level.is_break for level in levels]
    last_rows = days.last_rows([level.minutes for level in levels], breaks, course.minutes, wanted.days)
    event = _create(wanted, shipped, last_rows)
    if wanted.tell is not None:
        wanted.tell(event, added)
    terms = terms_for(wanted.seed, wanted.players, wanted.mode)
    one_entry = wanted.mode in ONE_STACK or wanted.mode in ("rebuy_add_on", *IN_STAGES)
    press(
        set_registration,
        event,
        by=DIRECTOR,
        pool=terms.pool,
        fee=FEE,
        staff=STAFF,
        bounty=terms.bounty,
        late_ends="row",
        late_row=late_row,
        re_entries_most=0 if one_entry else 2,
        partner_until="entry" if wanted.teams else "",
        surrender_allowed=book.entering.surrender is not None and not one_entry,
    )
    if wanted.mode not in ("", *IN_STAGES):
        press(set_mode, event, by=DIRECTOR, mode=wanted.mode)
    press(set_payout, event, by=DIRECTOR, **terms.payout)
    assign(event, numbers, added, seats)
    press(set_plan, event, by=DIRECTOR, seats_per_table=seats, ghosts=wanted.ghosts)
    policy = book.seating.balancing
    if policy is not None and policy.from_table == "drawn_in_advance":
        press(draw_giving_order, event, by=DIRECTOR)
    people = invented(wanted.players)
    return PreparedEvent(
        event=event,
        book=book,
        clerk=clerk(),
        people=people,
        mates=partners(people) if wanted.teams else {},
        tables=numbers,
        added=added,
        stack=shipped.starting_stack,
        unit=min((chip.value for chip in shipped.chips), default=1),
        levels=levels,
        late_row=late_row,
        course=course,
        terms=terms,
        day_ends=tuple(played(levels[: row + 1]) - _BEFORE_END for row in last_rows),
    )


def _course(wanted: Wanted, levels: Sequence[Level], late_row: int) -> Course:
    minutes, late = _LENGTH * played(levels), played(levels[: late_row + 1])
    return Course(field=wanted.players, minutes=minutes, late=late)


def played(levels: Sequence[Level]) -> float:
    """Return the minutes of play in levels and breaks."""
    return sum(level.minutes for level in levels if not level.is_break)


def _create(wanted: Wanted, shipped: Shipped, last_rows: Sequence[int]) -> int:
    """Create the event; its structure is saved in the library and removed again.

    Args:
        last_rows: rows of the structure that end a day.
    """
    rows = []
    for number, (level, row) in enumerate(zip(shipped.levels, to_wire(shipped.levels), strict=True)):
        columns = {key: value for key, value in row.items() if key != "number"}
        columns["duration"] = max(round(level.duration / wanted.speed), SHORTEST)
        columns["ends_day"] = number in last_rows
        rows.append(LevelInput.model_validate(columns))
    count = Tournament.objects.count()
    saved = press(save_structure, by=DIRECTOR, name=f"Play {count + 1}: {wanted.name}"[:80], levels=rows)
    assert saved.answer is not None
    structure = saved.answer["structure"]
    made = press(
        create_event,
        by=DIRECTOR,
        name=wanted.name,
        structure=structure,
        starting_stack=shipped.starting_stack,
        book=wanted.book,
        chip_set=_chips(shipped),
        # Events of later stages are copies, and a demo can't be copied.
        demo_speed=None if wanted.in_stages else max(round(wanted.speed), 1),
    )
    press(remove_structure, by=DIRECTOR, structure=structure)
    assert made.answer is not None
    event: int = made.answer["tournament"]
    return event


def _chips(shipped: Shipped) -> int:
    """Return the chip set: that of an earlier simulated event, or a new one."""
    known = ChipSet.objects.filter(name=_CHIPS).first()
    if known is not None:
        return known.pk
    chips = [ChipInput(value=chip.value, face=chip.face, edge=chip.edge) for chip in shipped.chips]
    made = press(add_chip_set, by=DIRECTOR, name=_CHIPS, chips=chips)
    assert made.answer is not None
    found: int = made.answer["chip_set"]
    return found


def _late_row(levels: Sequence[Level]) -> int:
    """Return the level in which entry closes."""
    least = _LATE * sum(level.minutes for level in levels)
    passed = 0.0
    for row, level in enumerate(levels):
        passed += level.minutes
        if passed >= least and not level.is_break:
            return row
    return 0


def free_tables(count: int, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Choose tables for an event: free tables of the room, then new ones with higher numbers.

    Returns:
        All their numbers, and those of new tables.
    """
    taken = TournamentTable.objects.filter(released_at__isnull=True).values("table")
    free = Table.objects.filter(retired=False, seats__gte=seats).exclude(pk__in=taken).order_by("number")
    numbers = [table.number for table in free if other_use.ask(table) is None][:count]
    last = Table.objects.order_by("-number").values_list("number", flat=True).first() or 0
    new = tuple(range(last + 1, last + 1 + count - len(numbers)))
    return (*numbers, *new), new


def assign(event: int, numbers: Sequence[int], new: Sequence[int], seats: int) -> None:
    """Add the new tables to the room, and assign all tables to the event."""
    for first in range(0, len(new), _TABLES_AT_ONCE):
        some = new[first : first + _TABLES_AT_ONCE]
        press(add_tables, by=DIRECTOR, first=some[0], last=some[-1], seats=max(seats, 9))
    for number in numbers:
        press(assign_table, event, by=DIRECTOR, number=number)


def partners(people: Sequence[int]) -> dict[int, int]:
    """Return the partner of each player: as many further people as there are players."""
    more = invented(2 * len(people))[len(people) :]
    return dict(zip(people, more, strict=True))


def invented(count: int) -> tuple[int, ...]:
    """Return invented players; those of earlier events are reused."""
    people = [
        Invented(name=name, card=f"PLAY-{at + 1:05}", birth_date=_ADULT + timedelta(days=at % 7_000))
        for at, name in enumerate(names(count))
    ]
    found: list[int] = []
    for first in range(0, count, MOST_INVENTED):
        done = press(invent_people, by=DIRECTOR, people=people[first : first + MOST_INVENTED])
        assert done.answer is not None
        found += done.answer["players"]
    return tuple(found)

"""Boards of chip races: the next chip to leave play, and the progress of its race by table."""

from msgspec import Struct
from msgspec.structs import replace

from procedures.models import Race
from procedures.rules.colour_up import RaceTotals
from procedures.services.bagged_chips import bagged_chips_of
from procedures.services.chip_races import (
    due_of,
    planned_races,
    running_race,
    table_races_of,
    totals_of_race,
    usual_way,
)
from tourney.live.boards import Audience, board
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of


class DueBoard(Struct, frozen=True):
    """A chip that leaves play, and the plan of its race.

    Attributes:
        big: value of the chip it is raced for.
        at: row of the structure in or before which it leaves: its break, else the next level.
        lack: why `big` is null: `no_chips`, `no_bigger_chip`, `not_a_multiple`, `smaller_stays`.
        planned: whether its race is planned.
        by_itself: whether the race begins automatically with the break.
        self_dealt: whether players deal themselves.
        policy: how many big chips are raced.
        at_start: that row lies between two days: the chip is raced before the first hand of the day, whatever the clock
            shows.
    """

    small: int
    big: int | None
    at: int
    in_break: bool
    lack: str
    planned: bool
    by_itself: bool
    self_dealt: bool
    policy: str
    at_start: bool


class RaceBoard(Struct, frozen=True):
    """The chip races of an event.

    Attributes:
        on: whether a race is running.
        bagged: whether stacks are in bags, or counted for them: no race starts before the next day.
        due: chips still to be raced, in order; the clock, a separate board, shows which of them is due now.
            Empty once the event is closed, or its players go on to another one with their bags.
        race, small, big, policy: of the running race; null if there is none.
        started: start time in ms.
        tables: number and state ("open", "counted", "dealt", "done"), by number.
        left: number of tables that are not done.
        over: whether all tables are done.
        totals: of the tables that are decided; null if no race is running.
        past: small, big and change in value of finished races, newest first.
        rounds: whether players who deal themselves round their own chips in the book.
        rule: the cited rule.
    """

    on: bool
    bagged: bool
    due: list[DueBoard]
    race: int | None
    small: int | None
    big: int | None
    policy: str | None
    self_dealt: bool
    started: int | None
    tables: list[tuple[int, str]]
    left: int
    over: bool
    totals: RaceTotals | None
    past: list[tuple[int, int, int]]
    rounds: bool
    rule: str


@board(
    "race",
    topic="t",
    audience=Audience.PUBLIC,
    rows=(
        "procedures.race",
        "procedures.racetable",
        "procedures.raceseat",
        "procedures.eventday",
        "procedures.stackcount",
        "clock.levelrow",
        "seating.tournamenttable",
        "seating.seat",
    ),
    late=True,
    by_rows=True,
)
def chip_races(tournament_id: int, _name: str = "") -> RaceBoard | None:
    """Return the current state of the event's chip races."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    book, row = book_of(event.book), running_race(event)
    policy, bagged = book.chips.race, bagged_chips_of(event)
    found = RaceBoard(
        on=row is not None,
        bagged=bagged is not None,
        due=[] if event.closed_at is not None or (bagged is not None and bagged.plays_on_in) else _due(event),
        race=None,
        small=None,
        big=None,
        policy=None,
        self_dealt=False,
        started=None,
        tables=[],
        left=0,
        over=False,
        totals=None,
        past=_past(event),
        rounds=policy is not None and policy.self_dealt == "round_each",
        rule=cite(book, policy),
    )
    return found if row is None else _running(found, row)


def _due(event: Tournament) -> list[DueBoard]:
    planned = {row.small: row for row in planned_races(event)}
    usual = usual_way(book_of(event.book)).policy
    found = []
    for one in due_of(event):
        row = planned.get(one.small)
        found.append(
            DueBoard(
                small=one.small,
                big=one.big if row is None else row.big,
                at=one.at,
                in_break=one.in_break,
                lack=one.lack if row is None else "",
                planned=row is not None,
                by_itself=row is not None and row.by_itself,
                self_dealt=row is not None and row.self_dealt,
                policy=usual if row is None else row.policy,
                at_start=one.at_start,
            )
        )
    return found


def _past(event: Tournament) -> list[tuple[int, int, int]]:
    rows = Race.objects.filter(tournament=event, state="done").order_by("-ended_at", "-id")
    return [(row.small, row.big, totals_of_race(row).change) for row in rows[:3]]


def _running(found: RaceBoard, row: Race) -> RaceBoard:
    tables = sorted((one.number, one.state) for one in table_races_of(row).values())
    left = sum(state != "done" for _number, state in tables)
    return replace(
        found,
        race=row.pk,
        small=row.small,
        big=row.big,
        policy=row.policy,
        self_dealt=row.self_dealt,
        started=to_ms(row.started_at),
        tables=tables,
        left=left,
        over=not left,
        totals=totals_of_race(row),
    )

"""Boards of the tables of a chip race, for their dealers and for printed slips."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from procedures.models import Race, RaceSeat, RaceTable
from procedures.rules.colour_up import RaceTotals, dealing_order
from procedures.rules.race import Colours, big_chips, odd_chips
from procedures.services.chip_races import (
    TableRace,
    colours_of,
    held_at,
    hidden_in_counts,
    raced_seat,
    running_race,
    table_race_of,
    table_races_of,
    totals_at,
)
from seating.boards.table_topic import TABLE, all_tables, images_of, numbers_of, tables_named
from seating.services.played_tables import played_tables
from tourney.live.boards import board
from tourney.live.topics import Change, Numbers
from tourney.models import Tournament
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of


class RaceSeatRow(Struct, frozen=True):
    """A player's chips and result in a race.

    Attributes:
        odd: small chips that are raced.
        cards: rank and suit of each.
        big: big chips received for all the small ones.
    """

    seat: int
    entry: int | None
    small: int
    others: bool
    odd: int
    cards: list[tuple[int, str]]
    exchanged: int
    won: bool
    saved: bool
    big: int


class RaceTableBoard(Struct, frozen=True):
    """A table of the running race, for its dealer.

    Attributes:
        lot: number of small chips for a big one.
        people: seats of the players raced here, and `entries` by seat; null for a ghost.
        seats: the counted seats.
        order: seats with odd chips in the order in which they are dealt to; null: the button is unknown.
        prizes: number of big chips raced.
        digest: of the draw; "" if the cards are dealt by hand.
        totals: null until it is counted.
        rule: the cited rule.
        hidden: values that a count of a whole stack cannot distinguish from the small chips.
    """

    race: int
    number: int
    small: int
    big: int
    lot: int
    policy: str
    starts: str
    state: Literal["open", "counted", "dealt", "done"]
    people: list[int]
    entries: dict[int, int | None]
    seats: list[RaceSeatRow]
    order: list[int] | None
    prizes: int
    digest: str
    totals: RaceTotals | None
    rule: str
    hidden: list[int] = []


@board("table_race", topic=TABLE.name, permission=TABLE.permission, late=True)
def followed_race(tournament_id: int, number: str) -> RaceTableBoard | None:
    """Return the table of this number in the running race; None without a race, or without players there."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    return None if event is None else table_in_race(event, int(number))


TABLE.concerned_by("procedures.racetable")(tables_named(RaceTable, "tournament_table"))
TABLE.concerned_by("procedures.race")(all_tables)


@TABLE.concerned_by("procedures.raceseat")
def tables_of_race_seats(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables of changed seats of a race."""
    tables = {image["table_id"] for change in changes for image in images_of(change) if "table_id" in image}
    kept = RaceSeat.objects.filter(pk__in=[change["pk"] for change in changes])
    tables.update(kept.values_list("table_id", flat=True))
    rows = RaceTable.objects.filter(pk__in=tables)
    return numbers_of(event, rows.values_list("tournament_table_id", flat=True))


@TABLE.concerned_by("clock.clock", "clock.structure", "clock.levelrow")
def tables_while_a_race_runs(event: int, changes: Sequence[Change]) -> Numbers:
    """Return that the clock concerns all tables while a race runs: the row decides which chips are in play."""
    return None if Race.objects.filter(tournament=event, state="running").exists() else ()


def table_in_race(event: Tournament, number: int) -> RaceTableBoard | None:
    """Return a table of the running race for its dealer; None without a race, or without players at the
    table.
    """
    row = running_race(event)
    found = None
    if row is not None:
        keys = [key for key, table in played_tables(event).items() if table.number == number]
        found = table_race_of(row, keys[0]) if keys else None
    if row is None or found is None:
        return None
    return replace(race_table(row, found), hidden=hidden_in_counts(row))


def race_table(row: Race, found: TableRace) -> RaceTableBoard:
    """Return a table in a race, without `hidden`."""
    colours, book = colours_of(row), book_of(row.tournament.book)
    counted = found.row is not None and found.state != "open"
    seats = (
        [_seat(one, colours) for one in found.row.seats.all()] if found.row is not None and counted else []
    )
    held = held_at(found.row) if found.row is not None and counted else {}
    odd = odd_chips(held, colours)
    try:
        order = dealing_order(set(found.people) if not counted else set(odd), row.starts, found.button)  # type: ignore[arg-type]
    except ValueError:
        order = None
    return RaceTableBoard(
        race=row.pk,
        number=found.number,
        small=row.small,
        big=row.big,
        lot=colours.lot,
        policy=row.policy,
        starts=row.starts,
        state=found.state,  # type: ignore[arg-type]
        people=sorted(found.people),
        entries=dict(sorted(found.people.items())),
        seats=seats,
        order=None if order is None else list(order),
        prizes=big_chips(odd, colours, row.policy),  # type: ignore[arg-type]
        digest="" if found.row is None else found.row.digest,
        totals=None if found.row is None or not counted else totals_at(found.row, colours),
        rule=cite(book, book.chips.race),
    )


def _seat(one: RaceSeat, colours: Colours) -> RaceSeatRow:
    what = raced_seat(one, colours)
    return RaceSeatRow(
        seat=one.number,
        entry=one.entry_id,
        small=one.small,
        others=one.others,
        odd=what.odd,
        cards=[(card.rank, card.suit) for card in what.cards],
        exchanged=what.exchanged,
        won=one.wins,
        saved=one.saved,
        big=what.big,
    )


def tables_of_race(event: Tournament, race: int) -> list[RaceTableBoard] | None:
    """Return all tables of a race by number: as in `table_in_race` while it runs, with their results once it
    is over; None if there is no such race, or it has not begun.
    """
    row = Race.objects.filter(pk=race, tournament=event, started_at__isnull=False).first()
    if row is None:
        return None
    if row.state == "running":
        return [
            race_table(row, found)
            for found in sorted(table_races_of(row).values(), key=lambda one: one.number)
        ]
    tables = (
        row.tables.filter(state="done")
        .select_related("tournament_table__table")
        .order_by("tournament_table__table__number", "turn")
    )
    return [
        race_table(
            row,
            TableRace(
                number=table.tournament_table.table.number,
                button=None,
                row=table,
                turn=table.turn,
                state=table.state,
                people={seat.number: seat.entry_id for seat in table.seats.all()},
            ),
        )
        for table in tables
    ]

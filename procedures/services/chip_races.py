"""Current state of chip races: what is due, and a race's rows combined with the tables in play."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from django.db.models import Count, F, Q, Sum
from django.utils.translation import gettext as _

from clock.services.event_clock import EventClock, event_clock_of
from procedures.models import Race, RaceSeat, RaceTable
from procedures.rules.colour_up import Due, RaceTotals, Way, hidden_in_a_count, races_ahead, totals_of, way_of
from procedures.rules.race import Colours, Held, Raced
from procedures.services.bagged_chips import rows_before_today
from procedures.signals import SettledChips, chips_settled_before
from seating.rules.button import SUITS, Card
from seating.rules.played import PlayedTable
from seating.services.played_tables import played_tables
from tourney.jobs import enqueue
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Chip, ChipMove, Entry, Tournament
from tourney.now import room_now, to_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.services.prepared_query import PreparedQuery

SHOWS = ("race",)


@dataclass(frozen=True, slots=True)
class TableRace:
    """A table's current state in a race.

    Attributes:
        number: table number. `button`: its seat; None: unknown.
        row: the row of this turn; None: the table was opened, or received players who were not raced, since
            the race began.
        turn: number of the turn, from 1.
        state: one of `RaceTable.STATES`.
        people: entry in each raced seat, None for a ghost; once it is done, those that were raced.
    """

    number: int
    button: int | None
    row: RaceTable | None
    turn: int
    state: str
    people: Mapping[int, int | None]


def running_race(event: Tournament) -> Race | None:
    """Return the event's running race; None if there is none."""
    return Race.objects.filter(tournament=event, state="running").first()


def require_no_race(tx: Tx) -> None:
    """Refuse to put chips into bags while they are raced (`race_running`)."""
    race = running_race(tx.tournament)
    if race is not None:
        message = _("The chip race for %(small)s chips is in progress. Finish it first.")
        raise Refused("race_running", message % {"small": race.small}, cite(tx.book, tx.book.chips.race))


_VALUES = PreparedQuery(
    lambda chip_set: Chip.objects.filter(chip_set=chip_set).values_list("value", flat=True)
)
_SETTLED = PreparedQuery(
    lambda event: Race.objects.filter(tournament=event, state__in=("done", "cancelled")).values_list(
        "small", "state"
    )
)


def planned_races(event: Tournament) -> list[Race]:
    """Return planned races, the smallest chip first."""
    return list(Race.objects.filter(tournament=event, state="planned").order_by("small"))


def chips_of(event: Tournament) -> list[int]:
    """Return values of the event's chips, including those that have left play; empty if not set."""
    if event.chip_set_id is None:
        return []
    return _VALUES.all(event.chip_set_id)


def settled_chips(event: Tournament) -> SettledChips:
    """Return the chips whose race is over or cancelled, here or in all events from which players brought their
    stacks.
    """
    own: dict[str, set[int]] = defaultdict(set)
    for small, state in _SETTLED.all(event.pk):
        own[state].add(small)
    before = chips_settled_before.ask(event)
    raced = before.raced | own["done"]
    return SettledChips(raced, (before.left_out | own["cancelled"]) - raced)


def left_play(event: Tournament, event_clock: EventClock, position: int) -> set[int]:
    """Return values of chips that have left play: their row is over, or they were raced. Those whose row lies between
    two days are in play until their race.
    """
    gone = {value for level in event_clock.levels[:position] for value in level.colour_up}
    gone -= {one.small for one in due_of(event) if one.at_start}
    running = Race.objects.filter(tournament=event, state="running").values_list("small", flat=True)
    return gone | set(running) | settled_chips(event).raced


def chips_left(event: Tournament, leaving: int | None = None) -> list[int]:
    """Return values of the chips in play, the smallest first.

    Args:
        leaving: a chip about to leave; it and those that leave with it are excluded.
    """
    event_clock = event_clock_of(event)
    position = event_clock.read(to_ms(room_now()) or 0).position
    gone = left_play(event, event_clock, position)
    if leaving is not None:
        together = next(
            (set(level.colour_up) for level in event_clock.levels if leaving in level.colour_up), set()
        )
        gone |= together | {leaving}
    return sorted(value for value in chips_of(event) if value not in gone)


def due_of(event: Tournament) -> list[Due]:
    """Return chips that an event's structure removes and whose race is neither over nor cancelled."""
    # The board is read after each move of a player, and most structures remove no chips.
    if not any(level.colour_up for level in event_clock_of(event).levels):
        return []
    running = Race.objects.filter(tournament=event, state="running").values_list("small", flat=True)
    return _races_ahead(event, settled_chips(event).all | set(running))


def _races_ahead(event: Tournament, settled: Collection[int]) -> list[Due]:
    levels = event_clock_of(event).levels
    return races_ahead(levels, chips_of(event), settled, rows_before_today(event, levels))


def hidden_in_counts(race: Race) -> list[int]:
    """Return chips in play that a stack count cannot distinguish from the raced ones, the smallest first.

    They include chips whose row is the current or previous one and that are not raced yet.
    """
    event = race.tournament
    position = event_clock_of(event).read(to_ms(room_now()) or 0).position
    leaving = _races_ahead(event, settled_chips(event).raced)
    late = {one.small for one in leaving if one.at_start or one.at >= position - 1}
    return hidden_in_a_count(colours_of(race), late | set(chips_left(event)))


def usual_way(book: Book, *, self_dealt: bool = False) -> Way:
    """Return how the book holds a race; suits from spades down if it names none."""
    return way_of(book, SUITS, self_dealt=self_dealt)


def colours_of(race: Race) -> Colours:
    return Colours(race.small, race.big)


def table_races_of(race: Race) -> dict[int, TableRace]:
    """Return a race's current state by tournament table key: the tables in play, each player at one of them
    only.

    A broken table is dropped. Its players who were not raced make a further turn of their new table; players
    who entered after the race began received none of the leaving chips.
    """
    played = played_tables(race.tournament)
    turns = list(race.tables.order_by("turn"))
    rows = {row.tournament_table_id: row for row in turns}
    seats: dict[int, dict[int, int | None]] = defaultdict(dict)
    for key, number, entry in race.seats.values_list("table_id", "number", "entry_id"):
        seats[key][number] = entry
    # Players already dealt to or exchanged. A player who was only counted and moved on is counted at the new
    # table.
    raced = {entry for row in turns if row.state in ("dealt", "done") for entry in seats[row.pk].values()}
    late = set(
        Entry.objects.filter(tournament=race.tournament, created_at__gt=race.started_at).values_list(
            "pk", flat=True
        )
    )
    found = {}
    for key, table in played.items():
        row = rows.get(key)
        its = _table_race(table, row, {} if row is None else seats[row.pk], raced | late)
        if its is not None:
            found[key] = its
    return found


def table_race_of(race: Race, key: int) -> TableRace | None:
    """Return the current state of one table in a race, like `table_races_of`, without reading the other tables.

    Args:
        key: key of the tournament table.
    """
    table = played_tables(race.tournament).get(key)
    if table is None:
        return None
    row = race.tables.filter(tournament_table=key).order_by("-turn").first()
    seats = {} if row is None else dict(row.seats.values_list("number", "entry_id"))
    people = [entry for _seat, entry in table.players if entry is not None]
    raced = race.seats.filter(entry__in=people, table__state__in=("dealt", "done"))
    late = Entry.objects.filter(pk__in=people, created_at__gt=race.started_at)
    out = {*raced.values_list("entry", flat=True), *late.values_list("pk", flat=True)}
    return _table_race(table, row, seats, out)


def _table_race(
    table: PlayedTable, row: RaceTable | None, seats: Mapping[int, int | None], out: Collection[int | None]
) -> TableRace | None:
    """Return a table's state in a race; None if no player takes part there.

    Args:
        table: the table as it is played.
        row: the table's last turn in the race.
        seats: entries of that turn, by seat.
        out: entries that have raced already, or were added after the race began.
    """
    button = None if table.positions is None else table.positions.button
    if row is not None and row.state == "dealt":
        return TableRace(table.number, button, row, row.turn, "dealt", seats)
    again = row is not None and row.state == "done"
    people = {
        seat: entry for seat, entry in table.players if (not again if entry is None else entry not in out)
    }
    if row is not None and again and not people:
        return TableRace(table.number, button, row, row.turn, "done", seats)
    if row is not None and again:
        return TableRace(table.number, button, None, row.turn + 1, "open", people)
    if row is not None:
        # A count is valid only for the players counted: after an arrival or departure, the table is counted again.
        state = row.state if seats == people else "open"
        return TableRace(table.number, button, row, row.turn, state, people)
    return TableRace(table.number, button, None, 1, "open", people) if people else None


def held_at(table: RaceTable) -> dict[int, Held]:
    """Return the chips of all players of a table before its race, by seat."""
    return {one.number: Held(one.small, int(one.others)) for one in table.seats.all()}


def outcome_at(table: RaceTable, colours: Colours) -> dict[int, Raced]:
    """Return the results of all players at a table, by seat."""
    return {one.number: raced_seat(one, colours) for one in table.seats.all() if one.small}


def raced_seat(seat: RaceSeat, colours: Colours) -> Raced:
    return Raced(
        exchanged=seat.small // colours.lot,
        odd=seat.small % colours.lot,
        cards=tuple(Card(rank, suit) for rank, suit in seat.cards),
        won=int(seat.wins),
        saved=seat.saved,
    )


def totals_at(table: RaceTable, colours: Colours) -> RaceTotals:
    """Return the totals of a table's race."""
    return totals_of(held_at(table), outcome_at(table, colours), colours)


def totals_of_race(race: Race) -> RaceTotals:
    """Return the totals of a race at its decided tables, in one query."""
    colours = colours_of(race)
    seats = RaceSeat.objects.filter(race=race, table__state__in=("dealt", "done"))
    sums = seats.aggregate(
        before=Sum("small", default=0),
        raced=Sum(F("small") % colours.lot, default=0),
        won=Count("pk", filter=Q(wins=True)),
        saved=Count("pk", filter=Q(saved=True)),
    )
    exchanged = sums["before"] - sums["raced"]
    rounded = sums["won"] + sums["saved"]
    return RaceTotals(
        **sums,
        exchanged=exchanged,
        big=exchanged // colours.lot + rounded,
        change=rounded * colours.big - sums["raced"] * colours.small,
    )


def start_later(tx: Tx) -> None:
    """Start the races planned for the current row once the command is committed."""
    event = tx.tournament.pk
    if not Race.objects.filter(tournament=event, state="planned", by_itself=True).exists():
        return
    tx.on_commit(partial(enqueue, "procedures.tasks.start_races", event), once="race")


def change_chips(tx: Tx, chips: int, kind: str = "race", entry: Entry | None = None) -> None:
    """Record chips that come into play or leave it; displays and totals follow.

    Args:
        chips: number in value; negative if they leave.
        kind: one of `ChipMove.KINDS`.
        entry: their owner; None: no player, or several.
    """
    if not chips:
        return
    event = tx.tournament
    if event.counted_by_hand:
        # Before the field is counted there is no total to update.
        if not event.counted_entries:
            return
        tx.save(event, extra_chips=event.extra_chips + chips)
    else:
        tx.create(ChipMove, tournament=event, entry=entry, kind=kind, chips=chips, at=tx.effective_at)
    tx.touch("clock", "lobby")

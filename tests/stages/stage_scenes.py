"""Events of several stages: flights are made, played to the end of the day, and joined."""

from collections.abc import Mapping, Sequence
from typing import Any

from clock.commands.clock import pause, start
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import close_day
from procedures.commands.stack_counts import close_count, count_table, open_count
from procedures.services.stack_counts import seats_with_chips
from seating.commands import add_tables, assign_table, bust, draw_seats, set_plan
from seating.models import Seat
from stages.commands.multi_stage_events import set_up_stages
from stages.models import StageEvent
from tests.desk.tills import PRICE, cash, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.procedures.chip_race_scenes import with_chips
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry, Tournament

STACK = 10_000
# A membership for a day (Five Spades 1.3).
DAY = 200


def flights(make_event: MakesEvents, labels: Sequence[str] = ("1B",), **more: Any) -> dict[str, int]:
    """Make an event with flights; return its events by label ("1A", "1B", …, "2").

    Args:
        labels: of further flights.
        more: of the stages; also `levels` of the structure, `chips`: values of the chips, `book`, and `settings` of
            the registration.
    """
    event = make_event(more.pop("levels", None), book=more.pop("book", "munot"), stack=STACK)
    chips = more.pop("chips", ())
    if chips:
        with_chips(event, *chips)
    sold(event, surrender_allowed=False, extras=[], **more.pop("settings", {}))
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    given: dict[str, Any] = {
        "preset": "flights_best",
        "flights": [{"label": label} for label in labels],
        **more,
    }
    press(set_up_stages, by=FIRST_START, name="Main Event", first=event, **given)
    return events()


def club_event(make_event: MakesEvents, preset: str) -> dict[str, int]:
    """Make an event of a club in one of its modes; return its events by label ("1", "2", …)."""
    settings = {"re_entries_most": 0}
    return flights(make_event, (), preset=preset, book="five_spades", settings=settings)


def enter_guests(event: int, clerk: Actor, players: Sequence[int]) -> dict[int, int]:
    """Sell entries to guests of a club, each with a membership for the day; return the entry of each player."""
    return {who: enter(event, clerk, who, [cash(PRICE + DAY)], membership="day")["entry"] for who in players}


def events() -> dict[str, int]:
    """Return all events of stages by label."""
    return dict(StageEvent.objects.order_by("pk").values_list("label", "tournament"))


def enter_all(event: int, clerk: Actor, players: Sequence[int]) -> dict[int, int]:
    """Sell entries; return the entry of each player."""
    return {who: enter(event, clerk, who, [cash(PRICE)])["entry"] for who in players}


def people(*names: str) -> list[int]:
    """Create players."""
    return [player(name) for name in names]


def seat_everybody(event: int, tables: Sequence[int]) -> None:
    """Assign tables and draw all seats."""
    for number in tables:
        press(add_tables, by=FIRST_START, first=number, last=number, seats=9)
        press(assign_table, event, by=FIRST_START, number=number)
    press(draw_seats, event, by=FIRST_START)


def bag(event: int, by: Actor, stacks: Mapping[int, int], difference: int = 0) -> None:
    """Count all stacks at the end of the day, by entry; entries without chips bust before.

    Args:
        stacks: chips by entry; 0: out.
        difference: accepted when the count is closed.
    """
    press(start, event, by=by)
    for entry, chips in stacks.items():
        if not chips:
            press(bust, event, by=by, entry=entry)
    press(pause, event, by=by)
    press(open_count, event, by=by, occasion="day_end")
    seats = list(seats_with_chips(event).select_related("tournament_table__table"))
    for number in sorted({seat.tournament_table.table.number for seat in seats}):
        counted = [
            {"seat": seat.number, "chips": stacks[seat.entry_id or 0]}
            for seat in seats
            if seat.tournament_table.table.number == number
        ]
        press(count_table, event, by=by, number=number, stacks=counted)
    press(close_count, event, by=by, difference=difference)


def bagged_flight(event: int, by: Actor, tables: Sequence[int], stacks: Mapping[int, int]) -> dict[int, int]:
    """Sell, seat, play and bag a flight.

    Args:
        stacks: chips at the end by player; 0: out.

    Returns:
        The entry of each player.
    """
    entries = enter_all(event, by, list(stacks))
    seat_everybody(event, tables)
    bag(event, by, {entries[who]: chips for who, chips in stacks.items()})
    return entries


def in_bags(event: int, by: Actor, table: int, stacks: Mapping[int, int]) -> None:
    """Sell and play a flight at one table, and close its day with all stacks in bags, by player."""
    entries = enter_all(event, by, list(stacks))
    seat_everybody(event, [table])
    press(start, event, by=by)
    press(open_count, event, by=by, occasion="day_end")
    chips = {entries[who]: count for who, count in stacks.items()}
    counted = [{"seat": seat.number, "chips": chips[seat.entry_id or 0]} for seat in seats_with_chips(event)]
    press(count_table, event, by=by, number=table, stacks=counted)
    press(seal_table, event, by=by, number=table)
    press(hand_in, event, by=by, number=table)
    press(close_day, event, running=True, by=by)


def stacks_in(event: int) -> dict[int, int | None]:
    """Return the stack at the seat of each player."""
    seats = Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False)
    return dict(seats.values_list("entry__player", "stack"))


def entry_of(event: int, who: int) -> Entry:
    """Return the newest entry of a player."""
    return Entry.objects.filter(tournament=event, player=who).order_by("-number")[0]


def event_row(event: int) -> Tournament:
    """Load an event."""
    return Tournament.objects.get(pk=event)


def two_flights(make_event: MakesEvents, clerk: Actor, **more: Any) -> tuple[dict[str, int], list[int]]:
    """Play and bag two flights: Anna bags in both, Bert and Dora bust.

    Returns:
        The events by label, and the players.
    """
    found = flights(make_event, **more)
    anna, bert, cleo, dora, emil, fritz = people("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 0, cleo: 18_000})
    bagged_flight(found["1B"], clerk, [2], {anna: 15_000, dora: 0, emil: 20_000, fritz: 5_000})
    return found, [anna, bert, cleo, dora, emil, fritz]

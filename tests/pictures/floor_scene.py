"""A floor for screenshots, in the room of DATA_DIR: an event half-way through, with open tasks for the floor.

The last line of output is one JSON object: the event, and a table with a player on the way.
"""

import contextlib
import json
import os
import sys
from collections.abc import Sequence
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from seating.commands import (  # noqa: E402
    bust,
    call_floor,
    count_stack,
    mark_absent,
    note_table,
    place_table,
    put_button,
)
from seating.commands.floor_review import review_now  # noqa: E402
from seating.models import Seat, TournamentTable  # noqa: E402
from simulation.driver.event import Wanted, prepare_event  # noqa: E402
from simulation.driver.event_clock import AtOnce  # noqa: E402
from simulation.driver.playthrough import Playthrough  # noqa: E402
from simulation.driver.staff import DEALER, DIRECTOR, FLOOR, press  # noqa: E402

PLAYERS = 108
MINUTES = 100.0
ACROSS = 6


class Enough(Exception):
    """Play has lasted long enough."""


class UntilThen(AtOnce):
    """A clock without waiting that stops play after a number of minutes."""

    def until(self, minute: float) -> None:
        """Advance the clock.

        Raises:
            Enough: the time is over.
        """
        if minute > MINUTES:
            raise Enough
        super().until(minute)


def place(tables: Sequence[int]) -> None:
    """Place the tables in rows of six, with every second row shifted, as in a ballroom."""
    for at, number in enumerate(tables):
        row, column = divmod(at, ACROSS)
        across = 900 + 1_500 * column + (500 if row % 2 else 0)
        press(place_table, by=DIRECTOR, number=number, across=across, down=1_300 + 2_300 * row)


def people_at(tournament_table: TournamentTable) -> list[Seat]:
    """Return the seats of the players at a table in order."""
    return list(Seat.objects.filter(tournament_table=tournament_table, kind="player").order_by("number"))


def something_to_do(event: int) -> int:
    """Leave the floor a short table, a call, a note, an absent player, and counted stacks.

    Returns:
        The number of a table to show.
    """
    tournament_tables = sorted(
        TournamentTable.objects.filter(tournament=event, released_at__isnull=True, seats__kind="player")
        .select_related("table")
        .distinct(),
        key=lambda tournament_table: (-len(people_at(tournament_table)), tournament_table.table.number),
    )
    shown, called, short = tournament_tables[0], tournament_tables[1], tournament_tables[-1]
    for seat in people_at(short)[:2]:
        press(bust, event, by=FLOOR, entry=seat.entry_id)
    for tournament_table in (shown, short):
        seats = [seat.number for seat in people_at(tournament_table)]
        press(put_button, event, by=FLOOR, number=tournament_table.table.number, button=seats[1])
    here = people_at(shown)
    for seat, chips in zip(here[::2], (41_200, 18_500, 63_000, 9_700), strict=False):
        press(count_stack, event, by=DEALER, entry=seat.entry_id, chips=chips)
    number = shown.table.number
    press(mark_absent, event, by=FLOOR, entry=here[-1].entry_id)
    press(note_table, event, by=FLOOR, number=number, note="Feature table from level 8 on")
    press(call_floor, event, by=DEALER, number=called.table.number, kind="floor")
    review_now(event)
    return number


def main() -> int:
    """Play for a while, then leave the floor some tasks."""
    room = prepare_event(Wanted("Sunday Main", PLAYERS, "tda"))
    place(room.tables)
    with contextlib.suppress(Enough):
        Playthrough(room, Random(7), UntilThen(room)).play()
    print(json.dumps({"event": room.event, "table": something_to_do(room.event)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

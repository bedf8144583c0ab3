"""A bagged flight, and the players who come into day 2, for screenshots, in the room of DATA_DIR.

The last line of output is one JSON object: `flight` and `day_2`, ids of events.
"""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()


from clock.commands.clock import pause  # noqa: E402
from prizes.commands.payouts import unlock_payout  # noqa: E402
from prizes.models import Payout  # noqa: E402
from procedures.commands.stack_counts import close_count, count_table, open_count  # noqa: E402
from procedures.services.chip_races import chips_left  # noqa: E402
from procedures.services.stack_counts import seats_with_chips  # noqa: E402
from simulation.driver.staff import DIRECTOR, FLOOR, press  # noqa: E402
from stages.commands.event_end import end_event  # noqa: E402
from stages.commands.multi_stage_events import set_up_stages  # noqa: E402
from stages.models import StageEvent  # noqa: E402
from tests.pictures.procedures_scene import half_way  # noqa: E402
from tourney.models import Tournament  # noqa: E402
from tourney.services.field_counts import field_of  # noqa: E402


def bag(event: int) -> None:
    """Count all stacks of a flight at the end of the day; they share its chips unevenly."""
    press(pause, event, by=FLOOR)
    press(open_count, event, by=FLOOR, occasion="day_end")
    row = Tournament.objects.get(pk=event)
    seats = list(seats_with_chips(event).select_related("tournament_table__table"))
    step = min(chips_left(row), default=1)
    parts = [at % 7 + 1 for at in range(len(seats))]
    whole = field_of(row).chips
    stacks = [max(whole * part // sum(parts) // step, 1) * step for part in parts]
    stacks[-1] += whole - sum(stacks)
    counted: dict[int, list[dict[str, int]]] = {}
    for seat, chips in zip(seats, stacks, strict=True):
        number = seat.tournament_table.table.number
        counted.setdefault(number, []).append({"seat": seat.number, "chips": chips})
    for number, of_table in counted.items():
        press(count_table, event, by=FLOOR, number=number, stacks=of_table)
    press(close_count, event, by=FLOOR)


def main() -> None:
    """Build the scene."""
    event, _tables = half_way("Spring Classic", 60, "tda")
    # An event of the simulation is a demo, which can't be copied.
    Tournament.objects.filter(pk=event).update(demo_speed=None)
    if Payout.objects.filter(tournament=event, locked_at__isnull=False).exists():
        press(unlock_payout, event, by=DIRECTOR, reason="Flights")
    flights = [{"label": "1B"}]
    press(
        set_up_stages,
        by=DIRECTOR,
        name="Spring Classic",
        first=event,
        preset="flights_best",
        flights=flights,
    )
    bag(event)
    press(end_event, event, by=FLOOR)
    events = dict(StageEvent.objects.values_list("label", "tournament"))
    print(json.dumps({"flight": event, "day_2": events["2"]}))


if __name__ == "__main__":
    sys.exit(main())

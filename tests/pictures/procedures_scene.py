"""A chip race and hand-for-hand for screenshots, in the room of DATA_DIR, with penalties and a shot clock.

The last line of output is one JSON object: `race` and `round`, each with its event and tables in different states.
"""

import contextlib
import json
import os
import sys
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()


from penalties.commands.penalties import impose  # noqa: E402
from procedures.commands.chip_races import start  # noqa: E402
from procedures.commands.hand_for_hand import all_in, announce  # noqa: E402
from procedures.commands.race_counts import enter  # noqa: E402
from procedures.commands.race_tables import deal  # noqa: E402
from procedures.commands.shot_clock import set_shot_clock  # noqa: E402
from procedures.services.chip_races import chips_left, running_race  # noqa: E402
from seating.commands import finish_hand  # noqa: E402
from seating.models import Seat, TournamentTable  # noqa: E402
from simulation.driver.event import Wanted, furnish  # noqa: E402
from simulation.driver.playthrough import Playthrough  # noqa: E402
from simulation.driver.staff import DEALER, DIRECTOR, FLOOR, press  # noqa: E402
from tests.pictures.floor_scene import Enough, UntilThen  # noqa: E402
from tourney.models import Tournament  # noqa: E402


def half_way(name: str, players: int, book: str) -> tuple[int, list[TournamentTable]]:
    """Play an event for a while; return it and its tables, the fullest first."""
    room = furnish(Wanted(name, players, book))
    with contextlib.suppress(Enough):
        Playthrough(room, Random(7), UntilThen(room)).play()
    tournament_tables = TournamentTable.objects.filter(
        tournament=room.event, released_at__isnull=True, seats__kind="player"
    )
    found = tournament_tables.select_related("table").distinct().order_by("table__number")
    return room.event, sorted(found, key=lambda tournament_table: -len(people_at(tournament_table)))


def people_at(tournament_table: TournamentTable) -> list[Seat]:
    """Return the seats of the players at a table in order."""
    return list(Seat.objects.filter(tournament_table=tournament_table, kind="player").order_by("number"))


def a_race() -> dict[str, int]:
    """Start a race of the smallest chip: one table counted and dealt, one counted, the others not yet."""
    event, tournament_tables = half_way("Saturday Classic", 108, "munot")
    if running_race(Tournament.objects.get(pk=event)) is None:
        small = min(chips_left(Tournament.objects.get(pk=event)))
        press(start, event, by=DIRECTOR, small=small)
    race = running_race(Tournament.objects.get(pk=event))
    assert race is not None
    for tournament_table in tournament_tables[:2]:
        odd = [
            {"seat": seat.number, "small": 1 + at % 3}
            for at, seat in enumerate(people_at(tournament_table))
            if at % 3 != 2
        ]
        press(enter, event, by=DEALER, race=race.pk, number=tournament_table.table.number, seats=odd)
    press(deal, event, by=DEALER, race=race.pk, number=tournament_tables[0].table.number)
    dealt, counted, still_open = (tournament_table.table.number for tournament_table in tournament_tables[:3])
    return {"event": event, "dealt": dealt, "counted": counted, "open": still_open}


def a_round() -> dict[str, int]:
    """Start hand-for-hand: one table is done, one has an all-in, the others play; one player sits out."""
    event, tournament_tables = half_way("Championship", 120, "tda")
    press(set_shot_clock, event, by=DIRECTOR, seconds=30, bank_seconds=30, banks=4)
    away, warned = people_at(tournament_tables[2])[1:3]
    press(impose, event, by=FLOOR, entry=away.entry_id, kind="orbits", count=1, reason="Phone at the table")
    press(
        impose, event, by=FLOOR, entry=warned.entry_id, kind="warning", reason="Talked about a hand that ran"
    )
    press(announce, event, by=FLOOR)
    hands = TournamentTable.objects.get(pk=tournament_tables[0].pk).hands
    press(finish_hand, event, by=DEALER, number=tournament_tables[0].table.number, hand=hands + 1)
    press(all_in, event, by=DEALER, number=tournament_tables[1].table.number, hand=0)
    done, face_down, playing = (tournament_table.table.number for tournament_table in tournament_tables[:3])
    return {"event": event, "done": done, "all_in": face_down, "playing": playing}


def main() -> int:
    """Play two events for a while, and stop them at these states."""
    print(json.dumps({"race": a_race(), "round": a_round()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

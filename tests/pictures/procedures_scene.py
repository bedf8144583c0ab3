"""A chip race, hand-for-hand, penalties, a shot clock and the end of a day for screenshots, in the room of DATA_DIR.

The last line of output is one JSON object: `race`, `round` and `bags`, each with its event and tables in different
states, and `next_day`, with the page of a player.
"""

import contextlib
import json
import os
import sys
from datetime import timedelta
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()


from clock.commands.clock import pause  # noqa: E402
from notifications.commands.player_links import path_of  # noqa: E402
from penalties.commands.penalties import impose  # noqa: E402
from procedures.commands.bags import hand_in, seal_table  # noqa: E402
from procedures.commands.chip_races import start  # noqa: E402
from procedures.commands.event_days import close_day, draw_next_day  # noqa: E402
from procedures.commands.hand_for_hand import all_in, announce  # noqa: E402
from procedures.commands.race_counts import enter  # noqa: E402
from procedures.commands.race_tables import deal  # noqa: E402
from procedures.commands.shot_clock import set_shot_clock  # noqa: E402
from procedures.commands.stack_counts import count_table, open_count  # noqa: E402
from procedures.rules.stack_counts import smallest_step  # noqa: E402
from procedures.services.chip_races import chips_left, running_race  # noqa: E402
from seating.commands import finish_hand  # noqa: E402
from seating.models import Seat, TournamentTable  # noqa: E402
from simulation.driver.event import Wanted, prepare_event  # noqa: E402
from simulation.driver.playthrough import Playthrough  # noqa: E402
from simulation.driver.staff import DEALER, DIRECTOR, FLOOR, press  # noqa: E402
from tests.pictures.floor_scene import Enough, UntilThen  # noqa: E402
from tourney.journal.refused import Refused  # noqa: E402
from tourney.models import Tournament  # noqa: E402
from tourney.now import room_now, to_ms  # noqa: E402
from tourney.services.field_counts import field_of  # noqa: E402


def half_way(name: str, players: int, book: str) -> tuple[int, list[TournamentTable]]:
    """Play an event for a while; return it and its tables, the fullest first."""
    room = prepare_event(Wanted(name, players, book))
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


def counted(event: int, tournament_tables: list[TournamentTable]) -> None:
    """Stop the clock and count the stacks of tables for the end of the day; those of all tables add up."""
    with contextlib.suppress(Refused):
        press(pause, event, by=DIRECTOR)
    press(open_count, event, by=FLOOR, occasion="day_end")
    row = Tournament.objects.get(pk=event)
    step, chance = smallest_step(chips_left(row)), Random(11)
    seats = [seat for one in tournament_tables for seat in people_at(one)]
    cuts = sorted(chance.sample(range(1, field_of(row).chips // step), len(seats) - 1))
    ends = [0, *cuts, field_of(row).chips // step]
    chips = {seat.pk: step * (ends[at + 1] - ends[at]) for at, seat in enumerate(seats)}
    for one in tournament_tables:
        stacks = [{"seat": seat.number, "chips": chips[seat.pk]} for seat in people_at(one)]
        press(count_table, event, by=FLOOR, number=one.table.number, stacks=stacks)


def some_bags() -> dict[str, int]:
    """Bag the stacks of an event: some tables are handed in, one is being sealed."""
    event, tournament_tables = half_way("Main Event", 108, "pokerstars_live")
    counted(event, tournament_tables)
    numbers = [one.table.number for one in tournament_tables]
    for number in numbers[3:-2]:
        press(seal_table, event, by=DEALER, number=number)
        press(hand_in, event, by=FLOOR, number=number)
    sealed = people_at(tournament_tables[0])
    press(seal_table, event, by=DEALER, number=numbers[0], seats=[seat.number for seat in sealed[:6]])
    press(hand_in, event, by=FLOOR, number=numbers[0], seats=[seat.number for seat in sealed[:2]])
    return {"event": event, "sealing": numbers[0], "counted": numbers[1]}


def next_day() -> dict[str, int | str]:
    """Close the day of an event and draw the seats of the next one."""
    event, tournament_tables = half_way("High Roller", 40, "pokerstars_live")
    counted(event, tournament_tables)
    for one in tournament_tables:
        press(seal_table, event, by=DEALER, number=one.table.number)
        press(hand_in, event, by=FLOOR, number=one.table.number)
    start = (room_now() + timedelta(days=1)).replace(hour=11, minute=0, second=0, microsecond=0)
    press(close_day, event, by=FLOOR, next_start=to_ms(start))
    press(draw_next_day, event, by=DIRECTOR)
    seat = Seat.objects.filter(tournament_table__tournament=event, kind="player").order_by("pk")[0]
    assert seat.entry is not None
    table = seat.tournament_table.table.number
    return {"event": event, "table": table, "player": path_of(seat.entry.player_id)}


def main() -> int:
    """Play events for a while, and stop them at these states."""
    found = {"race": a_race(), "round": a_round(), "bags": some_bags(), "next_day": next_day()}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())

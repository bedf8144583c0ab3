"""The room of `bench.stages`: flights with counted stacks, and their timed way into day 2."""

import json
import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Sum  # noqa: E402
from django.test import Client  # noqa: E402

from bench.draw_room import do  # noqa: E402
from clock.commands.events import create_event  # noqa: E402
from clock.commands.structures import LevelInput, save_structure  # noqa: E402
from players.models import Player  # noqa: E402
from procedures.models import CountedStack, StackCount  # noqa: E402
from seating.commands import add_tables, draw_seats, set_plan  # noqa: E402
from seating.models import Seat, Table, TournamentTable  # noqa: E402
from stages.commands.advance import advance_players  # noqa: E402
from stages.commands.multi_stage_events import set_up_stages  # noqa: E402
from stages.models import Advance, AdvancedStack, StageEvent  # noqa: E402
from tourney.commands import add_person  # noqa: E402
from tourney.models import ChipMove, Entry, Notice, Tournament  # noqa: E402
from tourney.now import database_now  # noqa: E402

STACK = 10_000


def make_flights(flights: int, players: int) -> int:
    """Create flights whose stacks are counted; return the event of day 2."""
    level = LevelInput(kind="level", duration=1_200_000, small_blind=50, big_blind=100)
    structure = do(save_structure, name="Bench", levels=[level])["structure"]
    first = int(
        do(create_event, name="Bench", structure=structure, starting_stack=STACK, book="tda")["tournament"]
    )
    do(set_plan, first, seats_per_table=9)
    labels = [{"label": f"1{chr(ord('B') + number)}"} for number in range(flights - 1)]
    do(set_up_stages, name="Bench", first=first, preset="flights_best", flights=labels)
    events = dict(StageEvent.objects.values_list("label", "tournament"))
    day_2 = int(events.pop("2"))
    now = database_now()
    for event in events.values():
        fill_flight(event, players)
    tables = -(-flights * players // 9)
    for start in range(1, tables + 1, 500):
        do(add_tables, first=start, last=min(start + 499, tables))
    TournamentTable.objects.bulk_create(
        [
            TournamentTable(table=table, tournament_id=day_2, assigned_at=now, order=at)
            for at, table in enumerate(Table.objects.order_by("number"))
        ]
    )
    return day_2


def fill_flight(event: int, players: int) -> None:
    """Give a flight its entries, their chips, and a closed count at the end of the day."""
    now = database_now()
    Tournament.objects.filter(pk=event).update(counted_by_hand=False)
    people = Player.objects.bulk_create(
        [Player(name=f"Player {event}-{number:05}", created_at=now) for number in range(players)]
    )
    entries = Entry.objects.bulk_create(
        [Entry(tournament_id=event, player=one, created_at=now) for one in people], batch_size=2000
    )
    ChipMove.objects.bulk_create(
        [
            ChipMove(tournament_id=event, entry=one, kind="starting_stack", chips=STACK, at=now)
            for one in entries
        ],
        batch_size=2000,
    )
    chips = players * STACK
    count = StackCount.objects.create(
        tournament_id=event, occasion="day_end", opened_at=now, closed_at=now, chips=chips, in_play=chips
    )
    CountedStack.objects.bulk_create(
        [
            CountedStack(stack_count=count, entry=one, table=1 + at // 9, seat=1 + at % 9, chips=STACK)
            for at, one in enumerate(entries)
        ],
        batch_size=2000,
    )


def bare(day_2: int) -> float:
    """Return the seconds in which the same rows are inserted without anything else."""
    seats, notices = list(Seat.objects.all()), list(Notice.objects.all())
    stacks, advances = list(AdvancedStack.objects.all()), list(Advance.objects.all())
    moves = list(ChipMove.objects.filter(tournament=day_2))
    entries = list(Entry.objects.filter(tournament=day_2))
    with transaction.atomic():
        for rows in (seats, notices, stacks, advances, moves, entries):
            type(rows[0])._default_manager.filter(pk__in=[row.pk for row in rows]).delete()
        began = time.perf_counter()
        for rows in (entries, moves, advances, stacks, notices, seats):
            type(rows[0])._default_manager.bulk_create(rows, batch_size=2000)  # type: ignore[arg-type]
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        took = time.perf_counter() - began
        transaction.set_rollback(True)
    return took


def slips(day_2: int) -> float:
    """Return the seconds for the first sheets of seat cards."""
    user = do(add_person, username="bench", role="director", password="correct horse battery")["user"]
    client = Client(headers={"host": "localhost"})
    client.force_login(get_user_model().objects.get(pk=user))
    # The first request loads all pages.
    client.get("/staff/")
    began = time.perf_counter()
    answer = client.get(f"/staff/t/{day_2}/cards/")
    took = time.perf_counter() - began
    if answer.status_code != 200:
        raise SystemExit(f"The seat cards were not printed: {answer.status_code}")
    return took


def main() -> None:
    """Set up, join, draw, and print how long it took."""
    call_command("migrate", verbosity=0)
    flights, players = int(sys.argv[1]), int(sys.argv[2])
    day_2 = make_flights(flights, players)
    began = time.perf_counter()
    joined = do(advance_players, day_2)
    joining = time.perf_counter() - began
    began = time.perf_counter()
    do(draw_seats, day_2)
    drawing = time.perf_counter() - began
    printing = slips(day_2)
    chips = ChipMove.objects.filter(tournament=day_2).aggregate(Sum("chips"))["chips__sum"]
    if (joined["players"], chips) != (flights * players, flights * players * STACK):
        raise SystemExit(f"The stacks are not those of the flights: {joined}, {chips}")
    plain = bare(day_2)
    whole = joining + drawing + printing
    found = {
        "players": joined["players"],
        "join_seconds": round(joining, 2),
        "draw_seconds": round(drawing, 2),
        "slips_seconds": round(printing, 2),
        "bare_insert_seconds": round(plain, 2),
        "seconds_beside_bare_insert": round(whole - plain, 2),
        "ratio_to_bare_insert": round(whole / plain, 2),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()

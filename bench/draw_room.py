"""The room of `bench.draw`: enough tables, a registered field, and its timed draw."""

import json
import os
import sys
import time
import uuid
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import RequestFactory  # noqa: E402

from clock.commands.events import create_event  # noqa: E402
from clock.commands.structures import LevelInput, save_structure  # noqa: E402
from players.models import Player  # noqa: E402
from seating.commands import add_tables, draw_seats, set_plan  # noqa: E402
from seating.models import Seat, Table, TournamentTable  # noqa: E402
from simulation.rules.people import names  # noqa: E402
from tourney.access.roles import FIRST_START  # noqa: E402
from tourney.journal.commands import Command  # noqa: E402
from tourney.models import Entry, JournalEntry, Notice, Tournament  # noqa: E402
from tourney.now import database_now  # noqa: E402
from web.public.seats import seats  # noqa: E402


def do(made: Command, event: int | None = None, **arguments: Any) -> dict[str, Any]:
    """Carry out a command of the server."""
    done = made(actor=FIRST_START, command_id=uuid.uuid4(), tournament_id=event, **arguments)
    return dict(done.answer or {})


def make_event(players: int, first_table: int = 1) -> int:
    """Create an event whose field waits for seats; its tables are added with numbers from `first_table` on."""
    level = LevelInput(kind="level", duration=1_200_000, small_blind=50, big_blind=100)
    structure = do(save_structure, name="Bench", levels=[level])["structure"]
    event = int(
        do(create_event, name="Bench", structure=structure, starting_stack=10_000, book="tda")["tournament"]
    )
    tables = -(-players // 9)
    last = first_table + tables - 1
    for first in range(first_table, last + 1, 500):
        do(add_tables, first=first, last=min(first + 499, last))
    do(set_plan, event, seats_per_table=9)
    now = database_now()
    TournamentTable.objects.bulk_create(
        [
            TournamentTable(table=table, tournament_id=event, assigned_at=now, order=at)
            for at, table in enumerate(Table.objects.filter(number__gte=first_table).order_by("number"))
        ]
    )
    people = Player.objects.bulk_create([Player(name=name, created_at=now) for name in names(players)])
    Entry.objects.bulk_create(
        [Entry(tournament_id=event, player=one, created_at=now) for one in people], batch_size=2000
    )
    return event


def bare() -> float:
    """Return the seconds in which the same rows are inserted without anything else."""
    seats, notices = list(Seat.objects.all()), list(Notice.objects.all())
    with transaction.atomic():
        # The same tables with the same rows, without the triggers of their constraints.
        Seat.objects.all().delete()
        Notice.objects.all().delete()
        began = time.perf_counter()
        Seat.objects.bulk_create(seats, batch_size=2000)
        Notice.objects.bulk_create(notices, batch_size=2000)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        took = time.perf_counter() - began
        transaction.set_rollback(True)
    return took


def main() -> None:
    """Set up, draw, and print how long it took."""
    call_command("migrate", verbosity=0)
    event = make_event(int(sys.argv[1]))
    began = time.perf_counter()
    answer = do(draw_seats, event)
    drawn = time.perf_counter() - began
    began = time.perf_counter()
    listed = seats(RequestFactory().get("/"), event)
    list_took = time.perf_counter() - began
    plain = bare()
    journal_entry = JournalEntry.objects.get(tournament=event, seq=Tournament.objects.get(pk=event).seq)
    found = {
        "players": answer["seated"],
        "tables": answer["tables"],
        "seconds": round(drawn, 2),
        "bare_insert_seconds": round(plain, 2),
        "ratio_to_bare_insert": round(drawn / plain, 2),
        "seats_list_seconds": round(list_took, 2),
        "seats_list_kib": round(len(listed.content) / 1024),
        "journal_line_kib": round(len(json.dumps(journal_entry.changes)) / 1024),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()

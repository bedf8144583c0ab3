"""The room of `bench.years`: simulate events, copy them, and time commands and pages before and after.

Prints one line of JSON.
"""

import io
import json
import sys
import time
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction

from bench.write_path_room import listen, make_late_event, play, summarise
from bench.years_copies import copied_models, copy_events, highest_ids
from desk.models import Drawer
from tests.matrix.test_role_matrix import PAGES
from tests.matrix.viewers import Room
from tourney.access.roles import Actor
from tourney.models import JournalEntry, Tournament
from tourney.now import database_now
from tourney.services.event_cache import clear_all

# First entries of the simulated events, in turn.
FIELDS = (27, 45, 60)
PLAYERS, ROUNDS, GETS = 200, 12, 5
# Tables of the running event; those of the simulated ones have lower numbers.
_FIRST_TABLE = 801


def simulate(events: int) -> None:
    """Play whole events, with their entries, busts, prizes and journal, to the winner."""
    for number in range(events):
        players = FIELDS[number % len(FIELDS)]
        name = f"Event {number + 1}"
        call_command(
            "play", fast=True, players=players, seed=number + 1, name=name, stdout=io.StringIO(), verbosity=0
        )
    # Otherwise the running event would use the same drawer, and the drawer's copies would be open as well.
    Drawer.objects.update(closed_at=database_now(), counted=0)


def time_pages(room: Room) -> dict[str, float]:
    """Return the milliseconds of each page at p50, without cached readings, for the viewer with most access."""
    found = {}
    for name, client, address in room.visits(PAGES):
        client.get(address)
        times = []
        for _time in range(GETS):
            clear_all()
            began = time.perf_counter()
            answer = client.get(address)
            times.append(time.perf_counter() - began)
            # The health page answers 503 where nothing serves sockets, as here.
            if answer.status_code >= 500 and name != "health":
                raise SystemExit(f"{address}: {answer.status_code}")
        found[name] = round(1000 * sorted(times)[GETS // 2], 2)
    return found


def sizes() -> dict[str, int]:
    """Return the number of rows and bytes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size = int(cursor.fetchone()[0])
    return {
        "events": Tournament.objects.count(),
        "journal": JournalEntry.objects.count(),
        "rows": sum(one._base_manager.count() for one in copied_models()),
        "megabytes": size // 1_000_000,
    }


def measure(room: Room, seller: Actor, old: int, people: int) -> dict[str, Any]:
    """Measure commands of the running event, its pages, and those of an old one.

    Args:
        people: number of the first late player; it is part of the name.
    """
    commands = summarise(*play(room.event, seller, ROUNDS, people))
    found: dict[str, Any] = {"commands": commands}
    for words, event in (("pages", room.event), ("pages of an old event", old)):
        room.values["tournament_id"] = str(event)
        found[words] = time_pages(room)
    return {**found, **sizes()}


def main() -> None:
    """Simulate, measure, copy, measure again, and print the figures."""
    events, copies = int(sys.argv[1]), int(sys.argv[2])
    call_command("migrate", verbosity=0)
    # Adds the open events of a first start.
    call_command("prepare_room", stdout=io.StringIO())
    after = highest_ids()
    simulate(events)
    up_to = highest_ids()
    old = up_to[Tournament]
    event, seller = make_late_event(PLAYERS, first_table=_FIRST_TABLE)
    room = Room(event)
    for client in room.pages.values():
        client.defaults["SERVER_NAME"] = "localhost"
    listener = listen(event)
    few = measure(room, seller, old, PLAYERS)
    began = time.perf_counter()
    with transaction.atomic():
        rows = copy_events(copies, after, up_to)
    connection.cursor().execute("ANALYZE")
    clear_all()
    print(f"{rows} rows copied in {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    many = measure(room, seller, old, 2 * PLAYERS)
    listener.close()
    print(json.dumps({"few": few, "many": many}))


if __name__ == "__main__":
    main()

"""Running events for the hosts: players in their seats, started clocks, a token. Prints one line of JSON."""

import hashlib
import json
import secrets
import sys

from bench.draw_room import do
from bench.hosts.phones import LEVEL_MS
from clock.commands.clock import start
from clock.commands.events import create_event
from clock.commands.structures import LevelInput, save_structure
from players.models import Player
from seating.commands import add_tables, draw_seats, set_plan
from seating.models import Seat, Table, TournamentTable
from tourney.commands.logins import issue_token
from tourney.models import Entry, JournalEntry, Tournament
from tourney.now import database_now

# An hour and a half, in levels of 50 seconds: 72 of them in an hour, as in a day of levels of 20 minutes.
_LEVELS = 108
# Tables that one command adds.
_AT_ONCE = 500


def make_events(players: int, events: int) -> dict[str, object]:
    """Create the events, each with a field, tables and a running clock of its own, and a token for all."""
    levels = [
        LevelInput(kind="level", duration=LEVEL_MS, small_blind=50 * at, big_blind=100 * at)
        for at in range(1, _LEVELS + 1)
    ]
    structure = int(do(save_structure, name="Hosts", levels=levels)["structure"])
    rows = [_event(at, structure, players) for at in range(events)]
    secret = secrets.token_urlsafe(32)
    do(issue_token, label="Hosts", role="director", digest=hashlib.sha256(secret.encode()).hexdigest())
    return {"token": secret, "events": rows, **rows[0]}


def _event(at: int, structure: int, players: int) -> dict[str, object]:
    event = int(
        do(create_event, name=f"Hosts {at + 1}", structure=structure, starting_stack=10_000, book="tda")[
            "tournament"
        ]
    )
    tables = -(-players // 9)
    numbers = range(1 + at * tables, 1 + (at + 1) * tables)
    for first in numbers[::_AT_ONCE]:
        do(add_tables, first=first, last=min(numbers[-1], first + _AT_ONCE - 1))
    do(set_plan, event, seats_per_table=9)
    now = database_now()
    TournamentTable.objects.bulk_create(
        [
            TournamentTable(table=table, tournament_id=event, assigned_at=now, order=order)
            for order, table in enumerate(Table.objects.filter(number__in=numbers).order_by("number"))
        ]
    )
    people = Player.objects.bulk_create(
        [Player(name=f"Player {at + 1} Number{number:05}", created_at=now) for number in range(players)]
    )
    Entry.objects.bulk_create([Entry(tournament_id=event, player=one, created_at=now) for one in people])
    do(draw_seats, event)
    do(start, event)
    began = JournalEntry.journal(event).get(kind="clock.start").at
    # Table after table, so that no table empties before the others.
    seated = Seat.objects.filter(tournament_table__tournament=event).order_by(
        "number", "tournament_table__order"
    )
    return {
        "event": event,
        "started_ms": round(began.timestamp() * 1000),
        "seq": Tournament.objects.get(pk=event).seq,
        "entries": list(seated.values_list("entry", flat=True)),
    }


if __name__ == "__main__":
    print(json.dumps(make_events(int(sys.argv[1]), int(sys.argv[2]))))

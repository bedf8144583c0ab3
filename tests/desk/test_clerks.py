"""Four clerks in separate processes register a crowd: no seat is given twice, no cent is lost or made.

`make soak` has them register 2,000 people, on SQLite and on PostgreSQL.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Count, F, Sum

from desk.boards.till import pool_total
from desk.commands.drawers import close_drawer, open_drawer
from desk.models import Booking, Drawer, Item, Payment, Receipt
from ops.paths import PROJECT
from players.commands.player_import import ImportedPlayer, import_players
from players.models import Player
from seating.commands import add_tables, assign_table, draw_seats, set_plan
from seating.models import Seat
from tests.desk.tills import POOL, PRICE, enter, sold
from tests.fixtures.database import environment
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.processes import start_process
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor, Role
from tourney.journal.replay import gaps
from tourney.models import ChipMove, Entry, JournalEntry, Tournament
from tourney.services.field_counts import field_of

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
PEOPLE = int(os.environ.get("PEOPLE_AT_THE_DESK", "24"))
CLERKS = 4
TABLES = PEOPLE // 20
SEATS = 9
FLOAT = 50_000


def crowd(director: Actor) -> list[int]:
    """Import players from a file."""
    rows = [
        ImportedPlayer(do="add", name=f"Player {number}", birth_date="1990-01-01") for number in range(PEOPLE)
    ]
    press(import_players, by=director, rows=rows)
    return list(Player.objects.order_by("pk").values_list("pk", flat=True))


def at_work(event: int, clerks: list[Actor], lines: list[list[int]]) -> list[dict[str, Any]]:
    """Let the clerks serve their queues at the same time."""
    start_at = time.time() + 3
    processes = [
        start_process(
            [sys.executable, "-m", "tests.desk.clerk", str(event), clerk.key, str(seed), str(start_at)],
            cwd=PROJECT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, clerk in enumerate(clerks, start=5)
    ]
    for process, line in zip(processes, lines, strict=True):
        assert process.stdin is not None
        process.stdin.write(json.dumps(line))
        process.stdin.close()
        process.stdin = None
    found = []
    for process in processes:
        output, _ = process.communicate(timeout=400 + PEOPLE)
        assert process.returncode == 0
        found.append(json.loads(output))
    return found


def test_four_clerks_register_a_crowd_without_double_or_lost_sales(
    make_event: MakesEvents, person: Callable[..., Actor], director: Actor
) -> None:
    event = make_event(book="other_poker")
    sold(event)
    press(add_tables, by=director, first=1, last=TABLES, seats=SEATS)
    for number in range(1, TABLES + 1):
        press(assign_table, event, by=director, number=number)
    press(set_plan, event, by=director, seats_per_table=SEATS)
    clerks = [person(f"clerk{number}", Role.FLOOR) for number in range(CLERKS)]
    for clerk in clerks:
        press(open_drawer, by=clerk, opening_float=FLOAT)
    people = crowd(director)
    # The field is drawn with one guest, so that all later players get a seat at once.
    press(open_drawer, by=director, opening_float=0)
    enter(event, director, people.pop())
    press(draw_seats, event, by=director)
    lines = [people[number::CLERKS] for number in range(CLERKS)]
    for number, line in enumerate(lines):
        # Some people stand in two queues at once.
        line.extend(lines[(number + 1) % CLERKS][:20])
    results = at_work(event, clerks, lines)

    assert [error for one in results for error in one["errors"]] == []
    outcomes = Counter[str]()
    for one in results:
        outcomes.update(one["outcomes"])
    assert outcomes["register"] > PEOPLE / 3, outcomes
    # A small crowd may do without one of them.
    happened = [what for what in ("refund", "bust", "wait", "again") if outcomes[what] > PEOPLE / 100]
    assert len(happened) >= (4 if PEOPLE >= 200 else 2), outcomes

    # Every entry in play has a seat of its own.
    playing = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    seats = Seat.objects.filter(tournament_table__tournament=event)
    assert set(seats.values_list("entry_id", flat=True)) == set(playing.values_list("pk", flat=True))
    assert seats.values("tournament_table", "number").distinct().count() == seats.count() <= TABLES * SEATS
    assert playing.values("player").distinct().count() == playing.count()

    # Money: each receipt adds up, the drawers hold what each clerk counted, and the pool matches the valid
    # sales.
    assert_money(event, clerks, [one["cash"] for one in results])
    standing = Item.objects.filter(tournament=event, corrects__isnull=True, corrected_by__isnull=True)
    counted = Entry.objects.filter(tournament=event, voided_at__isnull=True).count()
    assert standing.count() == counted
    assert pool_total(Tournament.objects.get(pk=event)) == counted * POOL

    # Chips: each valid entry has added a starting stack.
    row = Tournament.objects.get(pk=event)
    chips = ChipMove.objects.filter(tournament=event).aggregate(sum=Sum("chips"))["sum"]
    assert field_of(row).chips == chips == counted * row.starting_stack

    assert_order(event)
    assert gaps(event) == []
    journal_tells_the_rows()


def assert_money(event: int, clerks: list[Actor], counted: list[int]) -> None:
    """Check that no money was lost or made at any counter."""
    for clerk, cash in zip(clerks, counted, strict=True):
        answer = press(close_drawer, by=clerk, counted=FLOAT + cash).answer
        assert answer is not None
        assert answer["difference"] == 0, clerk
    parts = F("pool") + F("fee") + F("staff") + F("bounty") + F("dues")
    items = dict(Item.objects.values_list("receipt").order_by().annotate(sum=Sum(parts)))
    payments = dict(Payment.objects.values_list("receipt").order_by().annotate(sum=Sum("amount")))
    assert items == payments
    assert set(items.values()) <= {PRICE, -PRICE}
    for drawer in Drawer.objects.annotate(count=Count("receipts")):
        numbers = Receipt.objects.filter(drawer=drawer).values_list("number", flat=True)
        assert sorted(numbers) == list(range(1, drawer.last_number + 1))


def assert_order(event: int) -> None:
    """Check that each called player had waited longest at that time."""
    waiting: dict[int, Any] = {}
    calls = 0
    for line in JournalEntry.journal(event).order_by("seq"):
        called = list((line.answer or {}).get("called", [])) if line.kind == "waiting_list.process" else []
        for booking in called:
            calls += 1
            assert booking == min(waiting, key=lambda one: (waiting[one], one)), line
            del waiting[booking]
        for change in line.changes:
            if change["model"] != "desk.booking" or change["after"] is None:
                continue
            state, since = change["after"].get("state"), change["after"].get("waiting_since")
            if state == "waiting":
                waiting[change["pk"]] = since or Booking.objects.get(pk=change["pk"]).waiting_since
            elif state is not None:
                waiting.pop(change["pk"], None)
    assert calls > PEOPLE / 100, "hardly any player was called"

"""The room of `bench.write_path`: an event in late registration, and commands pressed in it one by one.

Prints one line of JSON: for each command the milliseconds at p50 and p99, and where they went.
"""

import json
import os
import random
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from typing import Any

from django.core.management import call_command
from django.db import connection

from bench.draw_room import do, make_event
from bench.sections import Sections, server_seconds
from clock.commands.clock import start
from desk.commands.registration import set_registration
from desk.commands.sales import PaymentInput, register_player
from desk.models import Drawer, Item, Payment, Receipt
from players.models import Player
from seating.commands import accept, add_tables, assign_table, bust, draw_button, draw_seats, finish_hand
from seating.commands.floor_review import review_now
from seating.commands.moves import put_right
from seating.models import Proposal, Seat, Table
from simulation.driver.staff import FLOOR, clerk
from simulation.rules.people import names
from tourney.access.roles import Actor
from tourney.journal.commands import Command
from tourney.journal.refused import Refused
from tourney.live import publish
from tourney.models import ChipMove, Entry, Tournament
from tourney.now import database_now

POOL, FEE, STACK = 9_000, 1_000, 10_000
PRICE = POOL + FEE
# Free tables beside those of the first draw, so that late players find seats.
_MORE_TABLES = 8
# Rounds before those that are measured.
_FIRST = 4
_MANY_TABLES = 50
Measured = dict[str, list[dict[str, float]]]


def make_late_event(players: int, first_table: int = 1) -> tuple[int, Actor]:
    """Create an event whose field is drawn, paid and playing, while registration is open.

    Args:
        first_table: number of its first table; further ones follow.
    """
    event = make_event(players, first_table)
    do(set_registration, event, pool=POOL, fee=FEE, late_ends="row", late_row=0)
    seller = clerk()
    _pay(event, seller)
    last = Table.objects.order_by("-number").values_list("number", flat=True).first() or 0
    do(add_tables, first=last + 1, last=last + _MORE_TABLES)
    for number in range(last + 1, last + 1 + _MORE_TABLES):
        do(assign_table, event, number=number)
    do(draw_seats, event)
    do(draw_button, event)
    do(start, event)
    connection.cursor().execute("ANALYZE")
    return event, seller


def _pay(event: int, seller: Actor) -> None:
    """Create what the sale of each entry writes, as rows."""
    now, drawer = database_now(), Drawer.objects.get(closed_at__isnull=True)
    entries = list(Entry.objects.filter(tournament=event).order_by("pk"))
    ChipMove.objects.bulk_create(
        [
            ChipMove(tournament_id=event, entry=one, kind="starting_stack", chips=STACK, at=now)
            for one in entries
        ]
    )
    receipts = Receipt.objects.bulk_create(
        [
            Receipt(
                drawer=drawer, number=number, player_id=one.player_id, at=now, written_by_id=drawer.clerk_id
            )
            for number, one in enumerate(entries, 1)
        ]
    )
    Item.objects.bulk_create(
        [
            Item(
                receipt=receipt, kind="entry", tournament_id=event, entry=one, pool=POOL, fee=FEE, chips=STACK
            )
            for receipt, one in zip(receipts, entries, strict=True)
        ]
    )
    Payment.objects.bulk_create([Payment(receipt=one, method="cash", amount=PRICE) for one in receipts])
    Drawer.objects.filter(pk=drawer.pk).update(last_number=len(entries))


class Presses:
    """Presses commands, and measures each."""

    def __init__(self, event: int, sections: Sections) -> None:
        self.event = event
        self.sections = sections
        self.found: Measured = defaultdict(list)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._backend = int(cursor.fetchone()[0])

    def measure(self, name: str, act: Callable[[], Any]) -> Any:
        """Carry out one action, and keep its times."""
        server, began = server_seconds(self._backend), time.perf_counter()
        self.sections.clear()
        answer = act()
        parts = self.sections.stop()
        wall = time.perf_counter() - began
        parts["database server"] = server_seconds(self._backend) - server
        self.found[name].append(
            {
                "wall": wall,
                "processor": sum(parts.values()),
                "queries": self.sections.queries,
                **{f"in {part}": seconds for part, seconds in parts.items()},
            }
        )
        return answer

    def press(self, verb: Command, by: Actor = FLOOR, **arguments: Any) -> Any:
        """Press one command."""

        def act() -> Any:
            return verb(actor=by, command_id=uuid.uuid4(), tournament_id=self.event, **arguments).answer

        return self.measure(verb.kind, act)


def play(event: int, seller: Actor, rounds: int, players: int) -> tuple[Measured, Measured]:
    """Press the commands of an evening, one round after another: busts, reviews, proposals, entries, moves.

    Returns:
        The times of all rounds but the first ones, in which statements are composed; and those of as many further
        rounds, by section: timing the sections takes time itself.
    """
    dice = random.Random(1)
    sections = Sections()
    now = database_now()
    people = Player.objects.bulk_create(
        [
            Player(name=name, created_at=now, birth_date=date(1980, 1, 1))
            for name in names(players + _FIRST + 2 * rounds)[players:]
        ]
    )
    plain, timed = Presses(event, sections), Presses(event, sections)
    for person in people[:_FIRST]:
        _round(Presses(event, sections), seller, person, dice)
    for person in people[_FIRST : _FIRST + rounds]:
        _round(plain, seller, person, dice)
    with sections.measured():
        for person in people[_FIRST + rounds :]:
            _round(timed, seller, person, dice)
    return plain.found, timed.found


def _seats(event: int) -> dict[int, list[Seat]]:
    """Return the seats of each open table at which several play."""
    seats = Seat.objects.filter(tournament_table__tournament=event, tournament_table__state="open")
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats.filter(kind="player").select_related("tournament_table__table"):
        found[seat.tournament_table_id].append(seat)
    return {key: some for key, some in found.items() if len(some) > 4}


def _round(presses: Presses, seller: Actor, person: Player, dice: random.Random) -> None:
    event = presses.event
    tables = list(_seats(event).values())
    out, other, winner = dice.sample(dice.choice(tables), 3)
    # In a large field two at one table, so that another player has to move there; a small one would be used up.
    for one in (out, other) if len(tables) > _MANY_TABLES else (out,):
        presses.press(bust, entry=one.entry_id, knocked_out_by=[winner.entry_id])
    presses.measure("review", lambda: review_now(event))
    for proposal in Proposal.objects.filter(tournament=event, state="open").order_by("pk")[:3]:
        if not proposal.detail.get("needs"):
            try:
                presses.press(accept, proposal=proposal.pk)
            except Refused as refused:
                if refused.code not in {"changed", "not_open"}:
                    raise
    paid = [PaymentInput(method="cash", amount=PRICE)]
    presses.press(register_player, seller, player=person.pk, id_seen=True, payments=paid)
    presses.measure("review", lambda: review_now(event))
    _play_and_move(presses, dice)


def _play_and_move(presses: Presses, dice: random.Random) -> None:
    """Finish a hand at a table, and move one of its players to a free seat elsewhere."""
    tables = _seats(presses.event)
    here = dice.choice(list(tables.values()))
    table = here[0].tournament_table
    presses.press(finish_hand, number=table.table.number, hand=table.hands + 1)
    for others in dice.sample(list(tables.values()), len(tables)):
        other = others[0].tournament_table
        taken = Seat.objects.filter(tournament_table=other).values_list("number", flat=True)
        free = sorted(set(range(1, 10)) - set(taken))
        if other.pk != table.pk and free:
            moved = dice.choice(here).entry_id
            presses.press(put_right, entry=moved, table=other.table.number, seat=free[0], stack_changed=True)
            return


def _share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 2)


def summarise(plain: Measured, timed: Measured) -> dict[str, Any]:
    """Return the figures of each command: milliseconds, and the mean of each section."""
    answer: dict[str, Any] = {}
    for name, rows in plain.items():
        also = timed.get(name, [])
        parts = sorted({key for row in also for key in row if key.startswith("in ")})
        answer[name] = {
            "count": len(rows),
            **{
                f"{what}_{words}": _share([row[what] for row in rows], part)
                for what in ("wall", "processor")
                for words, part in (("p50", 0.5), ("p99", 0.99))
            },
            "queries": sorted(row["queries"] for row in also)[len(also) // 2] if also else 0,
            "parts": {
                key[3:]: round(1000 * sum(row.get(key, 0.0) for row in also) / len(also), 2) for key in parts
            },
        }
    return answer


def listen(event: int) -> Any:
    """Subscribe like a display, phones and a tablet, so that boards are read and published; return the listener."""
    listener = publish.client().pubsub()
    listener.subscribe(*(publish.channel(name) for name in (f"t{event}", "room", f"t{event}/table")))
    time.sleep(0.2)
    return listener


def main() -> None:
    """Set up, press, and print the figures."""
    players, rounds = int(sys.argv[1]), int(sys.argv[2])
    call_command("migrate", verbosity=0)
    event, seller = make_late_event(players)
    listener = listen(event) if os.environ.get("SCREENS", "1") == "1" else None
    found = summarise(*play(event, seller, rounds, players))
    if listener is not None:
        listener.close()
    print(json.dumps({"players": players, "journal": Tournament.objects.get(pk=event).seq, **found}))


if __name__ == "__main__":
    main()

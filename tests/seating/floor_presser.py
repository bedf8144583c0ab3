"""Floor staff and dealers' tablets that press buttons at random, each in a thread.

Run with `python -m tests.seating.floor_presser …`. Each one reads the boards as its page does and presses a
moment later. Prints as JSON how often each outcome occurred, the messages of the refusals, and all other
errors.
"""

import json
import os
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any


class Presser:
    """A person with a tablet.

    Attributes:
        table: number of the dealer's own table; 0 for the floor, which works at every table.
        tables: numbers of the event's tables.
    """

    def __init__(self, event: int, key: str, table: int, tables: list[int], dice: Random) -> None:
        from tourney.access.roles import Actor, Role

        self.event = event
        self.actor = Actor(key, key, Role.DEALER if table else Role.FLOOR)
        self.table = table
        self.tables = tables
        self.dice = dice
        self.outcomes: Counter[str] = Counter()
        self.sentences: dict[str, str] = {}
        self.errors: list[str] = []

    def press(self, what: str, made: Any, **arguments: Any) -> None:
        """Press a button."""
        from tourney.journal.refused import Refused

        command = uuid.UUID(int=self.dice.getrandbits(128), version=4)
        # Wait, so that other people are sometimes faster.
        time.sleep(self.dice.random() * 0.02)
        try:
            made(actor=self.actor, command_id=command, tournament_id=self.event, **arguments)
        except Refused as refused:
            self.outcomes[f"{what}: {refused.code}"] += 1
            self.sentences[refused.code] = refused.message
        except Exception as error:
            self.errors.append(f"{what}: {type(error).__name__}: {error}")
        else:
            self.outcomes[what] += 1

    def step(self) -> None:
        """Choose an action at random and carry it out."""
        dealt = (self.hand, self.hand, self.hand, self.button, self.bust, self.count, self.call, self.arrive)
        walks = (
            self.bust, self.move, self.move, self.swap, self.count, self.button, self.break_up, self.decide,
            self.decide, self.undo, self.undo, self.back, self.back, self.arrive, self.hand,
        )  # fmt: skip
        act: Callable[[], None] = self.dice.choice(dealt if self.table else walks)
        try:
            act()
        except Exception as error:
            self.errors.append(f"{act.__name__}: {type(error).__name__}: {error}")

    def seats(self) -> list[Any]:
        """Return the players at this person's table, or at all tables."""
        from seating.models import Seat

        rows = Seat.objects.filter(tournament_table__tournament=self.event, kind="player").select_related(
            "tournament_table__table"
        )
        return list(rows.filter(tournament_table__table__number=self.table) if self.table else rows)

    def one_table(self) -> Any:
        """Return this person's table, or a random one."""
        from seating.models import TournamentTable

        number = self.table or self.dice.choice(self.tables)
        return TournamentTable.objects.select_related("table").get(
            tournament=self.event, released_at__isnull=True, table__number=number
        )

    def vacate_seat(self) -> tuple[int, int]:
        """Choose an empty seat from this tablet's view; occasionally a taken one by mistake."""
        from seating.models import Seat

        tournament_table = self.one_table()
        taken = set(Seat.objects.filter(tournament_table=tournament_table).values_list("number", flat=True))
        free = [seat for seat in range(1, 10) if seat not in taken or self.dice.random() < 0.02]
        return tournament_table.table.number, self.dice.choice(free or [1])

    def hand(self) -> None:
        """Finish a hand."""
        from seating.commands import finish_hand

        tournament_table = self.one_table()
        self.press("hand", finish_hand, number=tournament_table.table.number, hand=tournament_table.hands + 1)

    def button(self) -> None:
        """Enter the button's position."""
        from seating.commands import put_button

        tournament_table = self.one_table()
        seat = self.dice.randint(1, 9)
        self.press(
            "button",
            put_button,
            number=tournament_table.table.number,
            button=seat,
            hand=tournament_table.hands + 1,
        )

    def bust(self) -> None:
        """Bust a player, in six of ten calls, so that the game does not end early."""
        from seating.commands import bust

        found = self.seats()
        if len(found) < 2 or self.dice.random() < 0.4:
            return
        out, winner = self.dice.sample(found, 2)
        winners = [winner.entry_id] if self.dice.random() < 0.5 else []
        self.press("bust", bust, entry=out.entry_id, knocked_out_by=winners)

    def count(self) -> None:
        """Count a stack, or mark a player absent or back."""
        from seating.commands import count_stack, mark_absent, mark_back

        found = self.seats()
        if not found:
            return
        seat = self.dice.choice(found)
        if self.dice.random() < 0.5:
            self.press("count", count_stack, entry=seat.entry_id, chips=self.dice.randrange(100_000))
        else:
            away = mark_absent if seat.absent_since is None else mark_back
            self.press("presence", away, entry=seat.entry_id)

    def call(self) -> None:
        """Call the floor, or answer an open call."""
        from seating.commands import answer_call, call_floor
        from seating.models import Call

        kind = self.dice.choice(["floor", "time", "all_in", "count"])
        number = self.table or self.dice.choice(self.tables)
        called = Call.objects.filter(
            tournament_table__table__number=number, kind=kind, answered_at__isnull=True
        ).first()
        if called is None:
            self.press("call", call_floor, number=number, kind=kind)
        else:
            self.press("answer", answer_call, call=called.pk)

    def arrive(self) -> None:
        """Confirm the arrival of a player."""
        from seating.commands import arrive
        from seating.models import Move

        rows = Move.objects.filter(
            tournament=self.event, arrived_at__isnull=True, dropped_at__isnull=True
        ).order_by("id")
        if self.table:
            rows = rows.filter(to_table__table__number=self.table)
        found = rows.first()
        if found is not None:
            self.press("arrive", arrive, move=found.pk)

    def move(self) -> None:
        """Move a player to another seat."""
        from seating.commands import give_seat

        seat = self.dice.choice(self.seats())
        table, free = self.vacate_seat()
        self.press("move", give_seat, entry=seat.entry_id, table=table, seat=free)

    def swap(self) -> None:
        """Swap two players."""
        from seating.commands import swap_seats

        one, other = self.dice.sample(self.seats(), 2)
        self.press("swap", swap_seats, one=one.entry_id, other=other.entry_id)

    def break_up(self) -> None:
        """Break a table in half of the calls; it reopens when players are moved there."""
        from seating.commands import break_table

        if self.dice.random() < 0.5:
            self.press("break", break_table, number=self.dice.choice(self.tables))

    def decide(self) -> None:
        """Review the proposals, and accept or dismiss one."""
        from seating.commands import accept, dismiss
        from seating.commands.floor_review import review_now
        from seating.models import Proposal

        review_now(self.event)
        rows = Proposal.objects.filter(tournament=self.event, state="open").exclude(kind="redraw")
        found = list(rows)
        if not found:
            return
        one = self.dice.choice(found)
        if self.dice.random() < 0.8:
            self.press("accept", accept, proposal=one.pk)
        else:
            self.press("dismiss", dismiss, proposal=one.pk)

    def undo(self) -> None:
        """Undo one of the floor's last journal entries."""
        from tourney.journal.undo import undo
        from tourney.models import JournalEntry

        lines = (
            JournalEntry.journal(self.event).exclude(kind="floor.review").exclude(actor__startswith="system:")
        )
        found = list(lines.order_by("-seq")[:6])
        if found:
            self.press("undo", undo, seq=self.dice.choice(found).seq)

    def back(self) -> None:
        """Reinstate a busted player, so that the game does not end."""
        from seating.commands import reinstate
        from seating.models import Bust

        out = list(Bust.objects.filter(entry__tournament=self.event))
        if not out:
            return
        table, seat = self.vacate_seat()
        self.press("back", reinstate, entry=self.dice.choice(out).entry_id, table=table, seat=seat)


def work(presser: Presser, steps: int, start_at: float) -> None:
    """Press a number of buttons from the given time on."""
    from django.db import connection

    time.sleep(max(0.0, start_at - time.time()))
    try:
        for _step in range(steps):
            presser.step()
    finally:
        connection.close()


def main(config: dict[str, Any]) -> None:
    """Let everyone in the configuration press at the same time."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
    import django

    django.setup()
    from tourney.journal import commands
    from tourney.rulebooks.books.loader import shipped

    commands.locking = config["locking"]
    # The process reads the rulebooks once, before its threads start.
    shipped()
    people = [
        Presser(config["event"], one["key"], one["table"], config["tables"], Random(one["seed"]))
        for one in config["people"]
    ]
    threads = [
        threading.Thread(target=work, args=(presser, one["steps"], config["start_at"]))
        for presser, one in zip(people, config["people"], strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outcomes: Counter[str] = Counter()
    sentences: dict[str, str] = {}
    for presser in people:
        outcomes.update(presser.outcomes)
        sentences.update(presser.sentences)
    errors = [error for presser in people for error in presser.errors]
    print(json.dumps({"outcomes": outcomes, "sentences": sentences, "errors": errors[:20]}))


if __name__ == "__main__":
    main(json.load(sys.stdin))

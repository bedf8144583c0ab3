"""A clerk in a separate process, with a queue of people at the counter: `python -m tests.desk.clerk …`.

Registers people, some of whom walk away, are refunded, bust and re-enter, and sometimes sends a request
twice. Prints as JSON how often each outcome occurred, the cash that should be in the drawer by the clerk's
own count, and all errors that are not refusals.
"""

import json
import os
import sys
import threading
import time
import uuid
from collections import Counter
from random import Random
from typing import Any


class Clerk:
    """A clerk at a counter."""

    def __init__(self, event: int, key: str, dice: Random) -> None:
        from tourney.access.roles import Actor, Role

        self.event = event
        self.actor = Actor(key, key, Role.FLOOR)
        self.dice = dice
        self.cash = 0
        self.outcomes: Counter[str] = Counter()
        self.errors: list[str] = []
        # Code of the last refusal, by kind of request.
        self.refusals: dict[str, str] = {}
        # Entries sold by this clerk and still in play: (entry, receipt, paid in cash).
        self.sold: list[tuple[int, int, int]] = []

    def do(self, what: str, made: Any, *, command: uuid.UUID | None = None, **arguments: Any) -> Any:
        """Run a command. Return the answer, or None if it was refused."""
        from tourney.journal.refused import Refused

        try:
            done = made(
                actor=self.actor,
                command_id=command or uuid.UUID(int=self.dice.getrandbits(128), version=4),
                tournament_id=self.event,
                **arguments,
            )
        except Refused as refused:
            self.outcomes[f"{what}: {refused.code}"] += 1
            self.refusals[what] = refused.code
            return None
        except Exception as error:
            self.errors.append(f"{what}: {type(error).__name__}: {error}")
            return None
        self.outcomes[what] += 1
        return done.answer or {}

    def serve(self, player: int) -> None:
        """Serve one person at the counter."""
        from desk.commands.bookings import cancel, reserve, wait

        if self.dice.random() < 0.2:
            booking = self.do("reserve", reserve, player=player)
            if booking is not None and self.dice.random() < 0.5:
                self.do("cancel", cancel, booking=booking["booking"])
            return
        if not self.register_player(player):
            self.do("wait", wait, player=player, wants="entry")

    def register_player(self, player: int) -> bool:
        """Register a player; sometimes the request is sent twice."""
        from desk.commands.sales import PaymentInput, register_player
        from tests.desk.tills import PRICE

        cash = self.dice.random() < 0.7
        tendered = PRICE + self.dice.choice([0, 0, 3000]) if cash else None
        payment = PaymentInput(method="cash" if cash else "card", amount=PRICE, tendered=tendered)
        command = uuid.UUID(int=self.dice.getrandbits(128), version=4)
        again: list[Any] = []
        if self.dice.random() < 0.1:
            from django.db import connection

            def press() -> None:
                again.append(
                    self.do("again", register_player, command=command, player=player, payments=[payment])
                )
                connection.close()

            twin = threading.Thread(target=press)
            twin.start()
        else:
            twin = None
        answer = self.do("register", register_player, command=command, player=player, payments=[payment])
        if twin is not None:
            twin.join()
            answer = self.one_answer(answer, again[0])
        if answer is None:
            return False
        self.cash += PRICE if cash else 0
        self.sold.append((answer["entry"], answer["receipt"], PRICE if cash else 0))
        return True

    def one_answer(self, first: Any, second: Any) -> Any:
        """Compare the answers to a repeated request: the same, unless a seat came free in between."""
        if first == second:
            return first
        refused = self.refusals.get("register" if first is None else "again")
        if (first is None) == (second is None) or refused not in ("full", "wait_your_turn"):
            self.errors.append(f"pressed twice, got different answers: {first} {second}, refused: {refused}")
        return first or second

    def afterwards(self) -> None:
        """Continue with other work: busts, refunds, re-entries, and called players."""
        from desk.commands.refunds import refund
        from desk.commands.waiting_list import process_waiting_list_if_due
        from desk.models import Booking
        from seating.commands import bust
        from tourney.models import Entry

        if self.sold and self.dice.random() < 0.25:
            entry, receipt, cash = self.sold.pop(self.dice.randrange(len(self.sold)))
            if self.dice.random() < 0.3:
                method = "cash" if cash else "card"
                back = self.do("refund", refund, receipt=receipt, reason="Leaves again", method=method)
                if back is not None:
                    self.cash -= cash
            elif self.do("bust", bust, entry=entry) is not None and self.dice.random() < 0.5:
                self.register_player(Entry.objects.values_list("player_id", flat=True).get(pk=entry))
        if self.dice.random() < 0.3:
            try:
                process_waiting_list_if_due(self.event)
            except Exception as error:
                self.errors.append(f"serve: {type(error).__name__}: {error}")
            called = Booking.objects.filter(tournament=self.event, state="called").order_by("?").first()
            if called is not None:
                self.register_player(called.player_id)


def main(event: int, key: str, seed: int, start_at: float, players: list[int]) -> None:
    """Serve all players in the queue, starting at the given time."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourney.settings")
    import django

    django.setup()
    clerk = Clerk(event, key, Random(seed))
    time.sleep(max(0.0, start_at - time.time()))
    for player in players:
        clerk.serve(player)
        clerk.afterwards()
    print(json.dumps({"outcomes": clerk.outcomes, "errors": clerk.errors[:20], "cash": clerk.cash}))


if __name__ == "__main__":
    number, who, dice_seed, when = sys.argv[1:]
    main(int(number), who, int(dice_seed), float(when), json.loads(sys.stdin.read()))

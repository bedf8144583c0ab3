"""Print the prize of each place: `manage.py payouts --entries 120 --pool 10000.00 --table club`."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from prizes.management.money import MoneyCommand, read_money, say_money
from prizes.rules.payouts import by_table
from prizes.rules.refusals import CannotPay
from prizes.rules.tables import SHIPPED, shipped_table


class Command(MoneyCommand):
    """Print JSON with a line for each place; the prizes add up to the pool."""

    help = "Print what a payout table pays each place."

    def add_arguments(self, parser: CommandParser) -> None:
        """See docs/prizes.md."""
        super().add_arguments(parser)
        parser.add_argument("--entries", required=True, help="how many entered, re-entries included")
        parser.add_argument("--pool", required=True, help="the prize pool: 10000.00")
        parser.add_argument("--table", default="club", help=f"one of {', '.join(SHIPPED)}")
        parser.add_argument(
            "--note", default="", help="smallest unit in which prizes are paid: 5.00; else to the cent"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute the prizes; if that is impossible, print the reason and exit with 1."""
        currency, text = options["currency"], str(options["entries"]).strip()
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            raise CommandError(f"--entries: “{text}” is no number of entries.")
        pool = read_money(options["pool"], "--pool", currency)
        note = read_money(options["note"], "--note", currency) if options["note"] else 1
        if not note:
            raise CommandError("--note: must be greater than zero.")
        try:
            amounts = by_table(shipped_table(options["table"]), int(text), pool, note=note)
        except CannotPay as fault:
            raise CommandError(str(fault)) from None
        head = {"table": options["table"], "entries": int(text), "pool": say_money(pool, currency)}
        lines = [
            json.dumps({"place": place, "prize": say_money(amount, currency)})
            for place, amount in enumerate(amounts, start=1)
        ]
        self.stdout.write(json.dumps(head)[:-1] + ', "places": [\n  ' + ",\n  ".join(lines) + "\n]}")

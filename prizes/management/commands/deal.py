"""Divide the remaining prizes: `manage.py deal --stacks 5000,3000,2000 --prizes 50.00,30.00,20.00`."""

import json
import re
from typing import Any

from django.core.management.base import CommandError, CommandParser

from prizes.management.money import MoneyCommand, read_money, say_money
from prizes.rules.deal import METHODS, propose
from prizes.rules.refusals import CannotPay


class Command(MoneyCommand):
    """Print one line of JSON: the shares by each method, each list adding up to the prizes."""

    help = "Divide the prizes left by ICM, by chips and evenly."

    def add_arguments(self, parser: CommandParser) -> None:
        """See docs/prizes.md."""
        super().add_arguments(parser)
        parser.add_argument("--stacks", required=True, help="chips of the players left, with commas between")
        parser.add_argument(
            "--prizes", required=True, help="prizes left, the first place's first: 50.00,30.00"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Divide; if that is impossible, print the reason and exit with 1."""
        currency = options["currency"]
        stacks = [_stack(text) for text in options["stacks"].split(",")]
        prizes = [_prize(text, currency) for text in options["prizes"].split(",")]
        try:
            shares = {method: propose(stacks, prizes, {method: 1}).amounts for method in METHODS}
        except CannotPay as fault:
            raise CommandError(str(fault)) from None
        output = {
            method: [say_money(amount, currency) for amount in amounts] for method, amounts in shares.items()
        }
        self.stdout.write(json.dumps(output))


def _prize(text: str, currency: str) -> int:
    # A comma is no decimal mark here: “50,00,30,00” would be four prizes, two of them nothing.
    if re.fullmatch(r"0[0-9]+", text.strip()):
        raise CommandError(
            f"--prizes: “{text.strip()}” is no prize: commas stand between prizes, decimals after a point, as in "
            "50.00,30.00."
        )
    return read_money(text, "--prizes", currency)


def _stack(text: str) -> int:
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit()):
        raise CommandError(f"--stacks: “{text}” is no number of chips.")
    if len(plain) > 15:
        raise CommandError(f"--stacks: {plain} are too many chips.")
    return int(plain)

"""Base of the commands about money: amounts as text, and exit code 1 for invalid arguments."""

import re
import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from desk.rules.amounts import AmountFault, places_of, read_amount, write_amount


class MoneyCommand(BaseCommand):
    """A command about money in one currency. Invalid arguments end it with exit code 1."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the currency."""
        parser.add_argument("--currency", default="EUR", help="decides how many decimals there are")

    def run_from_argv(self, argv: list[str]) -> None:
        """Run; errors of the argument parser exit with the same code as all others."""
        try:
            super().run_from_argv(_joined(argv))
        except SystemExit as stop:
            sys.exit(1 if stop.code == 2 else stop.code)

    def execute(self, *args: Any, **options: Any) -> Any:
        """Check the currency, then run."""
        code = options["currency"]
        if not (len(code) == 3 and code.isascii() and code.isalpha() and code.isupper()):
            raise CommandError(f"--currency: “{code}” is no code of three capital letters.")
        return super().execute(*args, **options)


def _joined(words: Sequence[str]) -> list[str]:
    """Return an option and a negative amount as one word, as the parser would take “-50,-60” for another
    option.
    """
    found: list[str] = []
    for word in words:
        before = found[-1] if found else ""
        if re.match(r"-[0-9.]", word) and before.startswith("--") and "=" not in before:
            found[-1] = f"{before}={word}"
        else:
            found.append(word)
    return found


def read_money(text: str, option: str, currency: str) -> int:
    """Parse an amount of the command line as minor units.

    Raises:
        CommandError: it is not an amount.
    """
    try:
        return read_amount(text.strip(), places_of(currency), decimal=".")
    except AmountFault as fault:
        sentences = {
            "negative": "is negative",
            "too_fine": f"is finer than the smallest unit of {currency}",
            "too_big": "is too much",
            "unclear": "can be read in two ways",
        }
        raise CommandError(
            f"{option}: “{text}” {sentences.get(fault.code, 'is no amount of money')}."
        ) from None


def say_money(amount: int, currency: str) -> str:
    """Return minor units as a plain decimal: 125000 → "1250.00"."""
    return write_amount(amount, places_of(currency), decimal=".", group="")

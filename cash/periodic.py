"""Periodic tasks of the cash room."""

from cash.commands.calls import process_lists_if_due
from tourney.periodic import periodic


@periodic
def process_cash_lists() -> None:
    """Call again, skip players who did not come, and end places that expired."""
    process_lists_if_due()

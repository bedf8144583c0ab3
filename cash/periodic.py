"""Periodic tasks of the cash room. Each change is made once, however often a task runs."""

import logging
import uuid
from datetime import timedelta

from cash.commands.calls import process_lists_if_due
from cash.commands.dinners import give_up_dinner_seat, remind_of_dinner
from cash.models import DinnerBreak
from cash.services.settings import cash_settings
from tourney.access.roles import CLOCKWORK
from tourney.journal.commands import Command
from tourney.journal.refused import Refused
from tourney.now import room_now
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def process_cash_lists() -> None:
    """Call again, skip players who did not come, and end places that expired."""
    process_lists_if_due()


@periodic
def end_dinner_breaks() -> None:
    """Remind players at dinner, and give up the seats of those who did not come back (St. Moritz 12)."""
    running = DinnerBreak.objects.filter(ended_at__isnull=True)
    now = room_now()
    early = timedelta(minutes=cash_settings().reminder_minutes)
    for dinner in running.filter(until__lte=now).values_list("pk", flat=True):
        _carry_out(give_up_dinner_seat, dinner)
    due = running.filter(reminded_at__isnull=True, until__gt=now, until__lte=now + early)
    for dinner in due.values_list("pk", flat=True):
        _carry_out(remind_of_dinner, dinner)


def _carry_out(made: Command, dinner: int) -> None:
    try:
        # The same break always has the same command, so a second process changes nothing.
        command_id = uuid.uuid5(uuid.NAMESPACE_OID, f"{made.kind}:{dinner}")
        made(actor=CLOCKWORK, command_id=command_id, dinner=dinner)
    except Refused as refusal:
        if refusal.code not in {"not_due", "conflict"}:
            raise
    except Exception:
        log.exception("%s of dinner break %s failed; retrying.", made.kind, dinner)

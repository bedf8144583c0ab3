"""Periodic tasks: backups by schedule, and data of players that is no longer kept."""

import logging
import time
import uuid
from datetime import datetime

from operations.models import Backup
from operations.services import retention, schedule
from operations.services.last_backup import missing_since
from players.commands.anonymisation import anonymise_player
from tourney.access.roles import RETENTION
from tourney.jobs import enqueue
from tourney.journal.refused import Refused
from tourney.live.publish import publish_boards
from tourney.now import room_now
from tourney.periodic import note, periodic

log = logging.getLogger(__name__)
# How often it is checked (seconds); a process checks at its first tick.
_EVERY = 20.0
_next = 0.0
# A backup that no worker has begun is handed over again after this long (seconds).
_AGAIN = 60
_handed_over: dict[int, float] = {}
# The missing backup that the last published board is from.
_published: list[datetime | None] = []


# How often players whose data is no longer kept are looked for (seconds).
_RETENTION_EVERY = 3_600.0
_next_retention = 0.0


@periodic
def back_up() -> None:
    """Hand over a backup that is due to a worker."""
    global _next
    if time.monotonic() >= _next:
        _next = time.monotonic() + _EVERY
        hand_over(room_now())


def hand_over(now: datetime) -> None:
    """Hand over what is due, and again what no worker has begun; publish that a backup is missing."""
    due = schedule.due_now(now)
    if due is None:
        return
    schedule.take(due)
    schedule.end_interrupted(now)
    for pk in Backup.objects.filter(due_at__isnull=False, started_at=None, ended_at=None).values_list(
        "pk", flat=True
    ):
        if now.timestamp() - _handed_over.get(pk, 0.0) > _AGAIN:
            _handed_over[pk] = now.timestamp()
            enqueue("operations.tasks.slow_backup", pk, expires=_AGAIN)
    missing = missing_since(now)
    if [missing] != _published:
        _published[:] = [missing]
        publish_boards("room", ["attention_room"])


@periodic
def anonymise_unseen_players() -> None:
    """Anonymise players whose data the room no longer keeps, a few at a time while the room is not in use."""
    global _next_retention
    if time.monotonic() >= _next_retention:
        _next_retention = time.monotonic() + _RETENTION_EVERY
        carry_out_retention(room_now())


def carry_out_retention(now: datetime) -> int:
    """Anonymise players by the policy in force; return how many."""
    note(retention.PART, now)
    row = retention.policy()
    if row is None or row.months is None or now < row.changed_at + retention.TAKES_EFFECT:
        return 0
    count = 0
    due = (
        retention.unseen(row.months, now).due[: retention.AT_ONCE]
        if retention.is_quiet(now, RETENTION.key)
        else []
    )
    for player, _seen in due:
        # Erasing takes a while: the room may be at work again, and the player entered.
        if not retention.is_quiet(now, RETENTION.key):
            break
        if not retention.is_due(player, row.months, now):
            continue
        try:
            # Of two processes that do so at the same time, one carries it out.
            command_id = uuid.uuid5(uuid.NAMESPACE_OID, f"retention {player.pk} {row.changed_at.isoformat()}")
            anonymise_player(actor=RETENTION, command_id=command_id, player=player.pk)
        except Refused as refused:
            log.info("Player %s is kept: %s", player.pk, refused.code)
        else:
            count += 1
    return count

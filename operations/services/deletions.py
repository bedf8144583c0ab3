"""Scheduled deletions: what each deletes, when it last ran, and how much it would delete now."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils.timezone import localdate

from desk.rules.dates import months_later
from operations.rules.backup_times import parse_time
from operations.services import retention
from operations.services.last_backup import last_made
from operations.services.schedule import old_backups
from penalties.commands.retention import kept_months, old_ones
from players.commands.background_import import old_imports
from tourney.periodic import last_note
from tourney.periodic_jobs import EXPIRED_PART, ended_sessions, old_attempts, old_jobs
from webhooks.services.dispatch import old_deliveries

# What is checked every second is checked by the worker, or by the web process that stands in for it.
_EVERY_SECOND = ("worker", "web")


@dataclass(frozen=True, slots=True)
class Deletion:
    """A scheduled deletion.

    Attributes:
        name: what it deletes.
        ran_at: when it last ran; None: never.
        due: how many rows, players or files are due now; None: it is switched off.
        at_once: how many the next run deletes.
    """

    name: str
    ran_at: datetime | None
    due: int | None
    at_once: int


def deletions(now: datetime) -> list[Deletion]:
    """Return the scheduled deletions, those of personal data first."""
    every_second = last_note(*_EVERY_SECOND)
    hourly = last_note(EXPIRED_PART)
    made = last_made()
    found: list[tuple[str, datetime | None, Callable[[], int | None]]] = [
        ("players", last_note(retention.PART), lambda: _players(now)),
        ("penalties", every_second, lambda: _penalties(now)),
        ("sessions", hourly, ended_sessions(now).count),
        ("attempts", hourly, old_attempts(now).count),
        ("imports", every_second, old_imports(now).count),
        ("jobs", every_second, old_jobs(now).count),
        ("deliveries", every_second, old_deliveries(now).count),
        ("backups", None if made is None else made.ended_at, _backups),
    ]
    rows = []
    for name, ran_at, count in found:
        due = count()
        most = retention.AT_ONCE if name == "players" else due or 0
        rows.append(Deletion(name, ran_at, due, min(due or 0, most)))
    return rows


def _players(now: datetime) -> int | None:
    row = retention.policy()
    if row is None or row.months is None:
        return None
    return len(retention.unseen(row.months, now).due) if now >= row.changed_at + retention.TAKES_EFFECT else 0


def _penalties(now: datetime) -> int | None:
    months = kept_months()
    return None if months is None else old_ones(months_later(localdate(now), -months)).count()


def _backups() -> int | None:
    directory = Path(settings.BACKUP_DIR)
    if parse_time(settings.BACKUP_AT) is None:
        return None
    return len(old_backups(directory)) if directory.is_dir() else 0

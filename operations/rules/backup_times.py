"""When a backup is due, and the names of its file."""

import re
from datetime import UTC, datetime, time, timedelta, tzinfo

# Only those by schedule are ever deleted.
_BY_SCHEDULE = re.compile(r"daily-(\d{8}T\d{6})Z\.tar\.gz(\.sealed)?")
_FORMAT = "%Y%m%dT%H%M%S"


def parse_time(text: str) -> time | None:
    """Read a time of day such as "04:30"; None for an empty text.

    Raises:
        ValueError: it is written otherwise.
    """
    if not text:
        return None
    if re.fullmatch(r"[0-2]\d:[0-5]\d", text) is None:
        raise ValueError(f"{text!r} is no time such as '04:30'.")
    return time.fromisoformat(text)


def latest_due(now: datetime, at: time, zone: tzinfo) -> datetime:
    """Return when the last backup was due, at a time of day in the room."""
    local = now.astimezone(zone)
    due = datetime.combine(local.date(), at, zone).astimezone(UTC)
    if due > now:
        due = datetime.combine(local.date() - timedelta(days=1), at, zone).astimezone(UTC)
    return due


def file_name(at: datetime, *, sealed: bool, daily: bool = False) -> str:
    """Return the name of a backup that was made at this time, by hand or by schedule (`daily`)."""
    kind, ending = "daily" if daily else "backup", ".sealed" if sealed else ""
    return f"{kind}-{at.astimezone(UTC).strftime(_FORMAT)}Z.tar.gz{ending}"


def made_at(name: str) -> datetime | None:
    """Return when a file with this name was made; None if it is not a backup by schedule."""
    match = _BY_SCHEDULE.fullmatch(name)
    if match is None:
        return None
    try:
        return datetime.strptime(match[1], _FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None

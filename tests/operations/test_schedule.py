"""Backups by schedule: when they are due, what is kept, and what is recorded."""

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from notifications.boards.attention import attention_room
from operations import periodic
from operations.models import Backup
from operations.rules.backup_times import file_name, latest_due, made_at, parse_time
from operations.rules.retention import Retention, choose_backups, parse_retention
from operations.services import schedule
from operations.tasks import slow_backup
from ops.errors import OpsError
from tourney.access.roles import Actor
from tourney.models import User
from tourney.now import room_now

ZURICH = ZoneInfo("Europe/Zurich")
_TIMES = st.one_of(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)),
    # The night in which the clocks repeat an hour.
    st.datetimes(datetime(2026, 10, 24, 21), datetime(2026, 10, 25, 3)),
).map(lambda at: at.replace(microsecond=0, tzinfo=UTC))


def local(at: datetime) -> datetime:
    """Return the time in the room."""
    return at.astimezone(ZURICH)


@given(
    st.lists(_TIMES, unique=True, max_size=60),
    st.builds(Retention, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
)
def test_kept_backups_are_the_newest_of_their_day_week_or_month(
    backups: list[datetime], rule: Retention
) -> None:
    keep = choose_backups(backups, rule, ZURICH)
    assert keep <= set(backups)
    # The newest one is always kept, and is the newest of the latest day, week and month.
    assert not backups or max(backups) in keep
    days = {local(at).date() for at in backups}
    for day in sorted(days)[-rule.days or len(days) :]:
        assert max(at for at in backups if local(at).date() == day) in keep
    newest = {
        max(at for at in backups if period(local(at)) == period(local(one)))
        for period in (datetime.date, lambda at: at.isocalendar()[:2], lambda at: (at.year, at.month))
        for one in backups
    }
    assert keep <= newest
    assert len(keep) <= max(1, rule.days + rule.weeks + rule.months)


def test_later_backup_of_the_hour_that_the_clocks_repeat_is_kept() -> None:
    # 02:50 in summer time, and 02:10 twenty minutes later.
    earlier, later = datetime(2026, 10, 25, 0, 50, tzinfo=UTC), datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
    assert choose_backups([earlier, later], Retention(1, 0, 0), ZURICH) == {later}


@given(st.integers(1, 40), st.builds(Retention, st.integers(1, 9), st.integers(0, 9), st.integers(0, 9)))
def test_backup_that_was_dropped_is_never_wanted_later(days: int, rule: Retention) -> None:
    # One backup a day, pruned every day, keeps the same as pruning all of them at the end.
    every = [datetime(2026, 3, 1, 4, 30, tzinfo=UTC) + timedelta(days=number) for number in range(days * 7)]
    left: list[datetime] = []
    for at in every:
        left = sorted(choose_backups([*left, at], rule, ZURICH))
    assert len(left) <= rule.days + rule.weeks + rule.months
    assert set(left) >= set(every[-rule.days :])


def test_retention_and_time_are_read_and_errors_named() -> None:
    assert parse_retention("14d 8w 12m") == Retention(14, 8, 12)
    assert parse_retention("3w") == Retention(0, 3, 0)
    for text in ("", "0d", "14", "1d 2d", "d1", "-1d", "٣d"):
        with pytest.raises(ValueError, match=r"retention|keeps no"):
            parse_retention(text)
    assert parse_time("04:30") == time(4, 30)
    assert parse_time("") is None
    for text in ("4:30", "24:00", "04:60", "04:30:00"):
        with pytest.raises(ValueError, match=r"time|hour|minute"):
            parse_time(text)


def test_backup_is_due_at_the_time_on_the_wall_also_when_the_clocks_change() -> None:
    at = time(4, 30)
    for day, hours in ((date(2026, 3, 28), 3.5), (date(2026, 3, 29), 2.5), (date(2026, 10, 25), 3.5)):
        due = datetime.combine(day, time(), UTC) + timedelta(hours=hours)
        assert latest_due(due, at, ZURICH) == due
        assert latest_due(due - timedelta(seconds=1), at, ZURICH) < due - timedelta(hours=22)


def test_name_of_a_file_says_when_it_was_made() -> None:
    at = datetime(2026, 11, 27, 3, 30, 5, tzinfo=UTC)
    for sealed in (False, True):
        assert made_at(file_name(at, sealed=sealed, daily=True)) == at
        assert made_at(file_name(at, sealed=sealed)) is None
    assert made_at("daily-20261399T033000Z.tar.gz") is None
    assert made_at("room.sqlite3") is None


@pytest.fixture
def due(settings: Any, director: Actor) -> datetime:
    """Make a backup due: the room is two days old."""
    settings.BACKUP_AT = "04:30"
    User.objects.update(date_joined=room_now() - timedelta(days=2))
    found = schedule.due_now(room_now())
    assert found is not None
    return found


@pytest.mark.django_db(transaction=True)
def test_due_backup_is_made_once_recorded_and_older_ones_deleted(
    data: Path, restorable: None, due: datetime, settings: Any
) -> None:
    settings.BACKUP_KEEP = "1d"
    old = settings.BACKUP_DIR / "daily-20200101T000000Z.tar.gz"
    other = settings.BACKUP_DIR / "backup-20200101T000000Z.tar.gz"
    old.touch()
    other.touch()
    periodic.hand_over(room_now())
    periodic.hand_over(room_now())
    row = Backup.objects.get()
    assert (row.due_at, row.started_at) == (due, None)
    slow_backup(row.pk)
    slow_backup(row.pk)
    row.refresh_from_db()
    assert row.error == ""
    assert row.ended_at is not None
    assert row.entries > 0
    assert Path(row.path).stat().st_size == row.size
    assert sorted(settings.BACKUP_DIR.iterdir()) == sorted([Path(row.path), other])


@pytest.mark.django_db(transaction=True)
def test_backup_that_fails_or_is_interrupted_is_recorded(
    data: Path, restorable: None, due: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OpsError("The disk is full.")

    monkeypatch.setattr(schedule, "make_backup", fail)
    row = schedule.take(due)
    assert row is not None
    assert schedule.take(due) is None
    slow_backup(row.pk)
    row.refresh_from_db()
    assert row.error == "The disk is full."
    killed = Backup.objects.create(started_at=room_now() - schedule.LONGEST - timedelta(minutes=1))
    periodic.hand_over(room_now())
    killed.refresh_from_db()
    assert killed.error == "The process that made it was ended."


@pytest.mark.django_db(transaction=True)
def test_backup_that_ends_late_is_a_success(
    data: Path, restorable: None, due: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = schedule.take(due)
    assert row is not None
    original = schedule.make_backup

    def make_slowly(*words: Any, **options: Any) -> Any:
        schedule.end_interrupted(room_now() + schedule.LONGEST + timedelta(minutes=1))
        row.refresh_from_db()
        assert row.error
        return original(*words, **options)

    monkeypatch.setattr(schedule, "make_backup", make_slowly)
    slow_backup(row.pk)
    row.refresh_from_db()
    assert row.error == ""
    assert Path(row.path).exists()


@pytest.mark.django_db
def test_schedule_creates_its_directory_in_the_data_directory_only(
    data: Path, due: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def note(directory: Path, *_: Any, **__: Any) -> None:
        asked.append(directory)
        raise OpsError("Tried.")

    monkeypatch.setattr(schedule, "make_backup", note)
    for directory, error in ((data.parent / "mnt.disk", "is missing"), (data / "backups", "Tried.")):
        settings.BACKUP_DIR = directory
        row = Backup.objects.create()
        schedule.make_scheduled(row.pk)
        row.refresh_from_db()
        assert error in row.error
        assert not directory.exists()
    assert asked == [data / "backups"]


@pytest.mark.django_db
def test_new_room_waits_for_its_first_night(settings: Any, director: Actor) -> None:
    settings.BACKUP_AT = "04:30"
    assert schedule.due_now(room_now()) is None
    settings.BACKUP_AT = ""
    User.objects.update(date_joined=room_now() - timedelta(days=2))
    assert schedule.due_now(room_now()) is None


@pytest.mark.django_db
def test_missing_backup_waits_for_staff_until_one_is_made(
    data: Path, due: datetime, director: Actor, settings: Any
) -> None:
    def waiting() -> list[tuple[str, int]]:
        return [(one.kind, one.count) for one in attention_room(0).room]

    browser = Client()
    browser.force_login(User.objects.get(username="dora"))
    periodic.hand_over(room_now())
    Backup.objects.update(started_at=room_now(), ended_at=room_now(), error="The disk is full.")
    assert waiting() == [("backups", 1)]
    page = browser.get(reverse("room_settings")).content.decode()
    assert "was not made" in page
    assert "The disk is full." in page
    assert browser.get("/health/").json()["backup"] == {"ok": False, "hours_ago": None}
    Backup.objects.create(started_at=room_now(), ended_at=room_now(), path="/backup/by-hand.tar.gz")
    assert waiting() == []
    page = browser.get(reverse("room_settings")).content.decode()
    assert "was not made" not in page
    assert "Last backup" in page
    assert browser.get("/health/").json()["backup"] == {"ok": True, "hours_ago": 0.0}

"""Continuous archiving of PostgreSQL as docs/operations.md describes it: restored to an instant between two changes."""

import os
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from ops import postgres
from tests.waiting import until

pytestmark = pytest.mark.postgres
# As in the documentation, but for the directory.
_ARCHIVE = "test ! -f {archive}/%f && cp %p {archive}/.%f && mv {archive}/.%f {archive}/%f"
_FETCH = "cp {archive}/%f %p"


def _write(url: str, *texts: str) -> None:
    with psycopg.connect(url) as connection:
        for text in texts:
            connection.execute("INSERT INTO journal (text) VALUES (%s)", [text])


def _value(url: str, query: str) -> str:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return str(row[0])


def test_archive_restores_the_server_to_an_instant_on_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    installation, owner = postgres.find_installation(), postgres._owner()
    archiving = {
        "wal_level": "replica",
        "archive_mode": "on",
        "max_wal_senders": "4",
        "full_page_writes": "on",
    }
    # The directory is named before the server has one: in the place where it will be.
    command = _ARCHIVE.format(archive="../archive")
    with postgres.temporary(installation, archive_command=command, **archiving) as url:
        home = Path(parse_qs(urlsplit(url).query)["host"][0])
        for name in ("archive", "restored"):
            (home / name).mkdir(mode=0o700)
            if owner is not None:
                os.chown(home / name, owner.pw_uid, owner.pw_gid)
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE journal (id bigserial PRIMARY KEY, text text)")
        _write(url, *(f"before the base backup {number}" for number in range(2000)))
        started = time.monotonic()
        program = str(postgres.client_program("pg_basebackup", installation.version))
        target = ["-D", str(home / "restored" / "data"), "--checkpoint=fast", "-X", "none"]
        base = [program, *target, "-h", str(home), "-U", "postgres"]
        with (home / "base.log").open("wb") as log:
            assert postgres._popen(base, home, owner, log.fileno()).wait(60) == 0, (
                home / "base.log"
            ).read_text()
        based = time.monotonic() - started
        _write(url, "wanted")
        instant = _value(url, "SELECT clock_timestamp()")
        _write(url, "a mistake", "and more")
        last = _value(url, "SELECT pg_walfile_name(pg_switch_wal())")
        until(lambda: (home / "archive" / last).exists(), message="the last segment was not archived")
        segments = len(list((home / "archive").iterdir()))
        # The server is lost; what is left is the base backup and the archive.
        started = time.monotonic()
        (home / "restored" / "data" / "recovery.signal").touch()
        recovery = {
            "restore_command": _FETCH.format(archive="../../archive"),
            "recovery_target_time": instant,
            "recovery_target_action": "promote",
            "archive_mode": "off",
            "max_wal_senders": "4",
        }
        restored = home / "restored"
        with postgres.serving(installation, restored, owner, recovery) as there:
            until(
                lambda: _value(there, "SELECT pg_is_in_recovery()") == "False",
                message="recovery does not end",
            )
            took = time.monotonic() - started
            assert _value(there, "SELECT text FROM journal ORDER BY id DESC LIMIT 1") == "wanted"
            assert _value(there, "SELECT count(*) FROM journal") == "2001"
            _write(there, "play continues")
    with capsys.disabled():
        if os.environ.get("EXPLORE"):
            print(f"\nbase backup {based:.1f} s, {segments} segments, restored to an instant in {took:.1f} s")

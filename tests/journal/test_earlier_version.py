"""A database of version 0.1.0 works under this version: the demo room with a played event."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ops.paths import PROJECT

ROOM = Path(__file__).parents[1] / "data" / "room_0_1_0.sql.gz"
# The migrations that stood at 0.1.0, in the order in which later ones are reversed. `zero`: apps that it did not have.
STATE_0_1_0 = {
    "webhooks": "zero",
    "planning": "zero",
    "cash": "zero",
    "stages": "zero",
    "simulation": "zero",
    "seasons": "zero",
    "procedures": "zero",
    "notifications": "zero",
    "displays": "zero",
    "seating": "0015",
    "clock": "0007",
    "desk": "0011",
    "penalties": "0001",
    "prizes": "0001",
    "tourney": "0014",
    "players": "zero",
}
Tables = dict[str, tuple[list[str], list[str]]]


@pytest.fixture
def room(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a process in the migrated room."""
    database = tmp_path / "room.sqlite3"
    connection = sqlite3.connect(database)
    connection.executescript(gzip.decompress(ROOM.read_bytes()).decode())
    connection.close()
    environment = {
        **os.environ,
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{database}",
        "REDIS_URL": f"unix://{tmp_path}/no-redis.sock",
        "LOG_LEVEL": "ERROR",
    }
    migrate(environment)
    return environment


def migrate(environment: dict[str, str], *target: str) -> None:
    """Migrate a room, to the newest state unless an app and its migration are given."""
    command = [sys.executable, "manage.py", "migrate", "-v", "0", *target]
    subprocess.run(command, cwd=PROJECT, env=environment, check=True)


def tables_of(database: sqlite3.Connection) -> Tables:
    """Return the columns and rows of each table of ours, both sorted."""
    found: Tables = {}
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (name,) in names:
        if not name.startswith(("sqlite_", "django_", "auth_")):
            columns = sorted(row[1] for row in database.execute(f'PRAGMA table_info("{name}")'))
            quoted = ", ".join(f'"{column}"' for column in columns)
            found[name] = (columns, sorted(map(repr, database.execute(f'SELECT {quoted} FROM "{name}"'))))
    return found


def test_room_of_version_0_1_0_is_migrated_read_and_undone(room: dict[str, str]) -> None:
    command = [sys.executable, "-m", "tests.journal.earlier_version_check"]
    output = subprocess.run(command, cwd=PROJECT, env=room, check=True, capture_output=True, text=True).stdout
    found = json.loads(output)
    assert found["entries"] == 291
    assert found["pages"] == {}
    assert found["unread"] == []
    assert found["disagreements"] == []
    assert found["undone"] == {"None": 10, "1": 10, "2": 10, "3": 10}
    assert found["rows"] == {
        "dealers.dealer": 2,
        "displays.screen": 1,
        "penalties.penalty": 3,
        "procedures.bankmove": 2,
        "procedures.handforhand": 1,
        "procedures.handforhandtable": 3,
        "procedures.shotclock": 1,
        "rulings.ruling": 1,
    }


@pytest.mark.soak
def test_reversed_migrations_restore_every_row_of_version_0_1_0(room: dict[str, str]) -> None:
    for target in STATE_0_1_0.items():
        migrate(room, *target)
    original = sqlite3.connect(":memory:")
    original.executescript(gzip.decompress(ROOM.read_bytes()).decode())
    reversed_room = sqlite3.connect(room["DATABASE_URL"].removeprefix("sqlite:///"))
    assert tables_of(reversed_room) == tables_of(original)
    original.close()
    reversed_room.close()

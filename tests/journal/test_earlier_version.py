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
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v", "0"], cwd=PROJECT, env=environment, check=True
    )
    return environment


def test_room_of_version_0_1_0_is_migrated_read_and_undone(room: dict[str, str]) -> None:
    command = [sys.executable, "-m", "tests.journal.earlier_version_check"]
    output = subprocess.run(command, cwd=PROJECT, env=room, check=True, capture_output=True, text=True).stdout
    found = json.loads(output)
    assert found["entries"] == 256
    assert found["pages"] == {}
    assert found["unread"] == []
    assert found["disagreements"] == []
    assert found["undone"]["None"] == 10
    assert sorted(found["undone"].values())[1:] == [10, 10, 10]

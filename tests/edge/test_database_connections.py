"""Which processes share connections to PostgreSQL in a pool, and how many."""

import subprocess
import sys

import pytest

from ops.paths import PROJECT
from tests.fixtures.database import environment

_CODE = """
import tourney.{module}
from django.db import connection
options = connection.settings_dict["OPTIONS"]
print(connection.settings_dict["CONN_MAX_AGE"], options.get("pool", {{}}).get("max_size"))
"""


@pytest.mark.parametrize(
    ("module", "more", "found"),
    [
        ("asgi", {}, "0 32"),
        ("asgi", {"WEB_PROCESSES": "3"}, "0 10"),
        ("asgi", {"WEB_PROCESSES": "9"}, "0 8"),
        ("asgi", {"WEB_PROCESSES": "3", "DATABASE_POOL": "20"}, "0 20"),
        ("asgi", {"DATABASE_POOL": "0"}, "0 None"),
        # Workers and the beat have one thread that needs the database, which keeps its connection.
        ("celery", {}, "1800 None"),
    ],
)
def test_only_web_processes_have_a_pool(module: str, more: dict[str, str], found: str) -> None:
    url = "postgres://room@localhost/room"
    settings = environment(**more, DATABASE_URL=url)
    words = [sys.executable, "-c", _CODE.format(module=module)]
    done = subprocess.run(words, cwd=PROJECT, env=settings, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip().splitlines()[-1:] == [found], done.stderr

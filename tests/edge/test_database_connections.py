"""Which processes share connections to PostgreSQL in a pool, and how many."""

import subprocess
import sys

import pytest

from ops.paths import PROJECT
from tests.fixtures.database import environment

_CODE = """
{first}
from django.db import connection
options = connection.settings_dict["OPTIONS"]
print(connection.settings_dict["CONN_MAX_AGE"], options.get("pool", {{}}).get("max_size"))
"""
# What a web process does as it starts, without its pages.
_SHARE = "from tourney.edge.database_connections import share_connections as share; share()"
_WEB, _CELERY = "import tourney.asgi", "import tourney.celery"


@pytest.mark.parametrize(
    ("first", "more", "found"),
    [
        (_WEB, {}, "0 32"),
        (_SHARE, {"WEB_PROCESSES": "3"}, "0 10"),
        (_SHARE, {"WEB_PROCESSES": "9"}, "0 8"),
        (_SHARE, {"WEB_PROCESSES": "3", "DATABASE_POOL": "20"}, "0 20"),
        (_SHARE, {"DATABASE_POOL": "0"}, "0 None"),
        # Workers and the beat have one thread that needs the database, which keeps its connection.
        (_CELERY, {}, "1800 None"),
    ],
    ids=["web", "three", "nine", "given", "none", "celery"],
)
def test_only_web_processes_have_a_pool(first: str, more: dict[str, str], found: str) -> None:
    url = "postgres://room@localhost/room"
    settings = environment(**more, DATABASE_URL=url)
    words = [sys.executable, "-c", _CODE.format(first=first)]
    done = subprocess.run(words, cwd=PROJECT, env=settings, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip().splitlines()[-1:] == [found], done.stderr

"""Objects that a web process excludes from garbage collection."""

import subprocess
import sys

import pytest

from ops.paths import PROJECT
from tests.fixtures.database import environment

_CODE = """
import gc
import tourney.asgi
print("frozen", gc.get_freeze_count())
print("threshold", gc.get_threshold()[0])
"""


@pytest.mark.django_db
def test_web_process_does_not_scan_imported_modules_again() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CODE],
        cwd=PROJECT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = dict(line.split() for line in done.stdout.splitlines()[-2:])
    assert int(found["frozen"]) > 100_000
    assert int(found["threshold"]) > 700

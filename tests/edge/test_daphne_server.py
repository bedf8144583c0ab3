"""How Daphne is started here."""

import subprocess
import sys

import pytest

from ops.paths import PROJECT
from tests.fixtures.database import environment

_CODE = """
import gc
from tourney.edge import daphne_server
daphne_server.CommandLineInterface.entrypoint = lambda: print("frozen", gc.get_freeze_count())
daphne_server.main()
"""


@pytest.mark.django_db
def test_imported_modules_are_not_collected_while_serving() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CODE],
        cwd=PROJECT,
        env=environment(FALLBACK_SCHEDULER="false"),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert int(done.stdout.rpartition("frozen ")[2]) > 10_000

"""Daphne exits when it is stopped."""

import subprocess
import sys

import pytest

from ops.paths import PROJECT
from tests.fixtures.database import environment

# It is stopped while a request waits in a thread for an event loop that has ended.
_CODE = """
import threading
from concurrent.futures import ThreadPoolExecutor
from tourney.edge import daphne_server

def stopped():
    ThreadPoolExecutor().submit(threading.Event().wait)
    print("stopped", flush=True)

daphne_server.CommandLineInterface.entrypoint = stopped
daphne_server.main()
"""


@pytest.mark.django_db
def test_daphne_exits_although_a_request_still_waits_in_a_thread() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CODE],
        cwd=PROJECT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout.split()[-1]) == (0, "stopped")

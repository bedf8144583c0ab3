"""An invalid setting is reported in one sentence, and nothing starts."""

import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from ops.paths import PROJECT
from tests.fixtures.database import environment
from tourney.edge.environment import Env


def _given(**environ: str) -> Env:
    """Return an environment with only these variables."""
    env = Env()
    env.ENVIRON = environ
    return env


def test_a_number_is_read_and_another_text_is_named() -> None:
    env = _given(COUNT="12", HOURS="0.5", MANY="many", NONE="")
    assert (env.int("COUNT"), env.float("HOURS"), env.int("MISSING", default=3)) == (12, 0.5, 3)
    with pytest.raises(ImproperlyConfigured, match=r"^MANY is 'many'\. It must be a whole number\.$"):
        env.int("MANY", default=1)
    with pytest.raises(ImproperlyConfigured, match=r"^NONE is ''\. It must be a number\.$"):
        env.float("NONE")


@pytest.mark.parametrize("command", ["doctor", "migrate"])
def test_an_invalid_setting_of_traces_is_named_without_a_traceback(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", command],
        cwd=PROJECT,
        env=environment() | {"OTEL_BSP_SCHEDULE_DELAY": "many"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "OTEL_BSP_SCHEDULE_DELAY is 'many'. It must be a whole number.\n"

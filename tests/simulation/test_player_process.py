"""The process that plays one demo is started with a command line that plays this one."""

import subprocess
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ops.paths import PROJECT
from simulation.driver import runner


def test_the_process_of_a_demo_plays_this_demo_alone(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []

    def start(command: list[str], **_more: Any) -> None:
        started.append(command)

    monkeypatch.setattr(subprocess, "Popen", start)
    runner.start_player(7)
    [(_python, manage, *command)] = started
    assert (PROJECT / manage).is_file()
    # As if the demo had ended: nothing is played, and the message names it.
    with pytest.raises(CommandError, match="Nobody has asked for 7"):
        call_command(*command)

"""The examples of docs/webhooks.md work on a message as it was received."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from clock.commands.clock import start
from ops.paths import PROJECT
from tests.fixtures.room import press
from tests.phone.push_service import Service
from tests.webhooks.receiver import a_webhook, secret_of, send_all
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db
PAGE = Path(PROJECT, "docs", "webhooks.md")


def example(language: str) -> str:
    """Return the example in a language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert found is not None
    return found[1]


def test_examples_of_the_page_tell_genuine_messages_from_others(
    service: Service, director: Actor, event: int, tmp_path: Path
) -> None:
    webhook = a_webhook(director, service, ["clock.started"])
    press(start, event, by=director)
    send_all()
    (taken,) = service.taken
    timestamp, signature = taken.headers["poker-timestamp"], taken.headers["poker-signature"]
    headers = {"Poker-Timestamp": timestamp, "Poker-Signature": signature}
    known: dict[str, Any] = {}
    exec(example("python"), known)
    is_genuine = known["is_genuine"]
    assert is_genuine(secret_of(webhook), headers, taken.body)
    assert not is_genuine(secret_of(webhook), headers, taken.body + b" ")
    # A message that was recorded and is sent again later.
    assert not is_genuine(
        secret_of(webhook), {**headers, "Poker-Timestamp": str(int(timestamp) - 301)}, taken.body
    )

    def shell(body: bytes) -> str:
        (tmp_path / "body").write_bytes(body)
        given = {"POKER_TIMESTAMP": timestamp, "POKER_SIGNATURE": signature, "SECRET": secret_of(webhook)}
        run = ["sh", "-c", example("sh")]
        return subprocess.run(
            run,
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", **given},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    if shutil.which("openssl") is None:
        pytest.skip("The example for a shell needs openssl.")
    assert shell(taken.body) == "genuine"
    assert shell(taken.body + b" ") == "forged"

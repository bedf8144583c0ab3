"""The first logins, stored from their creation until they have been shown."""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ops.errors import OpsError


@dataclass(frozen=True, slots=True)
class Login:
    """The first logins; a password is empty unless it is to be shown now.

    Attributes:
        name, password: the director's.
        others: names and passwords of further logins.
    """

    name: str
    password: str = ""
    others: dict[str, str] = field(default_factory=dict)

    @property
    def passwords(self) -> list[str]:
        """Return all known passwords."""
        return [one for one in (self.password, *self.others.values()) if one]


def read(output: str, waiting: Path) -> Login | None:
    """Parse the output of `manage.py prepare_room`.

    The runner may be stopped after the passwords were generated and before they are shown. So they are stored
    in a file that only this user can read, until `shown`.

    Args:
        output: its standard output; one line is JSON with `first_start`.
        waiting: the file.

    Raises:
        OpsError: the JSON line is missing.
    """
    for line in reversed(output.splitlines()):
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict) and "first_start" in message:
            name, password = str(message.get("login", "")), str(message.get("password") or "")
            if password:
                _keep(Login(name, password, dict(message.get("others") or {})), waiting)
            return _kept(waiting) or (Login(name) if name else None)
    raise OpsError("The room could not be prepared: `manage.py prepare_room` did not say what it did.")


def shown(waiting: Path) -> None:
    """Delete the stored passwords after they have been shown."""
    waiting.unlink(missing_ok=True)


def _keep(login: Login, waiting: Path) -> None:
    waiting.unlink(missing_ok=True)
    handle = os.open(waiting, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(asdict(login), file)


def _kept(waiting: Path) -> Login | None:
    try:
        return Login(**json.loads(waiting.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None

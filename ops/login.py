"""The first logins, kept from the moment they are made until they have been shown."""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ops.errors import Trouble


@dataclass(frozen=True, slots=True)
class Login:
    """Who can log in; the password is empty unless it is to be shown now.

    Attributes:
        name, password: the director's.
        others: names and passwords of those who were made besides.
    """

    name: str
    password: str = ""
    others: dict[str, str] = field(default_factory=dict)

    @property
    def passwords(self) -> list[str]:
        """All that are known."""
        return [one for one in (self.password, *self.others.values()) if one]


def read(output: str, waiting: Path) -> Login | None:
    """Understand what `manage.py prepare_room` wrote.

    The room can be ended between making the passwords and showing them. So they are kept in a file that only this
    user can read, until `shown`.

    Args:
        output: all it wrote to standard output; one line is JSON with `first_start`.
        waiting: the file.

    Raises:
        Trouble: no line says what happened.
    """
    for line in reversed(output.splitlines()):
        try:
            said = json.loads(line)
        except ValueError:
            continue
        if isinstance(said, dict) and "first_start" in said:
            name, password = str(said.get("login", "")), str(said.get("password") or "")
            if password:
                _keep(Login(name, password, dict(said.get("others") or {})), waiting)
            return _kept(waiting) or (Login(name) if name else None)
    raise Trouble("The room could not be prepared: `manage.py prepare_room` did not say what it did.")


def shown(waiting: Path) -> None:
    """The passwords have been shown; forget them."""
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

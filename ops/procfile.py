"""The Procfile: one process per line, `name: command`."""

import re
from dataclasses import dataclass

from ops.errors import OpsError

LINE = re.compile(r"(?P<name>[A-Za-z0-9_-]+)\s*:\s*(?P<command>\S.*)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One process: a name, and one command that a shell can `exec`."""

    name: str
    command: str


def parse(text: str) -> list[Entry]:
    """Parse a Procfile. Empty lines and lines that begin with `#` are ignored.

    Raises:
        OpsError: a line is not `name: command`, or a name is used twice.
    """
    entries: list[Entry] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if match is None:
            raise OpsError(f"Procfile, line {number}: {line!r} is not of the form name: command.")
        if any(entry.name == match["name"] for entry in entries):
            raise OpsError(f"Procfile, line {number}: the name {match['name']!r} is there twice.")
        entries.append(Entry(match["name"], match["command"]))
    return entries

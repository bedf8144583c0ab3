"""What `make upgrade` records for `make downgrade`, and how the commit of the previous version is found."""

import dataclasses
import json
import re
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path

from ops.errors import OpsError
from ops.paths import PROJECT, Places

_MIGRATION = re.compile(r"(\w+)/migrations/(\d{4}\w*)\.py")
# Number of earlier commits of the directory that are tried.
_LOOKED_AT = 50


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    """An update that was begun.

    Attributes:
        commit: of the code before; "" if it is not known.
        to: commit of the code after.
        applied: migrations that had been applied before, "app.name".
        backup: the file of the backup.
        at: when it was begun, ISO 8601.
    """

    commit: str
    to: str
    applied: list[str]
    backup: str
    at: str

    def write(self, places: Places) -> None:
        """Write the record."""
        draft = record_path(places).with_suffix(".draft")
        draft.write_text(json.dumps(dataclasses.asdict(self)), encoding="utf-8")
        draft.replace(record_path(places))


def record_path(places: Places) -> Path:
    """Return the path of the record."""
    return places.data / "upgrade.json"


def last_record(places: Places) -> Record | None:
    """Return the last update; None if there is none."""
    try:
        return Record(**json.loads(record_path(places).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def git(*words: str) -> str:
    """Return the output of git in this directory; "" if it fails."""
    try:
        done = subprocess.run(["git", *words], cwd=PROJECT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def head() -> str:
    """Return the commit of the code in this directory; "" if it is not known."""
    return git("rev-parse", "HEAD")


def code_before(running: str, applied: Collection[str]) -> str:
    """Return the commit whose migrations are exactly those that have been applied; "" if none is found.

    Args:
        running: the commit that the room runs, if known; it is tried first, then those that the directory had before.
        applied: "app.name".
    """
    for commit in _candidates(running):
        names = _migrations_of(commit)
        folders = {name.partition(".")[0] for name in names}
        if names and names == {name for name in applied if name.partition(".")[0] in folders}:
            return commit
    return ""


def _candidates(running: str) -> Iterator[str]:
    now = head()
    before = git("reflog", f"-{_LOOKED_AT}", "--format=%H").splitlines()
    for commit in dict.fromkeys([running, *before]):
        if commit and commit != now:
            yield commit


def _migrations_of(commit: str) -> set[str]:
    found = (_MIGRATION.fullmatch(line) for line in git("ls-tree", "-r", "--name-only", commit).splitlines())
    return {f"{match[1]}.{match[2]}" for match in found if match}


def require_unchanged() -> None:
    """Refuse to replace files that were changed by hand.

    Raises:
        OpsError: some were.
    """
    if git("status", "--porcelain", "--untracked-files=no"):
        raise OpsError(
            "Files of this directory were changed by hand (git status). Commit or stash them first."
        )

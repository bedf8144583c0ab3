"""Update a room that runs to the code in this directory: `make upgrade`.

Backup first, then the tables, then the processes one after another. Where the code that runs can't work with the new
tables, the room is stopped before they are changed. Without a backup the tables are not changed. `ops/downgrade.py`
goes back.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

from ops.errors import OpsError, exit_code_of
from ops.paths import PROJECT, Places, child_environment
from ops.upgrade_record import Record, code_before, head, last_record

# Seconds.
STOP_PATIENCE = 60.0
RENEW_PATIENCE = 180.0


def runner_of(places: Places) -> int | None:
    """Return the process id of the runner; None if the room does not run."""
    try:
        with (places.run / "runner.lock").open(encoding="utf-8") as file:
            try:
                # Looked at only: taking it as the runner does would empty the file.
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return int(file.read().strip())
    except FileNotFoundError:
        pass
    return None


def renewals(places: Places, pid: int) -> int | None:
    """Return how often this runner has renewed its processes; None if it is of a version that can't."""
    try:
        renewed = json.loads((places.run / "renewals.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return int(renewed["count"]) if renewed.get("pid") == pid else None


def is_service(environment: Mapping[str, str], pid: int) -> bool:
    """Return whether systemd started a process, which it would start again.

    Args:
        environment: of the process.
        pid: its id.
    """
    # A terminal of a desktop is a service, too, and what runs in it inherits these: then the id is another one.
    return "INVOCATION_ID" in environment and environment.get("SYSTEMD_EXEC_PID", str(pid)) == str(pid)


def environment_of(pid: int) -> dict[str, str]:
    """Return the environment of a process; empty where it can't be read."""
    try:
        found = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return {}
    pairs = (pair.partition("=") for pair in found.decode(errors="replace").split("\0"))
    return {name: value for name, _, value in pairs if name}


def manage(environment: Mapping[str, str], *words: str, failed: str = "The tables were not changed.") -> str:
    """Run a command of `manage.py` with the code of this directory; return its output.

    Args:
        environment: of the command.
        words: the command and its arguments.
        failed: what to say about the room if it fails.

    Raises:
        OpsError: it failed.
    """
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=PROJECT,
        env=dict(environment),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise OpsError(f"manage.py {words[0]} failed; the reason is above. {failed}")
    return done.stdout


def migrate(environment: Mapping[str, str], names: list[str], backup: str) -> None:
    """Bring the tables up to date.

    Args:
        environment: of the command.
        names: the migrations that have to be applied.
        backup: what the backup said, with its path.

    Raises:
        OpsError: a migration failed. Those before it stay.
    """
    try:
        manage(environment, "migrate", "--noinput", "--verbosity", "0", failed="")
    except OpsError as error:
        left = json.loads(manage(environment, "upgrade_plan", failed="Restore the backup."))["names"]
        applied = [name for name in names if name not in left]
        if not applied:
            raise OpsError(f"{error}No migration was applied.") from error
        raise OpsError(
            f"{error}The tables were changed by {', '.join(applied)}. To go back to the version before: make downgrade."
            f" {backup}"
        ) from error


def say(text: str) -> None:
    """Print a step at once."""
    print(text, flush=True)


def upgrade(places: Places, environment: Mapping[str, str]) -> None:
    """Update the room.

    Raises:
        OpsError: a step failed.
    """
    pid = runner_of(places)
    if pid is not None and is_service(environment_of(pid), pid):
        raise OpsError("The room runs as a service of systemd: update it with sudo deploy/install.sh.")
    plan: dict[str, Any] = json.loads(manage(environment, "upgrade_plan"))
    at = datetime.now(UTC)
    say("Making a backup …")
    backup = manage(environment, "backup").splitlines()[0]
    say(backup)
    note(places, plan["applied"], backup, at)
    manage(environment, "compile_messages")
    manage(environment, "collect_static")
    pid = runner_of(places)
    if pid is None:
        migrate(environment, plan["names"], backup)
        say("The tables are up to date. Start the room: make run")
        return
    count = renewals(places, pid)
    if plan["reasons"] or count is None:
        say("Stopping the room: " + _why(plan["reasons"]))
        stop(places, pid)
        run()
    if plan["names"]:
        say(f"Bringing the database up to date ({len(plan['names'])} steps) while the room runs …")
        migrate(environment, plan["names"], backup)
    manage(environment, "prepare_room", failed="The tables are up to date; run make upgrade again.")
    say("Restarting the processes one after another …")
    os.kill(pid, signal.SIGUSR1)
    limit = time.monotonic() + RENEW_PATIENCE
    while (renewals(places, pid) or 0) == count:
        if runner_of(places) != pid:
            raise OpsError("The room has stopped meanwhile. Start it: make run")
        if time.monotonic() > limit:
            raise OpsError("The processes have not restarted; the reason is in the room's output.")
        time.sleep(0.1)
    say("The room runs with the new version. To go back to the previous one: make downgrade")


def note(places: Places, applied: list[str], backup: str, at: datetime) -> None:
    """Record how to go back, unless this is another attempt at the same update.

    Args:
        places: of the room.
        applied: migrations that were applied before.
        backup: what the backup said, with its path.
        at: when it was begun.
    """
    now, last = head(), last_record(places)
    if now and last is not None and last.to == now:
        return
    before = code_before(running_commit(places), applied)
    Record(before, now, applied, backup.rpartition(" (")[0], at.isoformat()).write(places)


def running_commit(places: Places) -> str:
    """Return the commit that the room runs, or ran last; "" if it is not known."""
    try:
        return str(json.loads((places.run / "renewals.json").read_text(encoding="utf-8"))["commit"])
    except (OSError, ValueError, KeyError):
        return ""


def _why(reasons: list[str]) -> str:
    if reasons:
        return f"it can't work with the new tables ({reasons[0]}{' …' if len(reasons) > 1 else ''})."
    return "its version can't restart its processes one after another."


def stop(places: Places, pid: int) -> None:
    """Stop the runner and wait until it has ended.

    Raises:
        OpsError: it does not end.
    """
    os.kill(pid, signal.SIGTERM)
    limit = time.monotonic() + STOP_PATIENCE
    while runner_of(places) is not None:
        if time.monotonic() > limit:
            raise OpsError(f"The room (pid {pid}) does not stop.")
        time.sleep(0.05)


def run() -> NoReturn:
    """Become the runner: it migrates and starts the room in this terminal."""
    os.chdir(PROJECT)
    os.execv(sys.executable, [sys.executable, "-m", "ops.run"])


def main() -> int:
    """Update."""
    places = Places.of(os.environ)
    environment = child_environment(places, os.environ)
    upgrade(places, environment)
    return 0


if __name__ == "__main__":
    sys.exit(exit_code_of(main))

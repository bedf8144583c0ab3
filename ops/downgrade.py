"""Go back to the version before the last `make upgrade`: `make downgrade`.

If the tables can be rolled back without losing data, everything entered since the update is kept. Otherwise the backup
that the update made is restored and everything entered since is lost; this needs `make downgrade LOSE=yes`.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from ops.errors import OpsError, exit_code_of
from ops.paths import PROJECT, Places, child_environment
from ops.upgrade import environment_of, is_service, manage, runner_of, say, stop
from ops.upgrade_record import Record, git, head, last_record, record_path, require_unchanged

_SHOWN = 3


def downgrade(places: Places, environment: Mapping[str, str], *, lose: bool) -> bool:
    """Go back to the previous version.

    Args:
        places: of the room.
        environment: of the commands.
        lose: whether what was entered since the update may be lost.

    Returns:
        Whether the room was running, and has to be started.

    Raises:
        OpsError: there was no update, data would be lost, or a step failed.
    """
    made = _record(places)
    pid = runner_of(places)
    if pid is not None and is_service(environment_of(pid), pid):
        raise OpsError("The room runs as a service of systemd: go back with sudo deploy/install.sh --back.")
    plan: dict[str, Any] = json.loads(manage(environment, "rollback_tables", str(record_path(places))))
    restores = bool(plan["reasons"])
    if restores:
        say(_why(made, plan["reasons"]))
        say(_lost(plan["entries"]))
        if not lose:
            raise OpsError("Nothing was changed. To go back anyway: make downgrade LOSE=yes")
    else:
        say(
            f"Going back from {made.to[:10]} to {made.commit[:10]}. Everything entered since the update is kept."
        )
    if restores and not (PROJECT / made.backup).is_file():
        raise OpsError(f"Nothing was changed: the backup {made.backup} is missing.")
    pid = runner_of(places)
    if pid is not None:
        say("Stopping the room …")
        stop(places, pid)
    # Not before: what was entered until the room stopped would be missing in it.
    say("Making a backup of the room as it is now …")
    say(manage(environment, "backup", failed=_unchanged(pid)).splitlines()[0])
    if restores:
        say(f"Restoring {made.backup} …")
        say(manage(environment, *_restore_command(made, environment), failed=_unchanged(pid)).strip())
    elif plan["names"]:
        say(f"Rolling the tables back ({len(plan['names'])} migrations) …")
        manage(environment, "rollback_tables", str(record_path(places)), "--apply", failed=_unchanged(pid))
    branch = git("symbolic-ref", "--short", "HEAD")
    if subprocess.run(
        ["git", "checkout", "--quiet", "--detach", made.commit], cwd=PROJECT, check=False
    ).returncode:
        raise OpsError(f"The code could not be checked out: git checkout {made.commit}, then make run.")
    record_path(places).unlink()
    say(
        f"The directory is at {made.commit[:10]}. Before the next update: git checkout {branch or made.to[:10]}"
        f"{' && git pull' if branch else ''}"
    )
    return pid is not None


def _record(places: Places) -> Record:
    made = last_record(places)
    if made is None:
        raise OpsError(f"No update is recorded in {record_path(places)}, so there is nothing to go back to.")
    if not made.commit:
        raise OpsError(
            f"The version before the update is not known. Stop the room, restore the backup with this version "
            f"(manage.py restore --replace --keep-tables {made.backup}), check out the version before, then make run."
        )
    if made.to != head():
        raise OpsError(
            f"The directory is not at {made.to[:10]}, to which it was updated: git checkout {made.to}"
        )
    require_unchanged()
    return made


def _why(made: Record, reasons: list[str]) -> str:
    more = f"\n  … and {len(reasons) - _SHOWN} more" if len(reasons) > _SHOWN else ""
    listed = "".join(f"\n  {reason}" for reason in reasons[:_SHOWN])
    return (
        f"The tables can't be rolled back to {made.commit[:10]} without losing data, so the backup of "
        f"{made.at[:16].replace('T', ' ')} UTC has to be restored:{listed}{more}"
    )


def _lost(entries: Mapping[str, int]) -> str:
    """Return what is lost when the backup is restored."""
    if not entries:
        return (
            "Nothing was entered since then. Everyone is logged out; pictures uploaded since are moved aside."
        )
    events = ", ".join(f"{count} of {name or 'the room'}" for name, count in sorted(entries.items()))
    return (
        f"EVERYTHING ENTERED SINCE WILL BE LOST: {sum(entries.values())} journal entries ({events}), and pictures "
        "uploaded since. They are kept in a backup that is made first, which only the newer version can read. Everyone "
        "is logged out."
    )


def _unchanged(pid: int | None) -> str:
    return "The tables were not changed." + (" Start the room: make run" if pid is not None else "")


def _restore_command(made: Record, environment: Mapping[str, str]) -> list[str]:
    words = ["restore", made.backup, "--replace", "--keep-tables"]
    passphrase = environment.get("BACKUP_PASSPHRASE_FILE", "")
    return [*words, "--passphrase-file", passphrase] if passphrase else words


def main() -> int:
    """Go back, and start the room if it was running."""
    parser = argparse.ArgumentParser(
        prog="python -m ops.downgrade", description="Go back to the previous version."
    )
    parser.add_argument(
        "--lose", default="no", choices=("yes", "no"), help="lose what was entered since the update"
    )
    options = parser.parse_args()
    places = Places.of(os.environ)
    if downgrade(places, child_environment(places, os.environ), lose=options.lose == "yes"):
        say("Starting the room …")
        sys.stdout.flush()
        os.chdir(PROJECT)
        # The previous version installs its own packages first.
        os.execvp("make", ["make", "run"])
    else:
        say("Start the room: make run")
    return 0


if __name__ == "__main__":
    sys.exit(exit_code_of(main))

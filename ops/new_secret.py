"""Create a file with a random password unless it exists: `python -m ops.new_secret /secrets/database`."""

import os
import secrets
import sys
from pathlib import Path

from ops.errors import OpsError, exit_code_of


def create(path: Path) -> None:
    """Create the file, readable by its owner only; keep one that exists.

    Raises:
        OpsError: its directory can't be written to.
    """
    try:
        with open(path, "x", opener=_private, encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(32))
    except FileExistsError:
        return
    except OSError as error:
        raise OpsError(f"The password can't be written to {path} ({error.strerror}).") from error


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def main() -> int:
    """Create the file that the command line names."""
    if len(sys.argv) != 2:
        raise OpsError("Name one file: python -m ops.new_secret /secrets/database")
    create(Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(exit_code_of(main))

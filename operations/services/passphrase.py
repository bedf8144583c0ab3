"""Read the passphrase of backups from a file."""

from pathlib import Path

from ops.errors import OpsError

_SHORTEST = 12


def read_passphrase(path: Path | str | None) -> bytes | None:
    """Return the first line of a file; None without one.

    Raises:
        OpsError: it cannot be read, or is too short.
    """
    if not path:
        return None
    try:
        line = Path(path).read_bytes().splitlines()[:1]
    except OSError as error:
        raise OpsError(f"The passphrase file {path} cannot be read ({error.strerror}).") from error
    passphrase = line[0].strip() if line else b""
    if len(passphrase) < _SHORTEST:
        raise OpsError(f"The passphrase in {path} has fewer than {_SHORTEST} characters.")
    return passphrase

"""Restrict the data directory, the database and the secrets to their owner."""

import contextlib
import os
import secrets
import stat
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def new_files_are_ours() -> None:
    """Set the umask so that new files and directories are private to the owner."""
    os.umask(0o077)


def protect(directory: Path, *, below: bool = False) -> None:
    """Make a directory and the files in it private to their owner; files of other users stay unchanged.

    Args:
        directory: an existing directory.
        below: whether to include subdirectories, as after an update from a version that left them open.
    """
    if _is_shared(directory):
        return
    _close(directory)
    for place, directories, files in os.walk(directory):
        for name in (*directories, *files):
            _close(Path(place) / name)
        if not below:
            return


def own_secret(path: Path) -> str:
    """Return the secret of this installation in a file: generated on first use, readable by its owner only."""
    if not path.exists():
        write_once(path, secrets.token_urlsafe(50).encode())
    return path.read_text().strip()


def write_once(path: Path, data: bytes) -> None:
    """Write a file readable by its owner only, unless another process has written it first."""
    # Written under another name and linked, so that two processes that start together use the same file.
    draft = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _is_shared(directory: Path) -> bool:
    """Return whether a directory is shared with other uses: /tmp, a home, the root."""
    with contextlib.suppress(OSError, RuntimeError):
        sticky = bool(directory.stat().st_mode & stat.S_ISVTX)
        return sticky or directory in {Path("/"), Path.home()}
    return True


def _close(path: Path) -> None:
    # Temporary files of a database may disappear meanwhile.
    with contextlib.suppress(OSError):
        found = path.lstat()
        open_to = stat.S_IMODE(found.st_mode) & _OTHERS
        if open_to and not stat.S_ISLNK(found.st_mode) and found.st_uid == os.getuid():
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)

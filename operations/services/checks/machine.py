"""Checks of the machine: Python, packages, files, disk."""

import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from operations.services.checks.registry import Finding, check, note

_OLDEST_PYTHON = (3, 11)
_LEAST_FREE = 1_000_000_000
_PIN = re.compile(r"([A-Za-z0-9_.-]+)==([^\s;]+)\s*(;.*)?")
# Files that a page cannot do without: one of ours, and one that npm installs.
_SERVED = {
    "shared/ui/page.js": "Get the files of the project again (git checkout).",
    "packages/lit-html/lit-html.js": "Install the browser packages: make ready.",
}


@check("Python")
def python() -> Iterator[str]:
    """Check the version of Python."""
    if sys.version_info < _OLDEST_PYTHON:
        yield f"Python {sys.version.split()[0]} is too old. Install Python 3.11 or newer and run `make run` again."


@check("Packages")
def packages() -> Iterator[str]:
    """Compare the installed packages with the pinned ones."""
    differ = []
    names = ["requirements.txt", *(["requirements-otel.txt"] if settings.TRACING else [])]
    for line in "".join(
        (Path(settings.PROJECT_DIR) / name).read_text(encoding="utf-8") for name in names
    ).splitlines():
        pin = _PIN.match(line)
        if pin is None:
            continue
        try:
            installed = metadata.version(pin[1])
        except metadata.PackageNotFoundError:
            # A pin with a condition may be for another system.
            if not pin[3]:
                differ.append(f"{pin[1]} is missing")
            continue
        if installed != pin[2] and not pin[3]:
            differ.append(f"{pin[1]} is {installed} instead of {pin[2]}")
    if differ:
        more = f" and {len(differ) - 3} more" if len(differ) > 3 else ""
        which = f"{', '.join(differ[:3])}{more}"
        yield f"Packages are not those of {' and '.join(names)}: {which}. Install them: make ready."


@check("Data directory")
def data_directory() -> Iterator[str]:
    """Check that the data directory can be written to, by its owner only."""
    data = Path(settings.DATA_DIR)
    if not os.access(data, os.W_OK | os.X_OK):
        yield f"{data} cannot be written to. Give it to the user that runs the room: chown -R USER {data}"
    for path in (
        data,
        data / "secret_key",
        data / "vapid.pem",
        data / "audit.pem",
        Path(settings.MEDIA_ROOT),
    ):
        if not path.exists():
            continue
        about = path.stat()
        if stat.S_IMODE(about.st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
            yield f"Other users can open {path}. Close it: chmod go= {path}"
        if about.st_uid != os.getuid():
            yield (
                f"{path} belongs to another user than the one that runs this. Run `manage.py doctor` as the user of "
                f"the room, or give it to that user: chown USER {path}"
            )


@check("Disk")
def disk() -> Iterator[str]:
    """Check that there is room on the disk, also for a backup."""
    for path in {Path(settings.DATA_DIR), Path(settings.BACKUP_DIR)}:
        if path.exists() and (free := shutil.disk_usage(path).free) < _LEAST_FREE:
            yield (
                f"Only {free / 1_000_000:.0f} MB are free on the disk of {path}. Delete what is not needed: "
                "a full disk stops the room."
            )


@check("Translations")
def translations() -> Iterator[str]:
    """Check that the message catalogues are compiled."""
    for folder in settings.LOCALE_PATHS:
        old = [
            source.parent.parent.name
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po"))
            if not (made := source.with_suffix(".mo")).exists()
            or made.stat().st_mtime < source.stat().st_mtime
        ]
        if old:
            names = ", ".join(sorted(set(old)))
            yield f"Translations are not compiled ({names}): .venv/bin/python manage.py compile_messages"


@check("Files of pages")
def files_of_pages() -> Iterator[str | Finding]:
    """Check that the files that pages load are there."""
    for name, what_to_do in _SERVED.items():
        if not finders.find(name):
            yield f"The file {name} is missing, so pages do not work. {what_to_do}"
    if not settings.DEBUG and not any(Path(settings.STATIC_ROOT).iterdir()):
        yield note("The files of pages are collected at the next `make run`.")

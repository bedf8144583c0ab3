"""Only the owner can open the files of a room."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ops.paths import PROJECT, Places
from ops.private import protect


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Make a data directory as earlier versions left it."""
    data = tmp_path / "data"
    for place in (data, data / "run", data / "media", data / "redis"):
        place.mkdir()
        place.chmod(0o755)
    for name in ("room.sqlite3", "room.sqlite3-wal", "room.sqlite3-shm", "media/a.png", "vapid.pem"):
        (data / name).write_bytes(b"x")
        (data / name).chmod(0o644)
    return data


def test_data_of_an_earlier_version_is_closed_to_others_at_the_start(old: Path) -> None:
    Places.of({"DATA_DIR": str(old)}).make()
    assert {_mode(path) & 0o077 for path in [old, *old.rglob("*")]} == {0}
    assert _mode(old) == 0o700


def test_any_process_that_reads_the_settings_closes_the_database(old: Path) -> None:
    code = (
        "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'tourney.settings'; django.setup();"
        "from django.conf import settings; (settings.DATA_DIR / 'new').write_text('x');"
        "(settings.MEDIA_ROOT / 'new').mkdir()"
    )
    environment = {**os.environ, "DATA_DIR": str(old)}
    environment.pop("DATABASE_URL", None)
    subprocess.run([sys.executable, "-c", code], cwd=PROJECT, env=environment, check=True, umask=0o022)
    names = (
        "",
        "room.sqlite3",
        "room.sqlite3-wal",
        "room.sqlite3-shm",
        "new",
        "secret_key",
        "media",
        "media/new",
    )
    assert {name: _mode(old / name) & 0o077 for name in names} == dict.fromkeys(names, 0)


def test_symlinks_and_their_targets_are_unchanged(tmp_path: Path) -> None:
    elsewhere, data = tmp_path / "elsewhere", tmp_path / "data"
    data.mkdir()
    elsewhere.write_text("x")
    elsewhere.chmod(0o644)
    (data / "link").symlink_to(elsewhere)
    protect(data, below=True)
    assert _mode(elsewhere) == 0o644

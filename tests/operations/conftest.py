"""A data directory for backups and restores."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.fixtures.database import allow_emptying


@pytest.fixture
def data(tmp_path: Path, settings: Any) -> Path:
    """Use a data directory of this test, with a secret key and a picture."""
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = settings.DATA_DIR / "media"
    settings.BACKUP_DIR = tmp_path / "backups"
    for name in ("run", "media/players", "redis"):
        (settings.DATA_DIR / name).mkdir(parents=True)
    settings.BACKUP_DIR.mkdir()
    (settings.DATA_DIR / "secret_key").write_text(settings.SECRET_KEY)
    (settings.DATA_DIR / "media" / "players" / "0a1b.webp").write_bytes(b"a face")
    return settings.DATA_DIR


@pytest.fixture
def restorable(transactional_db: None) -> Any:
    """Let a test replace the database: the next test can empty it again."""
    yield
    allow_emptying()
    connection.close()

"""Make a backup: database first, then media and secrets; verify it, and only then give it its name."""

import hashlib
import hmac
import logging
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from operations.rules.backup_times import file_name
from operations.rules.manifest import DATABASE, FORMAT, SECRETS, Manifest, may_contain
from operations.services.archive import unpack, writing
from operations.services.copies import Copies
from operations.services.postgres_copy import PostgresCopies
from operations.services.sqlite_copy import SqliteCopies
from ops.errors import OpsError
from tourney.models import JournalEntry

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Made:
    """A backup that was made and verified."""

    path: Path
    size: int
    manifest: Manifest


def copies() -> Copies:
    """Return how the room's database is copied."""
    if connection.vendor == "sqlite":
        return SqliteCopies(Path(connection.settings_dict["NAME"]))
    return PostgresCopies(connection.settings_dict)


def make_backup(to: Path, passphrase: bytes | None = None, *, daily: bool = False) -> Made:
    """Make a backup while the room runs, and verify it by a restore into a scratch database.

    Args:
        to: a directory, or the file itself.
        passphrase: encrypts it.
        daily: whether it is made by schedule; only such files are deleted later.

    Raises:
        OpsError: it could not be made or verified; nothing is left of it.
    """
    now = datetime.now(UTC)
    if not to.suffix or to.is_dir():
        to.mkdir(mode=0o700, parents=True, exist_ok=True)
        to = to / file_name(now, sealed=passphrase is not None, daily=daily)
    if to.exists():
        raise OpsError(f"{to} exists already.")
    draft = to.with_name(f".{to.name}.{secrets.token_hex(4)}.part")
    try:
        with scratch_directory() as scratch:
            manifest = _write(draft, scratch, now, passphrase)
        with scratch_directory() as scratch:
            _verify(draft, scratch, manifest, passphrase)
        draft.replace(to)
        _sync(to.parent)
    except OSError as error:
        raise OpsError(f"The backup could not be written: {error}") from error
    finally:
        draft.unlink(missing_ok=True)
    return Made(to, to.stat().st_size, manifest)


def key_mark() -> str:
    """Return a fingerprint of the secret key, from which the key cannot be found."""
    return hmac.new(settings.SECRET_KEY.encode(), b"backup", hashlib.sha256).hexdigest()[:16]


def known_migrations() -> set[str]:
    """Return the migrations of this version of the code, and those that they replace."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    return {f"{app}.{name}" for app, name in {*loader.disk_migrations, *replaced}}


@contextmanager
def scratch_directory() -> Iterator[Path]:
    """Create a directory that only its owner can open, on the disk of the data, and delete it afterwards."""
    with tempfile.TemporaryDirectory(prefix="backup-", dir=settings.DATA_DIR / "run") as name:
        yield Path(name)


def _write(draft: Path, scratch: Path, now: datetime, passphrase: bytes | None) -> Manifest:
    database = copies()
    dump = scratch / DATABASE
    copied = database.dump(dump, JournalEntry._meta.db_table)
    known = known_migrations()
    with writing(draft, passphrase) as archive:
        archive.add_file(DATABASE, dump)
        # After the database: a file that a row names is stored before the row, so it is there.
        for name, path in _media():
            try:
                archive.add_bytes(name, path.read_bytes())
            except FileNotFoundError:
                continue  # deleted meanwhile, with the row that names it
        for name in SECRETS:
            if (path := settings.DATA_DIR / name).exists():
                archive.add_bytes(name, path.read_bytes())
        manifest = Manifest(
            format=FORMAT,
            version=settings.VERSION,
            engine=database.engine,
            # Not those of apps that were removed since.
            migrations=[name for name in copied.migrations if name in known],
            created_at=now.isoformat(),
            journal=copied.journal,
            own_key=_own_key(),
            key_mark=key_mark(),
            members=dict(archive.members),
        )
        archive.add_manifest(manifest)
    return manifest


def _own_key() -> bool:
    try:
        return bool((settings.DATA_DIR / "secret_key").read_text().strip() == settings.SECRET_KEY)
    except OSError:
        return False


def _media() -> Iterator[tuple[str, Path]]:
    """Yield the stored files. Drafts of uploads begin like the file and end in `.draft`."""
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")):
        name = f"media/{path.relative_to(root).as_posix()}"
        if not path.is_file() or path.suffix == ".draft":
            continue
        if path.is_symlink() or not may_contain(name):
            log.warning("%s is not in the backup: the room stores no file like it.", path)
            continue
        yield name, path


def _verify(draft: Path, scratch: Path, manifest: Manifest, passphrase: bytes | None) -> None:
    found = unpack(draft, scratch, passphrase)
    journal = copies().check(scratch / DATABASE, found.journal.table)
    if found != manifest or journal != manifest.journal:
        raise OpsError("The backup was not kept: its restore has another journal than the room.")


def _sync(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

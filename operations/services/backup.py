"""Make a backup: database first, then media and secrets; verify it, and only then give it its name."""

import hashlib
import hmac
import logging
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from operations.rules.backup_times import file_name
from operations.rules.manifest import DATABASE, FORMAT, SECRETS, Manifest, may_contain
from operations.services.archive import RESERVE, unpack, writing
from operations.services.copies import JOURNAL_TABLES, Copies
from operations.services.postgres_copy import PostgresCopies
from operations.services.sqlite_copy import SqliteCopies
from ops.errors import OpsError

log = logging.getLogger(__name__)
# A backup that has not ended after this long was killed.
LONGEST = timedelta(hours=3)
_SCRATCH = "backup-"


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


def make_backup(
    directory: Path, passphrase: bytes | None = None, *, name: str = "", daily: bool = False
) -> Made:
    """Make a backup while the room runs, and verify it by a restore into a scratch database.

    Args:
        directory: where it goes.
        passphrase: encrypts it.
        name: of the file; by default one with the time.
        daily: whether it is made by schedule; only such files are deleted later.

    Raises:
        OpsError: it could not be made or verified; nothing is left of it.
    """
    now = datetime.now(UTC)
    to = directory / (name or file_name(now, sealed=passphrase is not None, daily=daily))
    draft = to.with_name(f".{to.name}.{secrets.token_hex(4)}.part")
    try:
        if not name:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if to.exists():
            raise OpsError(f"{to} exists already.")
        delete_leftovers()
        _require_space(directory)
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


def delete_leftovers() -> None:
    """Delete what killed backups and restores have left: directories and databases with the data in plain text."""
    limit = datetime.now(UTC) - LONGEST
    for path in (settings.DATA_DIR / "run").glob(f"{_SCRATCH}*"):
        if path.is_dir() and path.stat().st_mtime < limit.timestamp():
            shutil.rmtree(path, ignore_errors=True)
            log.info("Deleted %s, which an interrupted backup had left.", path)
    copies().delete_leftovers(limit)


def _require_space(directory: Path) -> None:
    """Refuse to fill a disk: the copy is as large as the data, the backup about half as large."""
    database = copies().size()
    media = 0
    for path in Path(settings.MEDIA_ROOT).rglob("*"):
        with suppress(FileNotFoundError):
            media += path.lstat().st_size
    needed: dict[int, tuple[Path, int]] = {}
    for path, size in ((settings.DATA_DIR, database + media), (directory, database // 2 + media)):
        disk = path.stat().st_dev
        first, others = needed.get(disk, (path, RESERVE))
        needed[disk] = first, others + size
    for path, size in needed.values():
        if (free := shutil.disk_usage(path).free) < size:
            raise OpsError(
                f"The disk of {path} has {free / 1_000_000:.0f} MB free, and a backup needs about "
                f"{size / 1_000_000:.0f} MB there. Delete what is not needed."
            )


@contextmanager
def scratch_directory() -> Iterator[Path]:
    """Create a directory that only its owner can open, on the disk of the data, and delete it afterwards."""
    with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=settings.DATA_DIR / "run") as name:
        yield Path(name)


def _write(draft: Path, scratch: Path, now: datetime, passphrase: bytes | None) -> Manifest:
    database = copies()
    dump = scratch / DATABASE
    copied = database.dump(dump, JOURNAL_TABLES)
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
    journal = copies().check(scratch / DATABASE, JOURNAL_TABLES)
    if found != manifest or journal != manifest.journal:
        raise OpsError("The backup was discarded: its restored journal differs from the room's.")


def _sync(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

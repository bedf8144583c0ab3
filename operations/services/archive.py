"""The archive of a backup: a tar file under gzip, encrypted if there is a passphrase.

`tar xzf` unpacks one that is not encrypted. Its last member is the manifest. After it comes an empty gzip member whose
comment is the SHA-256 of everything before, so no byte of a file can change unnoticed.
"""

import gzip
import hashlib
import io
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Self, cast

import msgspec

from operations.rules.manifest import (
    LONGEST_MANIFEST,
    MANIFEST,
    Manifest,
    Member,
    UnreadableManifest,
    may_contain,
    read_manifest,
)
from operations.services.stream_encryption import MAGIC, Opener, Sealer, is_sealed
from ops.errors import OpsError

_BLOCK = 1 << 20
_GZIP = b"\x1f\x8b"
_END_SIZE = 92
# Reading a file that was changed raises one of these.
_DAMAGE = (tarfile.TarError, zlib.error, EOFError, gzip.BadGzipFile, ValueError, RecursionError)
# Headers before a member hold a path and a size.
_LONGEST_HEADER = 10_000
# Stays free while an archive is unpacked (bytes).
RESERVE = 100_000_000


class ArchiveWriter:
    """Writes the members of an archive."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        """Begin without members."""
        self._tar = tar
        self.members: dict[str, Member] = {}

    def add_file(self, name: str, path: Path) -> None:
        """Add a file that does not change meanwhile."""
        with path.open("rb") as source:
            digest = hashlib.file_digest(source, "sha256").hexdigest()
            size = source.tell()
            source.seek(0)
            self._add(name, source, size, digest)

    def add_bytes(self, name: str, data: bytes) -> None:
        """Add a file by its contents."""
        self._add(name, io.BytesIO(data), len(data), hashlib.sha256(data).hexdigest())

    def add_manifest(self, manifest: Manifest) -> None:
        """Add the manifest, after everything else."""
        self._add(MANIFEST, io.BytesIO(data := msgspec.json.encode(manifest)), len(data), "")

    def _add(self, name: str, source: BinaryIO, size: int, digest: str) -> None:
        info = tarfile.TarInfo(name)
        info.size, info.mode = size, 0o600
        self._tar.addfile(info, source)
        self.members[name] = Member(size, digest)


@contextmanager
def writing(path: Path, passphrase: bytes | None) -> Iterator[ArchiveWriter]:
    """Write an archive to a new file that only its owner can read.

    Args:
        path: must not exist.
        passphrase: encrypts it.
    """
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        sealer = Sealer(file, passphrase) if passphrase is not None else None
        sink = _HashedSink(cast(BinaryIO, sealer or file))
        with (
            gzip.GzipFile("", "wb", compresslevel=6, fileobj=cast(BinaryIO, sink), mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w|") as tar,
        ):
            yield ArchiveWriter(tar)
        sink.target.write(_end_of(sink.digest.hexdigest()))
        if sealer is not None:
            sealer.finish()
        file.flush()
        os.fsync(file.fileno())


def unpack(path: Path, into: Path, passphrase: bytes | None) -> Manifest:
    """Unpack an archive and check every file in it.

    Args:
        path: the archive.
        into: an empty directory.
        passphrase: if it is encrypted; a file that is not encrypted is then refused.

    Raises:
        OpsError: it is not a backup, is damaged or encrypted, or contains what no backup contains.
    """
    with path.open("rb") as file:
        beginning = file.read(len(MAGIC))
        file.seek(0)
        source: BinaryIO = file
        if is_sealed(beginning):
            if passphrase is None:
                raise OpsError(
                    "The archive is encrypted. Name the file with its passphrase: --passphrase-file FILE"
                )
            source = cast(BinaryIO, Opener(file, passphrase))
        elif not beginning.startswith(_GZIP):
            raise OpsError(f"{path} is not a backup of this product, or its beginning is damaged.")
        elif passphrase is not None:
            # Without the passphrase, anybody could have made this file, with a checksum that is right.
            raise OpsError(
                "The archive is not encrypted, but a passphrase was given. If you trust its source, restore it "
                "without --passphrase-file."
            )
        hashed = _HashedSource(source)
        place = ["at its beginning"]
        try:
            found, manifest = _unpack_members(hashed, into, place)
        except _DAMAGE as error:
            raise OpsError(f"The archive is damaged {place[0]}.") from error
        if not hashed.is_whole():
            raise OpsError("The archive is damaged: its checksum is wrong.")
    _compare(found, manifest)
    return manifest


def _unpack_members(
    source: "_HashedSource", into: Path, place: list[str]
) -> tuple[dict[str, Member], Manifest]:
    """Unpack the members; `place` names where reading has arrived."""
    found: dict[str, Member] = {}
    manifest: Manifest | None = None
    with gzip.GzipFile(fileobj=cast(BinaryIO, source), mode="rb") as packed:
        bounded = _BoundedSource(packed, shutil.disk_usage(into).free - RESERVE)
        with tarfile.open(fileobj=cast(BinaryIO, bounded), mode="r|", tarinfo=_PlainMember) as tar:
            for member in tar:
                name = member.name
                place[0] = f"in or after {name[:200]}"
                if getattr(member, "sparse", None):
                    raise _not_plain(name)
                file = tar.extractfile(member)
                assert file is not None
                if name == MANIFEST and manifest is None:
                    manifest = _manifest_of(file.read(LONGEST_MANIFEST))
                    continue
                if not may_contain(name) or name in found or manifest is not None:
                    raise OpsError(f"The archive contains {name[:200]!r}, which no backup contains.")
                found[name] = _copy(cast(BinaryIO, file), into / name)
        while bounded.read(_BLOCK):
            pass
    if manifest is None:
        raise OpsError("The archive is damaged: its end is missing.")
    return found, manifest


def _manifest_of(data: bytes) -> Manifest:
    try:
        return read_manifest(data)
    except UnreadableManifest as error:
        raise OpsError(str(error)) from error


def _copy(source: BinaryIO, target: Path) -> Member:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with target.open("xb") as file:
        while block := source.read(_BLOCK):
            digest.update(block)
            size += file.write(block)
        file.flush()
        os.fsync(file.fileno())
    return Member(size, digest.hexdigest())


def _compare(found: dict[str, Member], manifest: Manifest) -> None:
    for name, member in manifest.members.items():
        if found.get(name) != member:
            raise OpsError(f"The archive is damaged: {name} is not what the manifest describes.")
    if more := found.keys() - manifest.members.keys():
        raise OpsError(f"The archive contains {min(more)}, which its manifest does not name.")


def _end_of(digest: str) -> bytes:
    """Return an empty gzip member whose comment is a checksum."""
    head = _GZIP + b"\x08\x10" + bytes(5) + b"\xff"
    return head + f"sha256:{digest}".encode() + b"\0" + b"\x03\x00" + bytes(8)


def _not_plain(name: str) -> OpsError:
    return OpsError(f"The archive contains {name[:200]!r}, which is not a plain file.")


class _PlainMember(tarfile.TarInfo):
    """A plain file, or a short header with a long name or a large size; others are refused before they are read."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        found = super().frombuf(buf, encoding, errors)
        is_header = found.type == tarfile.XHDTYPE and found.size <= _LONGEST_HEADER
        if found.type != tarfile.REGTYPE and not is_header:
            raise _not_plain(found.name)
        return found


class _BoundedSource:
    """Reads up to a limit: a small file can unpack to more than a disk holds."""

    def __init__(self, source: gzip.GzipFile, limit: int) -> None:
        self._source = source
        self._left = self._limit = limit

    def read(self, size: int = -1) -> bytes:
        data = self._source.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise OpsError(
                f"The archive unpacks to more than the {max(0, self._limit) / 1_000_000:.0f} MB that are free for it. "
                "If you trust its source, delete what is not needed on this disk."
            )
        return data


class _HashedSink(io.RawIOBase):
    """Hashes what is written."""

    def __init__(self, target: BinaryIO) -> None:
        self.target = target
        self.digest = hashlib.sha256()

    def write(self, data: Any) -> int:
        self.digest.update(data)
        self.target.write(bytes(data))
        return len(data)


class _HashedSource(io.RawIOBase):
    """Hashes what is read, and holds the end of it."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._digest = hashlib.sha256()
        self._end = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._source.read(size)
        self._end += data
        self._digest.update(self._end[:-_END_SIZE])
        self._end = self._end[-_END_SIZE:]
        return data

    def is_whole(self) -> bool:
        """Return whether the end is the checksum of everything before; call after reading everything."""
        while self.read(_BLOCK):
            pass
        return self._end == _end_of(self._digest.hexdigest())

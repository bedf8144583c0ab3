"""Archives: every damage is refused, and nothing else than a backup's files is unpacked."""

import functools
import io
import random
import tarfile
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from operations.rules.manifest import FORMAT, Journal, Manifest, may_contain
from operations.services import archive, sealing
from ops.errors import OpsError

_PASSPHRASE = b"a long passphrase"
# More than a chunk of the encryption, hardly compressible.
_DATABASE = random.Random(1).randbytes(sealing.CHUNK + 70_000)


@pytest.fixture(autouse=True, scope="module")
def _cheap_passphrases() -> object:
    """Make a guess cheap: the tests make hundreds."""
    patch = pytest.MonkeyPatch()
    patch.setattr(sealing, "_COST", 2)
    yield
    patch.undo()


@functools.cache
def packed(*, sealed: bool) -> bytes:
    """Return an archive."""
    with tempfile.TemporaryDirectory() as name:
        database, path = Path(name) / "database", Path(name) / "backup"
        database.write_bytes(_DATABASE)
        with archive.writing(path, _PASSPHRASE if sealed else None) as writer:
            writer.add_file("database", database)
            writer.add_bytes("media/players/0a1b.webp", b"a face")
            writer.add_bytes("secret_key", b"key")
            writer.add_manifest(
                Manifest(FORMAT, "1", "sqlite", [], "", Journal("j", 0, ""), True, "", dict(writer.members))
            )
        return path.read_bytes()


def unpacked(data: bytes, passphrase: bytes | None = _PASSPHRASE) -> dict[str, bytes]:
    """Return the files of an archive by name."""
    with tempfile.TemporaryDirectory() as name:
        path, into = Path(name) / "backup", Path(name) / "into"
        path.write_bytes(data)
        into.mkdir()
        archive.unpack(path, into, passphrase)
        assert {one.name for one in Path(name).iterdir()} == {"backup", "into"}
        return {
            one.relative_to(into).as_posix(): one.read_bytes() for one in into.rglob("*") if one.is_file()
        }


@pytest.mark.parametrize("sealed", [False, True])
def test_archive_is_unpacked_as_it_was_packed(sealed: bool) -> None:
    assert unpacked(packed(sealed=sealed)) == {
        "database": _DATABASE,
        "media/players/0a1b.webp": b"a face",
        "secret_key": b"key",
    }


@given(sealed=st.booleans(), place=st.floats(0, 1, exclude_max=True), change=st.integers(1, 255))
def test_archive_with_any_byte_changed_is_refused(sealed: bool, place: float, change: int) -> None:
    data = bytearray(packed(sealed=sealed))
    data[int(place * len(data))] ^= change
    with pytest.raises(OpsError):
        unpacked(bytes(data))


@pytest.mark.parametrize("sealed", [False, True])
def test_archive_with_a_byte_of_its_beginning_or_end_changed_is_refused(sealed: bool) -> None:
    original = packed(sealed=sealed)
    for place in [*range(40), *range(-120, 0)]:
        data = bytearray(original)
        data[place] ^= 1
        with pytest.raises(OpsError):
            unpacked(bytes(data))


@given(sealed=st.booleans(), place=st.floats(0, 1, exclude_max=True), more=st.binary(min_size=1, max_size=40))
def test_archive_that_is_cut_off_or_continued_is_refused(sealed: bool, place: float, more: bytes) -> None:
    data = packed(sealed=sealed)
    for changed in (data[: int(place * len(data))], data + more):
        with pytest.raises(OpsError):
            unpacked(changed)


def test_cut_off_at_a_chunk_is_noticed_and_a_wrong_passphrase_named() -> None:
    data = packed(sealed=True)
    end = len(sealing.MAGIC) + 16 + sealing.CHUNK + 16
    with pytest.raises(OpsError, match="damaged"):
        unpacked(data[:end])
    with pytest.raises(OpsError, match="passphrase is wrong"):
        unpacked(data, b"another passphrase")
    with pytest.raises(OpsError, match="encrypted"):
        unpacked(data, None)


def _member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> bytes:
    """Return an archive with one member."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        info = tarfile.TarInfo(name)
        info.type, info.linkname, info.size = kind, target, 0 if kind != tarfile.REGTYPE else 3
        tar.addfile(info, io.BytesIO(b"bad"))
    return made.getvalue()


@pytest.mark.parametrize(
    "name",
    ["../secret_key", "/etc/passwd", "media/../../x", "media/.hidden", "media//x", "run/x", "media/a\\..\\b"],
)
def test_path_that_no_backup_contains_is_refused(name: str) -> None:
    assert not may_contain(name)
    with pytest.raises(OpsError, match="no backup contains"):
        unpacked(_member(name))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE])
def test_links_and_directories_are_refused(kind: bytes) -> None:
    with pytest.raises(OpsError, match="no plain file"):
        unpacked(_member("media/x", kind, "/etc/passwd"))

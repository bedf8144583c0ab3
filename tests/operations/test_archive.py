"""Archives: every damage is refused, and nothing else than a backup's files is unpacked."""

import functools
import io
import random
import tarfile
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from operations.rules.manifest import FORMAT, Journal, Manifest, may_contain
from operations.services import archive, stream_encryption
from ops.errors import OpsError

_PASSPHRASE = b"a long passphrase"
# More than a chunk of the encryption, hardly compressible.
_DATABASE = random.Random(1).randbytes(stream_encryption.CHUNK + 70_000)


@pytest.fixture(autouse=True, scope="module")
def _cheap_passphrases() -> object:
    """Make a guess cheap: the tests make hundreds."""
    patch = pytest.MonkeyPatch()
    patch.setattr(stream_encryption, "_COST", 2)
    yield
    patch.undo()


@functools.cache
def pack(*, sealed: bool) -> bytes:
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


def unpack(data: bytes, passphrase: bytes | None = _PASSPHRASE) -> dict[str, bytes]:
    """Return the files of an archive by name; one that is not encrypted is unpacked without a passphrase."""
    if passphrase is _PASSPHRASE and not stream_encryption.is_sealed(data):
        passphrase = None
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
    assert unpack(pack(sealed=sealed)) == {
        "database": _DATABASE,
        "media/players/0a1b.webp": b"a face",
        "secret_key": b"key",
    }


@given(sealed=st.booleans(), place=st.floats(0, 1, exclude_max=True), change=st.integers(1, 255))
def test_archive_with_any_byte_changed_is_refused(sealed: bool, place: float, change: int) -> None:
    data = bytearray(pack(sealed=sealed))
    data[int(place * len(data))] ^= change
    with pytest.raises(OpsError):
        unpack(bytes(data))


@pytest.mark.parametrize("sealed", [False, True])
def test_archive_with_a_byte_of_its_beginning_or_end_changed_is_refused(sealed: bool) -> None:
    original = pack(sealed=sealed)
    for place in [*range(40), *range(-120, 0)]:
        data = bytearray(original)
        data[place] ^= 1
        with pytest.raises(OpsError):
            unpack(bytes(data))


@given(sealed=st.booleans(), place=st.floats(0, 1, exclude_max=True), more=st.binary(min_size=1, max_size=40))
def test_archive_that_is_cut_off_or_continued_is_refused(sealed: bool, place: float, more: bytes) -> None:
    data = pack(sealed=sealed)
    for changed in (data[: int(place * len(data))], data + more):
        with pytest.raises(OpsError):
            unpack(changed)


def test_cut_off_at_a_chunk_is_noticed_and_a_wrong_passphrase_named() -> None:
    data = pack(sealed=True)
    end = len(stream_encryption.MAGIC) + 16 + stream_encryption.CHUNK + 16
    with pytest.raises(OpsError, match="damaged"):
        unpack(data[:end])
    with pytest.raises(OpsError, match="passphrase is wrong"):
        unpack(data, b"another passphrase")
    with pytest.raises(OpsError, match="encrypted"):
        unpack(data, None)


def test_file_that_is_not_encrypted_is_refused_where_a_passphrase_is_given() -> None:
    with pytest.raises(OpsError, match="not encrypted"):
        unpack(pack(sealed=False), bytes(bytearray(_PASSPHRASE)))


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
        unpack(_member(name))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE])
def test_links_and_directories_are_refused(kind: bytes) -> None:
    with pytest.raises(OpsError, match="not a plain file"):
        unpack(_member("media/x", kind, "/etc/passwd"))


def test_long_header_is_refused_before_it_is_read_and_a_short_one_accepted() -> None:
    def archive_of(header: str) -> bytes:
        made = io.BytesIO()
        with tarfile.open(fileobj=made, mode="w:gz", format=tarfile.PAX_FORMAT) as tar:
            info = tarfile.TarInfo("media/x")
            info.pax_headers = {"comment": header}
            tar.addfile(info)
        return made.getvalue()

    with pytest.raises(OpsError, match="not a plain file"):
        unpack(archive_of("x" * 100_000))
    with pytest.raises(OpsError, match="its end is missing"):
        unpack(archive_of("x" * 100))


def test_archive_that_unpacks_to_more_than_the_disk_holds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        info = tarfile.TarInfo("database")
        info.size = 5_000_000
        tar.addfile(info, io.BytesIO(bytes(info.size)))
    free = SimpleNamespace(free=archive.RESERVE + 4_000_000)
    monkeypatch.setattr(archive.shutil, "disk_usage", lambda _: free)
    with pytest.raises(OpsError, match="more than the 4 MB"):
        unpack(made.getvalue())

"""The manifest of a backup, and which files a backup may contain."""

import re

import msgspec

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = "database"
SECRETS = ("secret_key", "vapid.pem", "audit.pem")
MEDIA = "media/"
# More is a damaged file, not a manifest.
LONGEST_MANIFEST = 50_000_000
# Each part of a path begins with a letter, a digit, "-" or "_": neither "..", nor an absolute path, nor a hidden file.
_MEDIA_PATH = re.compile(r"media(/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,200}){1,8}")


class Member(msgspec.Struct, frozen=True):
    """A file of a backup.

    Attributes:
        size: in bytes.
        sha256: of its contents.
    """

    size: int
    sha256: str


class Journal(msgspec.Struct, frozen=True):
    """The journal in a backup.

    Attributes:
        table: its table.
        entries: how many it has, of all events and the room.
        sha256: over all columns of all entries.
    """

    table: str
    entries: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a backup contains.

    Attributes:
        format: of the archive; a program reads its own and earlier ones.
        version: of the product that made it.
        engine: `sqlite` or `postgresql`.
        migrations: those applied, as "app.name".
        created_at: ISO 8601, UTC.
        journal: of its database.
        own_key: whether the secret key is in the archive; otherwise it came from the environment.
        key_mark: a fingerprint of the secret key.
        members: its files by name, without the manifest.
    """

    format: int
    version: str
    engine: str
    migrations: list[str]
    created_at: str
    journal: Journal
    own_key: bool
    key_mark: str
    members: dict[str, Member]


class UnreadableManifest(Exception):
    """The manifest is damaged, or of a later format."""


def read_manifest(data: bytes) -> Manifest:
    """Read a manifest.

    Raises:
        UnreadableManifest: it is damaged, of a later format, or names a file that no backup has.
    """
    try:
        about = msgspec.json.decode(data)
        number = about.get("format") if isinstance(about, dict) else None
        if isinstance(number, int) and number > FORMAT:
            raise UnreadableManifest(
                f"The archive has format {number}; this version reads {FORMAT}. Install a later version first."
            )
        manifest = msgspec.convert(about, Manifest)
    except msgspec.MsgspecError as error:
        raise UnreadableManifest("The archive is damaged: its manifest cannot be read.") from error
    for name in manifest.members:
        if not may_contain(name):
            raise UnreadableManifest(f"The archive names a file that no backup contains: {name[:200]!r}.")
    return manifest


def may_contain(name: str) -> bool:
    """Return whether a backup may contain a file of this name."""
    return name in (DATABASE, *SECRETS) or _MEDIA_PATH.fullmatch(name) is not None

"""Storage of static files under names with a hash, and their collection at start."""

import hashlib
import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from filelock import FileLock
from whitenoise.storage import CompressedManifestStaticFilesStorage

from web.shared.packages import FOLDER

# A comment that begins a line; scripts have no texts of several lines that look like one.
_COMMENT = re.compile(rb"^[ \t]*(?:/\*.*?\*/|//[^\n]*)", re.MULTILINE | re.DOTALL)


def without_comments(script: bytes) -> bytes:
    """Return a script without its comments, which are half of it. Lines keep their numbers."""
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Static files with hashed names, compressed, scripts without comments; plain names while nothing was collected.

    Nothing else in a script changes: the import map of a page leads to the hashed names (`web/shared/modules.py`).
    """

    # A page of a room whose files were not collected loads them by their plain names.
    manifest_strict = False

    def _save(self, name: str, content: "File[bytes]") -> str:
        if name.endswith(".js") and not name.startswith(FOLDER):
            content = ContentFile(without_comments(b"".join(content.chunks())))
        return str(super()._save(name, content))

    def stored_name(self, name: str) -> str:
        """Return the hashed name of a file; its own name if it was not collected."""
        return str(self.hashed_files.get(self.hash_key(self.clean_name(name)), name))


def collect() -> bool:
    """Collect the static files, unless the present ones have been collected already.

    Returns:
        Whether files were collected. Files of earlier versions stay: a display may still show a page of theirs.
    """
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    stamp = root / ".collected"
    with FileLock(root / ".lock"):
        present = _fingerprint()
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == present:
            return False
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(present, encoding="utf-8")
    return True


def _fingerprint() -> str:
    """Return a fingerprint of all static files, and of the way they are stored."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda one: one[0]):
            digest.update(name.encode() + b"\0")
            with storage.open(name) as file:
                digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()

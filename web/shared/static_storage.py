"""Storage of static files under names with a hash, and their collection at start."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from filelock import FileLock
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from web.shared import typefaces
from web.shared.packages import FOLDER

# A comment that begins a line; no text of several lines in a script or style sheet looks like one.
_COMMENT = re.compile(rb"^[ \t]*(?:/\*.*?\*/|//[^\n]*)", re.MULTILINE | re.DOTALL)


def without_comments(text: bytes) -> bytes:
    """Return a script or style sheet without its comments, half of a script. Lines keep their numbers."""
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), text)


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Static files with hashed names, compressed; plain names while nothing was collected.

    Scripts and style sheets are stored without comments, the displays' typeface with only the weights they use. Nothing
    else in a script changes: the import map of a page leads to the hashed names (`web/shared/modules.py`).
    """

    # A page of a room whose files were not collected loads them by their plain names.
    manifest_strict = False

    def _save(self, name: str, content: "File[bytes]") -> str:
        if name.endswith((".js", ".css")) and not name.startswith(FOLDER):
            content = ContentFile(without_comments(b"".join(content.chunks())))
        elif typefaces.is_display_typeface(name):
            content = ContentFile(typefaces.with_used_weights(b"".join(content.chunks())))
        return str(super()._save(name, content))

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """Return what compresses the files: with gzip alone, since browsers accept Brotli only over HTTPS."""
        return Compressor(use_brotli=False, **kwargs)

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
        present = f"{_way()} {_fingerprint()}"
        before = stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
        if before == present:
            return False
        if not before.startswith(_way()):
            # Files that have not changed are copied again in the way they are stored now.
            for name in _all_names():
                for stored in (name, str(staticfiles_storage.url(name)).removeprefix(settings.STATIC_URL)):
                    for ending in ("", ".gz", ".br"):
                        (root / (stored + ending)).unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(present, encoding="utf-8")
    return True


def _way() -> str:
    """Return a fingerprint of the way files are stored."""
    code = Path(__file__).read_bytes() + Path(str(typefaces.__file__)).read_bytes()
    return hashlib.sha256(code).hexdigest()


def _all_names() -> Iterator[str]:
    return (name for finder in get_finders() for name, _storage in finder.list([]))


def _fingerprint() -> str:
    """Return a fingerprint of all static files."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda one: one[0]):
            digest.update(name.encode() + b"\0")
            with storage.open(name) as file:
                digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()

"""Store files under the hash of their contents."""

import hashlib
import uuid
from pathlib import Path

from django.conf import settings


def keep_file(data: bytes, ending: str, folder: Path | None = None) -> str:
    """Save a file and return its name, the hash of its contents.

    Args:
        data: the file.
        ending: of its name, without a dot.
        folder: where it is stored; by default with the public files.
    """
    name = f"{hashlib.sha256(data).hexdigest()}.{ending}"
    path = (folder or settings.MEDIA_ROOT) / name
    if not path.exists():
        # Two uploads of the same file may write at once; each has a draft of its own.
        draft = path.with_suffix(f".{uuid.uuid4().hex}.draft")
        try:
            draft.write_bytes(data)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    return name

"""Store files under the hash of their contents."""

import hashlib
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
        draft = path.with_suffix(".draft")
        draft.write_bytes(data)
        draft.rename(path)
    return name

"""Pictures that the room shows, kept under the name of their contents."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tourney.journal.refused import Refused

MOST_BYTES = 1024 * 1024


def _kind_of(data: bytes) -> str | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return None


def keep_picture(data: bytes, field: str = "logo", folder: Path | None = None) -> str:
    """Keep a picture under the name of its contents.

    Args:
        data: the file.
        field: of the form it came in, for what is wrong with it.
        folder: where it is kept; left out: among those that anybody may see.

    Raises:
        Refused: it is no PNG, JPEG or WebP, or larger than 1 MB.
    """
    if len(data) > MOST_BYTES:
        text = _("A picture may have at most 1 MB.")
        raise Refused("picture_too_large", text, fields={field: text})
    kind = _kind_of(data)
    if kind is None:
        text = _("Only PNG, JPEG and WebP pictures are shown.")
        raise Refused("no_picture", text, fields={field: text})
    name = f"{hashlib.sha256(data).hexdigest()}.{kind}"
    path = (folder or settings.MEDIA_ROOT) / name
    if not path.exists():
        draft = path.with_suffix(".draft")
        draft.write_bytes(data)
        draft.rename(path)
    return name

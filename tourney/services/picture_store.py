"""Store pictures of the room under the hash of their contents."""

from pathlib import Path

from django.utils.translation import gettext as _

from tourney.journal.refused import Refused
from tourney.services.media_store import keep_file
from tourney.services.picture_files import (
    MOST_PIXELS_A_SIDE,
    BrokenPicture,
    PictureFile,
    TooManyPixels,
    read_picture,
)

MOST_BYTES = 1024 * 1024


def keep_picture(data: bytes, field: str = "logo", folder: Path | None = None) -> str:
    """Save a picture encoded again, without metadata, named by the hash of its contents.

    Args:
        data: the file.
        field: the form field, for errors.
        folder: where it is stored; by default with the public pictures.

    Raises:
        Refused: as `checked_picture`.
    """
    picture = checked_picture(data, field)
    return keep_file(picture.data, picture.kind, folder)


def checked_picture(data: bytes, field: str = "logo") -> PictureFile:
    """Return a picture encoded again, without metadata.

    Raises:
        Refused: it is no PNG, JPEG or WebP, larger than 1 MB, or has too many pixels.
    """
    if len(data) > MOST_BYTES:
        text = _("A picture can have at most 1 MB.")
        raise Refused("picture_too_large", text, fields={field: text})
    try:
        return read_picture(data)
    except BrokenPicture:
        text = _("Only PNG, JPEG and WebP pictures are supported.")
        raise Refused("no_picture", text, fields={field: text}) from None
    except TooManyPixels:
        text = _(
            "A picture can be at most %(most)s pixels wide and high, and have at most 25 million pixels."
        )
        text %= {"most": MOST_PIXELS_A_SIDE}
        raise Refused("picture_too_large", text, fields={field: text}) from None

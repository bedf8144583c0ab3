"""Files of the pictures of a layout."""

from django.conf import settings

# Of all pictures of a layout, so that an export, in which they are longer by a third, can be imported again.
MOST_PICTURE_BYTES = 6 * 2**20


def picture_size(name: str) -> int | None:
    """Return the size of the file of a picture in bytes; None if it is not stored."""
    path = settings.MEDIA_ROOT / name
    return path.stat().st_size if path.exists() else None

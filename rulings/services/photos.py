"""Photos of rulings, stored apart from display pictures and shown to staff only."""

from pathlib import Path

from django.conf import settings

from rulings.models import Ruling
from tourney.services.picture_store import keep_picture

__all__ = ["folder", "forget_photo", "keep_photo", "photo_of"]


def folder() -> Path:
    """Return their folder, which `/media/` does not serve."""
    path = Path(settings.MEDIA_ROOT) / "rulings"
    path.mkdir(exist_ok=True)
    return path


def keep_photo(data: bytes) -> str:
    """Keep a photo under the name of its contents.

    Raises:
        Refused: it is no PNG, JPEG or WebP, or larger than 1 MB.
    """
    return keep_picture(data, "photo", folder())


def photo_of(name: str) -> Path | None:
    """Return the file of a photo in a current ruling; None if no ruling shows it, as after an undo."""
    path = folder() / name
    return path if Ruling.objects.filter(photo=name).exists() and path.is_file() else None


def forget_photo(name: str) -> None:
    """Delete a photo that is no longer in any ruling."""
    if name and not Ruling.objects.filter(photo=name).exists():
        (folder() / name).unlink(missing_ok=True)

"""Store pictures of the room under the hash of their contents."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tourney.journal.refused import Refused
from tourney.models import Player, Tournament
from tourney.services.picture_files import MOST_PIXELS_A_SIDE, BrokenPicture, TooManyPixels, read_picture

MOST_BYTES = 1024 * 1024


def keep_picture(data: bytes, field: str = "logo", folder: Path | None = None) -> str:
    """Save a picture encoded again, without metadata, named by the hash of its contents.

    Args:
        data: the file.
        field: the form field, for errors.
        folder: where it is stored; by default with the public pictures.

    Raises:
        Refused: it is no PNG, JPEG or WebP, larger than 1 MB, or has too many pixels.
    """
    if len(data) > MOST_BYTES:
        text = _("A picture can have at most 1 MB.")
        raise Refused("picture_too_large", text, fields={field: text})
    try:
        picture = read_picture(data)
    except BrokenPicture:
        text = _("Only PNG, JPEG and WebP pictures are supported.")
        raise Refused("no_picture", text, fields={field: text}) from None
    except TooManyPixels:
        text = _(
            "A picture can be at most %(most)s pixels wide and high, and have at most 25 million pixels."
        )
        text %= {"most": MOST_PIXELS_A_SIDE}
        raise Refused("picture_too_large", text, fields={field: text}) from None
    name = f"{hashlib.sha256(picture.data).hexdigest()}.{picture.kind}"
    path = (folder or settings.MEDIA_ROOT) / name
    if not path.exists():
        draft = path.with_suffix(".draft")
        draft.write_bytes(picture.data)
        draft.rename(path)
    return name


def forget_pictures(names: Iterable[str]) -> None:
    """Delete photos of players that no record shows any more."""
    kept = set(Player.objects.filter(photo__in=list(names)).values_list("photo", flat=True))
    for name in set(names) - kept:
        (players_folder() / name).unlink(missing_ok=True)
        if not Tournament.objects.filter(logo=name).exists():
            (settings.MEDIA_ROOT / name).unlink(missing_ok=True)


def players_folder() -> Path:
    """Return the directory of player photos; `/media/` does not serve it."""
    path = Path(settings.MEDIA_ROOT) / "players"
    path.mkdir(exist_ok=True)
    return path


def photo_of_player(name: str) -> Path | None:
    """Return the file of a photo in use by a player's record; None if there is none."""
    if not Player.objects.filter(photo=name).exists():
        return None
    path = players_folder() / name
    return path if path.is_file() else None

"""Photos of players, which only staff may see."""

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from players.models import Player
from tourney.models import Tournament


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

"""Move photos of players to where only staff reach them, without what their files tell besides."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import migrations

from tourney.services.picture_files import BrokenPicture, TooManyPixels, read_picture


def move(apps: Any, schema_editor: Any) -> None:
    """Move them; a file that is no picture is not served any more."""
    media = Path(settings.MEDIA_ROOT)
    logos = set(apps.get_model("tourney", "Tournament").objects.values_list("logo", flat=True))
    for name in apps.get_model("tourney", "Player").objects.exclude(photo="").values_list("photo", flat=True):
        if (media / name).is_file():
            (media / "players").mkdir(exist_ok=True)
            try:
                (media / "players" / name).write_bytes(read_picture((media / name).read_bytes()).data)
            except (BrokenPicture, TooManyPixels):
                continue
            if name not in logos:
                (media / name).unlink()


class Migration(migrations.Migration):
    """After the redactions."""

    dependencies = [("tourney", "0009_overwrite_what_was_deleted")]
    operations = [migrations.RunPython(move, migrations.RunPython.noop)]

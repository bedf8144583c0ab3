"""The room's identity on its walls."""

from django.db import models
from django.db.models import Q

THEMES = ("room", "felt", "wine", "midnight", "black")


class RoomLook(models.Model):
    """The room's identity on its walls, besides its colour; a single row, because there is one room."""

    PICTURES = ("logo", "background", "sponsor_picture")
    # Cues that have a column with the room's own sound.
    SOUNDS = ("level_start", "one_minute", "tick", "level_end", "break_end")

    theme = models.CharField(max_length=10, choices=[(one, one) for one in THEMES], default="room")
    sponsor = models.CharField(max_length=80, blank=True)
    # File names among the room's public files.
    logo = models.CharField(max_length=80, blank=True)
    background = models.CharField(max_length=80, blank=True)
    sponsor_picture = models.CharField(max_length=80, blank=True)
    sound_level_start = models.CharField(max_length=80, blank=True)
    sound_one_minute = models.CharField(max_length=80, blank=True)
    sound_tick = models.CharField(max_length=80, blank=True)
    sound_level_end = models.CharField(max_length=80, blank=True)
    sound_break_end = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="one_look_of_the_room"),
            models.CheckConstraint(condition=Q(theme__in=THEMES), name="a_known_theme"),
        ]

    def __str__(self) -> str:
        return self.theme

    def pictures(self) -> dict[str, str]:
        """Return the file names of its pictures by column; "" where there is none."""
        return {name: getattr(self, name) for name in self.PICTURES}

    def sounds(self) -> dict[str, str]:
        """Return the file names of its sounds by cue; cues with the built-in sound are left out."""
        named = {cue: getattr(self, f"sound_{cue}") for cue in self.SOUNDS}
        return {cue: name for cue, name in named.items() if name}

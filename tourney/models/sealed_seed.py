"""Seeds of draws, sealed until the draw."""

from django.db import models


class SealedSeed(models.Model):
    """A seed whose hash is public before the draw; the seed itself is public afterwards.

    It is kept apart from journalled rows because a journal entry shows all changes, and the seed must
    not be seen before the draw.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    seed = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.digest

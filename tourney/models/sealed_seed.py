"""Seeds of draws, sealed until the draw is held."""

from django.db import models


class SealedSeed(models.Model):
    """A seed whose hash is public before the draw and which is itself public after it.

    It stands apart from the journalled rows because a journal line shows all that it touched, and the seed must
    not be seen before the draw.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    seed = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.digest

"""A room's own editions of rulebooks."""

from django.db import models


class BookCopy(models.Model):
    """A rulebook edited by the room: the whole text, valid when it was saved."""

    key = models.CharField(max_length=40, unique=True)
    text = models.TextField()

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key

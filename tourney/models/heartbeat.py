"""Signs of life of the server's own parts."""

from django.db import models


class Heartbeat(models.Model):
    """When a part (web, worker, beat) was last seen at work. Not a change to any tournament, so not journalled."""

    part = models.CharField(max_length=20, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.part

"""Heartbeats of the server's processes."""

from django.db import models


class Heartbeat(models.Model):
    """When a process (web, worker, beat) was last known to run. Changes no tournament, so it is not
    journalled.
    """

    part = models.CharField(max_length=20, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.part

"""Backups that were made, or tried."""

from django.db import models
from django.db.models import Q


class Backup(models.Model):
    """A backup: when it was due, and what became of it. Changes no tournament, so it is not journalled."""

    # Null: somebody asked for it.
    due_at = models.DateTimeField(null=True, unique=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # Where it is; empty while there is none.
    path = models.CharField(max_length=500, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    entries = models.PositiveBigIntegerField(default=0)
    # Why there is none.
    error = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=False) | (Q(path="") & Q(error="")),
                name="backup_ends_with_an_outcome",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | ~Q(path="", error=""), name="ended_backup_has_an_outcome"
            ),
        ]

    def __str__(self) -> str:
        return self.path or self.error or "under way"

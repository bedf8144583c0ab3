"""Files of players that are imported in the background.

These rows hold a file only until it is imported, so they are not journalled. Each batch writes one journal
entry for the records that it adds and corrects.
"""

import uuid

from django.db import models
from django.db.models import F, Q


class PlayerImport(models.Model):
    """A file, from its upload until a day after it was imported."""

    STATES = ("draft", "running", "done", "cancelled", "failed")
    KNOWN = ("skip", "change", "add")

    user = models.ForeignKey("tourney.User", on_delete=models.PROTECT, related_name="+")
    # Batches are separate commands with ids derived from this one, so each runs once.
    command = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    state = models.CharField(max_length=9, choices=[(one, one) for one in STATES], default="draft")
    file_name = models.CharField(max_length=120, blank=True)
    # The whole file, until its rows are read into batches.
    text = models.TextField(blank=True)
    # Its first rows, so that the column page need not read the whole file: {rows, wide, delimiter}.
    preview = models.JSONField(null=True, blank=True)
    encoding = models.CharField(max_length=20, blank=True)
    # How it is read: the field of each column, "" for one that is left out; null until chosen.
    columns = models.JSONField(null=True, blank=True)
    has_head = models.BooleanField(default=True)
    slashes = models.CharField(max_length=5, blank=True)
    # What to do with players already on file.
    known = models.CharField(max_length=6, choices=[(one, one) for one in KNOWN], default="skip")
    rows = models.PositiveIntegerField()
    # Null until the rows are read.
    batches = models.PositiveIntegerField(null=True, blank=True)
    next_batch = models.PositiveIntegerField(default=0)
    added = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    rejected = models.PositiveIntegerField(default=0)
    # Consecutive attempts that failed with an unexpected error.
    failures = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    # When the last step ended.
    touched_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(batches__isnull=True, next_batch=0) | Q(batches__gte=F("next_batch")),
                name="an_import_does_its_batches",
            ),
            models.CheckConstraint(
                condition=Q(state="draft") | Q(columns__isnull=False), name="an_import_knows_its_columns"
            ),
        ]

    def __str__(self) -> str:
        return f"import {self.pk}"

    @property
    def is_over(self) -> bool:
        """Return whether the import has ended."""
        return self.state in ("done", "cancelled", "failed")


class ImportBatch(models.Model):
    """A batch of rows that are imported together."""

    file = models.ForeignKey(PlayerImport, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    # Still to be imported: {line, values, twin}. Emptied after the import.
    rows = models.JSONField(default=list)
    # Records it has added; later rows are not compared with them.
    players = models.JSONField(default=list)
    # {line, column, text, name} of rows that were not imported.
    rejected = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="a_batch_once")]

    def __str__(self) -> str:
        return f"batch {self.number} of {self.file_id}"

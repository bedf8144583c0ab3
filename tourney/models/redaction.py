"""Records of redacted journal entries."""

from django.db import models


class Redaction(models.Model):
    """A journal entry from which a person's data were erased. Entries may only be rewritten while a redaction
    is open.
    """

    line = models.ForeignKey("tourney.JournalEntry", on_delete=models.PROTECT, related_name="redactions")
    # Key of the player's record; it no longer identifies the person.
    player = models.PositiveBigIntegerField()
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    is_open = models.BooleanField(default=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.line_id} #{self.player}"

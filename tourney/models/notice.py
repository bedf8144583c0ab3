"""Notifications to players."""

from django.db import models
from django.db.models import Q


class Notice(models.Model):
    """A notification to a player: moved, called, offered a seat. Written by the command that caused it.

    Notifications not pushed yet have a null `pushed_at`.
    """

    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="notices")
    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="notices"
    )
    # "seated", "moved", "unseated", "called", "offer", "registered", "closed", "cancelled", "withdrawn", "left_team",
    # "deal", "prize"; the page has a text for each.
    kind = models.CharField(max_length=20)
    # Parameters of the text: {"table": 12, "seat": 4}.
    values = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()
    # When it was handed to the push service, or found to have no subscriber. Not journalled.
    pushed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["player", "id"]),
            models.Index(fields=["id"], condition=Q(pushed_at__isnull=True), name="notices_to_push"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} → {self.player_id}"

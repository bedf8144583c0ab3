"""Bans."""

from django.db import models
from django.db.models import F, Q


class Ban(models.Model):
    """A ban from playing, for a time or permanently."""

    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="bans")
    starts_on = models.DateField()
    # The last day it holds; null: permanent.
    ends_on = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=300)
    # The rule it rests on ("Five Spades 2.7"), "" for the room's own decision.
    rule = models.CharField(max_length=120, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="a_ban_ends_after_its_start",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="a_ban_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.starts_on}–{self.ends_on or '…'}"

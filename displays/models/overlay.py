"""Overlays for streaming software, and what they show later."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from tourney.access.field_permissions import SECRET

# Longest delay of an overlay (minutes).
MOST_DELAY = 60


class Overlay(models.Model):
    """A secret address that shows an event to the viewers of a stream."""

    name = models.CharField(max_length=80)
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="overlays")
    # SHA-256 of the secret in the address.
    digest = models.CharField(max_length=64, unique=True)
    # Minutes by which everything is shown later.
    delay = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    journal_permissions: ClassVar = {"digest": SECRET}

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="an_overlay_has_a_name"),
            models.CheckConstraint(condition=Q(delay__lte=MOST_DELAY), name="a_delay_of_up_to_an_hour"),
        ]

    def __str__(self) -> str:
        return self.name


class OverlayState(models.Model):
    """What an event looked like at a time, kept until the longest delay is over. Not in the journal.

    Names are not stored: players are named when it is shown.
    """

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.CASCADE, related_name="+")
    # After the rows were read, so that nothing in it is newer.
    at = models.DateTimeField()
    # Of the event's journal when it was read.
    seq = models.PositiveBigIntegerField()
    facts = models.BinaryField()

    class Meta:
        indexes = [models.Index(fields=["tournament", "at"])]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.at}"

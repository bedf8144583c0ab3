"""Memberships of a club."""

from django.db import models
from django.db.models import F, Q


class Membership(models.Model):
    """A membership, for a season or a day (Five Spades 1.3, 1.7)."""

    KINDS = ("season", "day")

    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="memberships")
    kind = models.CharField(max_length=8, choices=[(one, one) for one in KINDS])
    starts_on = models.DateField()
    # The last day it holds.
    ends_on = models.DateField()
    applied_at = models.DateTimeField()
    # The board member who confirmed it, if the book requires it (Five Spades 2.1); "" until then.
    confirmed_by = models.CharField(max_length=120, blank=True)
    # Refunded at the desk: it never counted.
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-ends_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="a_membership_ends_after_its_start"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} –{self.ends_on}"

"""Deals of the players left. Amounts in minor units of the payout's currency."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Deal(models.Model):
    """A deal of the players left on the remaining prizes: negotiated, then confirmed or cancelled."""

    STATES = ("open", "stands", "void")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="deals")
    made_at = models.DateTimeField()
    # Prizes of the places that are divided, the first place's first, as they were when it was made.
    ladder = models.JSONField()
    # Weight of each method: {"icm": 1, "even": 1}.
    mix = models.JSONField()
    # What is still played for, the first place's first.
    left = models.JSONField(default=list, blank=True)
    state = models.CharField(max_length=6, choices=[(one, one) for one in STATES], default="open")
    ended_at = models.DateTimeField(null=True, blank=True)
    # Whether opening it stopped the clock.
    stopped_clock = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("deal")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(state__in=("open", "stands")),
                name="an_event_has_one_deal",
            ),
            models.CheckConstraint(
                condition=Q(state="open", ended_at__isnull=True)
                | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="a_deal_that_is_not_open_has_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.state}"


class DealShare(models.Model):
    """A player's share of a deal."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="shares")
    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="deal_shares")
    # Chips as counted for it.
    stack = models.PositiveBigIntegerField()
    # As calculated, and as it is now: equal unless changed by hand.
    proposed = models.PositiveBigIntegerField()
    amount = models.PositiveBigIntegerField()
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("share of a deal")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "entry"], name="an_entry_has_one_share"),
            models.CheckConstraint(
                condition=Q(proposed__lte=10**12, amount__lte=10**12), name="a_share_is_payable"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.amount}"

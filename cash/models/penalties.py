"""Penalties in the cash room: warnings, time away from the game, and exclusion."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from penalties.rules.kinds import Kind

# Of a cash book's kinds: nothing is served by hands or rounds there (St. Moritz 30).
KINDS: tuple[Kind, ...] = ("warning", "time_out", "disqualification")


class CashPenalty(models.Model):
    """A penalty of a player, which keeps them from every cash game until it is over."""

    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="cash_penalties")
    kind = models.CharField(max_length=16, choices=[(one, one) for one in KINDS])
    # "" once the player was anonymised.
    reason = models.CharField(max_length=300, blank=True)
    # The cited rule ("St. Moritz 29").
    rule = models.CharField(max_length=120, blank=True)
    # Where the player sat; null if they had no seat.
    seat = models.ForeignKey(
        "cash.CashSeat", on_delete=models.PROTECT, null=True, blank=True, related_name="penalties"
    )
    imposed_at = models.DateTimeField()
    # End of the time, or of the playing day for an exclusion; null for a warning.
    until = models.DateTimeField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_because = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("penalty in the cash room")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="warning", until__isnull=True)
                | (~Q(kind="warning") & Q(until__isnull=False, until__gt=F("imposed_at"))),
                name="a_cash_penalty_that_is_served_has_an_end",
            ),
            models.CheckConstraint(
                condition=Q(lifted_because="") | Q(lifted_at__isnull=False),
                name="only_a_lifted_cash_penalty_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"

    def runs_at(self, now: Any) -> bool:
        """Return whether the player is kept from play at a time."""
        return self.until is not None and self.until > now and self.lifted_at is None

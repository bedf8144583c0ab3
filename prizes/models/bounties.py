"""Envelopes of mystery bounties, and bounty targets."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Envelope(models.Model):
    """One envelope of a mystery bounty. Its value, in minor units, is known to everybody; who will draw it is not."""

    payout = models.ForeignKey("prizes.Payout", on_delete=models.PROTECT, related_name="envelopes")
    number = models.PositiveIntegerField()
    value = models.PositiveBigIntegerField()
    # The bounty it was drawn for; the winner's own entry draws the last one.
    entry = models.OneToOneField(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="envelope"
    )
    drawn_at = models.DateTimeField(null=True, blank=True)
    # Record of the draw (docs/draws.md).
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("envelope")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["payout", "number"], name="an_envelope_has_its_number"),
            models.CheckConstraint(
                condition=Q(number__gte=1, value__gte=1, value__lte=10**12), name="an_envelope_holds_money"
            ),
            models.CheckConstraint(
                condition=Q(entry__isnull=True, drawn_at__isnull=True, digest="")
                | (Q(entry__isnull=False, drawn_at__isnull=False) & ~Q(digest="")),
                name="a_drawn_envelope_says_for_whom_and_by_which_draw",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.value}"


class NameList(models.Model):
    """A bounty target that a player drew (Five Spades 4.17, 6.3)."""

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="name_lists")
    owner = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="bounty_targets")
    name = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="+")
    # Position on the owner's list, counted from 1.
    position = models.PositiveSmallIntegerField()
    # Record of the draw.
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("bounty target")
        ordering = ["owner", "position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "owner", "name"], name="a_name_once_on_a_list"),
            models.UniqueConstraint(
                fields=["tournament", "owner", "position"], name="a_list_has_each_position_once"
            ),
            models.CheckConstraint(condition=~Q(owner=models.F("name")), name="a_target_is_another_player"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} → {self.name_id}"

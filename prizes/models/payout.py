"""Payout of an event: source of the pool, and prizes of the places. Amounts are in minor units of one
currency.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

_MOST = 10**12


class Payout(models.Model):
    """Payout settings of an event. Prizes are calculated from them until they are locked; then the stored
    place prizes count.
    """

    METHODS = ("table", "formula", "hand", "satellite")
    BOUNTIES = ("none", "fixed", "progressive", "mystery")
    COUNTING = ("best", "each")
    EARLY_BOUNTIES = ("none", "out", "all")

    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, primary_key=True, related_name="payout"
    )
    # "" if a club plays for points only.
    currency = models.CharField(max_length=3, blank=True)
    method = models.CharField(max_length=9, choices=[(one, one) for one in METHODS], default="table")
    # Key of the table (`prizes.rules.tables.SHIPPED`).
    table = models.CharField(max_length=20, default="club")
    # The formula: part of the field in hundredths of a percent, how that is rounded, first prize to second and the
    # least prize to the buy-in in hundredths, and whether places further down get the same.
    percent = models.PositiveSmallIntegerField(default=1500)
    rounded = models.CharField(max_length=4, choices=[("up", "up"), ("down", "down")], default="up")
    ratio = models.PositiveSmallIntegerField(default=160)
    minimum = models.PositiveIntegerField(default=150)
    tiered = models.BooleanField(default=True)
    # A satellite gives a ticket of this event to each place; worth so much.
    ticket_for = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    ticket_value = models.PositiveBigIntegerField(default=0)
    # The smallest unit in which prizes are paid.
    note = models.PositiveBigIntegerField(default=1)
    # Prizes beyond the last place that all who were left agreed on (a bubble prize), in the order agreed.
    agreed = models.JSONField(default=list, blank=True)
    # Added money and guarantee of the room; part of the players' money that goes to the staff, in
    # hundredths of a percent.
    added = models.PositiveBigIntegerField(default=0)
    guarantee = models.PositiveBigIntegerField(default=0)
    added_counts = models.BooleanField(default=True)
    staff_percent = models.PositiveSmallIntegerField(default=0)
    # Whether a player is ranked once, with the best entry, or every entry is.
    counting = models.CharField(max_length=4, choices=[(one, one) for one in COUNTING], default="best")
    # The kind of bounty: of a progressive one this part is paid at once, in hundredths of a percent.
    bounties = models.CharField(max_length=11, choices=[(one, one) for one in BOUNTIES], default="none")
    bounty_cash = models.PositiveSmallIntegerField(default=10_000)
    # Of several stages: bounties that are paid before the prizes are locked, once the event in which they were won has
    # ended: to players who are out, or to all.
    early_bounties = models.CharField(
        max_length=4, choices=[(one, one) for one in EARLY_BOUNTIES], default="none"
    )
    # Mystery: bounties that fall from this time on have an envelope; null while none are filled.
    filled_at = models.DateTimeField(null=True, blank=True)
    # Withheld from prizes above this amount, in hundredths of a percent; 0: nothing.
    tax_percent = models.PositiveSmallIntegerField(default=0)
    tax_above = models.PositiveBigIntegerField(default=0)
    # Locked automatically once entry is over; after a director unlocks it, it is locked by hand.
    locks_itself = models.BooleanField(default=True)
    locked_at = models.DateTimeField(null=True, blank=True)
    # What it was locked for.
    locked_entries = models.PositiveIntegerField(null=True, blank=True)
    locked_pool = models.PositiveBigIntegerField(null=True, blank=True)
    # Journal entry that changed the pool of a locked payout and so reopened it; null if none did.
    reopened_by = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("payout")
        constraints = [
            models.CheckConstraint(
                condition=Q(locked_at__isnull=True, locked_entries__isnull=True, locked_pool__isnull=True)
                | Q(locked_at__isnull=False, locked_entries__isnull=False, locked_pool__isnull=False),
                name="a_locked_payout_says_for_what",
            ),
            models.CheckConstraint(
                condition=Q(
                    percent__gte=1,
                    percent__lte=10_000,
                    ratio__gte=100,
                    minimum__lte=100_000,
                    note__gte=1,
                    note__lte=_MOST,
                ),
                name="a_formula_within_bounds",
            ),
            models.CheckConstraint(
                condition=Q(
                    added__lte=_MOST, guarantee__lte=_MOST, staff_percent__lte=10_000, ticket_value__lte=_MOST
                ),
                name="terms_are_payable",
            ),
            models.CheckConstraint(
                condition=Q(bounty_cash__lte=10_000, tax_percent__lte=10_000, tax_above__lte=_MOST),
                name="parts_of_a_whole",
            ),
            models.CheckConstraint(
                condition=~Q(method="satellite") | Q(ticket_for__isnull=False, ticket_value__gte=1),
                name="a_satellite_says_what_is_won",
            ),
            models.CheckConstraint(
                condition=Q(ticket_for__isnull=True) | ~Q(ticket_for=F("tournament")),
                name="no_satellite_of_itself",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class PlacePrize(models.Model):
    """The prize of a place, non-cash prizes from the pool included: written on locking, or typed by hand."""

    payout = models.ForeignKey(Payout, on_delete=models.PROTECT, related_name="place_prizes")
    place = models.PositiveIntegerField()
    amount = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("prize")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["payout", "place"], name="a_place_has_one_prize"),
            models.CheckConstraint(
                condition=Q(place__gte=1, amount__lte=_MOST), name="a_prize_has_a_place_and_is_payable"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.amount}"


class PrizeItem(models.Model):
    """A ticket or a prize in kind. One out of the pool is part of the place's prize, others come on top."""

    payout = models.ForeignKey(Payout, on_delete=models.PROTECT, related_name="items")
    place = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    value = models.PositiveBigIntegerField()
    from_pool = models.BooleanField(default=True)
    # Event that a ticket of this prize opens; null for a thing.
    ticket_for = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("non-cash prize")
        ordering = ["place", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(place__gte=1, value__lte=_MOST) & ~Q(name=""),
                name="a_thing_has_a_place_and_a_name",
            )
        ]

    def __str__(self) -> str:
        return self.name

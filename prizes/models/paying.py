"""Prizes that were paid out or handed over. Rows are only added; a reversal is a new row."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tourney.access.field_permissions import PAYMENT


class PrizePayment(models.Model):
    """Money paid to an entry, or a prize handed over; or the reversal of one. Amounts in minor units.

    The money itself moves with a receipt of the drawer that pays (`desk.Item` of the kind "prize").
    """

    KINDS = ("prize", "deal", "bounty", "thing")

    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="prize_payments")
    # Of an entry that two players share: which of them was paid; null otherwise.
    player = models.ForeignKey(
        "players.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="team_payments"
    )
    kind = models.CharField(max_length=6, choices=[(one, one) for one in KINDS])
    # The amount that counts as paid, tax included; negative for a reversal. 0 for a thing.
    amount = models.BigIntegerField()
    withheld = models.BigIntegerField(default=0)
    # The place it was paid for, as it was then: a later correction changes no receipt. Null of bounties and things, and
    # of payments from before the place was stored.
    best = models.PositiveIntegerField(null=True, blank=True)
    worst = models.PositiveIntegerField(null=True, blank=True)
    # Item of the receipt it was paid with; null for a thing.
    item = models.OneToOneField(
        "desk.Item", on_delete=models.PROTECT, null=True, blank=True, related_name="prize"
    )
    thing = models.ForeignKey(
        "prizes.PrizeItem", on_delete=models.PROTECT, null=True, blank=True, related_name="handed"
    )
    # Given out for a thing that is a ticket.
    ticket = models.OneToOneField(
        "desk.Ticket", on_delete=models.PROTECT, null=True, blank=True, related_name="prize"
    )
    # Name of the user who has seen an ID; "" if none has.
    id_seen_by = models.CharField(max_length=120, blank=True)
    # Whether the winner has signed the slip.
    signed = models.BooleanField(default=False)
    at = models.DateTimeField()
    reason = models.CharField(max_length=200, blank=True)
    voids = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="voided_by"
    )

    journal_permissions: ClassVar = {"amount": PAYMENT, "withheld": PAYMENT}

    class Meta:
        verbose_name = _("prize payment")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="thing", amount=0, withheld=0, thing__isnull=False, item__isnull=True)
                | (~Q(kind="thing") & ~Q(amount=0) & Q(thing__isnull=True, ticket__isnull=True)),
                name="a_prize_is_money_or_a_thing",
            ),
            models.CheckConstraint(
                condition=Q(amount=0)
                | Q(voids__isnull=True, amount__gt=0, withheld__gte=0)
                | Q(voids__isnull=False, amount__lt=0, withheld__lte=0),
                name="a_payment_is_positive_and_a_withdrawal_negative",
            ),
            models.CheckConstraint(
                condition=Q(best__isnull=True, worst__isnull=True)
                | Q(best__isnull=False, worst__isnull=False, best__gte=1, worst__gte=models.F("best")),
                name="a_payment_names_whole_places",
            ),
            # All of it may be withheld: then no money moves.
            models.CheckConstraint(
                condition=Q(kind="thing") | Q(item__isnull=False) | Q(amount=models.F("withheld")),
                name="money_moves_with_a_receipt",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.entry_id} {self.amount:+}"

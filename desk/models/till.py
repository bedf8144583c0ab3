"""Money received and paid at the desk. Rows are only added; a correction is a new row. Amounts are in minor
units.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from tourney.access.field_permissions import DRAWER, PAYMENT, VOUCHER_NUMBER


class Drawer(models.Model):
    """A clerk's till for one shift."""

    clerk = models.ForeignKey("tourney.User", on_delete=models.PROTECT, related_name="drawers")
    currency = models.CharField(max_length=3)
    opened_at = models.DateTimeField()
    opening_float = models.PositiveBigIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # Counted blind, before the expected amount is shown.
    counted = models.PositiveBigIntegerField(null=True, blank=True)
    # Number of the last receipt written here.
    last_number = models.PositiveIntegerField(default=0)
    journal_permissions: ClassVar = {"opening_float": DRAWER, "counted": DRAWER}

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["clerk"], condition=Q(closed_at__isnull=True), name="a_clerk_has_one_open_drawer"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, counted__isnull=True)
                | Q(closed_at__isnull=False, counted__isnull=False),
                name="a_closed_drawer_was_counted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.clerk_id} {self.opened_at:%F %H:%M}"


class DrawerCount(models.Model):
    """The number of notes or coins of a value in a drawer count."""

    drawer = models.ForeignKey(Drawer, on_delete=models.PROTECT, related_name="counts")
    # In minor units of the drawer's currency.
    value = models.PositiveIntegerField()
    quantity = models.PositiveIntegerField()
    journal_permissions: ClassVar = {"value": DRAWER, "quantity": DRAWER}

    class Meta:
        ordering = ["-value"]
        constraints = [
            models.UniqueConstraint(fields=["drawer", "value"], name="a_value_is_counted_once_per_drawer"),
            models.CheckConstraint(condition=Q(value__gt=0, quantity__gt=0), name="a_count_is_of_something"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.value}"


class DrawerMove(models.Model):
    """Cash that went into a drawer (positive) or out of it without a sale: change brought, takings collected."""

    drawer = models.ForeignKey(Drawer, on_delete=models.PROTECT, related_name="moves")
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    journal_permissions: ClassVar = {"amount": DRAWER}

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="a_drawer_move_moves_money")]

    def __str__(self) -> str:
        return f"{self.drawer_id} {self.amount:+}"


class Receipt(models.Model):
    """One sale, or one correction of one, at one drawer. Items and payments add up to the same."""

    drawer = models.ForeignKey(Drawer, on_delete=models.PROTECT, related_name="receipts")
    # 1, 2, 3, … within the drawer, without gaps.
    number = models.PositiveIntegerField()
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="receipts")
    at = models.DateTimeField()
    # The receipt this one corrects, in full or in part.
    corrects = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrections"
    )
    reason = models.CharField(max_length=200, blank=True)
    # Shared by receipts of several events paid together.
    together = models.UUIDField(null=True, blank=True, db_index=True)
    # The login that wrote it, which need not be the drawer's clerk.
    written_by = models.ForeignKey(
        "tourney.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["drawer", "number"], name="a_receipt_number_once_per_drawer")
        ]

    def __str__(self) -> str:
        return f"{self.drawer_id}-{self.number:04}"

    @property
    def by_other(self) -> str:
        """Return the login that wrote it at another clerk's drawer; "" if the clerk wrote it."""
        if self.written_by is None or self.written_by_id == self.drawer.clerk_id:
            return ""
        return self.written_by.username


class Item(models.Model):
    """An item sold (positive parts) or refunded (negative parts)."""

    KINDS = (
        "entry", "re_entry", "surrender", "rebuy", "add_on", "membership_season", "membership_day", "prize",
    )  # fmt: skip

    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="items")
    kind = models.CharField(max_length=18, choices=[(one, one) for one in KINDS])
    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="items"
    )
    entry = models.ForeignKey(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="items"
    )
    membership = models.ForeignKey(
        "players.Membership", on_delete=models.PROTECT, null=True, blank=True, related_name="items"
    )
    pool = models.BigIntegerField(default=0)
    fee = models.BigIntegerField(default=0)
    staff = models.BigIntegerField(default=0)
    bounty = models.BigIntegerField(default=0)
    dues = models.BigIntegerField(default=0)
    # Prize money, from the drawer's point of view: negative if paid out, positive if reversed.
    won = models.BigIntegerField(default=0)
    # Chips sold with it; negative if returned.
    chips = models.BigIntegerField(default=0)
    # The item this one refunds; an item is refunded at most once.
    corrects = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrected_by"
    )

    journal_permissions: ClassVar = {"won": PAYMENT}

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["tournament"])]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    corrects__isnull=True,
                    pool__gte=0,
                    fee__gte=0,
                    staff__gte=0,
                    bounty__gte=0,
                    dues__gte=0,
                    won__lte=0,
                )
                | Q(
                    corrects__isnull=False,
                    pool__lte=0,
                    fee__lte=0,
                    staff__lte=0,
                    bounty__lte=0,
                    dues__lte=0,
                    won__gte=0,
                ),
                name="a_sale_is_positive_and_a_correction_negative",
            ),
            models.CheckConstraint(
                condition=Q(kind="prize", pool=0, fee=0, staff=0, bounty=0, dues=0)
                | (~Q(kind="prize") & Q(won=0)),
                name="prizes_are_paid_out_and_nothing_else_is",
            ),
        ]

    def __str__(self) -> str:
        return self.kind

    @property
    def amount(self) -> int:
        """Return the total amount."""
        return self.pool + self.fee + self.staff + self.bounty + self.dues + self.won


class Voucher(models.Model):
    """A numbered voucher that pays once."""

    number = models.CharField(max_length=20, unique=True)
    value = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)
    issued_at = models.DateTimeField()
    note = models.CharField(max_length=200, blank=True)
    # The last day it is valid; null: no expiry.
    valid_until = models.DateField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    journal_permissions: ClassVar = {"number": VOUCHER_NUMBER}

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.number


class Ticket(models.Model):
    """A numbered ticket for one buy-in of one event, such as a seat won in a satellite."""

    number = models.CharField(max_length=20, unique=True)
    # The event it pays for.
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="tickets")
    # The satellite and the winner; null if the room gave it away.
    won_in = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    player = models.ForeignKey(
        "players.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="tickets"
    )
    value = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)
    issued_at = models.DateTimeField()
    voided_at = models.DateTimeField(null=True, blank=True)
    journal_permissions: ClassVar = {"number": VOUCHER_NUMBER}

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.number


class Payment(models.Model):
    """How part of a receipt was paid (positive) or refunded (negative)."""

    METHODS = ("cash", "card", "voucher", "ticket", "transfer")

    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="payments")
    method = models.CharField(max_length=8, choices=[(one, one) for one in METHODS])
    amount = models.BigIntegerField()
    # Cash handed over; the change given back is `tendered − amount`.
    tendered = models.PositiveBigIntegerField(null=True, blank=True)
    # Spent once: a voucher or ticket belongs to one payment; a refund issues a new one.
    voucher = models.OneToOneField(
        Voucher, on_delete=models.PROTECT, null=True, blank=True, related_name="spent_on"
    )
    ticket = models.OneToOneField(
        Ticket, on_delete=models.PROTECT, null=True, blank=True, related_name="spent_on"
    )
    journal_permissions: ClassVar = {"method": PAYMENT, "amount": PAYMENT, "tendered": PAYMENT}

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    method__in=("cash", "card", "transfer"), voucher__isnull=True, ticket__isnull=True
                )
                | Q(method="voucher", ticket__isnull=True)
                | Q(method="ticket", voucher__isnull=True),
                name="a_payment_shows_its_voucher",
            ),
            models.CheckConstraint(
                condition=Q(tendered__isnull=True) | (Q(method="cash") & Q(tendered__gte=models.F("amount"))),
                name="change_is_never_negative",
            ),
            models.CheckConstraint(condition=~Q(amount=0), name="a_payment_moves_money"),
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.amount:+}"

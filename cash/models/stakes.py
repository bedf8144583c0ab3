"""Money at cash tables, in minor units of the game's currency. Rows are only added."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tourney.access.field_permissions import PAYMENT


class StakeMove(models.Model):
    """Chips that a player brought to a seat (positive) or took away from it (negative)."""

    KINDS = ("buy_in", "top_up", "moved_in", "moved_out", "cash_out", "time")
    # Where the chips came from: brought from the cage, paid into the clerk's drawer, or sold at the table for cash or
    # by card. Chips that leave are paid by the cage ("") or out of the clerk's drawer.
    SOURCES = ("", "cage", "drawer", "cash", "card")

    seat = models.ForeignKey("cash.CashSeat", on_delete=models.PROTECT, related_name="stake_moves")
    kind = models.CharField(max_length=10, choices=[(one, one) for one in KINDS])
    amount = models.BigIntegerField()
    source = models.CharField(max_length=6, blank=True, choices=[(one, one or "-") for one in SOURCES])
    # Time: when its period began or the seat was taken; when it was recorded, if the player was not there.
    at = models.DateTimeField()
    # Time: the table's period that it was paid for; null for other kinds.
    period = models.PositiveIntegerField(null=True, blank=True)
    # Why more chips left than the rows have on the table; "" where they add up.
    explanation = models.CharField(max_length=200, blank=True)
    journal_permissions: ClassVar = {"amount": PAYMENT}

    class Meta:
        verbose_name = _("stake")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "period"], condition=Q(kind="time"), name="a_cash_seat_pays_a_period_once"
            ),
            models.CheckConstraint(
                condition=Q(period__isnull=True) | Q(kind="time"), name="only_time_is_paid_by_period"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("buy_in", "top_up", "moved_in"), amount__gte=0)
                | Q(kind__in=("moved_out", "cash_out", "time"), amount__lte=0),
                name="chips_come_or_go_by_their_kind",
            ),
            models.CheckConstraint(
                condition=Q(source="")
                | Q(kind__in=("buy_in", "top_up"))
                | Q(kind="cash_out", source="drawer"),
                name="chips_bought_or_cashed_out_have_a_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.kind} {self.amount:+}"


class TableMoney(models.Model):
    """Chips between a table's tray and the cage, and what the house took, from the table's point of view."""

    KINDS = ("float", "fill", "credit", "rake", "jackpot", "time")

    cash_table = models.ForeignKey("cash.CashTable", on_delete=models.PROTECT, related_name="money")
    kind = models.CharField(max_length=7, choices=[(one, one) for one in KINDS])
    amount = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    # Time collection: number of the table's period, counted from its opening; late players pay afterwards.
    period = models.PositiveIntegerField(null=True, blank=True)
    # A fill or credit is on its way until it is confirmed at its destination.
    confirmed_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    # Fills and credits: key of the login that asked, which can't confirm, and who that was: the dealer, if known.
    asked_by = models.CharField(max_length=60, blank=True)
    asked_name = models.CharField(max_length=120, blank=True)
    journal_permissions: ClassVar = {"amount": PAYMENT}

    class Meta:
        verbose_name = _("money of a cash table")
        ordering = ["id"]
        indexes = [models.Index(fields=["cash_table", "kind"], name="cash_money_by_table")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cash_table_money_is_an_amount"),
            models.UniqueConstraint(
                fields=["cash_table"], condition=Q(kind="float"), name="a_cash_table_has_one_float"
            ),
            models.CheckConstraint(
                condition=Q(kind="time", period__isnull=False) | (~Q(kind="time") & Q(period__isnull=True)),
                name="only_time_is_collected_by_period",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at__isnull=True) | Q(cancelled_at__isnull=True),
                name="a_fill_is_confirmed_or_cancelled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.cash_table_id} {self.kind} {self.amount}"


class CompMove(models.Model):
    """Comps that a player used (negative), or that staff added. What is earned by hours is not stored."""

    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="comp_moves")
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=3)
    # What it was used for: "Dinner".
    what = models.CharField(max_length=80)
    at = models.DateTimeField()
    journal_permissions: ClassVar = {"amount": PAYMENT}

    class Meta:
        verbose_name = _("comp")
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="a_comp_move_is_an_amount")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.amount:+}"

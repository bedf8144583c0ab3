"""Players in the cash room: their visits, seats and dinner breaks. Money is in minor units."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tourney.access.field_permissions import PAYMENT


class CashVisit(models.Model):
    """A player's time in the cash room, from the first seat to the last."""

    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="cash_visits")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # Comps per hour and their currency at the end of the visit; while it lasts, the room's present ones apply.
    comp_per_hour = models.PositiveBigIntegerField(null=True, blank=True)
    comp_currency = models.CharField(max_length=3, blank=True)

    class Meta:
        verbose_name = _("visit to the cash room")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_at__isnull=True), name="a_player_has_one_open_cash_visit"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("started_at")),
                name="a_cash_visit_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(comp_per_hour__isnull=True, comp_currency="")
                | (Q(comp_per_hour__isnull=False) & ~Q(comp_currency="")),
                name="a_comp_rate_has_a_currency",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.started_at:%F %H:%M}"


class CashSeat(models.Model):
    """A player's seat at a cash table, until they leave it."""

    STATES = ("playing", "away", "dinner")
    # What the player owes before cards are dealt, beside missed blinds; "waits" for the big blind.
    POSTS = ("", "big_blind", "both", "small_dead", "waits")

    visit = models.ForeignKey(CashVisit, on_delete=models.PROTECT, related_name="seats")
    cash_table = models.ForeignKey("cash.CashTable", on_delete=models.PROTECT, related_name="occupied_seats")
    # Counted from 1 at the dealer's left.
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=[(one, one) for one in STATES], default="playing")
    taken_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    # When they came to the game for the must-move order and time collection; kept over changes of table.
    in_game_since = models.DateTimeField()
    away_since = models.DateTimeField(null=True, blank=True)
    # Missed-blind buttons: a missed small blind, and how many big blinds passed.
    missed_small = models.BooleanField(default=False)
    missed_big = models.PositiveSmallIntegerField(default=0)
    # Hands dealt at the table when the last missed-blind button was given.
    missed_at_hand = models.PositiveIntegerField(null=True, blank=True)
    posts = models.CharField(max_length=10, blank=True, choices=[(one, one or "-") for one in POSTS])
    # Chips last counted at the seat, and when; null: never counted. What came and went since is in `StakeMove`.
    stake = models.PositiveBigIntegerField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)
    journal_permissions: ClassVar = {"stake": PAYMENT}
    # A seat that was left has no absence: the return from one can't be undone any more.
    belong_together = (frozenset({"left_at", "state", "away_since"}),)

    class Meta:
        verbose_name = _("cash seat")
        ordering = ["cash_table", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["cash_table", "number"],
                condition=Q(left_at__isnull=True),
                name="one_player_per_cash_seat",
            ),
            models.UniqueConstraint(
                fields=["visit"], condition=Q(left_at__isnull=True), name="a_cash_player_sits_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=12), name="cash_seats_count_from_one"
            ),
            models.CheckConstraint(
                condition=Q(state="playing", away_since__isnull=True)
                | (~Q(state="playing") & Q(away_since__isnull=False)),
                name="an_absence_from_a_cash_seat_has_a_beginning",
            ),
            models.CheckConstraint(
                condition=Q(left_at__isnull=True) | Q(left_at__gte=F("taken_at")),
                name="a_cash_seat_is_left_after_it_was_taken",
            ),
            models.CheckConstraint(
                condition=Q(stake__isnull=True, counted_at__isnull=True)
                | Q(stake__isnull=False, counted_at__isnull=False),
                name="a_counted_stake_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.cash_table_id} / {self.number}"


class SeatChange(models.Model):
    """A change of seat at a table: the seat that the player left, and when; the seat's row has the present one."""

    seat = models.ForeignKey(CashSeat, on_delete=models.PROTECT, related_name="changes")
    number = models.PositiveSmallIntegerField()
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("change of seat")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.seat_id} / {self.number}"


class DinnerBreak(models.Model):
    """A dinner break: the seat and the counted stake are kept until its end (St. Moritz 12, 16)."""

    OUTCOMES = ("", "returned", "given_up", "left")

    seat = models.ForeignKey(CashSeat, on_delete=models.PROTECT, related_name="dinner_breaks")
    # The playing day that it counts for.
    day = models.DateField()
    began_at = models.DateTimeField()
    until = models.DateTimeField()
    # Chips counted at the start by floor and dealer, and the floor person who did it. Time paid since: `StakeMove`.
    stake = models.PositiveBigIntegerField()
    counted_by = models.CharField(max_length=120)
    reminded_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=8, blank=True, choices=[(one, one or "-") for one in OUTCOMES])
    # When the cage handed out the stake that it kept after the seat was given up.
    handed_out_at = models.DateTimeField(null=True, blank=True)
    journal_permissions: ClassVar = {"stake": PAYMENT}

    class Meta:
        verbose_name = _("dinner break")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(ended_at__isnull=True), name="one_dinner_break_at_a_time"
            ),
            models.CheckConstraint(condition=Q(until__gt=F("began_at")), name="a_dinner_break_lasts"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, outcome="") | (Q(ended_at__isnull=False) & ~Q(outcome="")),
                name="a_dinner_break_ends_in_one_way",
            ),
            models.CheckConstraint(
                condition=Q(handed_out_at__isnull=True) | Q(outcome="given_up"),
                name="only_a_kept_stake_is_handed_out",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.day}"

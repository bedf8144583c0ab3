"""Counts of all stacks."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class StackCount(models.Model):
    """A count of all stacks of an event: at a break, at the end of a day, for a deal.

    While it is open, a stack counts as counted if its seat has a count from after `opened_at`.
    """

    OCCASIONS = ("break", "day_end", "deal", "check")

    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="stack_counts"
    )
    occasion = models.CharField(max_length=7, choices=[(one, one) for one in OCCASIONS])
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # Chips counted and chips in play when it was closed; null in play: unknown.
    chips = models.PositiveBigIntegerField(null=True, blank=True)
    in_play = models.PositiveBigIntegerField(null=True, blank=True)
    # The difference that was accepted last: chips counted minus chips in play; null: none.
    accepted = models.BigIntegerField(null=True, blank=True)
    # Who accepted it, by the name of the login as in the journal, and when.
    accepted_by = models.CharField(max_length=150, blank=True, default="", db_default="")
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("chip count")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(closed_at__isnull=True),
                name="stacks_counted_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, chips__isnull=True, in_play__isnull=True)
                | Q(closed_at__isnull=False, chips__isnull=False),
                name="a_closed_count_has_its_chips",
            ),
            models.CheckConstraint(
                condition=Q(accepted__isnull=True, accepted_at__isnull=True, accepted_by="")
                | (
                    Q(accepted__isnull=False, accepted_at__isnull=False) & ~Q(accepted=0) & ~Q(accepted_by="")
                ),
                name="a_difference_is_accepted_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.occasion} {self.opened_at:%Y-%m-%d %H:%M}"


class TableCount(models.Model):
    """Who last counted a table in a count, and when."""

    stack_count = models.ForeignKey(StackCount, on_delete=models.PROTECT, related_name="tables")
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="stack_counts"
    )
    counted_at = models.DateTimeField()
    # Name of the login, as in the journal.
    counted_by = models.CharField(max_length=150)
    # Chips of the table before it was counted again; null: counted once.
    earlier_chips = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("counted table")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stack_count", "tournament_table"], name="a_table_is_listed_once_in_a_count"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_table_id}: {self.counted_by}"


class CountedStack(models.Model):
    """A stack in a closed count; without an entry, the stack of a ghost or one that nobody has claimed."""

    stack_count = models.ForeignKey(StackCount, on_delete=models.PROTECT, related_name="stacks")
    entry = models.ForeignKey(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="counted_stacks"
    )
    # Number of the table, as it was then.
    table = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    chips = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("counted stack")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stack_count", "entry"],
                condition=Q(entry__isnull=False),
                name="a_stack_is_counted_once",
            ),
            models.UniqueConstraint(fields=["stack_count", "table", "seat"], name="a_seat_is_counted_once"),
            models.CheckConstraint(condition=Q(chips__gt=0), name="a_counted_stack_has_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.seat}: {self.chips}"


class ReportedStack(models.Model):
    """A stack that a player has entered on their phone during a count; staff confirm it when they count the table."""

    stack_count = models.ForeignKey(StackCount, on_delete=models.PROTECT, related_name="reported")
    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="reported_stacks")
    chips = models.PositiveBigIntegerField()
    reported_at = models.DateTimeField()

    class Meta:
        verbose_name = _("reported stack")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stack_count", "entry"], name="a_stack_is_reported_once_in_a_count"
            ),
            models.CheckConstraint(condition=Q(chips__gt=0), name="a_reported_stack_has_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.chips}"


class StackByValue(models.Model):
    """A stack of a count whose chips were counted by value; holds as long as the stack is the sum."""

    stack_count = models.ForeignKey(StackCount, on_delete=models.PROTECT, related_name="by_value")
    # Numbers of table and seat, as they were then.
    table = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    chips = models.PositiveBigIntegerField()
    # [[value, number of chips], …], the largest value first.
    pieces = models.JSONField()

    class Meta:
        verbose_name = _("stack counted by value")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stack_count", "table", "seat"], name="a_stack_has_one_count_by_value"
            ),
            models.CheckConstraint(condition=Q(chips__gt=0), name="a_stack_by_value_has_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.table} / {self.seat}: {self.pieces}"

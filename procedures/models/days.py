"""Days of an event, and the bags in which stacks are kept overnight."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class EventDay(models.Model):
    """A day that was closed. Until the next one begins, nothing is played and nobody moves."""

    # How players sit on the next day: all seats are drawn again, or all players keep theirs.
    SEATS = ("redraw", "kept")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="days")
    # Counted over all stages of the tournament: day 2 for the first day of an event whose players come from flights.
    number = models.PositiveSmallIntegerField()
    stack_count = models.OneToOneField(
        "procedures.StackCount", on_delete=models.PROTECT, related_name="event_day"
    )
    closed_at = models.DateTimeField()
    # Row of the structure at which the clock stood, from 0; null: not recorded.
    row = models.PositiveSmallIntegerField(null=True, blank=True)
    # Planned start of the next day; null: not announced.
    next_start = models.DateTimeField(null=True, blank=True)
    seats = models.CharField(max_length=6, choices=[(one, one) for one in SEATS], default="redraw")
    # When the seats of the next day were drawn, and when it began.
    drawn_at = models.DateTimeField(null=True, blank=True)
    resumed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("day of an event")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="a_day_is_closed_once"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(resumed_at__isnull=True),
                name="one_day_at_a_time_is_over",
            ),
            models.CheckConstraint(condition=Q(number__gt=0), name="days_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"day {self.number}"


class Bag(models.Model):
    """A sealed bag with a stack: signed by its player, handed in, and opened at the table on the next day."""

    stack_count = models.ForeignKey("procedures.StackCount", on_delete=models.PROTECT, related_name="bags")
    # On the slip: `procedures.rules.bags.bag_number` of table, seat and event.
    number = models.PositiveIntegerField()
    # Null: the stack of a ghost, or one that nobody has claimed.
    entry = models.ForeignKey(
        "tourney.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="bags"
    )
    # Table and seat where it was sealed.
    table = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    chips = models.PositiveBigIntegerField()
    # Who did it: names of the logins, as in the journal.
    sealed_at = models.DateTimeField()
    sealed_by = models.CharField(max_length=150)
    handed_in_at = models.DateTimeField(null=True, blank=True)
    handed_in_by = models.CharField(max_length=150, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    opened_by = models.CharField(max_length=150, blank=True)
    # Chips found in it, and why a difference from the slip was accepted.
    opened_chips = models.PositiveBigIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("bag")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stack_count", "number"], name="a_bag_is_sealed_once"),
            models.UniqueConstraint(
                fields=["stack_count", "entry"],
                condition=Q(entry__isnull=False),
                name="a_player_has_one_bag",
            ),
            models.CheckConstraint(condition=Q(chips__gt=0), name="a_bag_has_chips"),
            models.CheckConstraint(
                condition=Q(opened_at__isnull=True) | Q(handed_in_at__isnull=False),
                name="a_bag_is_opened_after_it_was_handed_in",
            ),
            models.CheckConstraint(
                condition=Q(opened_at__isnull=True, opened_chips__isnull=True)
                | Q(opened_at__isnull=False, opened_chips__isnull=False),
                name="an_opened_bag_was_counted",
            ),
            models.CheckConstraint(
                condition=Q(opened_chips__isnull=True) | Q(opened_chips=F("chips")) | ~Q(reason=""),
                name="a_difference_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"bag {self.number}"

"""Hand-for-hand and its tables."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class HandForHand(models.Model):
    """Hand-for-hand of an event, from its announcement to its end (`procedures.rules.hand_for_hand`)."""

    REASONS = ("money", "final_table", "pay_jump")
    WAYS = ("per_hand", "stopped", "running")

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="rounds")
    # What is at stake.
    reason = models.CharField(max_length=11, choices=[(one, one) for one in REASONS])
    # The clock meanwhile; with "per_hand" each hand takes a fixed number of minutes, whatever its duration.
    way = models.CharField(max_length=8, choices=[(one, one) for one in WAYS])
    minutes_per_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    # Number of the hand in progress at the announcement (`Bust.together`), counted on through the event; the
    # first hand dealt together gets the next one.
    first = models.PositiveIntegerField()
    # Hands dealt together: 0 is the one in progress at the announcement.
    hand = models.PositiveIntegerField(default=0)
    # Whether hand-for-hand stopped the clock.
    stopped_clock = models.BooleanField(default=False)
    announced_at = models.DateTimeField()
    dealt_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("hand-for-hand")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at__isnull=True), name="hand_for_hand_once_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(way="per_hand", minutes_per_hand__gte=1)
                | (~Q(way="per_hand") & Q(minutes_per_hand__isnull=True)),
                name="minutes_where_each_hand_takes_some",
            ),
            models.CheckConstraint(
                condition=Q(hand=0, dealt_at__isnull=True) | Q(hand__gt=0, dealt_at__isnull=False),
                name="a_hand_dealt_together_was_dealt_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.hand}"


class HandForHandTable(models.Model):
    """A table in hand-for-hand: whether it still plays the shared hand."""

    STATES = ("playing", "all_in", "resolving", "done")

    round = models.ForeignKey(HandForHand, on_delete=models.PROTECT, related_name="tables")
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, related_name="rounds"
    )
    state = models.CharField(max_length=9, choices=[(one, one) for one in STATES], default="playing")
    # When it reported; tables with a called all-in are turned up in this order.
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "tournament_table"], name="a_table_once_in_hand_for_hand"
            ),
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(state="resolving"),
                name="cards_turned_up_at_one_table_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_table_id} {self.state}"

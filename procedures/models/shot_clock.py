"""The shot clock and its time banks."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ShotClock(models.Model):
    """An event's shot clock: the time for every decision. Without a row there is none."""

    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="shot_clock"
    )
    seconds = models.PositiveSmallIntegerField()
    # Seconds that a time bank adds, and how many banks each entry has been given.
    bank_seconds = models.PositiveSmallIntegerField()
    banks = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("shot clock")
        constraints = [
            models.CheckConstraint(
                condition=Q(seconds__gte=5, seconds__lte=300, bank_seconds__gte=5, bank_seconds__lte=300),
                name="a_shot_takes_5_to_300_seconds",
            )
        ]

    def __str__(self) -> str:
        return f"{self.seconds} s"


class BankMove(models.Model):
    """Time banks that an entry has used (negative) or received in addition to the regular ones."""

    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="bank_moves")
    # Table where one was used.
    tournament_table = models.ForeignKey(
        "seating.TournamentTable", on_delete=models.PROTECT, null=True, blank=True, related_name="bank_moves"
    )
    count = models.SmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("time bank")
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(count=0), name="a_time_bank_is_used_or_given")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.count:+}"

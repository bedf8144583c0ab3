"""Simulated events that people watch."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

# How it ended: with a winner, stopped by a user, failed, stopped by a shutdown of the server, or lost with its process.
HOWS = ("over", "stopped", "failed", "shut", "lost")


class SimulatedEvent(models.Model):
    """A demo, from the request until its tables are released."""

    # Null until it is set up.
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True)
    name = models.CharField(max_length=80)
    book = models.CharField(max_length=40)
    players = models.PositiveIntegerField()
    seed = models.PositiveBigIntegerField()
    # Factor by which it runs faster than real time.
    speed = models.PositiveIntegerField()
    asked_at = models.DateTimeField()
    # When a process started it; null while it waits for one.
    begun_at = models.DateTimeField(null=True, blank=True)
    # When a user asked to stop it.
    stop_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    how = models.CharField(max_length=8, blank=True, choices=[(how, how) for how in HOWS])
    # The error, if any.
    words = models.CharField(max_length=400, blank=True)
    # Numbers of the tables that were added to the room for it, and are removed with it.
    added = models.JSONField(default=list, blank=True)
    # Whether its tables are released.
    cleared = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("demo")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, how="") | (Q(ended_at__isnull=False) & ~Q(how="")),
                name="what_has_ended_says_how",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def heartbeat(self) -> str:
        """Return the name of the heartbeat of its process."""
        return f"play:{self.pk}"

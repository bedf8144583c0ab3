"""The desk's settings, for all events."""

from django.db import models
from django.db.models import Q


class DeskSettings(models.Model):
    """The desk's settings; a single row, because there is one room."""

    # In years; an event's rulebook may require more.
    minimum_age = models.PositiveSmallIntegerField(default=18)
    # Maximum number of players in play in the whole room; null: limited by seats only.
    capacity = models.PositiveIntegerField(null=True, blank=True)
    # Seconds a called player has to come, and how often they are called again before being skipped.
    offer_seconds = models.PositiveIntegerField(default=180)
    recalls = models.PositiveSmallIntegerField(default=1)
    # "At once" after busting: seconds a re-entry stays ahead of the waiting list.
    at_once_seconds = models.PositiveIntegerField(default=300)
    # Whether players in a running event are refused in another one.
    one_event_at_a_time = models.BooleanField(default=False)
    # Whether a player without a seat card may find their page by name and year of birth.
    lookup_by_name = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="there_is_one_desk"),
            models.CheckConstraint(
                condition=Q(offer_seconds__gte=10, offer_seconds__lte=7200), name="an_offer_lasts_a_while"
            ),
        ]

    def __str__(self) -> str:
        return "desk"

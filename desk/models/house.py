"""What the desk of this room does, whatever the event."""

from django.db import models
from django.db.models import Q


class DeskSettings(models.Model):
    """The desk's own settings; one row, as there is one room."""

    # Years; where an event's rulebook asks for more, more is asked.
    minimum_age = models.PositiveSmallIntegerField(default=18)
    # How many people may be in play in the whole room; null: as many as there are seats.
    capacity = models.PositiveIntegerField(null=True, blank=True)
    # How long a called person has to come, in seconds, and how often they are called again before being skipped.
    offer_seconds = models.PositiveIntegerField(default=180)
    recalls = models.PositiveSmallIntegerField(default=1)
    # "At once" after busting: how many seconds a re-entry keeps its place before the waiting list.
    at_once_seconds = models.PositiveIntegerField(default=300)
    # Whether somebody who plays in a running event is refused in another one.
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

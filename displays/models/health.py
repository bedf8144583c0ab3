"""What displays report about themselves."""

from django.db import models
from django.db.models import Q


class ScreenHealth(models.Model):
    """The last report of a display. It changes nothing in the room, so it is not journalled."""

    screen = models.OneToOneField(
        "displays.Screen", on_delete=models.CASCADE, primary_key=True, related_name="health"
    )
    seen_at = models.DateTimeField()
    # Of the page that it runs.
    build = models.CharField(max_length=64, blank=True)
    # The most by which a change of its picture was off the true second since the report before, in ms.
    drift = models.PositiveIntegerField()
    # Frames that it drew within a second; null: not measured, as on a page in the background.
    frames = models.PositiveSmallIntegerField(null=True, blank=True)
    # Percent; null: it has none, or its browser does not say.
    battery = models.PositiveSmallIntegerField(null=True, blank=True)
    charging = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(battery__isnull=True) | Q(battery__lte=100), name="a_battery_is_at_most_full"
            )
        ]

    def __str__(self) -> str:
        return f"{self.screen_id}: {self.drift} ms"

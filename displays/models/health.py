"""What displays report about themselves."""

from django.db import models


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

    def __str__(self) -> str:
        return f"{self.screen_id}: {self.drift} ms"

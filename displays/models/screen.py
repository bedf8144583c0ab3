"""Paired displays, and those that wait to be paired."""

from django.db import models
from django.db.models import Q

from displays.models.house_layout import one_layout
from displays.models.layouts import HOUSE, LAYOUTS


class Screen(models.Model):
    """A paired display: what it shows and how."""

    name = models.CharField(max_length=60)
    token = models.OneToOneField("tourney.Token", on_delete=models.PROTECT, related_name="screen")
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True)
    layout = models.CharField(
        max_length=20, choices=[(layout, layout) for layout in (*LAYOUTS, HOUSE)], default="clock"
    )
    # Exactly if the layout is one of the house.
    house_layout = models.ForeignKey("displays.HouseLayout", on_delete=models.PROTECT, null=True, blank=True)
    blank = models.BooleanField(default=False)
    message = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=5, blank=True)
    # One display of an event plays sounds, so that a room hears each signal once.
    sound = models.BooleanField(default=False)
    volume = models.PositiveSmallIntegerField(default=80)
    speech = models.BooleanField(default=False)
    retired = models.BooleanField(default=False)
    # It shows what the group shows; tournament, layout, blank and message are kept for when it leaves.
    group = models.ForeignKey(
        "displays.ScreenGroup", on_delete=models.PROTECT, null=True, blank=True, related_name="screens"
    )
    # It shows its name for some seconds.
    identified_at = models.DateTimeField(null=True, blank=True)
    # A page that was loaded before is loaded again.
    reload_at = models.DateTimeField(null=True, blank=True)
    # It carries out this trigger once, to try it.
    tested_trigger = models.BigIntegerField(null=True, blank=True)
    tested_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            one_layout("a_known_layout", LAYOUTS, HOUSE),
            models.CheckConstraint(
                condition=Q(retired=False) | Q(house_layout__isnull=True),
                name="no_layout_of_the_house_once_retired",
            ),
            models.CheckConstraint(condition=Q(volume__lte=100), name="volume_up_to_100"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(sound=True, retired=False, tournament__isnull=False, group__isnull=True),
                name="one_screen_of_an_event_sounds",
            ),
            models.UniqueConstraint(
                fields=["group"],
                condition=Q(sound=True, retired=False, group__isnull=False),
                name="one_screen_of_a_group_sounds",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Pairing(models.Model):
    """A display that shows a code and waits to be paired. Deleted if it is not paired soon."""

    code = models.CharField(max_length=6, unique=True)
    # SHA-256 of the secret in the display's cookie; it becomes the token's.
    digest = models.CharField(max_length=64, unique=True)
    address = models.CharField(max_length=45)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.code

"""Groups of displays that show the same, and rotations."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from displays.models.house_layout import one_layout
from displays.models.layouts import HOUSE, LAYOUTS


class Rotation(models.Model):
    """Slides that take turns on a display."""

    name = models.CharField(max_length=60, unique=True)
    # In order, each with layout, tournament (null: that of the display), seconds and when.
    slides = models.JSONField()

    class Meta:
        verbose_name = _("rotation")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="a_rotation_has_a_name")]

    def __str__(self) -> str:
        return self.name


class ScreenGroup(models.Model):
    """Displays that show the same; what they show themselves returns once they leave the group."""

    name = models.CharField(max_length=60, unique=True)
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True)
    layout = models.CharField(
        max_length=20, choices=[(one, one) for one in (*LAYOUTS, HOUSE)], default="clock"
    )
    # Exactly if the layout is one of the house.
    house_layout = models.ForeignKey("displays.HouseLayout", on_delete=models.PROTECT, null=True, blank=True)
    # In place of the layout.
    rotation = models.ForeignKey(Rotation, on_delete=models.PROTECT, null=True, blank=True)
    # By time of day, in place of both: {"at": minutes after midnight, "layout": …, "rotation": id or null}, in order.
    schedule = models.JSONField(default=list, blank=True)
    blank = models.BooleanField(default=False)
    message = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("group of displays")
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_group_has_a_name"),
            one_layout("a_group_with_a_known_layout", LAYOUTS, HOUSE),
        ]

    def __str__(self) -> str:
        return self.name

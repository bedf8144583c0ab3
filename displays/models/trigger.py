"""Triggers: what displays do when something happens in an event."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from displays.models.announcement import PRIORITIES
from displays.models.house_layout import one_layout
from displays.models.layouts import HOUSE, LAYOUTS
from displays.rules.triggers import TIMED, WHENS

PLACES = ("all", "event", "group")
# No sound, and not the built-in one of the clock either.
SILENCE = "silence"
SHIPPED_SOUNDS = ("level_start", "one_minute", "level_end", "break_end", "time_up", "gong", "fanfare")
MOST_BEFORE = 4 * 3_600
LEAST_SECONDS, MOST_SECONDS = 5, 3_600


class Trigger(models.Model):
    """When something happens in an event, its displays sound, speak, show a message or another layout."""

    when = models.CharField(max_length=20, choices=[(one, one) for one in WHENS])
    # Fires so long before it.
    before_seconds = models.PositiveIntegerField(default=0)
    # The level, null for every level; or the number of players left.
    number = models.PositiveIntegerField(null=True, blank=True)
    shown_on = models.CharField(max_length=5, choices=[(one, one) for one in PLACES], default="all")
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True)
    group = models.ForeignKey("displays.ScreenGroup", on_delete=models.PROTECT, null=True, blank=True)
    # One of the room's sounds by name, the file name of one of its own, or "".
    sound = models.CharField(max_length=80, blank=True)
    spoken = models.CharField(max_length=200, blank=True)
    message = models.CharField(max_length=200, blank=True)
    priority = models.CharField(max_length=6, choices=[(one, one) for one in PRIORITIES], default="normal")
    message_seconds = models.PositiveSmallIntegerField(default=30)
    # "" for none.
    layout = models.CharField(max_length=20, choices=[(one, one) for one in (*LAYOUTS, HOUSE)], blank=True)
    # Exactly if the layout is one of the house.
    house_layout = models.ForeignKey("displays.HouseLayout", on_delete=models.PROTECT, null=True, blank=True)
    # Null: as long as what it fires for lasts.
    layout_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    is_on = models.BooleanField(default=True)
    # Which one of the shipped set it is; "" for one of the room.
    shipped = models.CharField(max_length=20, blank=True)
    # What happened before does not fire it.
    changed_at = models.DateTimeField()
    # For each open event, by id: the position in the structure of its level or break then. Layouts shown for a whole
    # level or break skip these.
    rows_in_progress = models.JSONField(default=dict, db_default={}, blank=True)

    class Meta:
        verbose_name = _("trigger")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(when__in=WHENS), name="a_trigger_of_a_known_kind"),
            models.CheckConstraint(
                condition=Q(before_seconds=0) | Q(when__in=TIMED, before_seconds__lte=MOST_BEFORE),
                name="a_trigger_before_a_known_time",
            ),
            models.CheckConstraint(
                condition=Q(when="players_left", number__isnull=False, number__gte=1)
                | Q(when__in=("level_start", "level_end"))
                | (~Q(when="players_left") & Q(number__isnull=True)),
                name="a_trigger_with_its_number",
            ),
            models.CheckConstraint(
                condition=Q(shown_on="event", tournament__isnull=False, group__isnull=True)
                | Q(shown_on="group", tournament__isnull=True, group__isnull=False)
                | Q(shown_on="all", tournament__isnull=True, group__isnull=True),
                name="a_trigger_names_its_place",
            ),
            models.CheckConstraint(
                condition=~Q(sound="", spoken="", message="", layout=""), name="a_trigger_does_something"
            ),
            models.CheckConstraint(condition=Q(priority__in=PRIORITIES), name="a_trigger_of_known_priority"),
            one_layout("a_trigger_with_a_known_layout", ("", *LAYOUTS), HOUSE),
            models.CheckConstraint(
                condition=Q(message_seconds__gte=LEAST_SECONDS, message_seconds__lte=MOST_SECONDS)
                & (
                    Q(layout_seconds__isnull=True)
                    | Q(layout_seconds__gte=LEAST_SECONDS, layout_seconds__lte=MOST_SECONDS)
                ),
                name="a_trigger_shows_for_a_while",
            ),
            models.UniqueConstraint(
                fields=["shipped"], condition=~Q(shipped=""), name="each_shipped_trigger_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.when} {self.number or ''}".strip()

"""Announcements of the room: when they show, and on which displays."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

PRIORITIES = ("normal", "urgent")
SHOWN_ON = ("all", "event", "group", "screens")
MOST_REPEAT_MINUTES = 24 * 60
LEAST_SHOW_SECONDS, MOST_SHOW_SECONDS = 5, 3_600


class Announcement(models.Model):
    """A text on displays. Each display computes from these times when it shows it."""

    text = models.CharField(max_length=200)
    # Read aloud instead of the text; "" for the same.
    spoken = models.CharField(max_length=200, blank=True)
    priority = models.CharField(max_length=6, choices=[(one, one) for one in PRIORITIES], default="normal")
    starts_at = models.DateTimeField()
    # Null: until it is removed.
    ends_at = models.DateTimeField(null=True, blank=True)
    # Shown every so many minutes for so many seconds; null: all the time.
    repeat_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    show_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    shown_on = models.CharField(max_length=7, choices=[(one, one) for one in SHOWN_ON], default="all")
    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, null=True, blank=True)
    group = models.ForeignKey("displays.ScreenGroup", on_delete=models.PROTECT, null=True, blank=True)
    # Ids of displays.
    screens = models.JSONField(default=list, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("announcement")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="an_announcement_has_a_text"),
            models.CheckConstraint(condition=Q(priority__in=PRIORITIES), name="a_known_priority"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="an_announcement_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(repeat_minutes__isnull=True, show_seconds__isnull=True)
                # A comparison with null would pass.
                | Q(
                    repeat_minutes__isnull=False,
                    show_seconds__isnull=False,
                    repeat_minutes__gte=1,
                    repeat_minutes__lte=MOST_REPEAT_MINUTES,
                    show_seconds__gte=LEAST_SHOW_SECONDS,
                    show_seconds__lte=MOST_SHOW_SECONDS,
                    show_seconds__lt=F("repeat_minutes") * 60,
                ),
                name="a_repeat_has_a_pause",
            ),
            models.CheckConstraint(
                condition=Q(shown_on="event", tournament__isnull=False, group__isnull=True)
                | Q(shown_on="group", tournament__isnull=True, group__isnull=False)
                | Q(shown_on__in=("all", "screens"), tournament__isnull=True, group__isnull=True),
                name="an_announcement_names_its_place",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class AnnouncementTemplate(models.Model):
    """A text that is announced again and again."""

    text = models.CharField(max_length=200, unique=True)
    spoken = models.CharField(max_length=200, blank=True)
    priority = models.CharField(max_length=6, choices=[(one, one) for one in PRIORITIES], default="normal")

    class Meta:
        verbose_name = _("template of an announcement")
        ordering = ["text", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="a_saved_announcement_has_a_text"),
            models.CheckConstraint(condition=Q(priority__in=PRIORITIES), name="a_saved_known_priority"),
        ]

    def __str__(self) -> str:
        return self.text

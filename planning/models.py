"""Templates of events, weekly plans with their exceptions and events, and closed days."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

TIME_OF_DAY = RegexValidator(r"^([01][0-9]|2[0-3]):[0-5][0-9]$", _("Enter a time of day as 19:00."))
MOST_DAYS_AHEAD = 60
MOST_WEEKS = 8


class EventTemplate(models.Model):
    """The settings of an event, or of all events of a multi-stage event, to make others from."""

    name = models.CharField(max_length=80, unique=True)
    # `planning.services.template_document` defines its structure.
    document = models.JSONField()
    saved_at = models.DateTimeField()

    class Meta:
        verbose_name = _("template")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="a_template_has_a_name")]

    def __str__(self) -> str:
        return self.name


class WeeklyPlan(models.Model):
    """An event that is held every week, or every few weeks, on the same weekday at the same time on the wall."""

    template = models.ForeignKey(EventTemplate, on_delete=models.PROTECT, related_name="plans")
    # Of the events, shown on displays.
    name = models.CharField(max_length=80)
    # 0: Monday.
    weekday = models.PositiveSmallIntegerField()
    # Time of day in the room's time zone: "19:00".
    start = models.CharField(max_length=5, validators=[TIME_OF_DAY])
    # Every so many weeks, counted from the first one.
    every = models.PositiveSmallIntegerField(default=1)
    first_day = models.DateField()
    # Null: without end.
    last_day = models.DateField(null=True, blank=True)
    # The event is made so many days before it starts.
    days_ahead = models.PositiveSmallIntegerField(default=7)
    # Whether registration is open as soon as the event is made.
    opens = models.BooleanField(default=True)
    # A paused plan makes no events.
    active = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("weekly plan")
        ordering = ["weekday", "start", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_plan_has_a_name"),
            models.CheckConstraint(condition=Q(weekday__lte=6), name="a_plan_has_a_weekday"),
            models.CheckConstraint(
                condition=Q(every__gte=1, every__lte=MOST_WEEKS, days_ahead__lte=MOST_DAYS_AHEAD),
                name="a_plan_within_bounds",
            ),
            models.CheckConstraint(
                condition=Q(last_day__isnull=True) | Q(last_day__gte=F("first_day")),
                name="a_plan_ends_after_its_start",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PlanException(models.Model):
    """A date on which a plan differs: no event, or another start."""

    plan = models.ForeignKey(WeeklyPlan, on_delete=models.PROTECT, related_name="exceptions")
    day = models.DateField()
    # "": no event on that date.
    start = models.CharField(max_length=5, blank=True, validators=[TIME_OF_DAY])

    class Meta:
        verbose_name = _("exception of a plan")
        ordering = ["day"]
        constraints = [models.UniqueConstraint(fields=["plan", "day"], name="one_exception_per_date")]

    def __str__(self) -> str:
        return f"{self.plan_id} {self.day}"


class ClosedDays(models.Model):
    """Days on which the room is closed: no plan makes an event."""

    name = models.CharField(max_length=60)
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        verbose_name = _("closed days")
        ordering = ["first_day", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="closed_days_have_a_name"),
            models.CheckConstraint(
                condition=Q(last_day__gte=F("first_day")), name="closed_days_end_after_their_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PlannedEvent(models.Model):
    """The event that a plan made for a date. One row per plan and date, so each date gets one event."""

    plan = models.ForeignKey(WeeklyPlan, on_delete=models.PROTECT, related_name="events")
    day = models.DateField()
    tournament = models.OneToOneField(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="planned_event"
    )

    class Meta:
        verbose_name = _("event of a plan")
        ordering = ["day"]
        constraints = [models.UniqueConstraint(fields=["plan", "day"], name="one_event_per_plan_and_date")]

    def __str__(self) -> str:
        return f"{self.plan_id} {self.day}"

"""Dealers and their stints."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Dealer(models.Model):
    """A dealer of this room."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    # False: left the room; kept for the history.
    active = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("dealer")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="a_dealer_has_a_name")]

    def __str__(self) -> str:
        return self.name


class Stint(models.Model):
    """A dealer's time at a table or on break, from one push to the next; while it has not ended, the dealer
    is on shift.
    """

    dealer = models.ForeignKey(Dealer, on_delete=models.PROTECT, related_name="stints")
    # Null: on break.
    table = models.ForeignKey(
        "seating.Table", on_delete=models.PROTECT, null=True, blank=True, related_name="stints"
    )
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("stint")
        ordering = ["-id"]
        indexes = [models.Index(fields=["dealer", "begun_at"])]
        constraints = [
            models.UniqueConstraint(
                fields=["dealer"], condition=Q(ended_at__isnull=True), name="a_dealer_is_in_one_place"
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(ended_at__isnull=True, table__isnull=False),
                name="a_table_has_one_dealer",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("begun_at")),
                name="a_stint_ends_after_it_began",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dealer_id} {self.table_id}"


class Rota(models.Model):
    """Time between pushes; a single row, because there is one room."""

    minutes = models.PositiveSmallIntegerField(default=30)
    pushed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("rota")
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="dealers_have_one_rota"),
            models.CheckConstraint(
                condition=Q(minutes__gte=5, minutes__lte=240), name="dealers_are_pushed_now_and_then"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.minutes}"

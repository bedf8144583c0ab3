"""How long the room keeps personal data of players who no longer come."""

from django.db import models
from django.db.models import Q


class Retention(models.Model):
    """The room's policy, one row."""

    # Players not seen for so many months are anonymised; null: never.
    months = models.PositiveSmallIntegerField(null=True, blank=True)
    # When it was last changed; it takes effect some days later.
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="there_is_one_retention"),
            models.CheckConstraint(
                condition=Q(months__isnull=True) | Q(months__gte=1), name="data_is_kept_for_a_month_at_least"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.months or 'no'} months"

"""Bans that hold on a day."""

from datetime import date

from django.db.models import Q, QuerySet

from players.models import Ban


def bans_on(day: date) -> QuerySet[Ban]:
    """Return bans that hold on a day."""
    return Ban.objects.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gte=day), starts_on__lte=day, lifted_at__isnull=True
    )

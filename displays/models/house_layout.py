"""Layouts that the house has made for its displays."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class HouseLayout(models.Model):
    """A layout of the house. Its document follows `displays.rules.layouts`."""

    name = models.CharField(max_length=60, unique=True)
    document = models.JSONField()
    # Of the document: displays load it again once it differs.
    version = models.CharField(max_length=12)
    # Of the document as well: boards do not read it, so that one that a later version refuses harms no other.
    events = models.PositiveSmallIntegerField(default=1)
    seats = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("layout of the house")
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="a_layout_has_a_name"),
            models.CheckConstraint(condition=~Q(version=""), name="a_layout_has_a_version"),
        ]

    def __str__(self) -> str:
        return self.name


def one_layout(name: str, layouts: tuple[str, ...], house: str) -> models.CheckConstraint:
    """Return the constraint that a row has either a fixed layout or one of the house."""
    fixed = Q(layout__in=layouts, house_layout__isnull=True)
    return models.CheckConstraint(condition=fixed | Q(layout=house, house_layout__isnull=False), name=name)

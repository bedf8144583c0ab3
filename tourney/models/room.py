"""The room and what belongs to it."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

COLOUR = RegexValidator(r"^#[0-9a-f]{6}$", _("Enter a colour as # and six characters from 0–9 and a–f."))


class Room(models.Model):
    """The one room of this installation. Its row is the lock for everything outside tournaments."""

    name = models.CharField(max_length=80, default="Poker room")
    currency = models.CharField(max_length=3, default="EUR")
    language = models.CharField(max_length=5, default="en")
    book = models.CharField(max_length=40, default="tda")
    accent = models.CharField(max_length=7, default="#2f6feb", validators=[COLOUR])
    # The seq of the last entry of the room's own journal.
    seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="there_is_one_room")]

    def __str__(self) -> str:
        return self.name


class ChipSet(models.Model):
    """A chip set: the denominations that the room owns and their colours."""

    name = models.CharField(max_length=60, unique=True)

    def __str__(self) -> str:
        return self.name


class Chip(models.Model):
    """One denomination of a chip set."""

    chip_set = models.ForeignKey(ChipSet, on_delete=models.PROTECT, related_name="chips")
    value = models.PositiveBigIntegerField()
    face = models.CharField(max_length=7, validators=[COLOUR])
    edge = models.CharField(max_length=7, validators=[COLOUR])
    # How many of them the cases hold; null: not counted.
    owned = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["value"]
        constraints = [
            models.UniqueConstraint(fields=["chip_set", "value"], name="a_denomination_once_per_set"),
            models.CheckConstraint(condition=Q(value__gt=0), name="a_chip_is_worth_something"),
        ]

    def __str__(self) -> str:
        return str(self.value)

"""Chips of an event by value: how its stacks are made up, exchanges with the bank, and what came back."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class StackMakeUp(models.Model):
    """How a stack is made up that an event hands out; of several, the one whose chips are all in play holds."""

    USES = ("entry", "rebuy", "add_on")

    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="stack_make_ups"
    )
    use = models.CharField(max_length=6, choices=[(one, one) for one in USES])
    chips = models.PositiveBigIntegerField()
    # [[value, number of chips], …], the largest value first.
    pieces = models.JSONField()

    class Meta:
        verbose_name = _("make-up of a stack")
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=Q(chips__gt=0), name="a_stack_made_up_has_chips")]

    def __str__(self) -> str:
        return f"{self.use} {self.chips}: {self.pieces}"


class ChipExchange(models.Model):
    """Chips that staff exchanged: those brought into play, and with negative numbers those taken out."""

    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="chip_exchanges"
    )
    # [[value, number of chips], …], the largest value first.
    pieces = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("exchange of chips")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.pieces}"


class ReturnedChips(models.Model):
    """Chips that came back to the bank, counted by value: surrendered, refunded, or of a player who was removed."""

    tournament = models.ForeignKey(
        "tourney.Tournament", on_delete=models.PROTECT, related_name="returned_chips"
    )
    # The move by which they left play.
    move = models.OneToOneField("tourney.ChipMove", on_delete=models.PROTECT, related_name="returned")
    # [[value, number of chips], …], the largest value first.
    pieces = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("chips that came back")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.pieces}"

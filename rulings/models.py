"""Floor rulings and the entries concerned."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Ruling(models.Model):
    """A floor decision in an event. It never changes: a correction is a separate ruling."""

    tournament = models.ForeignKey("tourney.Tournament", on_delete=models.PROTECT, related_name="rulings")
    table = models.ForeignKey(
        "seating.Table", on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    # "" once a player concerned was anonymised.
    text = models.CharField(max_length=1_000, blank=True)
    # The rule behind it ("Munot 22"); "" for the floor's own judgement.
    rule = models.CharField(max_length=120, blank=True)
    # The stored file's name (`rulings.services.photos`); "" for none.
    photo = models.CharField(max_length=80, blank=True)
    who = models.CharField(max_length=150)
    at = models.DateTimeField()
    # The version that this one replaces.
    former = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="correction"
    )

    class Meta:
        verbose_name = _("ruling")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(former__isnull=True) | ~Q(former=F("id")), name="no_ruling_corrects_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule} {self.text}"[:60]


class Concern(models.Model):
    """An entry that a ruling concerns."""

    ruling = models.ForeignKey("rulings.Ruling", on_delete=models.PROTECT, related_name="concerns")
    entry = models.ForeignKey("tourney.Entry", on_delete=models.PROTECT, related_name="rulings")

    class Meta:
        verbose_name = _("player of a ruling")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["ruling", "entry"], name="a_ruling_names_a_player_once")
        ]

    def __str__(self) -> str:
        return f"{self.ruling_id} {self.entry_id}"

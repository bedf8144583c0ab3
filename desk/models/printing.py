"""Settings for everything the desk prints."""

from django.db import models
from django.db.models import Q


class PrintSettings(models.Model):
    """Heading, paper and print settings; a single row, because there is one desk."""

    PAPER_SIZES = ("roll", "a4", "a6", "letter")

    # Who issues the receipts; "" prints the room's name alone.
    company = models.CharField(max_length=120, blank=True)
    address = models.CharField(max_length=200, blank=True)
    tax_number = models.CharField(max_length=40, blank=True)
    # Name of the network for guests' phones, and its password where everybody may read it.
    wifi_name = models.CharField(max_length=32, blank=True)
    wifi_password = models.CharField(max_length=63, blank=True)
    # File name of the logo among the room's pictures.
    logo = models.CharField(max_length=80, blank=True)
    paper = models.CharField(max_length=6, choices=[(one, one) for one in PAPER_SIZES], default="roll")

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_set_of_print_settings")]

    def __str__(self) -> str:
        return "printing"

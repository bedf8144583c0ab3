"""The seating app."""

from django.apps import AppConfig


class SeatingConfig(AppConfig):
    """App configuration."""

    name = "seating"

"""The seating's room."""

from django.apps import AppConfig


class SeatingConfig(AppConfig):
    """App configuration."""

    name = "seating"

"""The clock's room."""

from django.apps import AppConfig


class ClockConfig(AppConfig):
    """App configuration."""

    name = "clock"

"""The clock app."""

from django.apps import AppConfig


class ClockConfig(AppConfig):
    """App configuration."""

    name = "clock"

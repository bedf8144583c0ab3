"""App configuration of seasons."""

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    """App configuration."""

    name = "seasons"

"""App configuration of stages."""

from django.apps import AppConfig


class StagesConfig(AppConfig):
    """App configuration."""

    name = "stages"

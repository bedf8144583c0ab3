"""App configuration of rulings."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """App configuration."""

    name = "rulings"

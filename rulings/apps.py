"""The rulings' room."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """What the floor has decided."""

    name = "rulings"

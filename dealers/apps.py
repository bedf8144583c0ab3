"""The dealers' room."""

from django.apps import AppConfig


class DealersConfig(AppConfig):
    """Who deals where."""

    name = "dealers"

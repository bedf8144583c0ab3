"""App configuration of dealers."""

from django.apps import AppConfig


class DealersConfig(AppConfig):
    """App configuration."""

    name = "dealers"

"""App configuration of the cash room."""

from django.apps import AppConfig


class CashConfig(AppConfig):
    """App configuration."""

    name = "cash"

"""The procedures app."""

from django.apps import AppConfig


class ProceduresConfig(AppConfig):
    """App configuration."""

    name = "procedures"

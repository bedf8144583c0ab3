"""The procedures of the whole room."""

from django.apps import AppConfig


class ProceduresConfig(AppConfig):
    """App configuration."""

    name = "procedures"

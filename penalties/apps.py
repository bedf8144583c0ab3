"""The penalties app."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    """App configuration."""

    name = "penalties"

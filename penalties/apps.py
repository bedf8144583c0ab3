"""The penalties' room."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    """What somebody has to sit out."""

    name = "penalties"

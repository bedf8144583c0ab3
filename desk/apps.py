"""The desk's room."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """App configuration."""

    name = "desk"

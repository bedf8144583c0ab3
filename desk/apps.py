"""App configuration of the desk."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """App configuration."""

    name = "desk"

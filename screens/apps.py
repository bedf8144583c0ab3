"""The screens' room."""

from django.apps import AppConfig


class ScreensConfig(AppConfig):
    """App configuration."""

    name = "screens"

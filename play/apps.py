"""The room of tournaments that play themselves."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Presses what people press. Of its own it has what was asked for, and how that went."""

    name = "play"

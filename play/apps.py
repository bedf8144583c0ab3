"""The room of tournaments that play themselves."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Has no rows, verbs or nouns of its own: it presses what people press."""

    name = "play"

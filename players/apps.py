"""App configuration of players."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """App configuration."""

    name = "players"

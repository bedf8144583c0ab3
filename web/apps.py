"""Pages of the room, by audience."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """App configuration."""

    name = "web"
